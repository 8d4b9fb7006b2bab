import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { next } from '../../src/flow/next.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { MAX_SAID, saidBlock } from '../../src/model-calls/said-block.ts';
import { blockingQuestion, isOver } from '../../src/state/select.ts';
import { NONCE } from '../context/views.ts';
import { limitsOf } from '../replan/situations.ts';
import { chanceFrom, outcomeOf, type Chance } from '../task/chance.ts';
import { taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { checked, started } from './stories.ts';
import { runs } from '../long.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const by = { id: 8, login: 'mika' };
const PLANNING = {
  ...UNDISTURBED,
  reflection: { enabled: true, onError: true, interval: 2, depth: 'moderate' as const },
  maxRevisions: 2,
  replanning: limitsOf(),
  assumes: true,
  assumeAfterMs: 60_000,
};

/** What somebody does meanwhile, and what must be found of it ever after, by its comment. */
function said(task: Task, chance: Chance, kept: Map<number, string>): Fact | null {
  const id = 1_000 + task.version;
  const text = `Word ${task.version} of mine.`;
  const question = blockingQuestion(task);
  if (question !== null && question.commentId !== null && chance.is(60)) {
    const given = { type: 'answer', name: 'given', question_id: question.id, by, text, comment_id: id } as const;
    if (question.kind === 'budget') return { ...given, settles: {}, verdict: 'yes' };
    kept.set(id, text);
    if (question.kind === 'confirmation') return { ...given, settles: {}, verdict: chance.one(['yes', 'no']) };
    const settled = question.texts
      .map((_, index) => [index, text] as const)
      .filter(([index]) => index === 0 || chance.is(60));
    return { ...given, settles: Object.fromEntries(settled), verdict: null };
  }
  const before = [...kept.keys()];
  if (before.length > 0 && chance.is(30)) {
    const edited = chance.one(before);
    const isOpen = question !== null && Object.values(question.answers).some(({ comment }) => comment === edited);
    if (isOpen) return null;
    kept.set(edited, text);
    const edited_at = new Date(task.updatedAt).toISOString();
    return { type: 'control', name: 'comment_edited', by, comment_id: edited, edited_at, text };
  }
  kept.set(id, text);
  return { type: 'control', name: 'comment', by, text, comment_id: id };
}

const prompts = await loadPrompts();

function expectKept(task: Task, kept: ReadonlyMap<number, string>): void {
  const block = saidBlock(task.said, { nonce: NONCE, maxBytes: MAX_SAID }, prompts);
  const conversation = JSON.stringify(task.work?.conversation ?? []);
  for (const text of kept.values()) {
    expect(block).toContain(text);
    if (task.inFlight?.effect.kind === 'ask_next_step') expect(conversation).toContain(text);
  }
}

it('PLAN-2: every answer and every instruction stands in every call, whatever becomes of the plan, through re-plans, edits and crashes', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
      const chance = chanceFrom(numbers);
      const kept = new Map<number, string>();
      let task = taskAfter([], { settings: { planning: PLANNING } });
      for (let turn = 0; turn < 150 && !isOver(task); turn += 1) {
        const todo = next(task);
        if (todo.kind === 'ended') break;
        const word = chance.is(12) ? said(task, chance, kept) : null;
        if (word !== null) {
          task = checked(task, word, 1_000);
          continue;
        }
        const key = `${task.id}-${task.version + 1}`;
        const outcome = outcomeOf(todo.effect, task, chance);
        for (let starts = chance.is(5) ? 2 : 1; starts > 0; starts -= 1)
          task = checked(task, started(todo.effect, key), 1_000);
        if (task.inFlight?.key !== key) continue;
        if (kept.size > 1 && todo.effect.kind.startsWith('ask_')) {
          expectKept(task, kept);
          seen.add(todo.effect.kind);
        }
        for (const fact of outcome) task = checked(task, fact, 1_000);
      }
    }),
    { numRuns: runs(1_000, 100) },
  );
  expect(seen).toContain('ask_next_step');
  expect(seen).toContain('ask_decision');
});
