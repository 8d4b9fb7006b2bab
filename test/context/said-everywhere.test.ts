import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { patchQuestion } from '../../src/model-calls/patch-messages.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { reflectionQuestion } from '../../src/model-calls/reflection-messages.ts';
import { diffReviewQuestion, planReviewQuestion, summaryQuestion } from '../../src/model-calls/review-messages.ts';
import { at } from '../../src/state/select.ts';
import { LOST, WORKING } from '../flow/stories.ts';
import {
  actionDone,
  after,
  asking,
  command,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
} from '../task/task-world.ts';
import { decisionView, promptTools, reflectionView } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Said } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';

const mika = { id: 8, login: 'mika' };
const SAID: readonly Said[] = [
  { kind: 'answer', by: mika, asked: 'Half up or half even?', text: 'Half even, always.' },
  { kind: 'comment', by: mika, asked: '', text: 'Never touch the tax table.' },
];
const PLAN = planOf([subtask('a'), subtask('b')]);
const withSaid = (task: Task): Task => ({ ...task, said: SAID });

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

function expectSaid(prompt: string): void {
  for (const { text } of SAID) expect(prompt).toContain(text);
}

const POINTS = ['goal_understanding', 'task_decomposition', 'action_sequence', 'execution', 'reflection'] as const;
const tested: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const messagesOf = (task: Task) => JSON.stringify(actionMessages(doing(task, 'execute'), tools));

describe('what people said is shown, whatever became of the plan since (PLAN-2)', () => {
  it.each([
    ['goal_understanding', 2],
    ['task_decomposition', 3],
    ['action_plan', 4],
  ] as const)('in the planning call %s', (call, facts) => {
    expectSaid(planningQuestion(call, withSaid(taskAfter(WORKING.slice(0, facts))), tools));
  });

  it.each(POINTS)('in the judgement of %s', (point: DecisionPoint) => {
    expectSaid(decisionQuestion(decisionView('x', { point, said: SAID }), tools));
  });

  it('in reflections, patches, reviews and the summary', () => {
    expectSaid(reflectionQuestion(reflectionView('x', { said: SAID }), tools));
    const working = withSaid(taskAfter(WORKING));
    const comment = { by: mika, text: 'And drop c.' };
    expectSaid(patchQuestion(at(working, 'work'), comment, tools));
    expectSaid(planReviewQuestion(working, PLAN, tools));
    const done = [...prepared(planOf([subtask('a')])), ...actionDone(0), saved('a')];
    expectSaid(diffReviewQuestion(at(withSaid(taskAfter(done)), 'verify'), '', tools));
    expectSaid(summaryQuestion(at(withSaid(taskAfter([...done, tested])), 'report'), '', tools));
  });

  it('to the work: as it begins, when its container was lost, and when the plan was changed', () => {
    const begun = withSaid(taskAfter(prepared(PLAN).slice(0, 4)));
    expectSaid(messagesOf(after(begun, ...prepared(PLAN).slice(4))));
    const lost = after(withSaid(taskAfter([...prepared(PLAN), ...actionDone(0).slice(0, 2)])), LOST);
    expectSaid(messagesOf(after(lost, ...prepared(PLAN).slice(5))));
    const updated_plan = planOf([subtask('a'), subtask('b'), subtask('c')]);
    const changed: Fact = { type: 'revision', reason: 'Said so.', source: 'comment', changes: [], updated_plan };
    expectSaid(messagesOf(after(withSaid(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')])), changed)));
  });
});

describe('what is kept of what people say (PLAN-2)', () => {
  const waiting = () => taskAfter([...WORKING, ...asking(0)]);
  const id = () => waiting().questions.at(-1)?.id ?? 0;
  const given = (text: string, comment_id = 5): Fact => ({
    type: 'answer',
    name: 'given',
    question_id: id(),
    by: mika,
    text,
    comment_id,
    settles: { 0: text },
    verdict: null,
  });
  const texts = (task: Task) => task.said.map(({ kind, text }) => [kind, text]);

  it('every answer, once, and every comment, in their order, also after the plan was replaced', () => {
    const task = after(
      waiting(),
      given('Half even.'),
      { type: 'control', name: 'comment', by: mika, text: 'Asked: Half even.', answer: 'Half even.', was_asked: true },
      { type: 'control', name: 'comment', by: mika, text: 'And keep the API.' },
      { type: 'revision', reason: '', source: 'comment', changes: [], updated_plan: planOf([subtask('z')]) },
    );
    expect(texts(task)).toEqual([
      ['answer', 'Half even.'],
      ['comment', 'And keep the API.'],
    ]);
  });

  it('what was assumed, where nobody answered', () => {
    const assumed: Fact = { type: 'answer', name: 'assumed', question_id: id(), assumptions: ['Half up.'] };
    expect(texts(after(waiting(), assumed))).toEqual([['assumption', 'Half up.']]);
  });

  it('nothing of an answer that cannot be read as one', () => {
    const unclear = { ...given('Hm.'), settles: {}, verdict: 'unclear' } as Fact;
    expect(texts(after(waiting(), unclear))).toEqual([]);
  });
});
