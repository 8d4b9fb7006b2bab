/**
 * Applies one recorded fact: `state = history.reduce(evolve)`. It is total and contains no rule that may change: no
 * settings, limits, word lists or model schemas. What follows from a fact was decided when it was recorded and comes
 * after it in the history.
 */
import { evolveEnding, evolveEffects } from './evolve-report.ts';
import { evolvePlanning } from './evolve-planning.ts';
import { evolveQuestions } from './evolve-questions.ts';
import { evolveReplanning } from './evolve-replanning.ts';
import { evolveGathering } from './evolve-gathering.ts';
import { evolveControls } from './evolve-controls.ts';
import { evolveShared } from './evolve-shared.ts';
import { evolveVerification } from './evolve-verification.ts';
import { evolveWork } from './evolve-work.ts';
import { evolveWorkspace, withMended } from './evolve-workspace.ts';
import { deniedUntil } from './evolve-denied.ts';
import { commandsRun } from './evolve-commands.ts';
import { found } from './evolve-findings.ts';
import { feared, settled } from './evolve-learnt.ts';
import { heard } from './evolve-said.ts';
import { dayAfter, dayOf } from './day-spending.ts';
import { withUntold } from './untold.ts';
import { NOTHING_REPLANNED } from './replans.ts';
import { NOTHING_USED } from './spending.ts';
import type { Recorded } from './facts.ts';
import type { Task } from './task.ts';

export function evolve(task: Task | null, fact: Recorded): Task {
  if (task === null) return begun(fact);
  const said = heard(task, fact);
  const now = { ...task, version: fact.seq, said, work: withUntold(task, fact, said), ...learnt(task, fact) };
  if (task.stage.is === 'ended') return now;
  const updatedAt = Date.parse(fact.timestamp);
  const shared = evolveShared({ ...now, updatedAt, today: dayAfter(task, updatedAt) }, fact);
  return applied(evolveGathering(shared, fact), fact);
}

function learnt(
  task: Task,
  fact: Recorded,
): Pick<Task, 'findings' | 'commands' | 'decisions' | 'conflicts' | 'denied'> {
  return {
    findings: found(task, fact),
    commands: commandsRun(task, fact),
    decisions: settled(task, fact),
    conflicts: feared(task, fact),
    denied: deniedUntil(task, fact),
  };
}

export function replay(history: readonly Recorded[]): Task | null {
  let task: Task | null = null;
  for (const fact of history) task = evolve(task, fact);
  return task;
}

function applied(task: Task, fact: Recorded): Task {
  switch (fact.type) {
    case 'phase':
      if (fact.name === 'ending' || fact.name === 'summary') return evolveEnding(task, fact);
      return evolvePlanning(evolveReplanning(task, fact), fact);
    case 'plan':
    case 'revision':
      return evolvePlanning(evolveReplanning(task, fact), fact);
    case 'replan_decision':
      return evolveReplanning(task, fact);
    case 'tool':
      return evolveWork(withMended(task, fact), fact);
    case 'action':
    case 'reflection':
      return evolveWork(task, fact);
    case 'environment':
      return evolveWorkspace(task, fact);
    case 'question':
      return evolveQuestions(evolveReplanning(task, fact), fact);
    case 'answer':
      return evolveQuestions(task, fact);
    case 'control':
      return evolveControls(task, fact);
    case 'effect':
      return evolveEffects(evolveWork(task, fact), fact);
    case 'completion':
      return evolveEnding(task, fact);
    case 'verification':
      return evolveVerification(task, fact);
    case 'error':
    case 'review':
    case 'task':
    case 'usage':
      return task;
  }
}

/** A task begins with its request; facts before it are ignored. */
function begun(fact: Recorded): Task {
  if (fact.type !== 'task') throw new TypeError(`A history begins with its task, not with ${fact.type}.`);
  const at = Date.parse(fact.timestamp);
  return {
    id: fact.task_uuid,
    traceId: fact.trace_id,
    version: fact.seq,
    startedAt: at,
    updatedAt: at,
    request: fact.request,
    settings: fact.settings,
    usage: NOTHING_USED,
    spentIn: { phases: {}, days: {} },
    progressComment: null,
    label: null,
    inFlight: null,
    retry: null,
    comments: [],
    said: [],
    findings: [],
    commands: [],
    baseRuns: [],
    baseMoves: [],
    loops: 0,
    decisions: [],
    conflicts: [],
    denied: [],
    workspaceLosses: 0,
    earlierTasks: '',
    neighbours: null,
    replanning: NOTHING_REPLANNED,
    questions: [],
    extensions: 0,
    today: { day: dayOf(at), before: NOTHING_USED, raised: {}, others: null },
    letThrough: [],
    refusedChanges: [],
    amended: [],
    replies: [],
    reviews: [],
    unusable: [],
    askedSince: null,
    snapshot: null,
    plan: null,
    revision: null,
    work: null,
    stage: { is: 'orient' },
    workspace: { is: 'none' },
    asked: [],
    pausing: null,
    paused: null,
    limited: null,
    suspended: null,
  };
}
