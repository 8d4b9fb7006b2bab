import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingIn, blockingQuestion, questionOf } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  asking,
  decidedAfter,
  effectOf,
  kindOf,
  PAUSED,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
  usage,
} from '../task/task-world.ts';
import { WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const [, , GOAL, DIVISION] = prepared(PLAN) as readonly [Fact, Fact, Fact, Fact];
const FINE = { replan_needed: false, replan_type: 'none' } as const;
const ASKS = {
  replan_type: 'clarification_request',
  clarification_needed: true,
  clarification_questions: ['One or both?'],
} as const;
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2 } as const;
const DOUBT = { ...PARTIAL, confidence: 0.4 } as const;
const SILENCE: Fact = { type: 'effect', name: 'time_over' };
const PATIENCE_MS = 60_000;
const DAY_MS = 86_400_000;
const by = { id: 8, login: 'mika' };
const SAID: Fact = { type: 'control', name: 'comment', by, text: 'Write a note as well.' };

function judging(task: Task, planning: Partial<PlanningSettings> = {}): Task {
  const all = { ...UNDISTURBED, assumes: true, assumeAfterMs: PATIENCE_MS, replanning: limitsOf(), ...planning };
  return { ...task, settings: { ...task.settings, planning: all } };
}
const working = (planning: Partial<PlanningSettings> = {}) => judging(taskAfter(WORKING), planning);
const failed = (planning: Partial<PlanningSettings> = {}) =>
  after(working(planning), ...actionDone(0, 'failure', ['It broke']));
const understood = () => after(judging(taskAfter(WORKING.slice(0, 2))), GOAL);
const divided = () => after(after(understood(), judgement(understood(), 'goal_understanding', FINE)), DIVISION);
const judged = (task: Task, fields: Partial<ReplanDecision>, point: DecisionPoint = 'execution') =>
  after(task, judgement(task, point, fields));
const weighed = (blocking: boolean, ...texts: readonly string[]): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'A note.',
  problems: [],
  questions: texts.map((text) => ({ text, blocking })),
});
const waitedFor = (task: Task): number => blockingIn(task)?.questionId ?? 0;
const posted = (task: Task, question_id = waitedFor(task)): Task =>
  after(task, { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] });
type Given = Extract<Fact, { readonly type: 'answer'; readonly name: 'given' }>;
function answer(task: Task, text: string, more: Partial<Given> = {}): Given {
  const question_id = waitedFor(task);
  return {
    type: 'answer',
    name: 'given',
    question_id,
    by,
    text,
    settles: { 0: text },
    verdict: null,
    comment_id: 9,
    ...more,
  };
}
const edited = (given: Given, text: string | null): Fact => ({
  ...given,
  name: 'edited',
  comment_id: 9,
  edited_at: '2026-05-01T12:00:00Z',
  text,
  settles: text === null ? {} : { 0: text },
});
const saidIn = (task: Task) => task.said.map(({ kind, asked, text }) => [kind, asked, text]);

/** Open and posted, by purpose. */
const goal = () => posted(judged(understood(), { ...ASKS, confidence: 0.4 }, 'goal_understanding'));
const judgeAgain = () => posted(judged(failed(), ASKS));
const besideJudgement = () =>
  posted(
    judged(
      divided(),
      { ...FINE, clarification_needed: true, clarification_questions: ['One or both?'] },
      'task_decomposition',
    ),
  );
const ofModel = () => posted(after(working(), ...asking(0)));
const aboutComment = (...texts: readonly string[]) => posted(after(working(), SAID, weighed(true, ...texts)));
const howToGoOn = (assumes = true) => posted(judged(judged(failed({ assumes, replanning: none() }), PARTIAL), PARTIAL));
const doubtful = () => posted(judged(failed(), DOUBT));
const planShown = () => posted(taskAfter(WORKING.slice(0, 5), { request: { plansFirst: true } }));
const budgetUsed = () =>
  posted(
    after(
      taskAfter(WORKING, { settings: { budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 1 } } }),
      usage(),
    ),
  );

const intervening = () =>
  posted(
    after(
      working({ assumes: false, replanning: { ...limitsOf(), questionsInWork: 0 } }),
      SAID,
      weighed(true, 'Which?'),
    ),
  );

