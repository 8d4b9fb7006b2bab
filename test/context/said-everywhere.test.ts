import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { patchQuestion } from '../../src/model-calls/patch-messages.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { reflectionQuestion } from '../../src/model-calls/reflection-messages.ts';
import { diffReviewQuestion, planReviewQuestion, summaryQuestion } from '../../src/model-calls/review-messages.ts';
import { at } from '../../src/state/select.ts';
import { LOST, started, WORKING } from '../flow/stories.ts';
import { judgement, limitsOf, NO_REPLANS } from '../replan/situations.ts';
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
  UNDISTURBED,
  ASSESSED,
} from '../task/task-world.ts';
import { decisionView, promptTools, reflectionView } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Said } from '../../src/state/question.ts';
import type { ReplanLimits } from '../../src/state/request.ts';
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
    expectSaid(summaryQuestion(at(withSaid(taskAfter([...done, tested, ASSESSED])), 'report'), '', tools));
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

describe('what is heard while the conversation of the work runs (PLAN-2)', () => {
  const request = (task: Task) => {
    const begun = after(task, started({ kind: 'ask_next_step' }, 'k'));
    const last = actionMessages(doing(begun, 'execute'), tools).at(-1);
    return { task: begun, text: JSON.stringify(last?.content ?? '') };
  };
  const heard: Fact = { type: 'control', name: 'comment', by: mika, text: 'Never touch the tax table.', comment_id: 7 };
  const weighed: Fact = {
    type: 'control',
    name: 'comment_weighed',
    understanding: 'No change.',
    problems: [],
    questions: [],
  };
  const edit = (text: string, comment_id = 7): Fact => ({
    type: 'control',
    name: 'comment_edited',
    by: mika,
    comment_id,
    edited_at: '2026-05-02T00:00:00Z',
    text,
  });
  const failing = (replanning: ReplanLimits): Task => {
    const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning };
    const working = taskAfter(WORKING);
    return after({ ...working, settings: { ...working.settings, planning } }, ...actionDone(0, 'failure'));
  };
  const working = () => taskAfter([...WORKING, ...actionDone(0).slice(0, 2)]);

  it('stands in its next request, once: a comment that no result of a tool carries', () => {
    const { task, text } = request(after(working(), heard, weighed));
    expect(text).toContain('Never touch the tax table.');
    const again = request(task);
    expect(again.text).toBe(text);
    expect(again.task.work?.conversation).toEqual(task.work?.conversation);
  });

  it('stands in its next request: what was assumed because nobody may be asked any more', () => {
    const failed = failing(limitsOf());
    const wish = { replan_needed: false, clarification_needed: true, clarification_questions: ['One or both?'] };
    const none = { ...failed, replanning: { ...failed.replanning, counts: { ...NO_REPLANS, clarifications: 2 } } };
    const { task, text } = request(after(none, judgement(none, 'execution', wish), saved('a')));
    expect(text).toContain('One or both?');
    expect(text).toContain('assumed as nobody answered');
    expect(request(task).text).toBe(text);
  });

  it('stands in its next request: a no to a change of the plan', () => {
    const failed = failing(limitsOf({ llm_decision: { min_confidence_threshold: 0.8 } }));
    const asked = after(
      failed,
      judgement(failed, 'execution', { replan_type: 'partial_replan', replan_level: 2, confidence: 0.5 }),
    );
    const no = { question_id: 1, by: mika, text: 'No, it is fine.', settles: {}, verdict: 'no' } as const;
    expect(request(after(asked, { type: 'answer', name: 'given', ...no }, saved('a'))).text).toContain('it is fine');
  });

  it('tells an answer once: by the tool that asked', () => {
    const asked = taskAfter([...WORKING, ...asking(0)]);
    const net = { question_id: 1, by: mika, text: 'Net.', settles: { 0: 'Net.' }, verdict: null } as const;
    const { task, text } = request(after(asked, { type: 'answer', name: 'given', ...net }));
    expect(text.match(/Net\./g)).toHaveLength(1);
    expect(task.work?.untold).toEqual([]);
  });

  it('tells an answer once: by the comment that hands it on', () => {
    const aside = { ...weighed, questions: [{ text: 'Which list?', blocking: false }] } as Fact;
    const posted: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 9, url: 'u', texts: [] };
    const net = { question_id: 1, by: mika, text: 'Net list.', settles: { 0: 'Net list.' }, verdict: null } as const;
    const asked = request(after(working(), heard, aside, posted)).task;
    const { text } = request(after(asked, { type: 'answer', name: 'given', ...net }, weighed));
    expect(text.match(/Net list\./g)).toHaveLength(1);
  });

  it('stands in its next request with its new text only: a comment that was edited after it was shown', () => {
    const shown = request(after(working(), heard, weighed)).task;
    const edited = after(shown, edit('Never touch the price table.'));
    expect(edited.said.map(({ text }) => text)).toEqual(['Never touch the price table.']);
    expect(request(edited).text).toMatch(/edited since[^]*Never touch the price table\./);
    expect([edited.comments, edited.inFlight]).toEqual([shown.comments, shown.inFlight]);
  });

  it('is what it says now: a comment that was edited before anybody read it', () => {
    const edited = after(working(), heard, edit('Never touch the price table.'));
    expect(edited.comments.at(-1)?.text).toBe('Never touch the price table.');
    const { text } = request(after(edited, weighed));
    expect(text.match(/price table/g)).toHaveLength(1);
    expect(text).not.toContain('tax table');
  });
});

