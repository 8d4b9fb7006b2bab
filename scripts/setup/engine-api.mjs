import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { errorCode } from './error-code.mjs';
import { SetupProblem } from './say.mjs';

/**
 * Where the Docker engine listens. Its HTTP API is all that is used here: a `docker` command may be missing or of another age.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function engineAddress(env) {
  const host = env['DOCKER_HOST'] || 'unix:///var/run/docker.sock';
  if (host.startsWith('unix://')) {
    const socketPath = host.slice('unix://'.length);
    // Only at its usual place is it an engine that set-up may start; another socket is somebody's own arrangement.
    return {
      socketPath,
      tls: false,
      local: ['/var/run/docker.sock', '/run/docker.sock'].includes(socketPath),
      shown: host,
    };
  }
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url === null || !['tcp:', 'http:', 'https:'].includes(url.protocol)) {
    throw new SetupProblem(`DOCKER_HOST is "${host}", which Planwright cannot use.`, [
      'Set it to unix:///path or tcp://host:port, or unset it.',
    ]);
  }
  const tls = url.protocol === 'https:' || Boolean(env['DOCKER_TLS_VERIFY']);
  const folder = env['DOCKER_CERT_PATH'] ?? '';
  const certificates = Object.fromEntries(
    ['ca', 'cert', 'key']
      .filter((name) => tls && existsSync(join(folder, `${name}.pem`)))
      .map((name) => [name, readFileSync(join(folder, `${name}.pem`))]),
  );
  return {
    hostname: url.hostname,
    port: url.port || (tls ? 2376 : 2375),
    tls,
    local: false,
    shown: host,
    ...certificates,
  };
}

/**
 * One call of the engine's API; answers status and body. A streamed answer is given line by line to `onLine`, as JSON.
 * @param {string} method
 * @param {string} path
 * @param {{ readonly body?: import('node:stream').Readable, readonly onLine?: (line: { readonly stream?: string, readonly error?: string }) => void,
 *   readonly signal?: AbortSignal }} options
 * @returns {Promise<{ readonly status: number, readonly text: string }>}
 */
export function engineCall(method, path, options = {}) {
  const address = engineAddress(process.env);
  return new Promise((resolve, reject) => {
    const request = (address.tls ? https : http).request(
      {
        ...address,
        method,
        path,
        headers: options.body ? { 'content-type': 'application/x-tar' } : { host: 'docker' },
        signal: options.signal,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (/** @type {string} */ chunk) => {
          text += chunk;
          if (options.onLine === undefined || response.statusCode !== 200) return;
          const lines = text.split('\n');
          text = lines.pop() ?? '';
          for (const line of lines) if (line.trim() !== '') options.onLine(JSON.parse(line));
        });
        response.on('error', reject);
        response.on('end', () => {
          if (options.onLine !== undefined && response.statusCode === 200 && text.trim() !== '')
            options.onLine(JSON.parse(text));
          resolve({ status: response.statusCode ?? 0, text });
        });
      },
    );
    request.on('error', reject);
    if (options.body === undefined) request.end();
    else options.body.on('error', (error) => request.destroy(error)).pipe(request);
  });
}

/** Why the engine does not answer, or null when it does. @param {number} timeoutMs @returns {Promise<string | null>} */
export async function enginePing(timeoutMs) {
  try {
    const { status } = await engineCall('GET', '/_ping', { signal: AbortSignal.timeout(timeoutMs) });
    return status === 200 ? null : `status ${status}`;
  } catch (error) {
    if (error instanceof SetupProblem) throw error;
    return errorCode(error);
  }
}
