/** Findings and what settles them, fact by fact; the rules are in `findings.ts`. */
import { endedBadly } from './action-brief.ts';
import { testsIn } from './checks.ts';
import type { Fact, FactNamed, FactOf } from './facts.ts';
import { namedPoints, type Finding, type SettledBy } from './findings.ts';
import type { Task } from './task.ts';
import type { ActionState } from './work.ts';

type Reported = Omit<Finding, 'settled'>;
type Finds = Pick<Task, 'findings' | 'work' | 'stage' | 'plan' | 'revision'>;

/** After this fact; `task` is the state before it. */
export function found(task: Finds, fact: Fact): readonly Finding[] {
  switch (fact.type) {
    case 'action':
      return foundInAction(task, fact);
    case 'reflection':
      return fact.name === 'model' && (task.work?.judging ?? null) !== null
        ? foundLookingBack(task, fact)
        : task.findings;
    case 'phase':
      return foundInPhase(task, fact);
    case 'review':
      return foundInReview(task, fact);
    case 'environment':
      if (fact.name === 'repository') return added(task.findings, (fact.earlier_open ?? []).map(ofWhole));
      return fact.name === 'rewound' ? taken(task.findings, isCutAway(task)) : task.findings;
    default:
      return task.findings;
  }
}

function foundInAction(task: Finds, fact: FactOf<'action'>): readonly Finding[] {
  const { findings, work } = task;
  const action = inHand(task);
  if (work === null || action === null) return findings;
  const { taskId: subtask } = action;
  switch (fact.name) {
    case 'finished': {
      if (!work.waitingTools.some(({ id }) => id === fact.tool_use_id)) return findings;
      const { status, evaluation, issues_identified: issues, judgement } = fact;
      const isBad = status !== 'success';
      const before = isBad || hasFailed(task, subtask) ? findings : doneAgain(findings, subtask);
      const about = { by: 'action', about: null, subtask, isTakenUp: isBad } as const;
      const reported = [
        ...(isBad ? [{ ...about, text: evaluation, isEnd: true }] : []),
        ...issues.map((text) => ({ ...about, text, isEnd: false })),
      ];
      const judged = judgedOf(judgement?.decision.issues_found ?? [], { subtask, isTakenUp: isBad });
      return added(before, [...reported, ...judged]);
    }
    case 'given_up': {
      const end = { by: 'action', about: null, subtask, text: fact.evaluation, isEnd: true, isTakenUp: true } as const;
      return added(findings, [end]);
    }
    case 'again':
      return taken(findings, (one) => one.subtask === subtask);
    default:
      return findings;
  }
}

function foundLookingBack(task: Finds, { evaluation }: FactNamed<'model'>): readonly Finding[] {
  const action = inHand(task);
  const subtask = action?.taskId ?? null;
  const isTakenUp = action !== null && endedBadly(action);
  const told = evaluation?.issues_identified ?? [];
  return added(
    task.findings,
    told.map((text) => ({ by: 'reflection', about: null, subtask, text, isEnd: false, isTakenUp })),
  );
}

function foundInPhase(task: Finds, fact: FactOf<'phase'>): readonly Finding[] {
  const { findings, stage } = task;
  switch (fact.name) {
    case 'judged':
      return foundJudging(task, fact);
    case 'completion_assessment':
      return foundAssessing(task, fact);
    case 'replan_granted': {
      const isQuestion = fact.counts.includes('clarifications') || (fact.replan_id === null && !fact.is_revision);
      return stage.is === 'work' && !isQuestion ? taken(findings, isOfExecution) : findings;
    }
    case 'verifying':
      return settled(findings, 'replanned', (one) => {
        const { subtask } = one;
        return isOfExecution(one) && one.isTakenUp && (subtask === null || !hasFailed(task, subtask, true));
      });
    case 'plan_adopted':
      return replaced(task, fact);
    case 'reviewing': {
      const last = findings.findLastIndex(({ by, about }) => by === 'review' && about === fact.of);
      return fact.again === true ? settled(findings, 'judged_again', (_, at) => at === last) : findings;
    }
    default:
      return findings;
  }
}

function foundJudging(task: Finds, { point, decision }: FactNamed<'judged'>): readonly Finding[] {
  const { findings } = task;
  if (decision === null) return findings;
  const { issues_found: issues, issues_identified: more = [] } = decision;
  const texts = [...issues, ...more];
  if (point === 'execution') {
    const action = inHand(task);
    return added(
      findings,
      judgedOf(texts, { subtask: action?.taskId ?? null, isTakenUp: action !== null && endedBadly(action) }),
    );
  }
  const isLast = point === 'reflection';
  const before = settled(
    findings,
    'judged_again',
    ({ by, about }) => by === 'judgement' && (about === point || (isLast && about !== 'execution')),
  );
  const about = { by: 'judgement', about: point, subtask: null, isEnd: false, isTakenUp: false } as const;
  return added(
    before,
    texts.map((text) => ({ ...about, text })),
  );
}

