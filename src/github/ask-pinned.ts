/** One GET request to an address that was looked up before, so that nobody can lead it elsewhere by a second answer. */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

interface Asking {
  /** What the name was looked up to; null lets the system look it up. */
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
