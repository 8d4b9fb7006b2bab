/** A bare line to a Redis, for the moments in which there is no client yet or must not be one. */
import { connect, type NetConnectOpts, type Socket } from 'node:net';

const ANSWER_TIMEOUT_MS = 2_000;

/** Null when nobody listens there. */
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

/** All that came until `isWhole` says so, the connection ended (as SHUTDOWN makes it), or nothing came in time. */
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

/** Which process answers on this socket; null when none does. */
export async function whoListens(socketPath: string): Promise<Listener | null> {
  const socket = await openRedisLine(socketPath);
  if (socket === null) return null;
  const answer = await exchange(socket, 'INFO server\r\nPING\r\n', (text) =>
    /\r\n(\+PONG|-LOADING[^\r]*)\r\n$/.test(text),
  );
  const pid = /^process_id:(\d+)\r$/m.exec(answer)?.[1];
  return pid === undefined ? null : { pid: Number(pid), state: answer.endsWith('+PONG\r\n') ? 'ready' : 'loading' };
}

/** How it answers somebody who greets it in plain text; empty when it does not. */
export async function plainAnswer(place: { readonly host: string; readonly port: number }): Promise<string> {
  const socket = await openLine(place);
  return socket === null ? '' : exchange(socket, 'PING\r\n', (text) => text.includes('\r\n'));
}

export async function askToShutDown(socket: Socket): Promise<void> {
  await exchange(socket, 'SHUTDOWN NOSAVE\r\n', () => false);
}
