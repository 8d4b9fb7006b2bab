/**
 * The cheapest possible Messages API: it reads the body completely, ignores it, and answers with the next tool call. So
 * a client's time for a call is almost all its own.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asksForStream, lastWord, streamedAnswer, wholeAnswer } from '../canned-answer.ts';
import { serve } from './serve.ts';

export interface ModelServerInput {
  /** Tool calls, repeated in turn. */
  readonly tools: readonly { readonly name: string; readonly input: unknown }[];
  /** Its response time, varied from half to one and a half times. */
  readonly thinkMs?: number;
  /** For clients that always stream: after this many tool calls it says that all is done; then they begin anew. */
  readonly steps?: number;
}

export interface ModelServerReady {
  readonly url: string;
}

serve(async ({ tools, thinkMs = 0, steps }: ModelServerInput): Promise<ModelServerReady> => {
  let count = 0;
  let bodyBytes = 0;
  let step = 0;
  const span = { from: 0, to: 0 };
  const server = createServer((request, response) => {
    let head = '';
    let tail = '';
    request.on('data', (chunk: Buffer) => {
      bodyBytes += chunk.length;
      if (head === '') head = chunk.toString('latin1', 0, 200);
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 200))).slice(-200);
    });
    request.on('end', () => {
      if (request.url === '/sent') return void response.end(String(bodyBytes));
      if (request.url === '/span') return void response.end(String(span.to - span.from));
      if (step === 0) span.from = performance.now();
      step = step === steps ? 0 : step + 1;
      if (step === 0) span.to = performance.now();
      const tool = tools[count % tools.length];
      count += 1;
      if (!tool) return void response.writeHead(500).end();
      const isStream = steps !== undefined || asksForStream({ head, tail });
      const call = { type: 'tool_use', id: `toolu_${count}`, name: tool.name, input: tool.input };
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream; charset=utf-8' : 'application/json' });
      const answer = () => response.end(step === 0 ? lastWord() : isStream ? streamedAnswer(call) : wholeAnswer(call));
      if (thinkMs === 0) answer();
      else setTimeout(answer, thinkMs * (0.5 + Math.random()));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
