import { afterEach, describe, expect, it } from '@jest/globals';
import { carriedOut } from '../../bench/carried-out.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { reportOf } from '../../src/state/select.ts';
import { systemClock as clock } from '../../src/app/system-clock.ts';
import { reply, stopping, text, thinking, toolUse } from '../../standins/anthropic/script.ts';
import { startAnthropic, type AnthropicOptions, type AnthropicStandIn } from '../../standins/anthropic/server.ts';
import type { Model } from '../../src/ports/model.ts';
import type { Prompts } from '../../src/model-calls/catalogue.ts';

const KEY = 'key-for-this-test';
const STEPS = 60;
let standIn: AnthropicStandIn | undefined;
afterEach(() => standIn?.close());

/** Thinks before each command, and finishes after this many, whatever it can still see of them. */
async function thinker(
  options: Partial<AnthropicOptions> = {},
  isFull: (answered: number) => boolean = () => false,
): Promise<Model> {
  let answered = 0;
  standIn = await startAnthropic({
    apiKey: KEY,
    script: {
      actions: () => {
        answered += 1;
        if (isFull(answered)) return stopping('model_context_window_exceeded', text('There is no more room'));
        const use =
          answered > STEPS
            ? toolUse('finish_action', { status: 'success', evaluation: 'Done.' })
            : toolUse('run_command', { command: 'npm test' });
        return reply(thinking(`Thought ${answered}.`), use);
      },
    },
    ...options,
  });
  return createAnthropicModel({
    apiKey: KEY,
    baseUrl: standIn.url,
    model: 'claude-sonnet-5-5',
    timeoutMs: 10_000,
    maxRetries: 0,
    clock,
  });
}

const work = { actions: 1, steps: STEPS, output: 'x = compute(y);\n'.repeat(100) };
const accepted = () => (standIn?.requests ?? []).filter((request) => request.status === 200).length;

describe('a conversation that the API of the model refuses (MODEL-6)', () => {
  it('is not refused for being begun anew in time: no thinking is left without what stood before it', async () => {
    const { refusals, task } = await carriedOut({
      ...work,
      model: await thinker(),
      settings: { conversationTokens: 6_000 },
    });
    expect([refusals, task.stage.is, accepted()]).toEqual([0, 'report', STEPS + 1]);
    const lengths = (standIn?.requests ?? []).map(
      (request) => (JSON.parse(request.bodyText) as { messages: unknown[] }).messages.length,
    );
    expect(lengths.filter((length) => length === 1).length).toBeGreaterThan(3);
  });

  it('is begun anew with half of its budget where it was too long, and the work goes on', async () => {
    const { refusals, task } = await carriedOut({ ...work, model: await thinker({ contextTokens: 20_000 }) });
    expect([refusals, task.stage.is, accepted()]).toEqual([2, 'report', STEPS + 1]);
    expect(task).toMatchObject({ work: { tooLong: 2 } });
  });

  it('is a fault in the end where no conversation is short enough', async () => {
    const { refusals, task } = await carriedOut({ ...work, model: await thinker({ contextTokens: 1_000 }) });
    const detail = expect.stringMatching(/prompt is too long[^]*larger context/);
    expect(reportOf(task)?.ending).toMatchObject({ status: 'failed', reason: 'fault', code: 'model_refused', detail });
    expect([refusals, task.work?.tooLong]).toEqual([4, 3]);
    expect(standIn?.requests).toHaveLength(4);
  });

  it('is begun anew where it left no room for an answer, and what was paid for that is counted (MODEL-3)', async () => {
    const model = await thinker({}, (answered) => answered === 20);
    const { refusals, task } = await carriedOut({ ...work, model });
    expect([refusals, task.stage.is, task.work?.tooLong]).toEqual([1, 'report', 1]);
    const anew = (standIn?.requests ?? [])[20]?.bodyText ?? '{}';
    expect((JSON.parse(anew) as { messages: unknown[] }).messages).toHaveLength(1);
    expect(anew).not.toContain('There is no more room');
    await standIn?.close();
    const never = await carriedOut({ ...work, model: await thinker({}, () => true) });
    const detail = expect.stringMatching(/no room for an answer[^]*larger context/);
    expect(reportOf(never.task)?.ending).toMatchObject({ reason: 'fault', code: 'model_refused', detail });
    await standIn?.close();
    const unpaid = await carriedOut({ ...work, model: await thinker({ contextTokens: 1_000 }) });
    expect(never.task.usage.modelCalls - unpaid.task.usage.modelCalls).toBe(4);
  });

  it('is begun anew when an update changed what thinking is bound to', async () => {
    const changed = (prompts: Prompts, call: number): Prompts =>
      call < 20
        ? prompts
        : {
            digest: 'other',
            render: (name, values) =>
              prompts.render(name, values) + (name === 'act-system' ? '\nNew in this version.' : ''),
          };
    const { refusals, task } = await carriedOut({ ...work, model: await thinker(), prompts: changed });
    expect([refusals, task.stage.is, accepted()]).toEqual([1, 'report', STEPS + 1]);
  });
});
