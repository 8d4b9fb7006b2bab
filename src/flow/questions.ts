/** What people are asked: the question is part of the task, with what it is for, before it is posted (EXEC-1). */
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { interventionSummary } from '../plan/intervention-summary.ts';
import type { Fact } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { InterventionSummary } from '../state/outcome.ts';
import type { Question, QuestionKind, Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';

export interface Asking {
  readonly kind: QuestionKind;
  readonly then: Then;
  readonly texts: readonly string[];
  readonly context: string;
  readonly assumptions: readonly string[];
  readonly details?: readonly string[];
  /** Of a person who has to step in: whether the task is at work by then, where that is not where it is now. */
  readonly isWork?: boolean;
  /** Questions that this write asks before it. */
  readonly after?: number;
}

/** More at once nobody answers; the first are what matters most. */
const MAX_TEXTS = 10;

export function ask(task: Task, asking: Asking): readonly Fact[] {
  const { kind, then, texts, context, assumptions, details, after = 0 } = asking;
  const shown = texts.slice(0, MAX_TEXTS);
  const neverAssumed = kind === 'clarification' && isNeverAssumed([...texts, ...assumptions]);
  return [
    // A history that ends in a completion looks like one that is over: the question comes behind it.
    ...(kind === 'intervention' ? [intervention(interventionSummary(task, { ...asking, texts: shown }))] : []),
    {
      type: 'question',
      name: 'asked',
      question_id: task.questions.length + 1 + after,
      kind,
      texts: shown,
      left_out: texts.length - shown.length,
      context,
      assumptions,
      ...(details === undefined ? {} : { details }),
      needs_person: needsPerson(task, kind) || neverAssumed,
      ...(neverAssumed ? { never_assumed: true } : {}),
      then,
      blocks: kind !== 'aside',
    },
  ];
}

function intervention(summary: InterventionSummary): Fact {
  return { type: 'completion', phase: 'completion', status: 'requires_human_intervention', summary };
}

/** Nothing is assumed in its place. */
function needsPerson({ settings }: Task, kind: QuestionKind): boolean {
  switch (kind) {
    case 'intervention':
    case 'budget':
    case 'approval':
      return true;
    case 'clarification':
      return !settings.planning.assumes;
    case 'confirmation':
    case 'aside':
      return false;
  }
}

/** A person decides, and nothing is lost: only how to go on is asked. */
export function askHowToGoOn(task: Task, decision: ReplanDecision, text: string): readonly Fact[] {
  return ask(task, {
    kind: 'intervention',
    then: { is: 'how_to_go_on' },
    texts: [text],
    context: whyOf(decision),
    assumptions: [],
  });
}

export function whyOf({ reasoning, issues_found: issues }: ReplanDecision): string {
  return [reasoning, ...issues].filter((text) => text !== '').join('\n');
}

/** Nobody is asked: what would have been is assumed, and said wherever the work is shown (REPLAN-4, 5). */
export function leftUnasked(
  task: Task,
  { texts, context, assumptions, after = 0 }: Pick<Asking, 'texts' | 'context' | 'assumptions' | 'after'>,
): readonly Fact[] {
  const shown = texts.slice(0, MAX_TEXTS);
  const question_id = task.questions.length + 1 + after;
  return [
    {
      type: 'question',
      name: 'left_unasked',
      question_id,
      texts: shown,
      left_out: texts.length - shown.length,
      context,
      assumptions,
    },
  ];
}

/** As the model is told. */
export function answerNotes({
  texts,
  answers,
  leftOut = 0,
}: Pick<Question, 'texts' | 'answers' | 'leftOut'>): readonly string[] {
  return [
    ...Object.entries(answers).map(
      ([index, { by, text }]) => `Asked "${texts[Number(index)] ?? ''}", @${by.login} answered: ${text}`,
    ),
    ...(leftOut === 0
      ? []
      : [
          `Of the questions only the first ${texts.length} were asked; ${leftOut} more were left out. Ask again only what is still open.`,
        ]),
  ];
}

/** Everything that was asked is answered. */
export function isComplete({ texts, answers }: Pick<Question, 'texts' | 'answers'>): boolean {
  return texts.every((_, index) => index in answers);
}
