/** Tasks that were stopped in the middle of something: their stored history, and what usually happens next. */
import { decision, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  BEGAN,
  command,
  PAUSED,
  planOf,
  prepared,
  recorded,
  saved,
  subtask,
  UNDISTURBED,
  usage,
} from '../task/task-world.ts';
import { started } from './stories.ts';
import type { Activity } from '../../src/state/outcome.ts';
import type { Effect } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings, TaskRequest, TaskSettings } from '../../src/state/request.ts';

export interface Stop {
  readonly doing: Activity;
  /** Each line of its history. */
  readonly lines: readonly string[];
  /** The effect in flight. */
  readonly inFlight: Effect['kind'] | null;
  /** What happens once it continues. */
  readonly usually: readonly Fact[];
}

const MINUTE_MS = 60_000;
export const OUTAGE_DUE = BEGAN + 30 * MINUTE_MS;
const MIKA = { id: 8, login: 'mika' };
const PLAN = planOf([subtask('a'), subtask('b')]);

const PLANNING: PlanningSettings = {
  ...UNDISTURBED,
  maxRevisions: 3,
  replanning: {
    ...limitsOf(),
    minConfidence: 0.9,
    confirmsLowConfidence: true,
    confirmationThreshold: 0.3,
    clarifications: 1,
    actionRetries: 3,
    partialReplans: 2,
    total: 10,
  },
  assumes: true,
  assumeAfterMs: 30 * MINUTE_MS,
};

interface Circumstances {
  readonly planning?: Partial<PlanningSettings>;
  readonly settings?: Partial<TaskSettings>;
  readonly request?: Partial<TaskRequest>;
}

function stored(facts: readonly Fact[], { planning, settings, request = {} }: Circumstances = {}): readonly string[] {
  const given = { planning: { ...PLANNING, ...planning }, ...settings };
  return recorded(facts, { settings: given, request }).map((entry) => JSON.stringify(entry));
}

let judgements = 0;
export function judged(point: DecisionPoint, fields: Partial<ReplanDecision>): Fact {
  judgements += 1;
  return { type: 'phase', name: 'judged', replan_id: `d${judgements}`, point, decision: decision(fields) };
}
function fine(point: DecisionPoint): Fact {
  return judged(point, { replan_needed: false, reasoning: 'It will do.' });
}
function posted(question_id: number): Fact {
  return { type: 'question', name: 'posted', question_id, comment_id: 50 + question_id, url: 'u', texts: [] };
}
export function given(question_id: number, text: string, verdict: 'yes' | 'no' | null, remark?: string): Fact {
  const settles = verdict === null ? { 0: text } : {};
  const beside = remark === undefined ? {} : { remark };
  return { type: 'answer', name: 'given', question_id, by: MIKA, text, settles, verdict, comment_id: 90, ...beside };
}
export function unusable(content: string): Fact {
  return {
    type: 'error',
    name: 'invalid_answer',
    call: 'action_plan',
    problems: ['`actions` is missing.'],
    broke: 'schema',
    content: [{ type: 'text', text: content }],
  };
}
export function review(result: 'PASS' | 'FAIL', feedback: string): Fact {
  return { type: 'review', of: 'diff', result, feedback, how: 'tool', attempt: 1 };
}
export const ASKED: Extract<Fact, { readonly name: 'asked' }> & { readonly type: 'action' } = {
  type: 'action',
  name: 'asked',
  tool_use_id: 'ask',
  question: 'Which rounding is meant?',
  context: 'There are two kinds.',
  assumptions: ['Half up'],
};
export const TIME_OVER: Fact = { type: 'effect', name: 'time_over' };
export const TOOL_DONE: Fact = {
  type: 'tool',
  tool_use_id: 'run',
  tool: 'run_command',
  ok: true,
  text: 'Done.',
  exit_code: 0,
  duration_ms: 5,
};
export const LOST: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'It was killed.' };
export const TOO_LONG: Fact = {
  type: 'error',
  name: 'conversation_refused',
  too_long: true,
  message: 'Too long.',
  advice: 'Begin anew.',
};
export const IDLE: Fact = {
  type: 'action',
  name: 'answer',
  action: 0,
  content: [{ type: 'text', text: 'I think about it.' }],
  stop_reason: 'end_turn',
};
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const RETRY = { replan_type: 'retry', replan_level: 1, reasoning: 'The network was down.' } as const;

/** Each step of planning was judged as good enough. */
const [orient, understood, divided, planned] = (() => {
  const [comment, repository, goal, division, plan] = prepared(PLAN) as [Fact, Fact, Fact, Fact, Fact];
  return [
    [comment, repository],
    [goal, fine('goal_understanding')],
    [division, fine('task_decomposition')],
    [plan, fine('action_sequence')],
  ] as const;
})();
const SHELTERED = prepared(PLAN).slice(5);
const PLANNED = [...orient, ...understood, ...divided, ...planned];
const WORKING = [...PLANNED, ...SHELTERED];
const FAILED = actionDone(0, 'failure', ['The network was down']);
/** One more granted re-plan: it keeps its place in the counts. */
const RETRIED = [...WORKING, ...FAILED, judged('execution', RETRY)];
const DONE = [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1), saved('b'), TESTED];

