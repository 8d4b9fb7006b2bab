/** Policies as a later version may have them, and what each decides differently when a stopped task continues. */
import { actionDone, PAUSED, usage } from '../task/task-world.ts';
import {
  ASKED,
  given,
  IDLE,
  judged,
  LOST,
  OUTAGE_DUE,
  review,
  TIME_OVER,
  TOO_LONG,
  TOOL_DONE,
  unusable,
} from './policy-trial-stops.ts';
import type { StopName } from './policy-trial-stops.ts';
import type { Change } from './policy-trial-trees.ts';
import type { Next } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

export interface Policy {
  readonly changes: readonly Change[];
  readonly trials: readonly Trial[];
}

export interface Trial {
  readonly stop: StopName;
  readonly happens: readonly Fact[] | 'what usually does';
  /** What is examined; by default the names of the decisions. */
  readonly told?: (gone: GoneOn) => unknown;
  readonly before: unknown;
  /** By the changed policy. */
  readonly then: unknown;
}

/** A continued task. */
export interface GoneOn {
  /** As it was when it was stopped. */
  readonly stopped: Task;
  readonly task: Task;
  /** Everything recorded since. */
  readonly facts: readonly Fact[];
  /** The decisions among these. */
  readonly decided: readonly Fact[];
  readonly todo: Next;
  /** What came next when it was reopened. */
  readonly reopened: Next;
}

export function namesOf(facts: readonly Fact[]): readonly string[] {
  return facts.map((fact) => ('name' in fact ? `${fact.type}/${fact.name}` : fact.type));
}

function endingIn({ decided }: GoneOn): unknown {
  const ended = decided.find((fact) => fact.type === 'phase' && fact.name === 'ending');
  return ended !== undefined && 'ending' in ended ? ended.ending.reason : namesOf(decided);
}

/** Whether the newest question is one that only a person may settle. */
function isForPerson({ decided }: GoneOn): unknown {
  return decided.flatMap((fact) =>
    fact.type === 'question' && fact.name === 'asked'
      ? [{ never: fact.question.neverAssumed ?? false, person: fact.question.needsPerson }]
      : [],
  );
}

const DAY_MS = 86_400_000;

/** In days from now, for waits that begin now. */
function waitsFor({ decided, task }: GoneOn): unknown {
  return decided.flatMap((fact) =>
    'due' in fact
      ? [[fact.due.overAt, fact.due.remindAt].map((at) => (at === null ? null : (at - task.updatedAt) / DAY_MS))]
      : [],
  );
}

export function effectIn(todo: Next): string {
  return todo.kind === 'perform' ? todo.effect.kind : todo.kind;
}

const RESUMED: Fact = { type: 'control', name: 'resume', by: 'mika' };
const asks = (question: string): readonly Fact[] => [TOOL_DONE, { ...ASKED, question }];
/** The model ends the action by itself, half done. */
const HALF_DONE = actionDone(0, 'partial', ['The test is missing']).slice(-2);
const JUDGED_RETRY = judged('execution', {
  replan_type: 'retry',
  replan_level: 1,
  confidence: 0.85,
  reasoning: 'It may be there again.',
});

