/** OpenAI's chat completions API on loopback: as strict as the real one, answers by script, faults on demand. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerer, type Answerer, type WireMessage } from '../anthropic/answer.ts';
import { createFaultQueue, type FaultQueue, type FaultRule, type Trouble } from '../anthropic/faults.ts';
import { Refusal } from '../anthropic/refusal.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from '../anthropic/request-log.ts';
import type { Json, Script } from '../anthropic/script.ts';
import { asSeen } from './as-turns.ts';
import { chunksOf, finishReason, type Manner } from './chunks.ts';
import { chatModelInfo, chatRulesFor, unsupported } from './model-rules.ts';
import { createAutomaticCache, type AutomaticCache } from './automatic-cache.ts';
import { sendChunks } from './send-chunks.ts';
import { chatProblem } from './validate.ts';

export interface OpenAIOptions {
  readonly script: Script;
  readonly apiKey: string;
  readonly port?: number;
  /** Longer prompts are refused, as by a model with a smaller window. */
  readonly contextTokens?: number;
  /** How a server other than the real one streams. */
  readonly manner?: Manner;
  /** What a server other than the real one refuses, with its message. */
  readonly refuses?: (body: Json) => string | null;
  /** Another server knows other models, which the rules here do not cover. */
  readonly anyModel?: true;
}

export interface OpenAIStandIn {
  /** With the API's path. */
  readonly url: string;
  readonly requests: readonly LoggedRequest[];
  fault(rule: FaultRule): void;
  close(): Promise<void>;
}

interface Standing {
  readonly options: OpenAIOptions;
  readonly answerer: Answerer;
  readonly cache: AutomaticCache;
  readonly faults: FaultQueue;
  readonly log: RequestLog;
  count: number;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export async function startOpenAI(options: OpenAIOptions): Promise<OpenAIStandIn> {
  const standing: Standing = {
    options,
    answerer: createAnswerer(options.script),
    cache: createAutomaticCache(),
    faults: createFaultQueue(),
    log: createRequestLog(),
    count: 0,
  };
  const server = createServer((request, response) => void serve(standing, request, response));
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: standing.log.entries,
    fault: (rule) => standing.faults.add(rule),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(standing: Standing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', () => undefined);
  try {
    await answer(standing, request, await readBody(request), response);
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refusal =
      error instanceof Refusal ? error : new Refusal(400, `The stand-in's script failed: ${String(error)}`);
    const { status, message, type, details, headers } = refusal;
    const { param = null, code = null } = details ?? {};
    sendJson(response, status, { error: { message, type, param, code } }, headers);
  }
}

async function answer(
  standing: Standing,
  request: IncomingMessage,
  bodyText: string,
  response: ServerResponse,
): Promise<void> {
  const { options } = standing;
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.method === 'GET' && path.startsWith('/v1/models/')) {
    authenticate(request, options.apiKey);
    return sendJson(response, 200, chatModelInfo(path));
  }
  standing.count += 1;
  const entry = standing.log.add({ number: standing.count, path, headers: request.headers, bodyText, status: 0 });
  response.once('close', () => {
    entry.status = response.statusCode;
  });
  authenticate(request, options.apiKey);
  if (request.method !== 'POST' || path !== '/v1/chat/completions')
    throw new Refusal(404, `Invalid URL (${request.method ?? ''} ${path})`, { type: 'invalid_request_error' });
  const body = parse(bodyText);
  const said = options.refuses?.(body) ?? null;
  if (said !== null) throw unsupported('', said, null);
  const problem = options.anyModel === true ? null : chatProblem(body);
  if (problem !== null) throw problem;
  const usage = standing.cache.use(body);
  const limit =
    options.contextTokens ?? (options.anyModel === true ? Infinity : chatRulesFor(String(body['model'])).contextTokens);
  if (usage.prompt > limit)
    throw unsupported(
      'messages',
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${usage.prompt} tokens. Please reduce the length of the messages.`,
      'context_length_exceeded',
    );
  const seen = asSeen(body, standing.count);
  const trouble = standing.faults.take(seen);
  if (trouble !== null && (await early(trouble, response))) return;
  const message = await standing.answerer(seen);
  await reply({ standing, body, trouble, response, usage: usageOf(usage, message) }, message, bodyText);
}

interface Replying {
  readonly standing: Standing;
  readonly body: Json;
  readonly trouble: Trouble | null;
  readonly response: ServerResponse;
  readonly usage: Json;
}

async function reply({ standing, body, trouble, response, usage }: Replying, message: WireMessage, bodyText: string) {
  const id = `chatcmpl-${createHash('sha256').update(bodyText).digest('hex').slice(0, 24)}`;
  const manner = standing.options.manner ?? null;
  const how = { isForced: typeof body['tool_choice'] === 'object', manner };
  const model = String(body['model']);
  if (body['stream'] !== true)
    return sendJson(response, 200, whole({ id, model, usage }, message, finishReason(message, how)));
  const asked = ((body['stream_options'] ?? {}) as Json)['include_usage'] === true;
  const told = trouble?.kind === 'usage' ? trouble.end : usage;
  await sendChunks(chunksOf(message, { id, model, usage: asked ? told : null, ...how }), trouble, response);
}

function usageOf({ prompt, cached }: ReturnType<AutomaticCache['use']>, { outputTokens }: WireMessage): Json {
  return {
    prompt_tokens: prompt,
    completion_tokens: outputTokens,
    total_tokens: prompt + outputTokens,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

function whole({ id, model, usage }: Json, { content }: WireMessage, reason: string): Json {
  const calls = content
    .filter(({ type }) => type === 'tool_use')
    .map((block) => ({
      id: block['id'],
      type: 'function',
      function: { name: block['name'], arguments: JSON.stringify(block['input']) },
    }));
  const text = content.filter(({ type }) => type === 'text').map((block) => String(block['text']));
  const message = {
    role: 'assistant',
    content: text.length === 0 ? null : text.join(''),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return { id, object: 'chat.completion', model, usage, choices: [{ index: 0, message, finish_reason: reason }] };
}

/** True if this fault leaves nothing more to answer. */
async function early(trouble: Trouble, response: ServerResponse): Promise<boolean> {
  switch (trouble.kind) {
    case 'latency':
      await new Promise((resolve) => setTimeout(resolve, trouble.ms));
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
      throw new Refusal(trouble.status, trouble.message ?? 'The server had an error while processing your request.', {
        type: trouble.type ?? (trouble.status === 429 ? 'requests' : 'server_error'),
        headers: {
          ...(trouble.retryAfter === undefined ? {} : { 'retry-after': trouble.retryAfter }),
          ...trouble.headers,
        },
        details: { code: trouble.errorCode ?? (trouble.status === 429 ? 'rate_limit_exceeded' : null) },
      });
    default:
      return false;
  }
}

function authenticate(request: IncomingMessage, apiKey: string): void {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const refused = { type: 'invalid_request_error', details: { code: 'invalid_api_key' } };
  if (given === undefined) throw new Refusal(401, "You didn't provide an API key.", refused);
  if (given !== apiKey) throw new Refusal(401, 'Incorrect API key provided.', refused);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'Request too large', { type: 'invalid_request_error' });
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
  throw new Refusal(400, 'We could not parse the JSON body of your request.', { type: 'invalid_request_error' });
}

function sendJson(response: ServerResponse, status: number, value: Json, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_standin', ...headers })
    .end(JSON.stringify(value));
}
