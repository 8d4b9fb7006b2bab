/** Asks people: the question becomes part of the task, with its purpose, before it is posted (EXEC-1). */
import { mustBeAnswered } from '../replan/never-assumed.ts';
import { inOwnWords } from '../plan/own-words.ts';
import { interventionSummary } from '../plan/intervention-summary.ts';
import type { Facts } from '../state/facts.ts';
import type { HeldChange } from '../state/outcome.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { PutQuestion, QuestionKind, Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';

interface Put {
  readonly kind: QuestionKind;
  readonly texts: readonly string[];
  readonly context: string;
  readonly assumptions: readonly string[];
  readonly english?: PutQuestion['english'];
  readonly details?: readonly string[];
  readonly held?: HeldChange;
  readonly blockers?: PutQuestion['blockers'];
  /** The number of questions before it in this write. */
  readonly after?: number;
}

interface Asking extends Put {
  readonly then: Then;
  /** The judgement that asks. */
  readonly decision?: ReplanDecision;
  /** For an intervention: whether the task will be at work by then, if that differs from the current stage. */
  readonly isWork?: boolean;
}

/** Nobody answers more at once; the model puts the important ones first. */
const MAX_TEXTS = 10;

export function askPeople(task: Task, asking: Asking): Facts {
  const { kind, then, texts, assumptions, decision = {} } = asking;
  const neverAssumed = kind === 'clarification' && mustBeAnswered(decision, [...texts, ...assumptions]);
  const question: PutQuestion = {
    ...put(task, asking),
    needsPerson: needsPerson(task, kind) || neverAssumed,
    ...(neverAssumed ? { neverAssumed } : {}),
  };
  const asked = { type: 'question', name: 'asked', question, then, blocks: kind !== 'aside' } as const;
  if (kind !== 'intervention') return [asked];
  const summary = interventionSummary(task, { ...asking, texts: question.texts });
  return [
    // A history that ends with a completion looks finished, so the question comes after it.
    { type: 'completion', phase: 'completion', status: 'requires_human_intervention', summary },
    asked,
  ];
}

function put(
  task: Task,
  { kind, texts, context, assumptions, english, details, held, blockers, after = 0 }: Put,
): PutQuestion {
  return {
    id: task.questions.length + 1 + after,
    kind,
    texts: texts.slice(0, MAX_TEXTS),
    ...(texts.length > MAX_TEXTS ? { leftOut: texts.length - MAX_TEXTS } : {}),
    context,
    assumptions,
    ...(english === undefined ? {} : { english: { ...english, texts: english.texts.slice(0, MAX_TEXTS) } }),
    ...(details === undefined ? {} : { details }),
    ...(held === undefined ? {} : { held }),
    ...(blockers === undefined ? {} : { blockers }),
    needsPerson: false,
  };
}

/** No assumption may replace the answer. */
function needsPerson({ settings }: Task, kind: QuestionKind): boolean {
  switch (kind) {
    case 'intervention':
    case 'budget':
    case 'approval':
    case 'protected_paths':
    case 'dependency':
      return true;
    case 'clarification':
      return !settings.planning.assumes;
    case 'confirmation':
    case 'daily_budget':
    case 'aside':
      return false;
  }
}

/** A person decides; only how to continue is asked and nothing is lost. */
export function askHowToGoOn(task: Task, context: string): Facts {
  return askPeople(task, {
    kind: 'intervention',
    then: { is: 'how_to_go_on' },
    ...inOwnWords(task, ({ revisedTooOften }) => ({ texts: [revisedTooOften], assumptions: [] })),
    context,
  });
}

export function whyOf({ reasoning, issues_found: issues }: ReplanDecision): string {
  return [reasoning, ...issues].filter((text) => text !== '').join('\n');
}

/** Asks nobody: the assumption is recorded and shown wherever the work is shown (REPLAN-4, 5). */
export function leftUnasked(task: Task, asking: Omit<Put, 'kind'>): Facts {
  return [{ type: 'question', name: 'left_unasked', question: put(task, { ...asking, kind: 'clarification' }) }];
}