/**
 * The model was shown every open point and names those that are still open. For failed work nothing is settled by
 * words.
 */
function foundAssessing(task: Finds, fact: FactNamed<'completion_assessment'>): readonly Finding[] {
  const { findings } = task;
  if (fact.problems !== undefined) return findings;
  const { points, others } = namedPoints({ findings }, fact.remaining_risks);
  const tests = task.stage.is === 'verify' ? testsIn(task.stage.checks) : null;
  const isSound = tests === 'passed' && task.work?.actions.every((action) => !endedBadly(action)) === true;
  const before = settled(
    findings,
    'judged_again',
    (one) => !points.has(one) && (one.by === 'assessment' || (isSound && one.by !== 'review')),
  );
  // A judgement of the result replaces the points of earlier judgements; the one in this answer has just named its own.
  const kept = before.map((one) => (points.has(one) && isOfJudgement(one) ? { ...one, ...ofWhole(one.text) } : one));
  return added(kept, others.map(ofWhole));
}

/** Named by a judgement of the whole work: the current one, or that of the earlier work. */
function ofWhole(text: string): Reported {
  return { by: 'assessment', about: null, subtask: null, text, isEnd: false, isTakenUp: false };
}

function isOfJudgement({ by, about }: Finding): boolean {
  return by === 'judgement' && about !== 'execution';
}

function judgedOf(texts: readonly string[], of: Pick<Finding, 'subtask' | 'isTakenUp'>): readonly Reported[] {
  return texts.map((text) => ({ by: 'judgement', about: 'execution', text, isEnd: false, ...of }));
}

function foundInReview({ findings }: Finds, { of, result, feedback: text }: FactOf<'review'>): readonly Finding[] {
  if (result === 'NOT_MADE') return findings;
  if (result !== 'FAIL') return settled(findings, 'review_passed', ({ by, about }) => by === 'review' && about === of);
  return added(findings, [{ by: 'review', about: of, subtask: null, text, isEnd: false, isTakenUp: true }]);
}

/** Settles points of subtasks that no longer exist, and of work that no longer counts. */
function replaced({ findings, work, stage, plan, revision }: Finds, fact: FactNamed<'plan_adopted'>) {
  const made =
    fact.plan ?? revision ?? (stage.is === 'plan' && stage.draft.step === 'actions' ? stage.draft.found : null) ?? plan;
  const wanted = new Set(made?.task_decomposition.subtasks.map(({ id }) => id));
  const kept = new Set(fact.how === 'begin' ? [] : fact.kept.map((at) => work?.actions[at]?.taskId));
  return settled(
    findings,
    'replaced',
    ({ subtask, isTakenUp }) => subtask !== null && (!wanted.has(subtask) || (!isTakenUp && !kept.has(subtask))),
  );
}

function doneAgain(findings: readonly Finding[], subtask: string): readonly Finding[] {
  return settled(findings, 'done_again', (one) => one.subtask === subtask && one.isTakenUp);
}

/** The reset to the last checkpoint removed it; later work is repeated. */
function isCutAway({ work }: Finds): (one: Finding) => boolean {
  const again = new Set(work?.actions.slice(work.checkpoint.action).map(({ taskId }) => taskId));
  return ({ subtask }) => subtask !== null && again.has(subtask);
}

function isOfExecution({ by, about }: Finding): boolean {
  return by === 'reflection' || (by === 'judgement' && about === 'execution');
}

/** Whether an action of the subtask failed; the current one counts only with `withCurrent`. */
function hasFailed({ work }: Finds, subtask: string, withCurrent = false): boolean {
  return (work?.actions ?? []).some(
    (action, at) => action.taskId === subtask && endedBadly(action) && (withCurrent || at !== work?.current),
  );
}

function inHand({ work }: Finds): ActionState | null {
  return work?.actions[work.current] ?? null;
}

/** Points that are open already are not added again. */
function added(findings: readonly Finding[], reported: readonly Reported[]): readonly Finding[] {
  const known = new Set(findings.filter((one) => one.settled === null).map(({ text }) => text));
  const fresh: Finding[] = [];
  for (const one of reported) {
    if (one.text.trim() === '' || known.has(one.text)) continue;
    known.add(one.text);
    fresh.push({ ...one, settled: null });
  }
  return fresh.length === 0 ? findings : [...findings, ...fresh];
}

function settled(
  findings: readonly Finding[],
  by: SettledBy,
  which: (one: Finding, at: number) => boolean,
): readonly Finding[] {
  return findings.map((one, at) => (one.settled === null && which(one, at) ? { ...one, settled: by } : one));
}

function taken(findings: readonly Finding[], which: (one: Finding) => boolean): readonly Finding[] {
  return findings.map((one) => (one.settled === null && which(one) ? { ...one, isTakenUp: true } : one));
}
