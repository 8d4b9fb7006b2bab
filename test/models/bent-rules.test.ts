/** A Messages API that violates its contract (MODEL-3): the conversation continues, and the log names the violation. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import type { AttemptReport } from '../../src/models/ask-with-retries.ts';
import { promptTokens } from '../../src/models/count-usage.ts';
import { actionTools } from '../../src/model-calls/calls.ts';
import {
  actionSteps,
  cutOff,
  raw,
  reply,
  stopping,
  text,
  thinking,
  toolUse,
  type Step,
} from '../../standins/anthropic/script.ts';
import { startAnthropic, type AnthropicStandIn } from '../../standins/anthropic/server.ts';
import type { ModelAnswer, ModelMessage, ModelRequest } from '../../src/ports/model.ts';
import type { Trouble } from '../../standins/anthropic/faults.ts';

const KEY = 'key-for-this-test';
const never = new AbortController().signal;
const open: AnthropicStandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function talking(...steps: readonly Step[]) {
  const standIn = await startAnthropic({ script: { actions: actionSteps(steps) }, apiKey: KEY });
  open.push(standIn);
  const reports: AttemptReport[] = [];
  const model = createAnthropicModel({
    apiKey: KEY,
    baseUrl: standIn.url,
    model: 'claude-sonnet-5-5',
    timeoutMs: 5_000,
    maxRetries: 3,
    clock: { now: () => 0, sleep: async () => undefined },
    onAttempt: (report) => reports.push(report),
  });
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Do it. '.repeat(100) }] }];
  const ask = (): Promise<ModelAnswer> => {
    const request: ModelRequest = {
      system: 'You act.',
      messages,
      tools: actionTools,
      answerWithTool: false,
      maxTokens: 9,
    };
    return model.ask(request, never);
  };
  /** One answer, sent back in the conversation with its tool results. */
  const goOn = async (): Promise<ModelAnswer> => {
    const answer = await ask();
    const results = answer.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'ok' }] : [],
    );
    messages.push({ role: 'assistant', content: answer.content }, { role: 'user', content: results });
    return answer;
  };
  return { standIn, ask, goOn, reports, messages };
}

const list = (id?: string | null) => toolUse('list_files', {}, id);
const idsOf = ({ content }: ModelAnswer) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
const roles = ({ bodyText }: { readonly bodyText: string }) =>
  (JSON.parse(bodyText) as { messages: { role: string; content: { type: string }[] }[] }).messages.map(
    ({ role, content }) => `${role}: ${content.map(({ type }) => type).join(' ')}`,
  );

describe('ids of calls of tools (MODEL-3)', () => {
  it('are ours where they are missing, used before in the conversation, or unusable', async () => {
    const bad = [
      list(null),
      list('same'),
      list('same'),
      list(''),
      list('a b'),
      list('x'.repeat(200)),
      list('toolu_own_2'),
    ];
    const { goOn, messages } = await talking(bad, bad, bad, bad, [list('good')]);
    const answers: ModelAnswer[] = [];
    for (let round = 0; round < 5; round += 1) answers.push(await goOn());
    const ids = answers.flatMap(idsOf);
    expect(ids).toHaveLength(29);
    expect(new Set(ids).size).toBe(29);
    expect(ids[1]).toBe('same');
    expect(ids.at(-1)).toBe('good');
    expect(answers[1]?.oddities).toContain('the id of a call of list_files is missing, used before or unusable');
    expect(answers[4]?.oddities).toBeUndefined();
    expect(messages).toHaveLength(11);
  });
});

