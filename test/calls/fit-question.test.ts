import { describe, expect, it } from '@jest/globals';
import { askModel } from '../../src/effects/ask-model.ts';
import { ConversationRefused } from '../../src/errors.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { fitQuestion, MAX_QUESTION_BYTES } from '../../src/model-calls/fit-question.ts';
import { untrusted } from '../../src/people/fence.ts';
import { after, planOf, prepared, SNAPSHOT, subtask, taskAfter } from '../task/task-world.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const block = (label: string, text: string) => untrusted(label, text, NONCE);
const bytes = (text: string) => Buffer.byteLength(text);
const PLAN = planOf([subtask('a')]);

/** With project rules of that size, read as far as usual (PLAN-2). */
function understanding(size: number): Task {
  const [comment, repository] = prepared(PLAN) as readonly [Parameters<typeof taskAfter>[0][number], object];
  const projectRules = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`part-${at}/AGENTS.md`, `Rule ${at}: ${'規則。'.repeat(size / 5 / 9)}`]),
  );
  return taskAfter([comment, { ...repository, snapshot: { ...SNAPSHOT, projectRules } } as typeof comment]);
}

/** The requests for a goal, by a model that accepts this many bytes. */
async function asked(task: Task, takes: number, tooLong = true): Promise<readonly string[]> {
  const questions: string[] = [];
  const goal_understanding = { main_objective: 'It', success_criteria: ['It works'] };
  const content = [{ type: 'tool_use', id: 'g', name: 'submit_goal_understanding', input: { goal_understanding } }];
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const tools = {
    prompts: await loadPrompts(),
    clock: { now: () => 0 },
    nonceOf: () => NONCE,
    redact: (text: string) => text,
    maxOutputTokens: 1_000,
    model: {
      price: () => 0,
      ask: async ({ messages }: ModelRequest) => {
        const text = messages
          .flatMap(({ content: said }) => said.map((part) => (part.type === 'text' ? part.text : '')))
          .join('');
        questions.push(text);
        if (bytes(text) > takes) throw new ConversationRefused('prompt is too long', { tooLong, cause: null });
        return { content, stopReason: 'tool_use', usage, attempts: 1, model: 'test' };
      },
    },
  } as unknown as Toolbox;
  const effect = { kind: 'ask_model', call: 'goal_understanding' } as const;
  const facts = await askModel({ effect, key: 'k', task, tools, signal: new AbortController().signal });
  expect(facts[0]).toMatchObject({ name: 'goal_understanding' });
  return questions;
}

describe('a question that is too long (MODEL-6)', () => {
  it('MODEL-6: stays as it is where it fits', () => {
    const question = `Ours\n${block('a', 'x'.repeat(500))}`;
    expect(fitQuestion(question, NONCE, bytes(question))).toBe(question);
  });

  it('MODEL-6: loses the middle of its largest blocks; small ones, marks and our own words stay', () => {
    const question = `Ours\n${block('a', `begin ${'語'.repeat(3_000)} end`)}\nBetween\n${block('b', 'small')}\n${block('c', 'y'.repeat(5_000))}\nEnd`;
    const shown = fitQuestion(question, NONCE, 4_000);
    expect(bytes(shown)).toBeLessThanOrEqual(4_000);
    expect(bytes(shown)).toBeGreaterThan(3_900);
    expect(shown).toMatch(/^Ours\n.*">\nbegin 語+\n… cut here …\n語+ end\n</s);
    expect(shown).toContain(`Between\n${block('b', 'small')}\n`);
    expect(shown.endsWith('\nEnd')).toBe(true);
    expect(shown.split(NONCE)).toHaveLength(7);
  });

  it('MODEL-6: a goal is asked for within what any model takes, whatever the repository holds', async () => {
    const [question = '', ...more] = await asked(understanding(500_000), Infinity);
    expect(more).toEqual([]);
    expect(bytes(question)).toBeLessThanOrEqual(MAX_QUESTION_BYTES);
    expect(bytes(question)).toBeGreaterThan(0.98 * MAX_QUESTION_BYTES);
    expect(question).toContain('Rule 4: ');
    expect(question.endsWith('with exactly one of `goal_understanding` and `error`.')).toBe(true);
  });

  it('MODEL-3: what the model refuses as too long is asked again at once with half of it, three times', async () => {
    const task = understanding(100_000);
    const [whole = '', ...shorter] = await asked(task, 15_000);
    expect(shorter.map((text) => Math.round((100 * bytes(text)) / bytes(whole)))).toEqual([50, 25, 13]);
    await expect(asked(task, 8_500)).rejects.toThrow('too long');
    await expect(asked(task, 60_000, false)).rejects.toThrow('too long');
  });

  it('MODEL-3: what left no room for its answer is asked again with half of it, and without what was answered', async () => {
    const full: Fact = {
      type: 'error',
      name: 'invalid_answer',
      call: 'goal_understanding',
      broke: 'schema',
      problems: ['No room.'],
      stopped: 'model_context_window_exceeded',
      content: [{ type: 'text', text: 'Well, the goal' }],
    };
    const task = understanding(100_000);
    const sizes: number[] = [];
    for (const times of [0, 1, 2, 3]) {
      const [question = '', ...more] = await asked(after(task, ...Array.from({ length: times }, () => full)), Infinity);
      expect(more).toEqual([]);
      expect(question).not.toMatch(/No room|Well, the goal/);
      sizes.push(bytes(question));
    }
    expect(sizes.map((size) => Math.round((100 * size) / (sizes[0] ?? 1)))).toEqual([100, 50, 25, 13]);
  });
});
