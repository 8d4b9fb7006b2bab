/** The connections a sandbox has open through one session, by number. */
import type { SandboxGateway } from '../ports/sandbox.ts';
import { createChannel, type Channel } from './channel.ts';
import { maxChannels, type ChannelMessage, type FromAgent } from './protocol.ts';

interface Channels {
  take(message: ChannelMessage | Extract<FromAgent, { t: 'open' }>): void;
  /** Ends all connections: some of their data is lost, or the session is over. */
  breakAll(): void;
}

export function createChannels(
  gateway: Pick<SandboxGateway, 'emit'>,
  send: (message: ChannelMessage) => void,
): Channels {
  const open = new Map<number, Channel>();

  function begin(id: number): void {
    if (open.has(id) || open.size >= maxChannels) {
      send({ t: 'close', c: id });
      return;
    }
    const channel = createChannel(id, send, () => open.delete(id));
    open.set(id, channel);
    gateway.emit('connection', channel.stream);
  }

  return {
    take(message) {
      switch (message.t) {
        case 'open':
          begin(message.c);
          return;
        case 'data':
          open.get(message.c)?.data(Buffer.from(message.d, 'base64'));
          return;
        case 'credit':
          open.get(message.c)?.credit(message.n);
          return;
        case 'end':
          open.get(message.c)?.end();
          return;
        case 'close':
          open.get(message.c)?.close();
      }
    },
    breakAll() {
      for (const channel of open.values()) channel.close();
      for (const channel of open.values()) channel.stream.destroy();
      open.clear();
    },
  };
}
