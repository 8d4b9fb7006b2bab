/** GET /metrics on a port of its own (OPS-9): what is open to a monitor need not be open to whoever sends webhooks. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type Metrics, setDepths } from './metrics.ts';
import type { Logger } from 'pino';
import type { Depths } from '../ports/queue-depths.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Has to be looked up; left out, with a line in the log, when that fails. */
  readonly depths: () => Promise<Depths>;
  readonly log: Logger;
}

const LOOK_UP_MS = 2_000;

export async function startMetricsServer(
  options: MetricsServerOptions,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { host, port, metrics, log } = options;
  const server = createServer((request, response) => {
    const isAsked =
      request.url?.split('?')[0] === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    if (isAsked) void send(response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics here.\n');
  });
  server.requestTimeout = 5_000;
  server.maxConnections = 32;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function send(response: ServerResponse): Promise<void> {
    const depths = await inTime(options.depths()).catch((error: unknown) => {
      log.warn({ err: error }, 'some metrics could not be looked up');
      return null;
    });
    setDepths(metrics, depths);
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
  }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), LOOK_UP_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
