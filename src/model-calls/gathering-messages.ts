/** What the model is asked when not all could be shown that planning may need (PLAN-2). */
import { askedText, notesBlock } from './blocks.ts';
import { notesTold } from '../state/select.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import type { PromptTools } from './planning-messages.ts';
import type { WhyGather } from '../state/gathered.ts';
import type { Task } from '../state/task.ts';

const MAX_DISCUSSION = 32_000;

const WHY: Readonly<Record<WhyGather, string>> = {
  paths: '- Not all paths are listed: the nearest to what the issue names are, the others are counted by folder.',
  named: '- Not all that the issue names could be shown whole.',
  nothing_named: '- Nothing that the issue names by path, file name or identifier was found.',
};

export function gatheringQuestion(task: Task, { prompts, nonceOf }: PromptTools): string {
  const nonce = nonceOf(task.id);
  const { why, callsLeft: left } = task.gathering?.asking ?? { why: [], callsLeft: 1 };
  return prompts.render('gathering', {
    why: why.map((one) => WHY[one]).join('\n'),
    left: left === 1 ? 'This is the last time that you are asked.' : `You are asked at most ${left} times.`,
    issue: askedText(task, { nonce, maxBytes: MAX_DISCUSSION }),
    said: saidBlock(task.said, { nonce, maxBytes: MAX_SAID }),
    notes: notesBlock(notesTold(task), { nonce }),
  });
}
