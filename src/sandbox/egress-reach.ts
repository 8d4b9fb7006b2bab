/** Connects to the host a sandbox asks for, if the policy allows it. */
import { connect as netConnect, type Socket } from 'node:net';
import { publicAddresses, resolveHere, type Resolve } from '../net/public-address.ts';
import { objectionToTarget, parseAuthority, type EgressPolicy, type EgressWay, type Target } from './egress-rules.ts';

export interface EgressHooks {
  readonly resolve: Resolve;
  readonly connect: (address: string, port: number) => Socket;
  /** Time for a client to begin TLS in a connection opened for it. */
  readonly clientHelloMs: number;
}

export const systemHooks: EgressHooks = {
  resolve: resolveHere,
  connect: (address, port) => netConnect({ host: address, port }),
  clientHelloMs: 15_000,
};

export interface EgressOptions {
  readonly policy: EgressPolicy;
  readonly hooks: EgressHooks;
  readonly onDenied: (host: string, port: number, why: string) => void;
}

export interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly text: string;
}

interface Asked {
  /** As the sandbox wrote it. */
  readonly authority: string;
  readonly way: EgressWay;
}

interface Reached {
  readonly target: Target;
  readonly socket: Socket;
}

const connectTimeoutMs = 15_000;
const idleTimeoutMs = 5 * 60_000;
/** Addresses tried per host. */
const mostAddresses = 4;

/** Connects only to an address that was checked. */
export async function reach({ authority, way }: Asked, options: EgressOptions): Promise<Refusal | Reached> {
  const target = parseAuthority(authority);
  if (target === null)
    return denied({ host: authority, port: 0 }, 'the host is not written as a plain host name or address', options);
  const { policy, hooks } = options;
  const { host, port } = target;
  const objection = objectionToTarget(policy, target, way);
  if (objection !== null) return denied(target, objection, options);
  let addresses: readonly string[] | null;
  try {
    addresses = await publicAddresses(host, hooks.resolve);
  } catch {
    return unreachable(host, 'its name could not be looked up');
  }
  if (addresses === null) return denied(target, 'its name leads to an address that is not public', options);
  for (const address of addresses.slice(0, mostAddresses)) {
    const socket = await open(hooks.connect(address, port));
    if (socket !== null) return { target, socket };
  }
  return unreachable(host, 'it did not accept a connection');
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

function unreachable(host: string, why: string): Refusal {
  return { status: 502, text: `${host} could not be reached: ${why}.` };
}

export function denied({ host, port }: Target, why: string, options: EgressOptions): Refusal {
  const shown = host.slice(0, 255);
  options.onDenied(shown, port, why);
  return {
    status: 403,
    text: `Planwright did not let this sandbox connect to ${shown}:${port}: ${why}. An operator can allow hosts in the configuration.`,
  };
}
