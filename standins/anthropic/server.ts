/** The Anthropic Messages API on loopback: as strict as the real one, answers by script, faults on demand. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerer, type Answerer } from './answer.ts';
import { streamEvents, wholeMessage } from './events.ts';
import { stream } from './stream.ts';
import { createFaultQueue, type FaultQueue, type FaultRule, type Trouble } from './faults.ts';
import { prefixBlocks, thinkingProblem } from './prefix.ts';
import { Refusal } from './refusal.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from './request-log.ts';
import type { Json, Script, SeenRequest } from './script.ts';
import { createPromptCache, tokens, type PromptCache } from './usage.ts';
import { problemWith, turnsOf } from './validate.ts';
import { modelInfo, rulesFor } from './model-rules.ts';

export interface AnthropicOptions {
  readonly script: Script;
  readonly apiKey: string;
  readonly port?: number;
  /** Longer prompts are refused, as by a model with a smaller window. */
  readonly contextTokens?: number;
  /** Delay before every answer. */
  readonly latencyMs?: number;
  /** Control requests under `/_control/` are answered too (for a separate process, see main.ts). */
  readonly control?: boolean;
}

export interface AnthropicStandIn {
  readonly url: string;
  readonly requests: readonly LoggedRequest[];
  fault(rule: FaultRule): void;
  close(): Promise<void>;
}

interface Standing {
  readonly options: AnthropicOptions;
  readonly answerer: Answerer;
  readonly cache: PromptCache;
  readonly faults: FaultQueue;
  readonly log: RequestLog;
  count: number;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export async function startAnthropic(options: AnthropicOptions): Promise<AnthropicStandIn> {
  const standing: Standing = {
    options,
    answerer: createAnswerer(options.script),
    cache: createPromptCache(),
    faults: createFaultQueue(),
    log: createRequestLog(),
    count: 0,
  };
  const server = createServer((request, response) => void serve(standing, request, response));
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: standing.log.entries,
    fault: (rule) => standing.faults.add(rule),
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(standing: Standing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', () => undefined);
  try {
    const bodyText = await readBody(request);
    if (standing.options.control === true && request.url?.startsWith('/_control/') === true)
      return control(standing, request, bodyText, response);
    await answer(standing, request, bodyText, response);
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refusal =
      error instanceof Refusal ? error : new Refusal(400, `The stand-in's script failed: ${String(error)}`);
    sendJson(
      response,
      refusal.status,
      {
        type: 'error',
        error: {
          type: refusal.type,
          message: refusal.message,
          ...(refusal.details === null ? {} : { details: refusal.details }),
        },
        request_id: 'req_standin',
      },
      refusal.headers,
    );
  }
}

async function answer(
  standing: Standing,
  request: IncomingMessage,
  bodyText: string,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.method === 'GET' && path.startsWith('/v1/models/')) {
    authenticate(request, standing.options.apiKey);
    return sendJson(response, 200, modelInfo(path));
  }
  const counting = path === '/v1/messages/count_tokens';
  if (!counting) standing.count += 1;
  const entry = standing.log.add({ number: standing.count, path, headers: request.headers, bodyText, status: 0 });
  response.once('close', () => {
    entry.status = response.statusCode;
  });
  authenticate(request, standing.options.apiKey);
  if (request.method !== 'POST' || (path !== '/v1/messages' && !counting)) throw new Refusal(404, 'Not found');
  if (request.headers['anthropic-version'] === undefined)
    throw new Refusal(400, 'anthropic-version: header is required');
  const body = parse(bodyText);
  const problem = problemWith(body, { counting });
  if (problem !== null) throw new Refusal(400, problem);
  if (!String(body['model']).startsWith('claude-')) throw new Refusal(404, `model: ${String(body['model'])}`);
  const thinking = rulesFor(String(body['model'])).preservedThinking ? thinkingProblem(body) : null;
  if (thinking !== null) throw new Refusal(400, thinking);
  const length = tokens(prefixBlocks(body).at(-1)?.bytes ?? 0);
  if (counting) return sendJson(response, 200, { input_tokens: length });
  const { contextTokens = Number.POSITIVE_INFINITY } = standing.options;
  if (length > contextTokens) throw new Refusal(400, `prompt is too long: ${length} tokens > ${contextTokens} maximum`);
  const seen: SeenRequest = {
    number: standing.count,
    model: String(body['model']),
    tools: ((body['tools'] ?? []) as Json[]).map((tool) => String(tool['name'])),
    messages: turnsOf(body),
    body,
  };
  await pause(standing.options.latencyMs ?? 0, response);
  const trouble = standing.faults.take(seen);
  if (trouble !== null && (await early(trouble, response))) return;
  const message = await standing.answerer(seen);
  const usage = standing.cache.use(body);
  const id = `msg_${createHash('sha256').update(bodyText).digest('hex').slice(0, 24)}`;
  if (body['stream'] !== true) return sendJson(response, 200, wholeMessage(id, seen.model, message, usage));
  const said =
    trouble?.kind === 'usage'
      ? trouble
      : { start: { ...usage, output_tokens: 1 }, end: { output_tokens: message.outputTokens } };
  await stream(streamEvents(id, seen.model, message, said), trouble, response);
}

/** True if this fault leaves nothing more to answer. */
async function early(trouble: Trouble, response: ServerResponse): Promise<boolean> {
  switch (trouble.kind) {
    case 'latency':
      await pause(trouble.ms, response);
      return response.destroyed;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'silent':
      return true;
    case 'instead':
      response.writeHead(200, { 'content-type': trouble.contentType }).end(trouble.body);
      return true;
    case 'status':
      throw new Refusal(
        trouble.status,
        trouble.message ?? (trouble.status === 529 ? 'Overloaded' : 'Internal server error'),
        {
          ...(trouble.type === undefined ? {} : { type: trouble.type }),
          headers: {
            ...(trouble.retryAfter === undefined ? {} : { 'retry-after': trouble.retryAfter }),
            ...trouble.headers,
          },
          ...(trouble.errorCode === undefined ? {} : { details: { error_code: trouble.errorCode } }),
        },
      );
    case 'cut':
    case 'stall':
    case 'pings':
    case 'usage':
    case 'error_event':
      return false;
  }
}

function control(standing: Standing, request: IncomingMessage, bodyText: string, response: ServerResponse): void {
  if (request.url === '/_control/requests') return sendJson(response, 200, { requests: standing.log.entries });
  if (request.url === '/_control/faults' && request.method === 'POST') {
    const { tool, ...rule } = parse(bodyText) as unknown as FaultRule & { readonly tool?: string };
    standing.faults.add(tool === undefined ? rule : { ...rule, when: (seen) => seen.tools.includes(tool) });
    return sendJson(response, 200, { ok: true });
  }
  throw new Refusal(404, 'Not found');
}

function authenticate(request: IncomingMessage, apiKey: string): void {
  const given = request.headers['x-api-key'] ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined) throw new Refusal(401, 'x-api-key header is required');
  if (given !== apiKey) throw new Refusal(401, 'invalid x-api-key');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'Request exceeds the maximum size');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(bodyText: string): Json {
  try {
    const value: unknown = JSON.parse(bodyText);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    /* answered below */
  }
  throw new Refusal(400, 'The request body is not valid JSON');
}

function sendJson(response: ServerResponse, status: number, value: Json, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin', ...headers })
    .end(JSON.stringify(value));
}

function pause(ms: number, response: ServerResponse): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