function using(...tools: readonly { readonly id: string; readonly name: string }[]): Fact {
  const content = tools.map((tool) => ({ type: 'tool_use', ...tool, input: {} }) as const);
  return { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' };
}
const RUNNING = using({ id: 'run', name: 'run_command' }, { id: 'ask', name: 'ask_human' });

/** A question about a password was never assumed, one about a price was; each is recorded with its question. */
export const STOPS = {
  'waiting for a clarification': {
    doing: 'wait',
    lines: stored([
      ...orient,
      {
        type: 'phase',
        name: 'goal_error',
        error: {
          type: 'unclear_goal',
          message: 'There are two prices.',
          clarification_needed: ['Which price is meant?'],
          assumptions: ['The price with tax'],
          evidence: [],
        },
      },
      posted(1),
    ]),
    inFlight: null,
    usually: [TIME_OVER],
  },
  'waiting for the confirmation of a re-plan, its container let go of': {
    doing: 'wait',
    lines: stored([
      ...DONE,
      judged('reflection', {
        replan_type: 'plan_revision',
        confidence: 0.5,
        recommended_actions: ['Add a test'],
        issues_found: ['No test'],
      }),
      posted(1),
      { type: 'environment', name: 'sandbox_released', container_id: 'c1' },
    ]),
    inFlight: null,
    usually: [given(1, 'no', 'no')],
  },
  'waiting for a person to step in': {
    doing: 'wait',
    lines: stored([
      ...WORKING,
      ...FAILED,
      judged('execution', {
        replan_needed: false,
        clarification_needed: true,
        clarification_questions: ['Which password opens the service of prices?'],
      }),
      posted(1),
    ]),
    inFlight: null,
    usually: [given(1, 'The one of the vault.', null)],
  },
  'weighing a remark about a plan that waits for approval': {
    doing: 'approve',
    lines: stored(
      [
        ...PLANNED,
        posted(1),
        { type: 'control', name: 'comment', by: MIKA, text: 'Leave out b.' },
        started({ kind: 'ask_patch', comment: 0 }, 'patch'),
      ],
      { request: { plansFirst: true } },
    ),
    inFlight: 'ask_patch',
    usually: [
      {
        type: 'control',
        name: 'comment_weighed',
        understanding: 'Both are needed.',
        problems: [],
        questions: [],
      },
    ],
  },
  'waiting for more of its budget': {
    doing: 'wait',
    lines: stored(
      [
        ...WORKING,
        using({ id: 'run', name: 'run_command' }),
        TOOL_DONE,
        ...Array.from({ length: 4 }, () => usage()),
        saved('a'),
        posted(1),
      ],
      {
        settings: { budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 4 } },
      },
    ),
    inFlight: null,
    usually: [given(1, 'yes', 'yes')],
  },
  'paused inside a question': {
    doing: 'pause',
    lines: stored([
      ...WORKING,
      using({ id: 'ask', name: 'ask_human' }),
      { ...ASKED, question: 'Which password may the shop use?', assumptions: ['The old one'] },
      posted(1),
      ...PAUSED,
    ]),
    inFlight: null,
    usually: [given(1, 'None.', null)],
  },
  'in the middle of an action, with a tool in flight': {
    doing: 'execute',
    lines: stored([
      ...RETRIED,
      LOST,
      ...SHELTERED,
      RUNNING,
      started({ kind: 'use_tool', toolUseId: 'run', tool: 'run_command' }, 'tool'),
    ]),
    inFlight: 'use_tool',
    usually: [TOOL_DONE],
  },
  'in the middle of an action, with the next step being asked for': {
    doing: 'execute',
    lines: stored([...WORKING, TOO_LONG, IDLE, started({ kind: 'ask_next_step' }, 'step')]),
    inFlight: 'ask_next_step',
    usually: [using({ id: 'run', name: 'run_command' }), TOOL_DONE],
  },
  'judging an action that failed, with the judgement in flight': {
    doing: 'execute',
    lines: stored([...RETRIED, ...FAILED, started({ kind: 'ask_decision', point: 'execution' }, 'judge')]),
    inFlight: 'ask_decision',
    usually: [fine('execution')],
  },
  'planning again, after an answer that could not be used': {
    doing: 'sequence',
    lines: stored([
      ...WORKING,
      ...FAILED,
      judged('execution', { replan_type: 'partial_replan', replan_level: 2, reasoning: 'Another way is needed.' }),
      unusable('the first'),
      started({ kind: 'ask_model', call: 'action_plan' }, 'plan'),
    ]),
    inFlight: 'ask_model',
    usually: [{ type: 'revision', reason: 'Another way.', source: 'replan', changes: [], updated_plan: PLAN }],
  },
  'verifying once more, after a review that failed was answered': {
    doing: 'verify',
    lines: stored(
      [
        ...DONE,
        fine('reflection'),
        review('FAIL', 'No test.'),
        ...actionDone(2),
        saved('extra'),
        TESTED,
        fine('reflection'),
        started({ kind: 'ask_review', of: 'diff' }, 'review'),
      ],
      { planning: { review: { plan: false, diff: true } } },
    ),
    inFlight: 'ask_review',
    usually: [review('PASS', '')],
  },
  'waiting for an outage to be over': {
    doing: 'execute',
    lines: stored([
      ...WORKING,
      IDLE,
      started({ kind: 'ask_next_step' }, 'step'),
      {
        type: 'error',
        name: 'retry_later',
        effect: 'ask_next_step',
        of: 'model',
        message: 'It is overloaded.',
        due_at: OUTAGE_DUE,
      },
    ]),
    inFlight: null,
    usually: [{ type: 'control', name: 'comment', by: MIKA, text: 'Mind the tests.' }],
  },
} as const satisfies Readonly<Record<string, Stop>>;

export type StopName = keyof typeof STOPS;
export const STOP_NAMES = Object.keys(STOPS) as readonly StopName[];