function none() {
  return { ...limitsOf(), partialReplans: 0 };
}

describe('what a question is for', () => {
  it.each([
    ['understand_again', goal],
    ['judge_again', judgeAgain],
    ['judge_again', besideJudgement],
    ['tool_result', ofModel],
    ['tell_work', () => aboutComment('Which note?')],
    ['how_to_go_on', howToGoOn],
    ['replan', doubtful],
    ['carry_out_plan', planShown],
    ['spend_more', budgetUsed],
  ] as const)('stands with it when it is asked: %s (EXEC-1)', (is, open) => {
    const task = open();
    expect([activityOf(task), blockingIn(task)?.then.is]).toEqual(['wait', is]);
    expect(questionOf(task, waitedFor(task)).commentId).toBe(5);
  });
});

describe('an answer (GH-6, REPLAN-6)', () => {
  it.each([
    ['the goal', goal, 'ask_model'],
    ['what is judged', judgeAgain, 'ask_decision'],
    ['what is judged, beside the judgement', besideJudgement, 'ask_decision'],
    ['a question of the model', ofModel, 'ask_next_step'],
    ['a comment', () => aboutComment('Which note?'), 'ask_patch'],
  ] as const)(
    'given a question about %s, when it is answered, then the model is asked with the answer',
    (_, open, effect) => {
      const task = open();
      const answered = after(task, answer(task, 'Both of them.'));
      expect([kindOf(answered), questionOf(answered, waitedFor(task)).state]).toEqual([effect, 'answered']);
      expect(saidIn(answered).slice(-1)).toEqual([
        ['answer', questionOf(answered, waitedFor(task)).texts[0], 'Both of them.'],
      ]);
      expect(answered.replanning.notes.join('\n')).not.toContain('Both of them.');
    },
  );

  it('given two questions, when one is answered, then the other is waited for', () => {
    const task = aboutComment('Which note?', 'Where?');
    const half = after(task, answer(task, 'A short one.'));
    expect([decidedAfter(task, answer(task, 'A short one.')), activityOf(half)]).toEqual([[], 'wait']);
    expect(kindOf(after(half, answer(half, 'There.', { settles: { 1: 'There.' } })))).toBe('ask_patch');
  });

  it('given a question about a comment, when it is answered, then that is weighed again, with the comment (PLAN-9)', () => {
    const task = aboutComment('Which note?');
    const [, told] = after(task, answer(task, 'A short one.')).comments;
    expect(told).toMatchObject({ answer: 'A short one.', about: 0 });
    expect(told).not.toHaveProperty('wasAsked');
    const beside = after(working(), SAID, weighed(false, 'Which note?', 'Where?'));
    const asked = posted(beside, 1);
    const further = after(asked, answer(asked, 'A short one.', { question_id: 1 }));
    expect(further.comments.at(-1)).toEqual({
      by,
      text: 'Asked "Which note?", @mika answered: A short one.',
      answer: 'A short one.',
      about: 0,
    });
    expect(further.asked).toMatchObject([{ questionId: 1, blocks: false }]);
    expect(after(further, edited(answer(further, 'A short one.', { question_id: 1 }), 'A long one.')).comments).toEqual(
      further.comments,
    );
    const changed = after(further, edited(answer(further, 'A short one.', { question_id: 1 }), 'A long one.'));
    expect(questionOf(changed, 1).answers).toEqual(questionOf(further, 1).answers);
  });

  it('given how to go on, when somebody says how, then the plan goes on; what settles or says nothing does not count', () => {
    const task = howToGoOn();
    expect(blockingQuestion(task)?.kind).toBe('clarification');
    expect(decidedAfter(task, answer(task, '', { settles: {} }))).toEqual([]);
    expect(blockingIn(after(task, answer(task, 'Go on.')))).toBeNull();
    const person = howToGoOn(false);
    expect(blockingQuestion(person)?.kind).toBe('intervention');
    expect(decidedAfter(person, edited(answer(person, 'Go on.'), null))).toEqual([]);
    expect(after(person, answer(person, 'Go on.')).comments.at(-1)?.text).toBe(
      'A person (@mika) was asked how to go on and answered: Go on.',
    );
    expect(after(person, answer(person, 'Go on.')).work?.judging).toBeNull();
  });
});

