/**
 * The prompts for reviewing a plan or the whole change (EXEC-7), and for writing the pull request's text for its
 * reviewer (MODEL-2). The same task gives the same bytes.
 */
import { criteriaText } from './blocks.ts';
import { decisionsBlock } from './decisions-block.ts';
import { discussionBlock } from './discussion-blocks.ts';
import { checksText, judgedCriteria, unfinishedBlock } from './verification-blocks.ts';
import { findingsBlock } from './findings-block.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { boundedLines, boundedOutput, boundedText, oneLine, roomsWith, type Room, type RoomOf } from './bounded.ts';
import type { Prompts } from './catalogue.ts';
import { environmentList, surroundings } from './surroundings.ts';
import { actionsAhead, workSoFar, workSoFarText } from './work-so-far.ts';
import type { PromptTools } from './planning-messages.ts';
import {
  actionsText,
  decompositionText,
  environmentText,
  fileLines,
  goalText,
  requestText,
  subtasksText,
  endedLine,
} from './work-blocks.ts';
import type { Plan } from '../state/plan.ts';
import type { Reviewed } from '../state/model-facts.ts';
import type { At, ReviewRecord, Task } from '../state/task.ts';

/** The change gets most of the room, since it is what is judged. */
const MAX_DIFF_BYTES = 48_000;
const MAX_FILES = 200;
/** Newest last; older ones led to revisions that were reviewed themselves. */
const EARLIER_SHOWN = 4;

/** `change`: what was changed on an earlier plan that this one replaces. */
export function planReviewQuestion(task: Task, plan: Plan, { prompts, nonceOf }: PromptTools, change = ''): string {
  const room = roomsWith(nonceOf(task.id));
  const { minutes: _, ...around } = surroundings(task.settings, prompts);
  const soFar = workSoFar(task);
  return prompts.render('review-plan', {
    ...asked(task, room, prompts),
    goal: goalText(plan.goal_understanding, room(4_000)),
    division: decompositionText(plan.task_decomposition, plan.acceptance_criteria, room(16_000)),
    actions: actionsText(actionsAhead(plan, soFar), room(16_000)),
    environment: environmentText(plan, room(4_000)),
    ...around,
    environments: environmentList(task.settings, prompts),
    work_so_far: workSoFarText(soFar, change, room),
    earlier_reviews: earlierReviews(task, 'plan', prompts, room(8_000)),
  });
}

/** `diff` is '' if it is unavailable; then only the list of files is shown. */
export function diffReviewQuestion(task: At<'verify'>, diff: string, { prompts, nonceOf }: PromptTools): string {
  const room = roomsWith(nonceOf(task.id));
  const { plan, work, stage } = task;
  return prompts.render('review-diff', {
    ...asked(task, room, prompts),
    goal: goalText(plan.goal_understanding, room(4_000), plan.acceptance_criteria),
    criteria: judgedCriteria(plan.acceptance_criteria, stage.assessment, room(8_000)),
    plan: subtasksText(plan.task_decomposition.subtasks, work.actions, room(6_000)),
    decisions: decisionsBlock(task.decisions, room(4_000)),
    tests: checksText(stage.checks, room(4_000)),
    change: [
      boundedLines('changed files', changedFiles(task), room(6_000)),
      diff.trim() === ''
        ? prompts.render('review-parts/no_diff', {})
        : boundedOutput('diff', diff, room(MAX_DIFF_BYTES)),
    ].join('\n'),
    unfinished: unfinishedBlock(work.checkpoint.change?.unfinished ?? [], room(3_000)),
    earlier_reviews: earlierReviews(task, 'diff', prompts, room(8_000)),
  });
}

function asked(task: Task, room: RoomOf, prompts: Prompts) {
  return {
    request: requestText(task, room(8_000)),
    comments: discussionBlock(task.discussion, room(6_000)) || 'None.',
    findings: findingsBlock(task.findings, room(6_000)),
    said: saidBlock(task.said, room(MAX_SAID), prompts),
  };
}

function changedFiles({ work }: At<'verify'>): readonly string[] {
  const { change } = work.checkpoint;
  if (change === null) return ['None.'];
  const { files, file_count: count = files.length, insertions, deletions } = change;
  return [`${count} files, +${insertions} -${deletions}`, ...fileLines(files, MAX_FILES)];
}

function earlierReviews({ reviews }: Pick<Task, 'reviews'>, of: Reviewed, prompts: Prompts, room: Room): string {
  const lines = reviews
    // A review that was not made judged nothing; its text is for people.
    .filter((review) => review.of === of && review.result !== 'NOT_MADE')
    .slice(-EARLIER_SHOWN)
    .map((review) => earlierReview(review, prompts));
  return lines.length === 0 ? 'None.' : boundedLines('earlier reviews', lines, room);
}

function earlierReview({ result, feedback, isMadeAgain }: ReviewRecord, prompts: Prompts): string {
  const said = oneLine(feedback, 2_000);
  return isMadeAgain === true
    ? `- ${result}, without saying what is wrong${said === '' ? '' : ` (${said})`}: ${prompts.render('review-parts/without_reason', {})}`
    : `- ${result}: ${said}`;
}

const SUMMARY_DIFF_BYTES = 16_000;
const SUMMARY_FILES = 100;

/** `diff` is '' if it is unavailable; then only the list of files is shown. */
export function summaryQuestion(task: At<'report'>, diff: string, { prompts, nonceOf }: PromptTools): string {
  const room = roomsWith(nonceOf(task.id));
  const { plan, work, stage } = task;
  const { checks, ending } = stage;
  const actions = work?.actions ?? [];
  // Their problems are among the points.
  const went = actions.map((action, at) => endedLine(`A${at + 1}, ${action.taskId}`, { ...action, issues: [] }));
  const change = work?.checkpoint.change ?? null;
  const files = fileLines(change?.files ?? [], SUMMARY_FILES);
  const counted = change === null ? '' : `${change.files.length} files, +${change.insertions} -${change.deletions}`;
  return prompts.render('summary', {
    task: [
      requestText(task, room(4_000)),
      ...(plan ? [goalText(plan.goal_understanding, room(3_000), plan.acceptance_criteria)] : []),
    ].join('\n'),
    earlier_tasks:
      task.earlierTasks === '' ? 'None.' : boundedText('earlier tasks of this issue', task.earlierTasks, room(4_000)),
    plan: [
      ...(plan
        ? [
            subtasksText(plan.task_decomposition.subtasks, actions, room(4_500)),
            criteriaText(plan.acceptance_criteria, room(2_000)),
          ]
        : []),
      went.length > 0 ? boundedLines('how the actions went', went, room(6_000)) : 'No action was carried out.',
      `The work ended as: ${ending.status === 'succeeded' ? 'carried out' : `${ending.status} (${ending.reason})`}.`,
    ].join('\n'),
    decisions: decisionsBlock(task.decisions, room(3_000)),
    test_results: checksText(checks, room(3_000), 'failures'),
    findings: findingsBlock(task.findings, room(6_000)),
    said: saidBlock(task.said, room(MAX_SAID), prompts),
    change: [
      boundedLines('changed files', [counted, ...files], room(4_000)),
      ...(diff.trim() === '' ? [] : [boundedOutput('diff', diff, room(SUMMARY_DIFF_BYTES))]),
    ].join('\n'),
  });
}
