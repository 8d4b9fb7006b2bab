/** One GET request to an address that was resolved before, so that a second DNS answer cannot redirect it. */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

interface Asking {
  /** The resolved address; null lets the system resolve the name. */
  readonly address: string | null;
  readonly authorization: string | null;
  readonly accept: string;
  readonly signal: AbortSignal;
}

export function askPinned(url: URL, { address, authorization, accept, signal }: Asking): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = {
    'user-agent': 'planwright',
    accept,
    'accept-encoding': 'identity',
    ...(authorization === null ? {} : { authorization }),
  };
  return new Promise((resolve, reject) => {
    request(url, { headers, signal, agent: false, ...(address === null ? {} : { lookup: pinnedTo(address) }) })
      .once('response', resolve)
      .on('error', reject)
      .end();
  });
}

function pinnedTo(address: string): LookupFunction {
  const family = address.includes(':') ? 6 : 4;
  return (_host, options, done) => {
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