describe('a yes or a no (REPLAN-5, GH-2, EXEC-1)', () => {
  it('given a re-plan that is doubtful, when somebody says yes, no or neither, then it is made, left, or asked about on', () => {
    const task = doubtful();
    const yes = after(task, answer(task, 'Yes.', { verdict: 'yes', settles: {} }));
    expect([activityOf(yes), questionOf(yes, 1).state]).toEqual(['sequence', 'answered']);
    const no = after(task, answer(task, 'No.', { verdict: 'no', settles: {} }));
    expect([activityOf(no), kindOf(no), questionOf(no, 1).state]).toEqual(['execute', 'checkpoint', 'answered']);
    for (const verdict of ['unclear', null] as const) {
      const neither = after(task, answer(task, 'Hm.', { verdict, settles: {} }));
      expect([activityOf(neither), effectOf(neither)]).toEqual(['wait', { kind: 'explain_question', questionId: 1 }]);
    }
    const unclear = after(task, answer(task, 'Hm.', { verdict: 'unclear', settles: { 0: 'Hm.' } }));
    expect(questionOf(unclear, 1).answers).toEqual({});
  });

  it('given a plan that is shown, when what is said is neither, then nothing is carried out', () => {
    const task = planShown();
    for (const verdict of ['unclear', 'no'] as const)
      expect(kindOf(after(task, answer(task, 'Hm.', { verdict, settles: {} })))).toBe('explain_question');
    expect(activityOf(after(task, answer(task, 'Yes.', { verdict: 'yes', settles: {} })))).toBe('prepare');
  });

  it('given a budget that is used up, when somebody says yes, no or neither, then it goes on, ends, or is asked about on', () => {
    const task = budgetUsed();
    const said = (verdict: 'yes' | 'no' | 'unclear' | null) =>
      after(task, answer(task, 'So.', { verdict, settles: {} }));
    expect([activityOf(said('yes')), said('yes').extensions]).toEqual(['execute', 1]);
    expect(said('no').stage).toMatchObject({ is: 'report', ending: { reason: 'budget', detail: 'modelCalls' } });
    for (const verdict of ['unclear', null] as const)
      expect([activityOf(said(verdict)), said(verdict).extensions]).toEqual(['wait', 0]);
  });
});

describe('silence (REPLAN-5, REPLAN-6, EXEC-1)', () => {
  it.each([
    ['the goal', goal, 'decompose', 'ask_model'],
    ['what is judged', judgeAgain, 'execute', 'ask_decision'],
    ['what is judged, beside the judgement', besideJudgement, 'sequence', 'ask_model'],
    ['a question of the model', ofModel, 'execute', 'ask_next_step'],
    ['a comment', () => aboutComment('Which note?'), 'execute', 'ask_next_step'],
    ['how to go on', howToGoOn, 'execute', 'checkpoint'],
  ] as const)(
    'given a question about %s, when nobody answers, then it goes on by what is assumed, which the model is told',
    (_, open, activity, effect) => {
      const task = open();
      const over = after(task, SILENCE);
      expect([activityOf(over), kindOf(over), questionOf(over, waitedFor(task)).state]).toEqual([
        activity,
        effect,
        'assumed',
      ]);
      expect(saidIn(over).at(-1)?.[0]).toBe('assumption');
    },
  );

  it('given two questions of which one was answered, when nobody answers the other, then the model is told both (PLAN-2)', () => {
    const half = aboutComment('Which note?', 'Where?');
    const over = after(half, answer(half, 'A short one.'), SILENCE);
    expect(saidIn(over).slice(-2)).toEqual([
      ['answer', 'Which note?', 'A short one.'],
      ['assumption', 'Where?', expect.any(String)],
    ]);
  });

  it('given a re-plan that is doubtful, when nobody answers, then it is not made, and what it was is closed', () => {
    const over = after(doubtful(), SILENCE);
    expect([activityOf(over), questionOf(over, 1).state]).toEqual(['execute', 'assumed']);
    expect(over.replanning.records.at(-1)).toMatchObject({
      executed: false,
      override: 'low_confidence',
      result: 'skipped',
    });
  });

  it.each([
    ['a plan that is shown', planShown],
    ['a budget', budgetUsed],
    ['how to go on, where nothing is assumed', () => howToGoOn(false)],
  ] as const)(
    'given a question that only a person settles, %s, when nobody answers, then the task ends as withdrawn',
    (_, open) => {
      expect(after(open(), SILENCE).stage).toMatchObject({
        is: 'report',
        ending: { reason: 'withdrawn', detail: 'unanswered' },
      });
    },
  );

  it('given a question that is answered in a pause, when the task goes on, then no budget pays for the time, and none of it counts twice', () => {
    const asked = ofModel();
    const paused = after(asked, ...PAUSED);
    const answered = after(paused, answer(paused, 'Both.'));
    const resumed = after(answered, { type: 'control', name: 'resume', by: 'mika' });
    expect(resumed.usage.waitedMs).toBe(resumed.updatedAt - (blockingIn(asked)?.since ?? 0));
  });

  it('given a pause, when nobody says to go on, then the task ends, whatever is asked in it', () => {
    expect(after(after(ofModel(), ...PAUSED), SILENCE).stage).toMatchObject({
      ending: { reason: 'withdrawn', detail: 'not_resumed' },
    });
  });
});

