/** A compromised container: the test says anything in its name. */
import { createServer, type Server } from 'node:http';
import { Duplex } from 'node:stream';
import { protocolVersion, written, type ToAgent } from '../../src/sandbox/protocol.ts';
import { containerKeys, lineKey, sealLine } from '../../src/sandbox/seal.ts';
import { openSession, type Session } from '../../src/sandbox/session.ts';
import { clock, closedGateway } from './rig.ts';

const keys = containerKeys('the secret of these tests', 'container', 'now');

export interface Impostor {
  readonly stream: Duplex;
  /** What the service sent, line by line. */
  readonly heard: Record<string, unknown>[];
  /** Stops reading. */
  isDeaf: boolean;
  /** In the agent's name. */
  say(message: Record<string, unknown>): void;
  /** As any command can. */
  forge(text: string | Buffer): void;
  /** The agent's next message is lost; it is returned. */
  lose(message: Record<string, unknown>): Buffer;
}

export function impostor(version = protocolVersion, deafFor = 0): Impostor {
  const heard: Record<string, unknown>[] = [];
  let text = '';
  let count = 0;
  const stream = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      if (agent.isDeaf) return;
      text += chunk.toString();
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const [, , first = '', second = ''] = line.split(' ');
        if (first.startsWith('{')) take(JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>);
        else if (first !== '') take({ t: 'data', c: Number(first), d: second });
      }
      done();
    },
  });
  const sealed = (message: Record<string, unknown>): Buffer => {
    const key = lineKey(keys.lines, String(heard[0]?.['s']), 'from agent');
    const line = sealLine(key, count, written(message as ToAgent));
    count += 1;
    return line;
  };
  const take = (message: Record<string, unknown>): void => {
    heard.push(message);
    if (message['t'] !== 'hello' || heard.length <= deafFor) return;
    agent.forge('of a line an earlier service was sent"}\n{"s":"old","t":"result","key":"k","result":1}\nnot json\n');
    agent.say({ t: 'hello', version, isGuarded: true });
  };
  const agent: Impostor = {
    stream,
    heard,
    isDeaf: false,
    say: (message) => agent.forge(sealed(message)),
    forge: (said) => stream.push(inFrame(Buffer.from(said))),
    lose: sealed,
  };
  return agent;
}

export function greet(stream: Duplex, gateway: Server = closedGateway(), helloTimeoutMs = 2000): Promise<Session> {
  return openSession({ stream, gateway, clock, helloTimeoutMs, keys, isFresh: true });
}

/** One piece of the container's output, as the engine passes it on. */
export function inFrame(body: Buffer, kind = 1): Buffer {
  const header = Buffer.alloc(8);
  header[0] = kind;
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** Accepts connections and does only what the test says. */
export function connections(): { readonly gateway: Server; readonly streams: Duplex[] } {
  const gateway = createServer();
  gateway.removeAllListeners('connection');
  const streams: Duplex[] = [];
  gateway.on('connection', (stream: Duplex) => streams.push(stream));
  return { gateway, streams };
}
