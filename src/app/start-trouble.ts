/** Explains the most common start-up errors of operators: what Node says about an unusable address or folder. */
import { Fault } from '../errors.ts';

interface SystemTrouble {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

const HOST_ADVICE =
  'Set HOST to an address of this machine: 127.0.0.1 for a proxy beside it, 0.0.0.0 for all of its addresses.';

/** The error as a `Fault`, or unchanged. `variable` names the port in question. */
export function startTrouble(error: unknown, variable: 'PORT' | 'METRICS_PORT' = 'PORT'): unknown {
  const { code = '', syscall, path, address, hostname, port } = Object(error) as SystemTrouble;
  const isListening = syscall === 'listen' || syscall === 'bind';
  if (code === 'EADDRINUSE')
    return configuration(
      `${variable} (${port ?? ''}) is in use by another process.`,
      `Stop that process, or set ${variable} to another port.`,
    );
  if (isListening && code === 'EACCES')
    return configuration(
      `${variable} (${port ?? ''}) may not be used by this user (EACCES): ports below 1024 belong to root.`,
      `Set ${variable} to a port from 1024 on, and put a proxy in front of it.`,
    );
  if (isListening || syscall === 'getaddrinfo')
    return configuration(
      `HOST (${address ?? hostname ?? ''}) cannot be listened on (${code}): ${hostTrouble(code)}.`,
      HOST_ADVICE,
    );
  if ((code === 'EACCES' || code === 'ENOTDIR' || code === 'EROFS' || code === 'ENOENT') && path !== undefined)
    return configuration(`${path} cannot be used (${code}).`, 'Set DATA_DIR to a folder that this user may write to.');
  return error;
}

function hostTrouble(code: string): string {
  switch (code) {
    case 'EADDRNOTAVAIL':
      return 'no network interface of this machine has this address';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'no address was found for this name';
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return 'this machine does not use addresses of this kind';
    default:
      return 'the system refuses it';
  }
}

function configuration(message: string, advice: string): Fault {
  return new Fault('configuration', message, advice);
}