describe('when the waiting is over (EXEC-1, REPLAN-5)', () => {
  const due = (task: Task) => {
    const asked = blockingIn(task);
    const since = asked?.since ?? 0;
    const of = (at: number | null = null) => (at === null ? null : at - since);
    return { over: of(asked?.due.overAt), remind: of(asked?.due.remindAt), release: of(asked?.due.releaseAt) };
  };

  it('given a question, when it is posted, then it is assumed in its time, or waited for by a person for 30 days with one reminder', () => {
    expect(due(ofModel())).toEqual({ over: PATIENCE_MS, remind: null, release: 60_000 });
    expect(due(howToGoOn(false))).toEqual({ over: 30 * DAY_MS, remind: 7 * DAY_MS, release: 60_000 });
    expect(due(after(working(), ...asking(0)))).toEqual({ over: null, remind: null, release: null });
  });

  it('given a question that people were reminded of, when a pause in it is over, then it begins anew without another reminder (GH-5)', () => {
    const resume: Fact = { type: 'control', name: 'resume', by: 'mika' };
    const reminded: Fact = { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' };
    expect(due(after(planShown(), ...PAUSED, resume))).toEqual({
      over: 30 * DAY_MS,
      remind: 7 * DAY_MS,
      release: 60_000,
    });
    expect(due(after(planShown(), reminded, ...PAUSED, resume))).toEqual({
      over: 30 * DAY_MS,
      remind: null,
      release: 60_000,
    });
    expect(decidedAfter(after(working(), ...asking(0), ...PAUSED), resume)).toEqual([]);
  });
});

describe('revisions after reflections, counted anew (REPLAN-4)', () => {
  const twice = (task: Task): Task => ({ ...task, replanning: { ...task.replanning, revisions: 2 } });
  it.each<readonly [string, Task, (task: Task) => Fact, number]>([
    ['a person who was to step in answers', howToGoOn(false), (task) => answer(task, 'Leave it out.'), 0],
    ['a person answers what is not assumed', intervening(), (task) => answer(task, 'Both.'), 0],
    ['a person says how to go on', howToGoOn(), (task) => answer(task, 'Leave it out.'), 0],
    ['nobody says how to go on', howToGoOn(), () => SILENCE, 2],
    ['a question about the work is answered', judgeAgain(), (task) => answer(task, 'Both.'), 2],
    ['a question about the work is assumed', judgeAgain(), () => SILENCE, 2],
    ['a question of the model is answered', ofModel(), (task) => answer(task, 'Those.'), 2],
  ])('REPLAN-4: when %s', (_, task, said, revisions) => {
    const asked = twice(task);
    expect(after(asked, said(asked)).replanning.revisions).toBe(revisions);
  });
});