describe('a block that the API will not take back (MODEL-3)', () => {
  const odd = raw({ type: 'hologram', data: 'x' });

  it('is left out and the call made again at once; later calls leave it out by themselves', async () => {
    const { standIn, goOn } = await talking([odd, list()], [list()], [list()]);
    await goOn();
    const second = await goOn();
    expect(second.attempts).toBe(2);
    expect(second.oddities?.[0]).toContain("Input tag 'hologram'");
    const third = await goOn();
    expect([third.attempts, third.oddities]).toEqual([1, undefined]);
    expect(standIn.requests.map(({ status }) => status)).toEqual([200, 400, 200, 200]);
    expect(standIn.requests.slice(2).map(roles)).toEqual([
      ['user: text', 'assistant: tool_use', 'user: tool_result'],
      ['user: text', 'assistant: tool_use', 'user: tool_result', 'assistant: tool_use', 'user: tool_result'],
    ]);
  });

  it('is left out with the result of its tool; an answer of which nothing is left, whole', async () => {
    const { standIn, goOn } = await talking([list('one')], [list('two')], [list('three')]);
    await goOn();
    await goOn();
    const message = 'messages.1.content.0.tool_use.input: Input should be a valid dictionary';
    standIn.fault({ trouble: { kind: 'status', status: 400, message } });
    await goOn();
    expect(roles(standIn.requests.at(-1) ?? { bodyText: '{}' })).toEqual([
      'user: text',
      'assistant: tool_use',
      'user: tool_result',
    ]);
  });

  it('is left out once: then the conversation is refused, and may be begun anew', async () => {
    const { goOn, ask } = await talking([odd, odd, list()], [list()]);
    await goOn();
    await expect(ask()).rejects.toMatchObject({ name: 'Fault', code: 'model_refused', tooLong: false });
  });

  it('is not left out where nothing would be left to answer, and never where it is of ours', async () => {
    const { standIn, goOn, ask } = await talking([list()], [list()]);
    await goOn();
    const refuse = (place: string) =>
      standIn.fault({ trouble: { kind: 'status', status: 400, message: `${place}: no.` } });
    refuse('messages.1.content.0.tool_use.id');
    await expect(ask()).rejects.toMatchObject({ tooLong: false });
    refuse('messages.2.content.0');
    await expect(ask()).rejects.not.toHaveProperty('tooLong');
    refuse('messages.7.content.0');
    await expect(ask()).rejects.not.toHaveProperty('tooLong');
  });
});

describe('an address behind which something else answers (MODEL-3)', () => {
  it.each([
    ['text/html; charset=utf-8', '<!doctype html>\n<title>Sign in</title>\n', 'text/html'],
    ['application/json', '{"type":"message","content":[]}', 'application/json'],
    ['', 'hello', 'something without a type'],
  ])('is waited out, and told by its address: %s', async (contentType, body, shown) => {
    const { standIn, ask, reports } = await talking([list()]);
    standIn.fault({ trouble: { kind: 'instead', contentType, body }, times: 4 });
    const what = `${standIn.url}/ answers with ${shown}, not as the API of a model does`;
    await expect(ask()).rejects.toMatchObject({
      name: 'RetryLater',
      of: 'model_address',
      message: `${what}, 4 of 4 tries made.`,
    });
    expect(reports.map(({ outcome, of }) => [outcome, of])).toEqual([
      ...Array.from({ length: 3 }, () => ['retried', 'model_address']),
      ['given_up', 'model_address'],
    ]);
    expect(await ask()).toMatchObject({ stopReason: 'tool_use' });
  });

  it('is another thing than a stream that breaks', async () => {
    const { standIn, ask } = await talking([list()]);
    for (const trouble of [{ kind: 'cut', afterEvents: 0, clean: true }, { kind: 'reset' }] as const) {
      standIn.fault({ trouble, times: 4 });
      await expect(ask()).rejects.toMatchObject({ name: 'RetryLater', of: 'model' });
    }
  });
});

describe('what an answer ends with (MODEL-3)', () => {
  it.each([
    ['end_turn', 'end_turn'],
    ['stop_sequence', 'end_turn'],
    ['refusal', 'refusal'],
    ['pause_turn', 'pause_turn'],
    ['model_context_window_exceeded', 'model_context_window_exceeded'],
  ])('is known: %s', async (said, stopReason) => {
    const { ask } = await talking(stopping(said, text('So far.')));
    const answer = await ask();
    expect([answer.stopReason, answer.oddities]).toEqual([stopReason, undefined]);
  });

  it('is told where it is unknown, and what was asked for stays', async () => {
    const { ask } = await talking(stopping('moon_phase', list('one')));
    const answer = await ask();
    expect(answer).toMatchObject({ stopReason: 'other', oddities: ['the stop reason is moon_phase'] });
    expect(idsOf(answer)).toEqual(['one']);
  });

  it('names the tool whose call was cut off, and keeps those before it', async () => {
    const { ask } = await talking(
      cutOff(20, thinking('Hm.'), list('one'), toolUse('write_file', { path: 'a', content: 'b' })),
    );
    const answer = await ask();
    expect(answer).toMatchObject({ stopReason: 'max_tokens', cutTool: 'write_file' });
    expect(idsOf(answer)).toEqual(['one']);
    const whole = await talking(stopping('max_tokens', list('one')));
    expect(await whole.ask()).not.toHaveProperty('cutTool');
  });
});