describe('a plan that is changed while the work goes on tells what people said once (PLAN-2)', () => {
  const comment = (text: string, comment_id: number): Fact => ({
    type: 'control',
    name: 'comment',
    by: mika,
    text,
    comment_id,
  });
  const updated_plan = planOf([subtask('a'), subtask('b'), subtask('c')]);
  const changed: Fact = { type: 'revision', reason: 'Said so.', source: 'comment', changes: [], updated_plan };
  const working = () => {
    const begun = withSaid(taskAfter(prepared(PLAN).slice(0, 4)));
    return after(begun, ...prepared(PLAN).slice(4), ...actionDone(0).slice(0, 2));
  };
  const told = (task: Task, text: string) => messagesOf(task).split(text).length - 1;

  it('what stood at its beginning, and a comment that was shown', () => {
    const shown = after(working(), comment('And drop c.', 7), started({ kind: 'ask_next_step' }, 'k'));
    expect(told(shown, 'And drop c.')).toBe(1);
    const task = after(shown, changed);
    expect(task.work?.conversation.at(-2)).toMatchObject({ kind: 'replanned', said: [] });
    expect(['And drop c.', ...SAID.map(({ text }) => text)].map((text) => told(task, text))).toEqual([1, 1, 1]);
    // A second change does not repeat the first.
    const more = after(task, comment('And keep d.', 8), changed, changed);
    expect(told(more, 'And keep d.')).toBe(1);
  });

  it('a comment that came with the results of tools', () => {
    const begun = withSaid(taskAfter(prepared(PLAN).slice(0, 4)));
    const [answer, ...others] = actionDone(0).slice(0, 2) as [Fact, ...Fact[]];
    const shown = after(begun, ...prepared(PLAN).slice(4), answer, comment('And drop c.', 7), ...others);
    expect(shown.work?.conversation.at(-1)).toMatchObject({ kind: 'results', comments: [{ text: 'And drop c.' }] });
    expect(told(after(shown, changed), 'And drop c.')).toBe(1);
  });

  it('what changed since it was told is told anew', () => {
    const shown = after(working(), comment('And drop c.', 7), started({ kind: 'ask_next_step' }, 'k'));
    const replaced = { ...shown, said: shown.said.map((one) => ({ ...one, isReplaced: true as const })) };
    expect(told(after(replaced, changed), 'And drop c.')).toBe(2);
    expect(messagesOf(after(replaced, changed))).toContain('replaced: a later comment amended the plan');
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

  it('of an answer that was edited after it was used, what it says now, in its place', () => {
    const edit = (text: string, day: number): Fact => ({
      type: 'control',
      name: 'comment_edited',
      by: mika,
      comment_id: 5,
      edited_at: `2026-05-0${day}T00:00:00Z`,
      text,
    });
    const used = after(waiting(), given('Half even.'), { type: 'control', name: 'comment', by: mika, text: 'And go.' });
    const edited = after(used, edit('Half up.', 3), edit('Older.', 2));
    expect(texts(edited)).toEqual([
      ['answer', 'Half up.'],
      ['comment', 'And go.'],
    ]);
  });

  it('nothing of an answer that cannot be read as one', () => {
    const unclear = { ...given('Hm.'), settles: {}, verdict: 'unclear' } as Fact;
    expect(texts(after(waiting(), unclear))).toEqual([]);
  });
});
