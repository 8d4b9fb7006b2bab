import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { decisionsBlock } from '../../src/model-calls/decisions-block.ts';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { patchQuestion } from '../../src/model-calls/patch-messages.ts';
import { diffReviewQuestion, summaryQuestion } from '../../src/model-calls/review-messages.ts';
import { at } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  command,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  ASSESSED,
} from '../task/task-world.ts';
import { decisionView, HOSTILE, NONCE, outside, promptTools } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const SETTLED = 'Tokens live 15 minutes';
const PLAN = planOf([subtask('a'), subtask('b'), subtask('c')]);

/** A decision is recorded at the end of its action. */
const deciding = (action: number, ...decisions: readonly string[]): readonly Fact[] =>
  actionDone(action).map((fact) =>
    fact.type === 'action' && fact.name === 'finished' ? { ...fact, decisions } : fact,
  );
const textOf = (task: Task) =>
  actionMessages(doing(task, 'execute'), tools).map(({ role, content }) => ({ role, text: JSON.stringify(content) }));

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

describe('what was settled on the way (MODEL-2)', () => {
  it('is told as each later action begins, in a block of its own', () => {
    const task = taskAfter([...prepared(PLAN), ...deciding(0, SETTLED), saved('a')]);
    const messages = textOf(task);
    expect(messages.at(-1)?.role).toBe('user');
    expect(messages.at(-1)?.text).toContain(`- a: ${SETTLED}`);
    expect(messages[0]?.text).not.toContain(SETTLED);
    const later = after(task, ...deciding(1, 'Prices are in cents'), saved('b'));
    for (const text of [`- a: ${SETTLED}`, '- b: Prices are in cents'])
      expect(textOf(later).at(-1)?.text).toContain(text);
  });

  it('is kept when the plan is changed, and told with the new one and in a conversation begun anew', () => {
    const task = taskAfter([...prepared(PLAN), ...deciding(0, SETTLED), saved('a')]);
    const updated_plan = planOf([subtask('a'), subtask('z')]);
    const changed = after(task, { type: 'revision', reason: '', source: 'comment', changes: [], updated_plan });
    expect(changed.decisions).toEqual([{ subtask: 'a', text: SETTLED }]);
    expect(changed.work?.conversation.at(-1)).toMatchObject({ kind: 'begin', brief: { decisions: changed.decisions } });
    expect(textOf(changed).at(-1)?.text).toContain(`- a: ${SETTLED}`);
    const anew: Fact = {
      type: 'action',
      name: 'begun_anew',
      steps: [],
      steps_left_out: 0,
      room: 60_000,
      too_long: false,
    };
    expect(textOf(after(task, anew))[0]?.text).toContain(`- a: ${SETTLED}`);
  });

  it('is shown to the review, the last judgement and the summary', () => {
    const one = planOf([subtask('a')]);
    const done = [...prepared(one), ...deciding(0, SETTLED), saved('a')];
    const verifying = at(taskAfter(done), 'verify');
    expect(diffReviewQuestion(verifying, '', tools)).toContain(`- a: ${SETTLED}`);
    const view = { point: 'reflection', decisions: verifying.decisions } as const;
    expect(decisionQuestion(decisionView('x', view), tools)).toContain(`- a: ${SETTLED}`);
    const tested: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
    expect(summaryQuestion(at(taskAfter([...done, tested, ASSESSED]), 'report'), '', tools)).toContain(
      `- a: ${SETTLED}`,
    );
  });

  it('is known where a comment asks why (PLAN-9)', () => {
    const task = doing(taskAfter([...prepared(PLAN), ...deciding(0, SETTLED), saved('a')]), 'execute');
    const asked = patchQuestion(task, { by: { id: 8, login: 'mika' }, text: 'Why 15 minutes?' }, tools);
    expect(asked).toContain(`- a: ${SETTLED}`);
  });

  it('counts as it was settled last, and says nothing where it is blank', () => {
    const task = taskAfter([
      ...prepared(PLAN),
      ...deciding(0, SETTLED, ' '),
      saved('a'),
      ...deciding(1, 'In cents', SETTLED),
    ]);
    expect(task.decisions).toEqual([
      { subtask: 'b', text: 'In cents' },
      { subtask: 'b', text: SETTLED },
    ]);
  });

  it('is words of a model, in a marked block; of very many the newest are shown (MODEL-7)', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ subtask: 'a', text: `${index} ${HOSTILE}` }));
    const text = decisionsBlock(many, { nonce: NONCE, maxBytes: 4_000 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000);
    expect(outside(text)).toMatch(/^\s*(?:\(\d+ characters of hidden text were removed from this block\.\)\s*)?$/);
    expect(text).toContain('- a: 199 ');
    expect(decisionsBlock([], { nonce: NONCE, maxBytes: 4_000 })).toBe('Nothing.');
  });
});
