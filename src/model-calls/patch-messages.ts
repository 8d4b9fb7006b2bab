/** The prompt for turning a comment into a change of the plan (PLAN-9). */
import { describeFiles } from '../environments/describe-repository.ts';
import { orderedActions } from '../plan/action-order.ts';
import { criteriaText, notesBlock, writtenBy } from './blocks.ts';
import { earlierDecisions } from './decision-history.ts';
import { decisionsBlock } from './decisions-block.ts';
import { neighboursBlock } from './neighbours-block.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { boundedAround, boundedLines, boundedOutput, oneLine, roomsWith, type RoomOf } from './bounded.ts';
import { actionsText, fileLines, finishedText, goalText } from './work-blocks.ts';
import { patchView, type Message } from '../plan/patch/patch-view.ts';
import { subtaskStates } from '../plan/subtask-state.ts';
import { whyReplaced } from '../state/replans.ts';
import { notesTold } from '../state/select.ts';
import type { PromptTools } from './planning-messages.ts';
import type { Said } from '../state/question.ts';
import type { CommentSeen } from '../state/work.ts';
import type { At } from '../state/task.ts';

/** 300 characters of any script, and the author. */
const MAX_MESSAGE_BYTES = 1_300;
const MAX_FILES = 100;
const MAX_DIFF_BYTES = 24_000;

/** `diff` is '' if nothing is saved or it is unavailable. */
export function patchQuestion(
  task: At<'work'>,
  comment: CommentSeen,
  { prompts, nonceOf }: PromptTools,
  diff = '',
): string {
  const { plan, work, settings, snapshot } = task;
  const nonce = nonceOf(task.id);
  const room = roomsWith(nonce);
  const view = patchView(plan, subtaskStates(plan, work.actions, 'working'), conversation(task, comment));
  const messages = view.messages.map((message) => `- ${oneLine(message, MAX_MESSAGE_BYTES)}`);
  return prompts.render('plan-patch', {
    max_subtasks: String(settings.maxSubtasks),
    goal: goalText(plan.goal_understanding, room(4_000)),
    criteria: criteriaText(plan.acceptance_criteria, room(8_000)),
    subtasks: view.subtasks === '' ? 'None.' : boundedLines('subtasks', view.subtasks.split('\n'), room(80_000)),
    tree: view.tree === '' ? 'None.' : boundedLines('tree', view.tree.split('\n'), room(40_000)),
    actions: actionsText(orderedActions(plan), room(16_000)),
    files: boundedLines('tracked files', describeFiles(snapshot).split('\n'), room(12_000)),
    history: historyText(task, room),
    change: changeSoFar(task, diff, room),
    messages: messages.length === 0 ? 'None.' : boundedLines('conversation', messages, room(16_000)),
    said: saidBlock(withoutThis(task.said, comment), { nonce, maxBytes: MAX_SAID }, prompts),
    neighbours: neighboursBlock(task.neighbours, { nonce }),
    notes: notesBlock(notesTold(task), { nonce }),
    comment: commentText(task.comments, comment, nonce),
  });
}

/** That comment is shown separately below. */
function withoutThis(said: readonly Said[], { by, text }: CommentSeen): readonly Said[] {
  const last = said.at(-1);
  return last?.kind === 'comment' && last.by?.id === by.id && last.text === text ? said.slice(0, -1) : said;
}

/** The other comments, each with its reply. */
function conversation({ comments, replies, settings }: At<'work'>, comment: CommentSeen): readonly Message[] {
  return comments.flatMap((one, at) => {
    const answers = replies.filter((reply) => reply.comment === at);
    const own = answers.map(({ text }) => ({ by: { login: settings.botSlug }, text }));
    return one === comment ? [] : [one, ...own];
  });
}

/** What was done and decided, for a comment that asks why. */
function historyText({ work, replanning, reviews, decisions }: At<'work'>, room: RoomOf): string {
  const plans = replanning.versions.map(
    (version) => `- plan ${version.number} was replaced: ${oneLine(whyReplaced(version), 400)}`,
  );
  const reviewed = reviews
    .filter(({ result }) => result !== 'NOT_MADE')
    .map(({ of, result, feedback }) => `- review of the ${of}: ${result}. ${oneLine(feedback, 400)}`);
  const decided = [...plans, ...reviewed];
  return [
    finishedText(work.actions, room(12_000)),
    ...(decisions.length === 0 ? [] : [`Settled on the way: ${decisionsBlock(decisions, room(3_000))}`]),
    ...(decided.length === 0
      ? []
      : [boundedAround('plans and reviews', { lines: decided, at: decided.length - 1 }, room(6_000))]),
    `Earlier re-plans: ${earlierDecisions(replanning.records, room(6_000))}`,
  ].join('\n');
}

function changeSoFar({ work: { checkpoint } }: At<'work'>, diff: string, room: RoomOf): string {
  const { change } = checkpoint;
  if (change === null) return 'Nothing is saved yet.';
  const files = boundedLines('changed files', fileLines(change.files, MAX_FILES), room(4_000));
  return diff.trim() === '' ? files : `${files}\n${boundedOutput('diff', diff, room(MAX_DIFF_BYTES))}`;
}

/** An answer to a question about a comment is shown with that comment, since both belong together. */
function commentText(comments: readonly CommentSeen[], comment: CommentSeen, nonce: string): string {
  const about = comment.about === undefined ? undefined : comments[comment.about];
  const own = writtenBy(`comment by @${comment.by.login} - may steer this work`, comment.text, nonce);
  if (about === undefined) return own;
  const asked = 'You asked about the comment above, and it is weighed again with this answer:';
  return [commentText(comments, about, nonce), asked, own].join('\n');
}
