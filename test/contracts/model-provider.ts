/** What every model provider must do (MODEL-1, 2, 3), with any server. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { actionTools, CALLS } from '../../src/model-calls/calls.ts';
import { readModelAnswer } from '../../src/model-calls/read-model-answer.ts';
import type { AttemptReport, ProviderOptions } from '../../src/models/ask-with-retries.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Model, ModelMessage, ModelRequest } from '../../src/ports/model.ts';

export const KEY = 'key-for-this-test';

export type ServerTrouble =
  | { readonly is: 'status'; readonly status: number; readonly retryAfter?: string; readonly message?: string }
  /** The stream breaks after this many parts. */
  | { readonly is: 'cut'; readonly after: number }
  /** Nothing arrives for longer than the time-out. */
  | { readonly is: 'silent' };

/**
 * Answers a request that offers `submit_review` with PASS, cut off if the question says "cut", declined if it says
 * "decline"; in the action loop it first says "Looking." and calls `run_command` twice, then `finish_action`.
 */
export interface ProviderServer {
  readonly baseUrl: string;
  /** This many of the next requests end so. */
  trouble(trouble: ServerTrouble, times: number): void;
  requests(): number;
  close(): Promise<void>;
}

interface Provider {
  readonly create: (options: ProviderOptions) => Model;
  readonly model: string;
  readonly start: () => Promise<ProviderServer>;
  /** Variables that are named if the key or the model name is refused. */
  readonly variable: string;
  /** The server checks keys and model names, and declines. */
  readonly isStrict: boolean;
}

const never = new AbortController().signal;

