import { describe, expect, it } from '@jest/globals';
import { assumedText } from '../../src/comments/open-questions.ts';
import { ownQuestions } from '../../src/plan/own-words.ts';
import { activityOf, blockingIn, blockingQuestion } from '../../src/state/select.ts';
import { decision, judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  decidedAfter,
  kindOf,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings, ReplanLimits } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const [, , GOAL, DIVISION] = prepared(PLAN) as readonly [Fact, Fact, Fact, Fact];
const WORDS = ownQuestions('en');
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2 } as const;
const ASKS = {
  replan_type: 'clarification_request',
  clarification_needed: true,
  clarification_questions: ['One or both?'],
} as const;
const FINE = { replan_needed: false, replan_type: 'none' } as const;
const SECRET = 'Which password does the job use?';

interface Limited {
  readonly limits?: Partial<ReplanLimits>;
  readonly planning?: Partial<PlanningSettings>;
}

function judging(task: Task, { limits = {}, planning = {} }: Limited = {}): Task {
  const replanning = { ...limitsOf(), ...limits };
  const all = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning, ...planning };
  return { ...task, settings: { ...task.settings, planning: all } };
}
const failed = (how: Limited) =>
  after(judging(taskAfter(prepared(PLAN)), how), ...actionDone(0, 'failure', ['It broke']));
const understood = (how: Limited) => after(judging(taskAfter(prepared(PLAN).slice(0, 2)), how), GOAL);
const judged = (task: Task, fields: Partial<ReplanDecision>, point: DecisionPoint = 'execution') =>
  after(task, judgement(task, point, fields));
const decided = (task: Task, fields: Partial<ReplanDecision>, point: DecisionPoint = 'execution') =>
  decidedAfter(task, judgement(task, point, fields)).map((fact) => ('name' in fact ? fact.name : fact.type));
const NONE = { limits: { partialReplans: 0 } };

function given(task: Task, text: string): Task {
  const question_id = blockingIn(task)?.questionId ?? 0;
  return after(
    task,
    { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] },
    {
      type: 'answer',
      name: 'given',
      question_id,
      by: { id: 8, login: 'mika' },
      text,
      settles: { 0: text },
      verdict: null,
    },
  );
}

describe('what limits took away (REPLAN-5)', () => {
  it('given a limit that is used up, when the model wants more, then it is asked for another way first, and nobody is asked', () => {
    const task = failed(NONE);
    expect(decided(task, PARTIAL)).toEqual(['decided', 'noted', 'escalation']);
    const told = judged(task, PARTIAL);
    expect([activityOf(told), kindOf(told), told.replanning.escalated]).toEqual(['execute', 'ask_decision', true]);
    expect(told.replanning.notes.at(-1)).toContain('The limit of re-plans of this kind is used up (partial).');
  });

  it.each([
    [true, 'clarification'],
    [false, 'intervention'],
  ] as const)(
    'given a model that wants the same again, when assumptions are allowed is %s, then people are asked as %s',
    (assumes, kind) => {
      const asked = judged(judged(failed({ ...NONE, planning: { assumes } }), PARTIAL), {
        ...PARTIAL,
        reasoning: 'It must be so.',
      });
      expect(blockingQuestion(asked)).toMatchObject({
        kind,
        texts: [WORDS.limitUsed],
        assumptions: [WORDS.currentPlanGoesOn],
      });
      expect(blockingIn(asked)?.then).toEqual({ is: 'how_to_go_on' });
      expect(blockingQuestion(asked)?.context).toContain('It must be so.');
    },
  );

  it('given people who were told once, when limits take something away again, then nobody is asked, and the plan goes on', () => {
    const goneOn = given(judged(judged(failed(NONE), PARTIAL), PARTIAL), 'Go on.');
    expect(goneOn.replanning).toMatchObject({ peopleTold: true, escalated: false });
    const again = judged(judged(after(goneOn, ...laterFailure(goneOn)), PARTIAL), PARTIAL);
    expect([activityOf(again), again.questions]).toMatchObject(['execute', [{ id: 1 }]]);
    expect(again.work?.judging).toBeNull();
  });

  it('given the same trouble as often as allowed, when people are asked, then they are told that it is the same (REPLAN-4)', () => {
    const task = judged(
      judged(failed({ limits: { sameTrigger: 1 } }), { replan_type: 'retry', replan_level: 1 }),
      FINE,
    );
    const counts = { ...task.replanning.counts, triggers: { 'execution | partial | a | it broke': 1 } };
    const escalated = failed({ limits: { sameTrigger: 1 } });
    const looped = { ...escalated, replanning: { ...escalated.replanning, counts, escalated: true } };
    expect(blockingQuestion(judged(looped, PARTIAL))?.texts).toEqual([WORDS.sameAgain]);
  });

  it('given questions asked as often as allowed, when the model would ask again, then what it would assume is said, and it goes on', () => {
    const nobody = { limits: { clarifications: 0 } };
    const told = judged(understood(nobody), ASKS, 'goal_understanding');
    expect([activityOf(told), told.replanning.escalated]).toEqual(['understand', true]);
    const over = judged(told, { ...ASKS, assumptions_to_make: ['Only one'] }, 'goal_understanding');
    expect(activityOf(over)).toBe('decompose');
    expect(assumedText(over)).toContain('Only one');
    expect(over.replanning).toMatchObject({ escalated: false, peopleTold: false });
    expect(over.said.at(-1)).toMatchObject({ kind: 'assumption', text: 'Only one' });
  });

  it('given such a question that only a person settles, when people were asked as often as allowed, then they are asked all the same (PLAN-2)', () => {
    const told = { ...understood({ limits: { clarifications: 0 } }) };
    const escalated = { ...told, replanning: { ...told.replanning, escalated: true } };
    const asked = judged(escalated, { ...ASKS, clarification_questions: [SECRET] }, 'goal_understanding');
    expect(blockingQuestion(asked)).toMatchObject({ kind: 'intervention', texts: [SECRET] });
  });
});

