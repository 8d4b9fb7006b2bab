/** The prompt of a reflection (PLAN-1, phase 5); `depth` decides how much of the log it contains (PLAN-3). */
import { boundedAround, boundedBlock, oneLine, roomsWith, type Room, type RoomOf } from './bounded.ts';
import { notesBlock } from './blocks.ts';
import { findingsBlock } from './findings-block.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import type { PromptTools } from './planning-messages.ts';
import {
  actionsText,
  endedLine,
  executedText,
  goalText,
  progressText,
  resultsText,
  subtasksText,
  type ActionSoFar,
  type Progress,
} from './work-blocks.ts';
import type { Finding } from '../state/findings.ts';
import type { GoalUnderstanding, Plan, PlannedAction } from '../state/plan.ts';
import type { Said } from '../state/question.ts';
import type { CommentSeen } from '../state/work.ts';

export type ReflectionDepth = 'deep' | 'moderate' | 'shallow';
export type ReflectionOccasion =
  /** An action failed, or ended otherwise than expected. */
  | 'error'
  /** The configured number of actions is finished. */
  | 'interval'
  /** Somebody wrote a comment or a review. */
  | 'people';

export interface ReflectionView {
  readonly taskId: string;
  readonly occasion: ReflectionOccasion;
  readonly depth: ReflectionDepth;
  readonly goal: GoalUnderstanding;
  readonly plan: Plan;
  /** Finished actions, oldest first; the last one is being reflected on. */
  readonly finished: readonly ActionSoFar[];
  /** How many of them were finished since the last reflection. */
  readonly sinceReflection: number;
  /** The tool results of the last action, oldest first. */
  readonly lastResults: readonly string[];
  readonly progress: Progress;
  /** Comments and reviews since the last reflection. */
  readonly comments: readonly CommentSeen[];
  /** The remaining actions of the plan. */
  readonly remaining: readonly PlannedAction[];
  /**
   * What changes the plan: this reflection itself, the re-plan decision asked for next, or one that is made already.
   */
  readonly afterwards: 'may_revise' | 'decided_next' | 'decided';
  readonly said: readonly Said[];
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

export function reflectionQuestion(view: ReflectionView, { prompts, nonceOf }: PromptTools): string {
  const nonce = nonceOf(view.taskId);
  const room = roomsWith(nonce);
  return prompts.render('reflection', {
    occasion: prompts.render(`reflection-parts/${view.occasion}`, {}),
    revision: prompts.render(`reflection-parts/${view.afterwards}`, {}),
    goal: goalText(view.goal, room(3_000)),
    plan: subtasksText(view.plan.task_decomposition.subtasks, view.finished, room(4_500)),
    log_note: logNote(view),
    log: log(view, room),
    progress: progressText(view.progress),
    remaining: actionsText(view.remaining, room(3_000)),
    comments: commentsText(
      view.comments.filter((seen) => !view.said.some((one) => isIn(seen, one))),
      room(4_500),
    ),
    findings: findingsBlock(view.findings, room(6_000)),
    said: saidBlock(view.said, room(MAX_SAID), prompts, (one) => view.comments.some((seen) => isIn(seen, one))),
    notes: notesBlock(view.notes, room(3_500)),
  });
}

const MAX_COMMENTS = 3;
/** More lines than ever fit. */
const MAX_TOLD = 150;

function isIn({ comment, text }: CommentSeen, said: Said): boolean {
  return comment === said.comment && (comment !== undefined || text === said.text);
}

/** Comments that are not in the list of all that people said. */
function commentsText(comments: readonly CommentSeen[], { nonce, maxBytes }: Room): string {
  if (comments.length === 0) return '';
  const shown = comments.slice(-MAX_COMMENTS);
  const each = Math.floor(maxBytes / shown.length) - 1;
  return shown
    .map(({ by, text }) =>
      boundedBlock(`comment by @${by.login} - may steer this work`, text, { nonce, maxBytes: each }),
    )
    .join('\n');
}

/** How many of the finished actions the log contains. */
function told({ depth, finished, sinceReflection }: ReflectionView): number {
  switch (depth) {
    case 'deep':
      return finished.length;
    case 'moderate':
      return Math.min(finished.length, Math.max(1, sinceReflection));
    case 'shallow':
      return Math.min(finished.length, 1);
  }
}

function logNote(view: ReflectionView): string {
  const count = told(view);
  if (count === 0) return 'No action is finished yet.';
  if (view.finished.length === 1) return 'The only finished action.';
  if (count === view.finished.length) return `All ${count} finished actions, oldest first, the last one whole.`;
  return `The last ${count} of ${view.finished.length} finished actions, oldest first.`;
}

/** The last action whole, with its tool results; earlier ones in a line each. */
function log(view: ReflectionView, room: RoomOf): string {
  const actions = view.finished.slice(view.finished.length - told(view));
  const last = actions.at(-1);
  if (!last) return 'None.';
  const earlier = actions.slice(0, -1);
  const before = earlier
    .slice(-MAX_TOLD)
    .map((action) => endedLine(`${action.planned.task_id}, ${oneLine(action.planned.purpose, 200)}`, action));
  return [
    ...(earlier.length > before.length ? [`(${earlier.length - before.length} older ones are left out.)`] : []),
    ...(before.length > 0 ? [boundedAround('log', { lines: before, at: before.length - 1 }, room(8_000))] : []),
    executedText(last, room(3_500)),
    'What its tools gave back last:',
    resultsText(view.lastResults, room(8_000)),
  ].join('\n');
}
