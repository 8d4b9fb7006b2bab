/** What a task remembers of its re-planning: verdicts and outcomes, counts, notes, earlier plans. */
import { boxesOf, countOf, type Replanning, type ReplanRecord } from './replans.ts';
import type { Recorded, FactNamed, FactOf } from './facts.ts';
import type { Task } from './task.ts';

export function evolveReplanning(task: Task, fact: Recorded): Task {
  const changed = replanningAfter(task, fact);
  return changed === task.replanning ? task : { ...task, replanning: changed };
}

function replanningAfter({ replanning, updatedAt }: Task, fact: Recorded): Replanning {
  if (fact.type === 'replan_decision') {
    return fact.name === 'completed' ? closed(replanning, fact) : recorded(replanning, fact, updatedAt);
  }
  if (fact.type === 'question') return isAskedByWork(fact) ? withQuestionOfWork(replanning) : replanning;
  if (fact.type !== 'phase') return replanning;
  switch (fact.name) {
    case 'replan_pending':
      return recorded(replanning, fact, updatedAt);
    case 'replan_granted':
      return granted(replanning, fact);
    case 'noted':
      return { ...replanning, notes: [...replanning.notes, ...fact.notes] };
    case 'escalation':
      if (fact.to === 'people') return { ...replanning, peopleTold: true };
      return { ...replanning, escalated: fact.to === 'model' };
    case 'revisions_renewed':
      return { ...replanning, escalated: false, revisions: 0 };
    default:
      return replanning;
  }
}

function isAskedByWork(fact: FactOf<'question'>): boolean {
  return fact.name === 'asked' && fact.blocks && (fact.then.is === 'tool_result' || fact.then.is === 'tell_work');
}

function withQuestionOfWork({ counts, ...rest }: Replanning): Replanning {
  return { ...rest, counts: { ...counts, questionsInWork: counts.questionsInWork + 1 } };
}

/** A judgement that the plan stays is not remembered. */
function recorded(replanning: Replanning, fact: FactNamed<'decided' | 'replan_pending'>, at: number): Replanning {
  const { llm_decision: decision } = fact;
  if (decision === null || !decision.replan_needed) return replanning;
  const record: ReplanRecord = {
    id: fact.replan_id,
    point: fact.phase,
    decision,
    ...(fact.first_look === undefined ? {} : { firstLook: fact.first_look }),
    kind: fact.kind,
    situation: fact.situation,
    executed: fact.executed,
    override: fact.override_reason,
    at,
    ...(fact.plan_before === null ? {} : { planBefore: fact.plan_before }),
    result: fact.result === null ? 'pending' : 'skipped',
  };
  return { ...replanning, records: [...replanning.records, record] };
}

function closed(
  replanning: Replanning,
  { replan_id: id, result, executed, override_reason: override }: FactNamed<'completed'>,
): Replanning {
  const change = executed ? { result } : { result, override };
  return withRecord(replanning, id, change);
}

function withRecord(replanning: Replanning, id: string, change: Partial<ReplanRecord>): Replanning {
  return {
    ...replanning,
    records: replanning.records.map((record) => (record.id === id ? { ...record, ...change } : record)),
  };
}

function granted(before: Replanning, fact: FactNamed<'replan_granted'>): Replanning {
  const replanning = fact.replan_id === null ? before : withRecord(before, fact.replan_id, { executed: true });
  const { counts } = replanning;
  const more = Object.fromEntries(fact.counts.map((name) => [name, counts[name] + 1]));
  const retries =
    fact.retries === null
      ? counts.retries
      : { ...counts.retries, [fact.retries]: countOf(counts.retries, fact.retries) + 1 };
  const triggers = Object.fromEntries(fact.triggers.map((trigger) => [trigger, countOf(counts.triggers, trigger) + 1]));
  return {
    ...replanning,
    counts: { ...counts, ...more, retries, triggers: { ...counts.triggers, ...triggers } },
    escalated: false,
    revisions: replanning.revisions + (fact.is_revision ? 1 : 0),
  };
}

/** The plan that was current goes into the list of earlier plans, with its checkboxes as they were. */
export function replaced({ replanning, plan, work, updatedAt: at }: Task, fact: FactNamed<'plan_adopted'>): Replanning {
  if (plan === null)
    return { ...replanning, escalated: false, ...(fact.plan === undefined ? { currentSince: at } : {}) };
  const { reason, english } = fact;
  const boxes = boxesOf(plan, work);
  const version = {
    number: replanning.versions.length + 1,
    startedAt: replanning.currentSince ?? at,
    boxes,
    replacedBecause: reason,
    ...(english === undefined ? {} : { english }),
    replacedAt: at,
  };
  return {
    ...replanning,
    versions: [...replanning.versions, version],
    currentSince: at,
    reason,
    previous: { done: boxes.filter((box) => box.state === 'done').length, all: boxes.length },
    escalated: false,
    notes: [],
  };
}
