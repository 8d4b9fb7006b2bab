/** The prompt that asks what else planning needs to see of the repository (PLAN-2). */
import { askedText, notesBlock } from './blocks.ts';
import { notesTold } from '../state/select.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import type { PromptTools } from './planning-messages.ts';
import type { Task } from '../state/task.ts';

const MAX_DISCUSSION = 32_000;

export function gatheringQuestion(task: Task, { prompts, nonceOf }: PromptTools): string {
  const nonce = nonceOf(task.id);
  const { why, callsLeft: left } = task.gathering?.asking ?? { why: [], callsLeft: 1 };
  return prompts.render('gathering', {
    why: why.map((one) => prompts.render(`gathering-parts/${one}`, {})).join('\n'),
    left: prompts.render(left === 1 ? 'gathering-parts/last' : 'gathering-parts/left', { left: String(left) }),
    issue: askedText(task, { nonce, maxBytes: MAX_DISCUSSION }),
    said: saidBlock(task.said, { nonce, maxBytes: MAX_SAID }, prompts),
    notes: notesBlock(notesTold(task), { nonce }),
  });
}