export function describeProvider(
  name: string,
  { create, model: modelName, start, variable, isStrict }: Provider,
): void {
  const open: ProviderServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });

  async function begin(over: Partial<ProviderOptions> = {}) {
    const server = await start();
    open.push(server);
    const waits: number[] = [];
    const reports: AttemptReport[] = [];
    const clock: Clock = {
      now: () => 0,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        waits.push(ms);
      },
    };
    const model = create({
      apiKey: KEY,
      baseUrl: server.baseUrl,
      model: modelName,
      timeoutMs: 5_000,
      maxRetries: 3,
      clock,
      onAttempt: (report) => reports.push(report),
      ...over,
    });
    return { server, model, waits, reports };
  }

  function review(text: string): ModelRequest {
    return {
      system: 'You review.',
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
      tools: [CALLS.review.tool],
      answerWithTool: true,
      maxTokens: 1000,
    };
  }

  describe(`${name} as a provider of a model`, () => {
    it('gets a structured answer, with what it cost (MODEL-2)', async () => {
      const { model, reports } = await begin();
      const answer = await model.ask(review('Look.'), never);
      expect(answer).toMatchObject({ model: modelName, stopReason: 'tool_use', attempts: 1 });
      expect(readModelAnswer('review', answer)).toEqual({ ok: true, value: { result: 'PASS', feedback: 'Schön 👍' } });
      expect(answer.usage.inputTokens + answer.usage.cacheReadTokens).toBeGreaterThan(0);
      expect(answer.usage.outputTokens).toBeGreaterThan(0);
      expect(reports).toMatchObject([{ outcome: 'answered', what: 'tool_use' }]);
    });

    it('carries a conversation with several calls at once, each with an id of its own (MODEL-2)', async () => {
      const { model } = await begin();
      const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Do it.' }] }];
      const request = (): ModelRequest => ({
        system: 'You act.',
        messages: [...messages],
        tools: actionTools,
        answerWithTool: false,
        maxTokens: 2000,
      });
      const first = await model.ask(request(), never);
      const uses = first.content.filter((block) => block.type === 'tool_use');
      expect(first.content[0]).toMatchObject({ type: 'text', text: 'Looking.' });
      expect(uses.map(({ input }) => input)).toEqual([{ command: 'ls' }, { command: 'pwd' }]);
      expect(new Set(uses.map(({ id }) => id)).size).toBe(2);
      messages.push(
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [
            ...uses.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'a.txt' })),
            { type: 'text', text: 'A person says: be quick.' },
          ],
        },
      );
      const second = await model.ask(request(), never);
      expect(second).toMatchObject({ stopReason: 'tool_use', attempts: 1 });
      expect(second.content).toMatchObject([{ type: 'tool_use', name: 'finish_action' }]);
    });

    it.each<ServerTrouble>([
      { is: 'status', status: 500 },
      { is: 'status', status: 503 },
      { is: 'cut', after: 3 },
    ])('tries again after 1, 2, 4 s and then gives up (MODEL-3): %j', async (trouble) => {
      const lucky = await begin();
      lucky.server.trouble(trouble, 3);
      expect(await lucky.model.ask(review('Look.'), never)).toMatchObject({ attempts: 4, stopReason: 'tool_use' });
      expect(lucky.waits).toEqual([1000, 2000, 4000]);
      const unlucky = await begin();
      unlucky.server.trouble(trouble, 4);
      await expect(unlucky.model.ask(review('Look.'), never)).rejects.toMatchObject({
        name: 'RetryLater',
        of: 'model',
      });
      expect(unlucky.reports.map(({ outcome }) => outcome)).toEqual(['retried', 'retried', 'retried', 'given_up']);
    });

    it('waits as long as retry-after says, and leaves a longer wait to the task (MODEL-3)', async () => {
      const patient = await begin();
      patient.server.trouble({ is: 'status', status: 429, retryAfter: '17' }, 1);
      await patient.model.ask(review('Look.'), never);
      expect(patient.waits).toEqual([17_000]);
      const limited = await begin();
      limited.server.trouble({ is: 'status', status: 429, retryAfter: '3600' }, 1);
      await expect(limited.model.ask(review('Look.'), never)).rejects.toMatchObject({
        name: 'RetryLater',
        afterMs: 3_600_000,
      });
      expect(limited.waits).toEqual([]);
    });

    it.each([400, 403, 404, 422])('tries %i once only and names what was said (MODEL-3)', async (status) => {
      const { server, model, waits } = await begin();
      server.trouble({ is: 'status', status, message: 'Because of this.' }, 1);
      await expect(model.ask(review('Look.'), never)).rejects.toMatchObject({
        name: 'Fault',
        message: expect.stringContaining('Because of this.'),
      });
      expect([waits, server.requests()]).toEqual([[], 1]);
    });

    it('counts silence as a time-out (MODEL-3)', async () => {
      const { server, model, reports } = await begin({ timeoutMs: 400 });
      server.trouble({ is: 'silent' }, 1);
      expect((await model.ask(review('Look.'), never)).attempts).toBeGreaterThan(1);
      expect(reports[0]?.what).toBe('The model did not answer in time');
    });

    it("stops at once with the signal's reason (MODEL-3)", async () => {
      const { server, model } = await begin();
      const reason = new Error('stopped by a person');
      server.trouble({ is: 'silent' }, 1);
      const controller = new AbortController();
      const asked = model.ask(review('Look.'), controller.signal);
      setTimeout(() => controller.abort(reason), 50);
      await expect(asked).rejects.toBe(reason);
      await expect(model.ask(review('Look.'), AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    if (!isStrict) return;
    it('names the cause of what waiting does not cure: the key, the model, an empty question (MODEL-3)', async () => {
      const keyless = await begin({ apiKey: 'wrong' });
      await expect(keyless.model.ask(review('Look.'), never)).rejects.toMatchObject({
        code: 'model_credentials',
        advice: expect.stringContaining(variable),
      });
      const nameless = await begin({ model: 'no-such-model' });
      await expect(nameless.model.ask(review('Look.'), never)).rejects.toMatchObject({
        code: 'model_refused',
        message: expect.stringContaining('no-such-model'),
      });
      const { model, waits } = await begin();
      await expect(model.ask({ ...review(''), system: '', messages: [] }, never)).rejects.toMatchObject({
        code: 'model_refused',
      });
      expect(waits).toEqual([]);
    });

    it('never gives out a tool call that was cut off, and says which it was (MODEL-3)', async () => {
      const { model } = await begin();
      const answer = await model.ask(review('Please cut it.'), never);
      expect(answer).toMatchObject({ stopReason: 'max_tokens', cutTool: 'submit_review', content: [] });
    });

    it('tells of a refusal as what it is (MODEL-3)', async () => {
      const { model } = await begin();
      expect(await model.ask(review('Please decline.'), never)).toMatchObject({ stopReason: 'refusal' });
    });
  });
}
