/** What the model is asked when a comment may change the plan (PLAN-9). */
import { notesBlock, writtenBy } from './blocks.ts';
import { neighboursBlock } from './neighbours-block.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { boundedLines, oneLine, roomsWith } from './bounded.ts';
import { goalText } from './work-blocks.ts';
import { patchView } from '../plan/patch/patch-view.ts';
import { subtaskStates } from '../plan/subtask-state.ts';
import { notesTold } from '../state/select.ts';
import type { PromptTools } from './planning-messages.ts';
import type { CommentSeen } from '../state/work.ts';
import type { At } from '../state/task.ts';

/** 300 characters of any script, and who wrote them. */
const MAX_MESSAGE_BYTES = 1_300;

export function patchQuestion(task: At<'work'>, comment: CommentSeen, { prompts, nonceOf }: PromptTools): string {
  const { plan, work, settings } = task;
  const nonce = nonceOf(task.id);
  const room = roomsWith(nonce);
  const others = task.comments.filter((one) => one !== comment);
  const view = patchView(plan, subtaskStates(plan, work.actions, 'working'), others);
  const messages = view.messages.map((message) => `- ${oneLine(message, MAX_MESSAGE_BYTES)}`);
  return prompts.render('plan-patch', {
    max_subtasks: String(settings.maxSubtasks),
    goal: goalText(plan.goal_understanding, room(4_000)),
    subtasks: view.subtasks === '' ? 'None.' : boundedLines('subtasks', view.subtasks.split('\n'), room(80_000)),
    tree: view.tree === '' ? 'None.' : boundedLines('tree', view.tree.split('\n'), room(40_000)),
    messages: messages.length === 0 ? 'None.' : boundedLines('conversation', messages, room(16_000)),
    said: saidBlock(task.said, { nonce, maxBytes: MAX_SAID }),
    neighbours: neighboursBlock(task.neighbours, { nonce }),
    notes: notesBlock(notesTold(task), { nonce }),
    comment: writtenBy(`comment by @${comment.by.login}, who may steer this work`, comment.text, nonce),
  });
}