describe('the tokens of a call (MODEL-3, MODEL-6)', () => {
  const good = { input_tokens: 50, cache_read_input_tokens: 7, cache_creation_input_tokens: null };
  const said = { output_tokens: 5 };
  const usage = (start: object | null, end: object | null): Trouble => ({ kind: 'usage', start, end }) as Trouble;
  const told = { inputTokens: 50, cacheReadTokens: 7, cacheWriteTokens: 0, outputTokens: 5 };

  it.each<readonly [string, Trouble, object, number]>([
    ['as they are told', usage({ ...good, output_tokens: 1 }, said), told, 0],
    ['told at the end', usage(null, { ...good, ...said }), told, 0],
    ['with a bad figure that is told again', usage({ ...good, input_tokens: -5 }, { ...good, ...said }), told, 1],
  ])('count: %s', async (_, trouble, counted, oddities) => {
    const { standIn, ask } = await talking([list()]);
    standIn.fault({ trouble });
    const answer = await ask();
    expect(answer.usage).toEqual(counted);
    expect(answer.oddities ?? []).toHaveLength(oddities);
  });

  it.each<readonly [string, Trouble, string]>([
    ['nothing', usage(null, null), 'prompt answer'],
    ['nothing of the prompt', usage({}, said), 'prompt'],
    ['a prompt of nothing', usage({ ...good, input_tokens: 0, cache_read_input_tokens: 0 }, said), 'prompt'],
    ['nothing of the answer at its end', usage({ ...good, output_tokens: 1 }, null), 'answer'],
    ['an answer of nothing', usage(good, { output_tokens: 0 }), 'answer'],
    ['a negative prompt', usage({ ...good, input_tokens: -5 }, said), 'prompt -5'],
    ['half a token', usage(good, { output_tokens: 0.5 }), 'answer 0.5'],
    ['a text', usage({ ...good, input_tokens: '50' }, said), 'prompt "50"'],
    ['a negative cache', usage({ ...good, cache_read_input_tokens: -1 }, said), 'prompt -1'],
  ])('are estimated, marked and logged where the API says %s', async (_, trouble, odd) => {
    const { standIn, ask } = await talking([list(), list(), list()]);
    standIn.fault({ trouble });
    const { usage: counted, oddities = [] } = await ask();
    expect(counted.isEstimated).toBe(true);
    const prompt = counted.inputTokens + counted.cacheReadTokens + counted.cacheWriteTokens;
    const bytes = standIn.requests[0]?.bodyText.length ?? 0;
    if (odd.includes('prompt')) expect([prompt > bytes / 5, prompt < bytes / 3]).toEqual([true, true]);
    else expect(prompt).toBe(57);
    if (odd.includes('answer')) expect([counted.outputTokens > 20, counted.outputTokens < 200]).toEqual([true, true]);
    else expect(counted.outputTokens).toBe(5);
    for (const figure of [counted.inputTokens, counted.outputTokens, counted.cacheReadTokens])
      expect([Number.isInteger(figure), figure >= 0]).toEqual([true, true]);
    for (const word of odd.split(' ')) expect(oddities.join('\n')).toContain(word);
  });

  it('are none for an answer of nothing', async () => {
    const { standIn, ask } = await talking(reply());
    standIn.fault({ trouble: usage(good, { output_tokens: 0 }) });
    expect((await ask()).usage).toEqual({ ...told, outputTokens: 0 });
  });

  it('of a picture are estimated by its kind, not by its bytes', () => {
    const data = 'A'.repeat(400_000);
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'image', mediaType: 'image/png', data }] }];
    const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(4_000), data }));
    expect(promptTokens({ messages }, body)).toBeGreaterThan(2_000);
    expect(promptTokens({ messages }, body)).toBeLessThan(4_000);
    expect(promptTokens({ messages: [] }, body)).toBeGreaterThan(100_000);
  });
});