/** The next action fails as well. */
function laterFailure(task: Task): readonly Fact[] {
  const facts = JSON.stringify(actionDone(1, 'failure', ['It broke']));
  const saved: readonly Fact[] =
    (task.work?.toCheckpoint ?? null) === null
      ? []
      : [{ type: 'effect', name: 'checkpoint', subtask: 'a', change: null }];
  const weighed: Fact = { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] };
  return [...saved, weighed, ...(JSON.parse(facts) as Fact[])];
}

describe('questions beside a judgement that the plan will do (REPLAN-1, REPLAN-5)', () => {
  const divided = (how: Limited = {}) => after(judged(understood(how), FINE, 'goal_understanding'), DIVISION);
  const beside = { ...FINE, clarification_needed: true, clarification_questions: ['One or both?'] };

  it('given a judgement that is not trusted, when it comes with questions and assumptions, then neither counts', () => {
    const doubtful = { ...beside, confidence: 0.1, assumptions_to_make: ['Only one'] };
    for (const [task, point] of [
      [divided(), 'task_decomposition'],
      [understood({}), 'goal_understanding'],
    ] as const) {
      const then = judged(task, doubtful, point);
      expect([then.questions, assumedText(then)]).toEqual([[], '']);
    }
  });

  it('given such a judgement with a question that only a person settles, when it is judged, then that is asked (PLAN-2)', () => {
    const secret = { ...beside, confidence: 0.25, clarification_questions: [SECRET] };
    const marked = { ...beside, confidence: 0.25, must_be_answered: true };
    for (const fields of [secret, marked, { ...secret, replan_needed: true }, { ...marked, replan_needed: true }])
      for (const [task, point] of [
        [divided(), 'task_decomposition'],
        [understood({}), 'goal_understanding'],
      ] as const) {
        const asked = blockingQuestion(judged(task, fields, point));
        expect(asked).toMatchObject({ texts: fields.clarification_questions, needsPerson: true });
      }
    const assumes = { ...FINE, confidence: 0.25, assumptions_to_make: ['The password is in the file'] };
    expect(blockingQuestion(judged(understood({}), assumes, 'goal_understanding'))?.kind).toBe('intervention');
  });

  it('given questions that are said to be open no more, when it is judged, then they are not asked', () => {
    const then = judged(divided(), { ...beside, clarification_needed: false }, 'task_decomposition');
    expect([activityOf(then), then.questions]).toEqual(['sequence', []]);
    expect(blockingQuestion(judged(divided(), beside, 'task_decomposition'))?.texts).toEqual(['One or both?']);
  });

  it('given assumptions of which only a person decides one, when that was asked before, then the others alone are said (PLAN-2)', () => {
    const assumptions_to_make = ['Prices are in yen', 'The password is in the file'];
    const answered = given(judged(understood({}), { ...FINE, assumptions_to_make }, 'goal_understanding'), 'Yes.');
    const again = judged(after(answered, GOAL), { ...FINE, assumptions_to_make }, 'goal_understanding');
    expect(activityOf(again)).toBe('decompose');
    expect(assumedText(again)).toContain('Prices are in yen');
    expect(assumedText(again)).not.toContain('password');
  });

  it('given people who were asked as often as allowed, when a question comes beside a judgement, then it is said to be assumed', () => {
    const then = judged(divided({ limits: { clarifications: 0 } }), beside, 'task_decomposition');
    expect([activityOf(then), then.questions]).toMatchObject(['sequence', [{ state: 'assumed' }]]);
    expect(assumedText(then)).toContain(WORDS.leftToMe('One or both?'));
  });

  it('given a question beside a judgement, when it is asked, then it counts as one (REPLAN-4)', () => {
    expect(judged(divided(), beside, 'task_decomposition').replanning.counts).toMatchObject({
      clarifications: 1,
      total: 1,
    });
    expect(decision(beside)).toMatchObject({ replan_needed: false });
  });
});
