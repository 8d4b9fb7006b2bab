/**
 * Looks a host up once, on this machine, and connects to an address that was looked at: a name that answers
 * differently the second time (DNS rebinding) gains nothing.
 */
import { lookup } from 'node:dns/promises';
import { connect as netConnect, isIP, type Socket } from 'node:net';
import { isPublicAddress } from '../net/public-address.ts';
import type { Target } from './egress-rules.ts';

export interface EgressHooks {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly connect: (address: string, port: number) => Socket;
}

export const systemHooks: EgressHooks = {
  resolve: async (host) => (await lookup(host, { all: true })).map((found) => found.address),
  connect: (address, port) => netConnect({ host: address, port }),
};

export type Dialled =
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'denied'; readonly why: string }
  | { readonly kind: 'unreachable'; readonly why: string };

const connectTimeoutMs = 15_000;
const idleTimeoutMs = 5 * 60_000;

export async function dial(target: Target, hooks: EgressHooks): Promise<Dialled> {
  let addresses: readonly string[];
  try {
    addresses = isIP(target.host) === 0 ? await hooks.resolve(target.host) : [target.host];
  } catch {
    return { kind: 'unreachable', why: 'its name could not be looked up' };
  }
  // One bad address spoils the answer: nobody publishes a public and a private one with good intentions.
  if (!addresses.every(isPublicAddress))
    return { kind: 'denied', why: 'its name leads to an address that is not public' };
  for (const address of addresses.slice(0, 4)) {
    const socket = await open(hooks.connect(address, target.port));
    if (socket !== null) return { kind: 'connected', socket };
  }
  return { kind: 'unreachable', why: 'it did not accept a connection' };
}

function open(socket: Socket): Promise<Socket | null> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.setTimeout(connectTimeoutMs, () => socket.destroy());
    socket.once('close', () => resolve(null));
    socket.once('connect', () => {
      socket.setTimeout(idleTimeoutMs);
      resolve(socket);
    });
  });
}
