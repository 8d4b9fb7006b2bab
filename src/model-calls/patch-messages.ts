/** What the model is asked when a comment may change the plan (PLAN-9). */
import { boundedLines, oneLine } from './bounded.ts';
import { writtenBy } from './blocks.ts';
import { notesBlock } from './notes.ts';
import type { PromptTools } from './planning-messages.ts';
import { goalText } from './work-blocks.ts';
import type { GoalUnderstanding } from '../state/plan.ts';
import type { CommentSeen } from '../state/conversation.ts';

export interface PatchView {
  readonly taskId: string;
  readonly comment: CommentSeen;
  readonly goal: GoalUnderstanding;
  /** A subtask a line, sorted and trimmed already (plan/patch/patch-view.ts). */
  readonly subtasksView: string;
  /** A node a line, breadth first, trimmed already. */
  readonly treeView: string;
  /** What was said before the comment, oldest first, each with its author, trimmed already. */
  readonly messages: readonly string[];
  readonly maxSubtasks: number;
  readonly notes: readonly string[];
}

const MAX_MESSAGES = 10;
/** 300 characters of any script, and who wrote them. */
const MAX_MESSAGE_BYTES = 1_300;

export function patchQuestion(view: PatchView, { prompts, nonceOf }: PromptTools): string {
  const nonce = nonceOf(view.taskId);
  const messages = view.messages.slice(-MAX_MESSAGES).map((message) => `- ${oneLine(message, MAX_MESSAGE_BYTES)}`);
  return prompts.render('plan-patch', {
    max_subtasks: String(view.maxSubtasks),
    goal: goalText(view.goal, { nonce, maxBytes: 4_000 }),
    subtasks:
      view.subtasksView === ''
        ? 'None.'
        : boundedLines('subtasks', view.subtasksView.split('\n'), { nonce, maxBytes: 80_000 }),
    tree: view.treeView === '' ? 'None.' : boundedLines('tree', view.treeView.split('\n'), { nonce, maxBytes: 40_000 }),
    messages: messages.length === 0 ? 'None.' : boundedLines('conversation', messages, { nonce, maxBytes: 16_000 }),
    notes: notesBlock(view.notes, { nonce }),
    comment: writtenBy(`comment by @${view.comment.by.login}, who may steer this work`, view.comment.text, nonce),
  });
}
