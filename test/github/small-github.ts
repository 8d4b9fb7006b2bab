import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createGitHub, type Remembered } from '../../src/github/open-github.ts';
import type { OnCall } from '../../src/github/send-request.ts';
import type { GitHub, RepositoryRef } from '../../src/ports/github.ts';
import type { AppItself } from '../../src/ports/github-app.ts';
import type { Clock } from '../../src/ports/clock.ts';

export const REPO: RepositoryRef = { installationId: 7, repositoryId: 70, owner: 'octo', name: 'project' };
export const APP_ID = 4711;
export const TASK = '0f8fad5b-d9cb-469f-a165-70867728950e';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export type Json = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Json;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of a body: the text itself. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Destroys the connection instead of answering. */
  readonly cut?: boolean;
  /** Sends the headers and half of the body, then cuts. */
  readonly cutInBody?: boolean;
}

/** A few routes answered by a function, for tests in which the exact bytes of an answer matter. */
export interface SmallGitHub {
  readonly github: GitHub & AppItself;
  readonly asked: Asked[];
  readonly calls: Parameters<OnCall>[0][];
  readonly slept: number[];
  now: number;
  answer: (asked: Asked) => Answer | undefined;
  count(method: string, path: RegExp): number;
  close(): Promise<void>;
}

export async function startSmallGitHub(
  options: {
    readonly timeoutMs?: number;
    readonly privateKey?: string;
    readonly remembered?: Remembered;
    readonly onIdentity?: (known: Remembered) => void;
  } = {},
): Promise<SmallGitHub> {
  const small = {
    asked: [] as Asked[],
    calls: [] as Parameters<OnCall>[0][],
    slept: [] as number[],
    now: 1_000_000,
    answer: ((): Answer | undefined => undefined) as SmallGitHub['answer'],
  };
  let issued = 0;
  const usual = (asked: Asked): Answer => {
    if (asked.path === '/app') return { status: 200, body: { id: APP_ID, slug: 'planwright' } };
    if (/^\/app\/installations\/7\/access_tokens$/.test(asked.path)) {
      issued += 1;
      return {
        status: 201,
        body: {
          token: `ghs_token${issued}`,
          expires_at: '2099-01-01T00:00:00Z',
          permissions: asked.body['permissions'],
          repositories: [{ id: 70, name: 'project' }],
        },
      };
    }
    return { status: 404, body: { message: 'Not Found' } };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const asked = await receive(request);
      small.asked.push(asked);
      reply(response, small.answer(asked) ?? usual(asked));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const clock: Clock = {
    now: () => small.now,
    sleep: async (ms) => {
      small.slept.push(ms);
      small.now += ms;
    },
  };
  const github = createGitHub({
    appId: APP_ID,
    privateKey: options.privateKey ?? privateKey,
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    clock,
    log: pino({ level: 'silent' }),
    onCall: (call) => {
      small.calls.push(call);
    },
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.onIdentity === undefined ? {} : { onIdentity: options.onIdentity }),
    remembered: options.remembered ?? null,
  });
  return Object.assign(small, {
    github,
    count: (method: string, path: RegExp) =>
      small.asked.filter((asked) => asked.method === method && path.test(asked.path)).length,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function receive(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://github.test');
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api(?:\/v3)?/, ''),
    query: url.searchParams,
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as Json),
  };
}

function reply(response: ServerResponse, answer: Answer): void {
  if (answer.cut === true) {
    response.destroy();
    return;
  }
  const text = answer.status === 204 || answer.status === 304 ? '' : (answer.raw ?? JSON.stringify(answer.body ?? {}));
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    ...(text === '' ? {} : { 'content-length': Buffer.byteLength(text) }),
    ...answer.headers,
  });
  if (answer.cutInBody !== true) {
    response.end(text);
    return;
  }
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}
