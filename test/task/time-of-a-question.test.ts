/** A structured call with all its retries and repairs ends within fifteen minutes (MODEL-3), whoever is asked and asks. */
import { describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import { watchCall } from '../../src/models/watch-call.ts';
import { askWithRetries } from '../../src/models/ask-with-retries.ts';
import { askingLeftMs, MOST_ASKED_MS } from '../../src/state/asked-since.ts';
import { isOver } from '../../src/state/select.ts';
import { started } from '../flow/stories.ts';
import { converse } from './scripted-model.ts';
import { after, BEGAN, effectOf, lived, planOf, prepared, subtask, taskAfter, usage } from './task-world.ts';
import type { Provider } from '../../src/models/ask-with-retries.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { Effect } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const MINUTE = 60_000;
const DIVIDES = { kind: 'ask_model', call: 'task_decomposition' } as const satisfies Effect;
const WRONG: Fact = {
  type: 'error',
  name: 'invalid_answer',
  call: 'task_decomposition',
  content: [{ type: 'text', text: 'Hm.' }],
  problems: ['It fits no schema.'],
  broke: 'schema',
};
const LATER: Fact = {
  type: 'error',
  name: 'retry_later',
  effect: 'ask_model',
  message: 'm',
  of: 'model',
  due_at: BEGAN,
};
/** So much later. */
const at = (task: Task, ms: number, ...facts: readonly Fact[]) => lived(task, facts, ms).task;
const before = () => taskAfter(prepared(planOf([subtask('a')])).slice(0, 3));
const begun = (task = before()) => at(task, 0, started(DIVIDES, 'k'));
const DIVIDED = prepared(planOf([subtask('a')]))[3] as Fact;

describe('the time of a structured question (MODEL-3)', () => {
  it('begins with its first try, and goes on through repairs and a restart', () => {
    const first = begun();
    expect(first.askedSince).toBe(first.updatedAt);
    const repaired = at(at(first, MINUTE, WRONG), MINUTE, started(DIVIDES, 'k2'));
    const restarted = at(repaired, MINUTE, started(DIVIDES, 'k2'));
    expect([effectOf(restarted), restarted.askedSince]).toEqual([DIVIDES, first.askedSince]);
    expect(askingLeftMs(restarted, restarted.updatedAt)).toBe(MOST_ASKED_MS - 3 * MINUTE);
    expect(MOST_ASKED_MS).toBe(15 * MINUTE);
  });

  it('is over with its answer, and begins anew after an outage, a pause and a suspension', () => {
    const first = begun();
    expect(at(first, MINUTE, DIVIDED).askedSince).toBeNull();
    expect(at(first, MINUTE, LATER).askedSince).toBeNull();
    expect(at(first, MINUTE, usage()).askedSince).toBe(first.askedSince);
    const suspended: Fact = { type: 'control', name: 'suspended', due: { overAt: null, remindAt: null } } as never;
    expect(at(first, MINUTE, suspended).askedSince).toBeNull();
    const again = at(at(first, MINUTE, LATER), 40 * MINUTE, started(DIVIDES, 'k'));
    expect(askingLeftMs(again, again.updatedAt)).toBe(MOST_ASKED_MS);
    const works = at(first, 0, started({ kind: 'ask_next_step' }, 'w'));
    expect(works.askedSince).toBeNull();
  });

  it('leaves no repair to an answer that comes when it is over', () => {
    const late = at(begun(), MOST_ASKED_MS - 1, WRONG);
    expect([isOver(late), effectOf(late), late.unusable.length]).toEqual([false, DIVIDES, 1]);
    expect(isOver(at(begun(), MOST_ASKED_MS, WRONG))).toBe(true);
  });

  it('is told to whoever asks the model, by the clock, also after a restart in its middle', async () => {
    const first = begun();
    const since = first.askedSince ?? 0;
    const { requests } = await converse(first, [{ no: 'such' }], { now: () => since + 14 * MINUTE });
    expect(requests.map(({ until }) => until)).toEqual([since + MOST_ASKED_MS]);
    const fresh = await converse(before(), [{ no: 'such' }], { now: () => since });
    expect(fresh.requests[0]?.until).toBe(since + MOST_ASKED_MS);
  });

  it('given nothing is answered by its end, then what came before is the last answer', async () => {
    const asked = at(begun(), MINUTE, WRONG);
    const since = asked.askedSince ?? 0;
    const outage = new RetryLater('The model did not answer in time', { of: 'model' });
    let now = since + 2 * MINUTE;
    const clock = { now: () => (now += 5 * MINUTE) };
    const { recorded } = await converse(asked, [outage], clock);
    expect(recorded).toEqual([[{ ...WRONG, out_of_time: true }]]);
    const ended = at(asked, MOST_ASKED_MS, ...(recorded[0] ?? []));
    expect([isOver(ended), ended.usage.interruptedCalls]).toEqual([true, asked.usage.interruptedCalls + 1]);
    // With time left, and with no answer at all, it is an outage like any other.
    await expect(converse(asked, [outage], { now: () => since + MINUTE })).rejects.toBe(outage);
    now = since + 2 * MINUTE;
    await expect(converse(begun(), [outage], clock)).rejects.toBe(outage);
  });

  it('given the service was down until it was over, then it is asked anew in a call of its own', async () => {
    const asked = at(begun(), MINUTE, WRONG);
    const late = { now: () => (asked.askedSince ?? 0) + 60 * MINUTE };
    await expect(converse(asked, [{ no: 'such' }], late)).rejects.toMatchObject({ name: 'RetryLater', of: 'model' });
    const again = at(after(asked, LATER), 60 * MINUTE, started(DIVIDES, 'k3'));
    expect(askingLeftMs(again, again.updatedAt)).toBe(MOST_ASKED_MS);
    expect(again.unusable).toHaveLength(1);
  });
});

describe('the tries of one call (MODEL-3)', () => {
  const never = new AbortController().signal;
  const request: ModelRequest = { system: '', messages: [], tools: [], answerWithTool: false, maxTokens: 1 };
  const failing: Provider = {
    name: 'anthropic',
    send: () => Promise.reject(new Error('It broke.')),
    classify: (cause) => ({ kind: 'retry', what: 'The connection broke', of: 'model', retryAfterMs: null, cause }),
    ownBlocks: { isOfAnswer: () => false, leaveOut: () => false },
  };
  function bench() {
    const waits: number[] = [];
    let now = 1_000;
    const clock = {
      now: () => now,
      sleep: async (ms: number) => {
        waits.push(ms);
        now += ms;
      },
    };
    return { waits, options: { apiKey: 'k', model: 'm', timeoutMs: 1_000, maxRetries: 3, clock } };
  }

  it.each([
    [undefined, [1_000, 2_000, 4_000]],
    [8_001, [1_000, 2_000, 4_000]],
    [8_000, [1_000, 2_000]],
    [3_000, [1_000]],
    [2_000, []],
  ])('end before the time is over (%s): no wait leads beyond it', async (until, waited) => {
    const { waits, options } = bench();
    const asked = until === undefined ? request : { ...request, until };
    await expect(askWithRetries(options, failing, asked, never)).rejects.toMatchObject({ name: 'RetryLater' });
    expect(waits).toEqual(waited);
  });

  it('are each ended by then, however long the model may be silent', async () => {
    const endless = watchCall({ timeoutMs: 60_000, wholeMs: 20, signal: never }, () => new Promise(() => undefined));
    await expect(endless).rejects.toMatchObject({ name: 'ModelTimeout' });
  });
});
