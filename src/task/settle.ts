/**
 * One recorded fact into the next state: first what holds in every phase (counters, starts, outages, stops, the
 * budget), then the phase itself. Pure: the state of a task is the fold of this over its history.
 */
import { askForMore } from '../phases/between/wait-for-budget.ts';
import { budgetOf, exceeded, NOTHING_USED, withBudgetNotice } from './budget.ts';
import { endWith, leaveOut } from './ending.ts';
import { withImages } from './issue-images.ts';
import { moveTo } from './transition.ts';
import { withReview } from './reviews.ts';
import { asideAnswered, isAside } from '../questions/aside.ts';
import { NOTHING_REPLANNED, resolved } from '../replan/state.ts';
import { asDecided } from './replan-fact.ts';
import { isResting } from './underneath.ts';
import type { EffectKind } from './effect.ts';
import type { Recorded } from './fact.ts';
import type { ActivePhase, Task, TaskIn } from './task.ts';
import { withinBudget } from '../plan/begin-anew.ts';
import { PHASES } from '../phases/phases.ts';

/** A step that stopped the service this often is not tried again. */
export const MAX_STARTS_OF_ONE_EFFECT = 10;

export function settle(task: Task | null, fact: Recorded): Task {
  if (task === null) return begin(fact);
  if (task.phase === 'ended') return { ...task, version: fact.seq };
  if (fact.type === 'reflection' && fact.person !== undefined) return { ...task, version: fact.seq, updatedAt: Date.parse(fact.timestamp) };
  const known = asDecided(fact);
  return settlePhase(settleCommon(task, known), known);
}

export function replay(history: readonly Recorded[]): Task | null {
  let task: Task | null = null;
  for (const fact of history) task = settle(task, fact);
  return task;
}

function begin(fact: Recorded): Task {
  if (fact.type !== 'task') throw new TypeError(`A history begins with its task, not with ${fact.type}.`);
  const at = Date.parse(fact.timestamp);
  return {
    phase: 'orient',
    id: fact.task_uuid,
    traceId: fact.trace_id,
    version: fact.seq,
    startedAt: at,
    updatedAt: at,
    request: fact.request,
    settings: fact.settings,
    usage: NOTHING_USED,
    progressComment: null,
    inFlight: null,
    retry: null,
    comments: [],
    workspaceLosses: 0,
    earlierTasks: '',
    replanning: NOTHING_REPLANNED,
    questions: [],
  };
}

type Active = Exclude<Task, TaskIn<'ended'>>;

function settleCommon(task: Active, fact: Recorded): Active {
  const at = Date.parse(fact.timestamp);
  const now = { ...task, version: fact.seq, updatedAt: at };
  if (fact.type === 'effect' && fact.name === 'started') return started(now, fact);
  switch (fact.type) {
    case 'usage':
      return { ...now, usage: addUsage(task, fact) };
    case 'control':
      return controlled(now, fact);
    case 'error':
      if (fact.name !== 'retry_later') return { ...now, inFlight: null, retry: null };
      return {
        ...now,
        inFlight: null,
        retry: {
          since: task.retry?.since ?? at,
          attempt: (task.retry?.attempt ?? 0) + 1,
          dueAt: fact.due_at,
          message: fact.message,
          of: fact.of,
        },
      };
    case 'answer':
      // Heard in any phase, and no outcome of what is in hand.
      if (fact.name !== 'assumed' && isAside(task, fact.question_id)) return asideAnswered(now, fact);
      return { ...now, inFlight: null, retry: null };
    case 'replan_decision':
      return {
        ...now,
        inFlight: null,
        retry: null,
        replanning: fact.name === 'completed' ? resolved(task.replanning, fact.replan_id, fact.result) : task.replanning,
      };
    case 'review':
      return { ...now, inFlight: null, retry: null, reviews: withReview(task, fact) };
    case 'tool':
      return { ...now, inFlight: null, retry: null, usage: { ...task.usage, commandMs: task.usage.commandMs + fact.duration_ms } };
    case 'environment':
      if (fact.name === 'images' || fact.name === 'images_refused')
        return { ...now, inFlight: null, retry: null, images: withImages(task.images, fact) };
      if (fact.name === 'discussion') return { ...now, inFlight: null, retry: null, discussion: fact.discussion };
      if (fact.name === 'repository') return { ...now, inFlight: null, retry: null, earlierTasks: fact.earlier_tasks };
      if (fact.name !== 'workspace_lost') return { ...now, inFlight: null, retry: null };
      return { ...now, inFlight: null, retry: null, workspaceLosses: task.workspaceLosses + 1 };
    default:
      return { ...now, inFlight: null, retry: null };
  }
}

function controlled(task: Active, fact: Extract<Recorded, { readonly type: 'control' }>): Active {
  switch (fact.name) {
    case 'comment':
      return { ...task, comments: [...task.comments, { by: fact.by, text: fact.text }] };
    case 'pause':
      return task.phase === 'pause' || task.phase === 'report' ? task : { ...task, pausing: { by: fact.by } };
    case 'paused':
      return { ...task, inFlight: null, retry: null };
    case 'resume': {
      const { pausing: _, ...others } = task;
      return others.phase === 'pause' ? { ...others, inFlight: null, retry: null } : others;
    }
    default:
      return task;
  }
}

