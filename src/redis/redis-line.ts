/** A raw connection to Redis, for situations in which there is no client yet or must not be one. */
import { connect, type NetConnectOpts, type Socket } from 'node:net';

const ANSWER_TIMEOUT_MS = 2_000;

/** Null if nobody listens there. */
export function openRedisLine(socketPath: string): Promise<Socket | null> {
  return openLine({ path: socketPath });
}

function openLine(place: NetConnectOpts): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ timeout: ANSWER_TIMEOUT_MS, ...place });
    socket.once('connect', () => resolve(socket));
    for (const trouble of ['error', 'timeout']) socket.on(trouble, () => resolve(null));
  });
}

/** Everything received until `isWhole` is true, the connection ends (as SHUTDOWN causes), or the time is over. */
function exchange(socket: Socket, commands: string, isWhole: (answer: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    function finish(): void {
      socket.destroy();
      resolve(answer);
    }
    socket.setTimeout(ANSWER_TIMEOUT_MS, finish);
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (isWhole(answer)) finish();
    });
    socket.once('close', finish);
    socket.write(commands);
  });
}

interface Listener {
  readonly pid: number;
  readonly state: 'ready' | 'loading';
}

/** The process that answers on this socket; null if there is none. */
export async function whoListens(socketPath: string): Promise<Listener | null> {
  const socket = await openRedisLine(socketPath);
  if (socket === null) return null;
  const answer = await exchange(socket, 'INFO server\r\nPING\r\n', (text) =>
    /\r\n(\+PONG|-LOADING[^\r]*)\r\n$/.test(text),
  );
  const pid = /^process_id:(\d+)\r$/m.exec(answer)?.[1];
  return pid === undefined ? null : { pid: Number(pid), state: answer.endsWith('+PONG\r\n') ? 'ready' : 'loading' };
}

/** Its answer to a plain-text greeting; empty if there is none. */
export async function plainAnswer(place: { readonly host: string; readonly port: number }): Promise<string> {
  const socket = await openLine(place);
  return socket === null ? '' : exchange(socket, 'PING\r\n', (text) => text.includes('\r\n'));
}

export async function askToShutDown(socket: Socket): Promise<void> {
  await exchange(socket, 'SHUTDOWN NOSAVE\r\n', () => false);
}