export const POLICIES: Readonly<Record<string, Policy>> = {
  'MODEL-3: an answer that cannot be used is asked for again once, not three times': {
    changes: [{ from: 'export const MAX_SCHEMA_REPAIRS = 3;', to: 'export const MAX_SCHEMA_REPAIRS = 1;' }],
    trials: [
      {
        stop: 'planning again, after an answer that could not be used',
        happens: [unusable('the second')],
        before: [],
        then: ['replan_decision/completed', 'phase/noted', 'phase/escalation', 'phase/restored'],
      },
    ],
  },
  'REPLAN-5: a re-plan is granted by itself from a confidence of 0.95 on, not of 0.8': {
    changes: [{ from: 'export const SURE = 0.8;', to: 'export const SURE = 0.95;' }],
    trials: [
      {
        stop: 'judging an action that failed, with the judgement in flight',
        happens: [JUDGED_RETRY],
        before: ['phase/replan_pending', 'phase/replan_granted', 'phase/noted', 'action/again'],
        then: ['phase/replan_pending', 'question/asked'],
      },
    ],
  },
  'REPLAN-4: to try an action again counts as a partial re-plan, too': {
    changes: [{ from: "retry: ['total'],", to: "retry: ['total', 'partialReplans']," }],
    trials: [
      {
        // The one that was granted before counts as it did then.
        stop: 'judging an action that failed, with the judgement in flight',
        happens: [JUDGED_RETRY],
        told: ({ stopped, task }) =>
          [stopped, task].map(({ replanning: { counts } }) => [counts.total, counts.partialReplans]),
        before: [
          [1, 0],
          [2, 0],
        ],
        then: [
          [1, 0],
          [2, 1],
        ],
      },
    ],
  },
  'REPLAN-4: the work asks people once less than may be asked before it': {
    changes: [
      {
        from: 'return counts.questionsInWork < limits.questionsInWork;',
        to: 'return counts.questionsInWork < limits.clarifications - 1;',
      },
    ],
    trials: [
      {
        stop: 'in the middle of an action, with a tool in flight',
        happens: asks('Which rounding is meant?'),
        before: ['question/asked'],
        then: ['question/left_unasked', 'tool'],
      },
    ],
  },
  'PLAN-2: what is about a password may be assumed': {
    changes: [{ from: 'credential, passw~, passphrase,', to: 'credential, passphrase,' }],
    trials: [
      {
        stop: 'in the middle of an action, with a tool in flight',
        happens: asks('Which password may the shop use?'),
        told: isForPerson,
        before: [{ never: true, person: true }],
        then: [{ never: false, person: false }],
      },
      {
        // It was asked as never assumed, and stays so.
        stop: 'paused inside a question',
        happens: [RESUMED, TIME_OVER],
        told: endingIn,
        before: 'withdrawn',
        then: 'withdrawn',
      },
    ],
  },
  'PLAN-2: what is about a price is never assumed': {
    changes: [{ from: 'credential, passw~, passphrase,', to: 'credential, passw~, price, passphrase,' }],
    trials: [
      {
        stop: 'in the middle of an action, with a tool in flight',
        happens: asks('Which price is meant?'),
        told: isForPerson,
        before: [{ never: false, person: false }],
        then: [{ never: true, person: true }],
      },
      {
        // It was asked as assumable, and stays so.
        stop: 'waiting for a clarification',
        happens: [TIME_OVER],
        told: ({ decided }) => namesOf(decided).slice(0, 2),
        before: ['answer/assumed', 'question/closed'],
        then: ['answer/assumed', 'question/closed'],
      },
    ],
  },
  'EXEC-1: a reflection comes before the first step is asked for': {
    changes: [
      {
        from: ": { kind: 'ask_next_step' };",
        to: ": work.reflections === 0 ? { kind: 'ask_reflection' } : { kind: 'ask_next_step' };",
      },
    ],
    trials: [
      {
        stop: 'in the middle of an action, with the next step being asked for',
        happens: [IDLE],
        told: ({ reopened, todo }) => [reopened, todo].map(effectIn),
        before: ['ask_next_step', 'ask_next_step'],
        then: ['ask_next_step', 'ask_reflection'],
      },
      {
        // Nothing is in flight during an outage; its due time does not change.
        stop: 'waiting for an outage to be over',
        happens: [],
        told: ({ reopened }) => [effectIn(reopened), reopened.kind === 'perform' && reopened.notBefore],
        before: ['ask_next_step', OUTAGE_DUE],
        then: ['ask_reflection', OUTAGE_DUE],
      },
    ],
  },
  'EXEC-1: people are reminded after two days and given up on after ten, not after seven and thirty': {
    changes: [
      { from: 'export const REMIND_AFTER_MS = 7 * DAY_MS;', to: 'export const REMIND_AFTER_MS = 2 * DAY_MS;' },
      { from: 'export const GIVE_UP_AFTER_MS = 30 * DAY_MS;', to: 'export const GIVE_UP_AFTER_MS = 10 * DAY_MS;' },
    ],
    trials: [
      {
        stop: 'waiting for a person to step in',
        happens: PAUSED,
        told: waitsFor,
        before: [[30, 7]],
        then: [[10, 2]],
      },
      {
        stop: 'weighing a remark about a plan that waits for approval',
        happens: 'what usually does',
        told: waitsFor,
        before: [[30, 7]],
        then: [[10, 2]],
      },
      {
        // The time for its answer was decided when it was asked; the reminder is decided again.
        stop: 'paused inside a question',
        happens: [RESUMED],
        told: waitsFor,
        before: [[30, 7]],
        then: [[30, 2]],
      },
    ],
  },
  'EXEC-5: a workspace is rebuilt once, not three times': {
    changes: [{ from: 'export const MAX_WORKSPACE_LOSSES = 3;', to: 'export const MAX_WORKSPACE_LOSSES = 1;' }],
    trials: [
      {
        stop: 'in the middle of an action, with a tool in flight',
        happens: [LOST],
        told: endingIn,
        before: ['environment/rewound', 'environment/preparing'],
        then: 'sandbox_lost',
      },
    ],
  },
  'MODEL-6: what a conversation may take is halved once, not three times': {
    changes: [{ from: 'const MAX_HALVINGS = 3;', to: 'const MAX_HALVINGS = 1;' }],
    trials: [
      {
        stop: 'in the middle of an action, with the next step being asked for',
        happens: [TOO_LONG],
        told: endingIn,
        before: ['action/begun_anew'],
        then: 'fault',
      },
    ],
  },
  'MODEL-6: the model is told of its budget from 40 % on, not from 80 %': {
    changes: [{ from: 'const TOLD_AT = [95, 80] as const;', to: 'const TOLD_AT = [95, 40] as const;' }],
    trials: [
      {
        stop: 'waiting for more of its budget',
        happens: [given(1, 'yes', 'yes'), usage()],
        before: ['question/closed', 'control/budget_extended'],
        then: ['question/closed', 'control/budget_extended', 'action/budget_low'],
      },
    ],
  },
  'EXEC-7: what a review finds is revised once, not three times': {
    changes: [{ from: 'export const REVISED_FAILS = 3;', to: 'export const REVISED_FAILS = 1;' }],
    trials: [
      {
        stop: 'verifying once more, after a review that failed was answered',
        happens: [review('FAIL', 'Still no test.')],
        told: endingIn,
        before: ['phase/reviewed', 'revision', 'phase/plan_adopted'],
        then: 'change_not_passed',
      },
    ],
  },
  'REPLAN-2: only an action that failed is judged, not one that is half done': {
    changes: [{ from: "const isBad = status !== 'success';", to: "const isBad = status === 'failure';" }],
    trials: [
      {
        stop: 'in the middle of an action, with the next step being asked for',
        happens: HALF_DONE,
        before: ['action/judging'],
        then: ['action/next'],
      },
    ],
  },
  'EXEC-1: an answer without a tool is the second and last, not the third': {
    changes: [{ from: 'export const MAX_IDLE_ANSWERS = 3;', to: 'export const MAX_IDLE_ANSWERS = 2;' }],
    trials: [
      {
        stop: 'in the middle of an action, with the next step being asked for',
        happens: [IDLE],
        before: ['action/reminded'],
        then: ['action/given_up', 'action/judging'],
      },
    ],
  },
  'GH-2: a comment leads back to work before a container is looked for': {
    changes: [{ from: '[containerNeeded, backToWork,', to: '[backToWork, containerNeeded,' }],
    trials: [
      {
        stop: 'waiting for the confirmation of a re-plan, its container let go of',
        happens: [given(1, 'No. Mind the tests.', 'no', 'Mind the tests.')],
        told: ({ decided }) => decided.flatMap((fact) => ('keeps_tests' in fact ? [fact.keeps_tests] : [])),
        before: [false],
        then: [true],
      },
    ],
  },
  'REPLAN-5: silence confirms a re-plan': {
    changes: [{ from: "{ answer: 'unanswered', by: null }", to: "{ answer: 'yes', by: null }" }],
    trials: [
      {
        stop: 'waiting for the confirmation of a re-plan, its container let go of',
        happens: [TIME_OVER],
        told: ({ task, decided }) => [task.stage.is, namesOf(decided).includes('phase/replan_granted')],
        before: ['report', false],
        then: ['plan', true],
      },
    ],
  },
};