/** Calls of the model. */
const PAID_FOR: ReadonlySet<EffectKind> = new Set([
  'ask_model',
  'ask_next_step',
  'ask_decision',
  'ask_reflection',
  'ask_patch',
  'ask_review',
  'ask_summary',
]);

function started(task: Active, fact: Started): Active {
  const again = task.inFlight?.key === fact.key;
  const paidTwice = again && PAID_FOR.has(fact.effect);
  const usage = paidTwice ? { ...task.usage, interruptedCalls: task.usage.interruptedCalls + 1 } : task.usage;
  return { ...task, usage, inFlight: { effect: fact.effect, key: fact.key, starts: again ? task.inFlight.starts + 1 : 1 } };
}

function addUsage(task: Active, fact: Extract<Recorded, { readonly type: 'usage' }>): Active['usage'] {
  const { usage } = task;
  return {
    ...usage,
    modelCalls: usage.modelCalls + 1,
    inputTokens: usage.inputTokens + fact.input_tokens,
    outputTokens: usage.outputTokens + fact.output_tokens,
    cacheReadTokens: usage.cacheReadTokens + fact.cache_read_tokens,
    cacheWriteTokens: usage.cacheWriteTokens + fact.cache_write_tokens,
    usd: usage.usd + fact.usd,
    modelMs: usage.modelMs + fact.duration_ms,
  };
}

function settlePhase(task: Active, fact: Recorded): Task {
  const early = interrupt(task, fact);
  if (early) return early;
  if (fact.type === 'control' && fact.name === 'paused') return waited(task, paused(task, fact.by));
  return spent(waited(task, bounded(settleIn(task, fact))), fact);
}

function bounded(task: Task): Task {
  return task.phase === 'execute' ? withinBudget(task) : task;
}

function paused(task: Active, by: string): Task {
  if (task.phase === 'pause' || task.phase === 'report') return task;
  const { pausing: _, ...back } = task;
  return moveTo(back, 'pause', { pause: task.version, by, since: task.updatedAt, back });
}

/** Waiting for people and being paused; of a pause while people are asked, each its own part. */
function waited(before: Active, task: Task): Task {
  if ((before.phase !== 'wait' && before.phase !== 'pause') || task.phase === before.phase) return task;
  return { ...task, usage: { ...task.usage, waitedMs: task.usage.waitedMs + before.updatedAt - before.since } };
}

type Started = Extract<Recorded, { readonly name: 'started' }>;

function isDeadly({ inFlight }: Active, fact: Recorded): fact is Started {
  return fact.type === 'effect' && fact.name === 'started' && (inFlight?.starts ?? 0) > MAX_STARTS_OF_ONE_EFFECT;
}

function tooOften(effect: Started['effect']): string {
  return `The step "${effect}" stopped the service ${MAX_STARTS_OF_ONE_EFFECT} times.`;
}

/** What ends any phase but the report, whatever it is doing; in the report, a step that is deadly is left out. */
function interrupt(before: Active, fact: Recorded): Task | null {
  const task = { ...before, inFlight: null, retry: null };
  if (task.phase === 'report')
    return isDeadly(before, fact) ? leaveOut(task, { effect: fact.effect, reason: tooOften(fact.effect), code: 'crashed' }) : null;
  if (fact.type === 'control' && fact.name === 'stop') {
    const [reason, detail] = fact.by === null ? (['withdrawn', fact.reason] as const) : (['stopped', fact.by] as const);
    return endWith(task, { status: 'stopped', reason, detail, list: [] });
  }
  if (fact.type === 'error' && fact.name === 'fault') {
    // What the operator has to put right stands in the log; people read that, and no more (R17).
    if (fact.code === 'model_credentials') return endWith(task, { status: 'failed', reason: 'no_model_access', detail: '', list: [] });
    return endWith(task, { status: 'failed', reason: 'fault', detail: `${fact.message} ${fact.advice}`, list: [], code: fact.code });
  }
  if (
    fact.type === 'error' &&
    fact.name === 'retry_later' &&
    before.retry &&
    before.updatedAt - before.retry.since > before.settings.outageMs
  ) {
    return endWith(task, { status: 'failed', reason: 'outage', detail: fact.message, list: [], code: fact.of });
  }
  if (isDeadly(before, fact))
    return endWith(task, { status: 'failed', reason: 'fault', detail: tooOften(fact.effect), list: [], code: 'crashed' });
  return null;
}

/** What takes time, and so is followed by a look at the budget. */
const TAKES_TIME: ReadonlySet<Recorded['type']> = new Set(['usage', 'tool', 'environment', 'verification', 'effect', 'error']);

function spent(task: Task, fact: Recorded): Task {
  if (task.phase === 'report' || task.phase === 'ended' || !isLookedAt(task, fact)) return task;
  const limit = exceeded(task, budgetOf(task));
  if (limit !== null) return askForMore(task, limit);
  return task.phase === 'execute' ? withBudgetNotice(task) : task;
}

function isLookedAt(task: Task, fact: Recorded): boolean {
  // While people are asked nothing is spent but on what was in hand.
  if (isResting(task)) return false;
  // What people say costs a call of the model, and nothing else is looked at while they say it.
  if (task.phase === 'approve') return true;
  return TAKES_TIME.has(fact.type) && !(fact.type === 'effect' && fact.name === 'started');
}

function settleIn<Name extends ActivePhase>(task: TaskIn<Name>, fact: Recorded): Task {
  return PHASES[task.phase].settle(task, fact);
}
