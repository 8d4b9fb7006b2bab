/** Re-plans so far and what is left of the limits, for the model that decides about another one (REPLAN-2, 4). */
import { boundedLines, oneLine, type Room } from './bounded.ts';
import type { DecisionPoint } from '../state/judgements.ts';
import type { ReplanLimits } from '../state/request.ts';
import type { OverrideReason, ReplanCounts, ReplanKind } from '../state/replans.ts';
import type { ToldReplan } from '../state/work.ts';

const MAX_RECORDS = 12;
const MAX_TRIGGERS = 8;

const KIND: Readonly<Record<ReplanKind, string>> = {
  clarification: 'ask people',
  goal: 'understand the goal anew',
  decomposition: 'divide the work anew',
  actions: 'plan all actions anew',
  partial: 'plan the rest anew',
  retry: 'try the action again',
  monitoring: 'add actions after the work',
};

const REFUSAL: Readonly<Record<OverrideReason, string>> = {
  limit_reached: 'refused, the limit was reached',
  low_confidence: 'not done, the confidence was too low',
  infinite_loop: 'refused, it went in circles',
  loops_used: 'refused, verification led back to work as often as it may',
  refused_by_person: 'a person said no',
  disabled: 'not done, re-planning is switched off',
  unreadable: 'not done, the decision could not be understood',
};

export function earlierDecisions(records: readonly ToldReplan[], room: Room): string {
  const wanted = records.filter((record) => record.kind !== null);
  if (wanted.length === 0) return 'None.';
  const lines = wanted.slice(-MAX_RECORDS).map((record) => {
    const kind = record.kind === null ? '' : KIND[record.kind];
    const percent = Math.round(record.decision.confidence * 100);
    return `- in ${record.point}, ${kind} (confidence ${percent} %): ${outcome(record)}. Why: ${oneLine(record.decision.reasoning, 300) || 'not stated'}`;
  });
  const older = wanted.length > lines.length ? [`- (${wanted.length - lines.length} earlier ones are left out)`] : [];
  return boundedLines('earlier re-plans', [...older, ...lines], room);
}

function outcome({ override, executed, result }: ToldReplan): string {
  if (override !== null) return REFUSAL[override];
  if (!executed) return result === 'pending' ? 'waits for a person' : 'not done';
  return { pending: 'begun', success: 'done', failure: 'done, and it failed', skipped: 'skipped' }[result];
}

/** What can be asked for at each point, beside questions; other limits do not matter there. */
const KINDS_AT: Readonly<Record<DecisionPoint, readonly ReplanKind[]>> = {
  goal_understanding: ['goal'],
  task_decomposition: ['decomposition'],
  action_sequence: ['actions'],
  execution: ['decomposition', 'actions', 'partial', 'retry'],
  reflection: ['monitoring'],
};

/** What, how often, and how often at most. */
type Use = readonly [string, number, number];

interface Limited {
  readonly counts: ReplanCounts;
  readonly limits: ReplanLimits;
  readonly point: DecisionPoint;
  /** For the closing answer of an action: the work's questions have a limit of their own. */
  readonly isAtWork?: boolean;
}

export function limitsText({ counts, limits, point, isAtWork = false }: Limited, room: Room): string {
  if (!limits.enabled) return 'Re-planning is switched off: every re-plan will be refused.';
  const retries = Object.values(counts.retries).reduce((sum, count) => sum + count, 0);
  const worn = Object.entries(counts.triggers)
    .filter(([, count]) => limits.detectsLoops && count >= limits.sameTrigger)
    .map(([trigger]) => `- ${oneLine(trigger, 200)}`);
  const ofKind: { readonly [Kind in ReplanKind]?: Use } = {
    decomposition: ['dividing anew', counts.redecompositions, limits.redecompositions],
    actions: ['planning all anew', counts.regenerations, limits.regenerations],
    partial: ['planning the rest anew', counts.partialReplans, limits.partialReplans],
    monitoring: ['more actions after the work', counts.monitoringRevisions, limits.monitoringRevisions],
  };
  const [asked, most] = isAtWork
    ? [counts.questionsInWork, limits.questionsInWork]
    : [counts.clarifications, limits.clarifications];
  const all: readonly Use[] = [
    ['questions to people', asked, most],
    ...KINDS_AT[point].flatMap((kind) => {
      const use = ofKind[kind];
      return use === undefined ? [] : [use];
    }),
    ['re-plans and questions together', counts.total, limits.total],
  ];
  const triesAgain = KINDS_AT[point].includes('retry');
  const isUntried = retries === 0 && limits.actionRetries > 0;
  const unused = [
    ...all.filter(([, used, limit]) => used === 0 && limit > 0).map(([what, , limit]) => `${what} ${limit}`),
    ...(triesAgain && isUntried ? [`retries of each action ${limits.actionRetries}`] : []),
  ];
  const again = `retries of each action: ${limits.actionRetries}; ${retries} used over all actions`;
  return [
    ...(unused.length === 0 ? [] : [`- none used of: ${unused.join(', ')}`]),
    ...all.filter(([, used, limit]) => used > 0 || limit <= 0).map(left),
    ...(triesAgain && !isUntried ? [`- ${again}`] : []),
    ...(limits.detectsLoops ? [`- the same re-plan for the same reason: ${limits.sameTrigger}`] : []),
    ...(worn.length === 0
      ? []
      : [
          `These have been tried as often as that and will be refused (phase, kind, subtask, cause):\n${boundedLines('tried too often', worn.slice(-MAX_TRIGGERS), room)}`,
        ]),
  ].join('\n');
}

function left([what, used, limit]: Use): string {
  return `- ${what}: ${used >= limit ? 'NONE' : limit - used} left (${used} of ${limit} used)`;
}
