/**
 * The first message of a restarted conversation (MODEL-6): everything that matters, each part within its share of the
 * room.
 */
import { boundedAround, boundedBlock, boundedOutput, boundedText, oneLine, type Room } from './bounded.ts';
import { goalBlock, issueText, planBlock, suggestionsText, type Asked } from './blocks.ts';
import { discussionBlock } from './discussion-blocks.ts';
import { decisionsBlock } from './decisions-block.ts';
import { saidBlock } from './said-block.ts';
import { rulesForWork, rulesOf } from './project-rules.ts';
import { finishedText } from './work-blocks.ts';
import { STANDING_BYTES, standingBlock } from './standing-block.ts';
import type { PromptTools } from './planning-messages.ts';
import type { Past, Turn, PastStep } from '../state/work.ts';
import type { At } from '../state/task.ts';
import type { Plan } from '../state/plan.ts';

type Anew = Extract<Turn, { readonly kind: 'anew' }>;

/** Room that other parts leave is used for the last steps, so that the model need not look again. */
const FILLED = 0.85;
const MOST_STEPS = 0.5;
/** Less than 1 in total: the action's brief, the environment and the prompt's own words need room too. */
const SHARE = {
  request: 0.14,
  goal: 0.06,
  rules: 0.1,
  plan: 0.14,
  past: 0.1,
  decisions: 0.04,
  people: 0.17,
  steps: 0.16,
} as const;
/** For the rules of the closing answer. */
const STANDING = 0.06;

type Anewed = Asked & Pick<At<'work'>, 'id' | 'plan' | 'snapshot' | 'settings'>;

export function anewParts({ past, brief }: Anew, task: Anewed, tools: PromptTools) {
  const nonce = tools.nonceOf(task.id);
  const room = (part: keyof typeof SHARE): Room => ({ nonce, maxBytes: Math.floor(past.room * SHARE[part]) });
  const plan = brief.whole ?? task.plan;
  const parts = {
    task: `${boundedText('goal', goalBlock(plan.goal_understanding, plan.acceptance_criteria), room('goal'))}\n\n${askedBlock(task, room('request'))}`,
    project_rules: rulesForWork(rulesOf(task), room('rules')),
    plan: planText(plan, past, room('plan')),
    past: finishedText(past.actions, room('past')),
    decisions: decisionsBlock(past.decisions ?? [], room('decisions')),
    people: saidBlock(past.said, room('people'), tools.prompts),
    standing: standingBlock(brief, tools, {
      limits: task.settings.planning.replanning,
      room: (maxBytes) => ({
        nonce,
        maxBytes: Math.floor(Math.min(1, (past.room * STANDING) / STANDING_BYTES) * maxBytes),
      }),
    }),
  };
  const used = Object.values(parts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const left = Math.min(past.room * MOST_STEPS, past.room * FILLED - used);
  return {
    ...parts,
    steps: stepsText(past, tools, { nonce, maxBytes: Math.floor(Math.max(left, past.room * SHARE.steps)) }),
  };
}

/** Earlier comments take room from the request, at most half. */
function askedBlock(asked: Asked, { nonce, maxBytes }: Room): string {
  const said = discussionBlock(asked.discussion, { nonce, maxBytes: Math.floor(maxBytes / 2) });
  if (said === '') return requestBlock(asked, { nonce, maxBytes });
  return `${requestBlock(asked, { nonce, maxBytes: maxBytes - Buffer.byteLength(said) - 2 })}\n\n${said}`;
}

function requestBlock(asked: Asked, { nonce, maxBytes }: Room): string {
  const { instruction, checks } = asked.request;
  const each = instruction === null && checks === undefined ? maxBytes : Math.floor(maxBytes / 2) - 60;
  const room = { nonce, maxBytes: each };
  return issueText(asked, (label, text) => boundedBlock(label, text, room), room);
}

function planText(plan: Plan, past: Past, { nonce, maxBytes }: Room): string {
  const why =
    past.reason === ''
      ? ''
      : `It was changed on the way. Reason:\n${boundedText('reason', past.reason, { nonce, maxBytes: maxBytes / 6 })}\n`;
  const suggestions = suggestionsText(plan, { nonce, maxBytes: Math.floor(maxBytes / 6) });
  const left = Math.floor((maxBytes * 5) / 6) - Buffer.byteLength(suggestions);
  return `${why}${planBlock(plan, past.actions, { nonce, maxBytes: left })}${suggestions}`;
}

/** The newest with their tool results, as many as fit; one line for each earlier one. */
function stepsText({ steps, stepsLeftOut }: Past, { prompts }: PromptTools, { nonce, maxBytes }: Room): string {
  if (steps.length === 0) return 'None.';
  const listRoom = Math.floor(maxBytes * 0.2);
  const whole: string[] = [];
  let left = maxBytes - listRoom;
  let at = steps.length;
  for (; at > 0; at -= 1) {
    const step = steps[at - 1] as PastStep;
    const most = at === steps.length ? left / 2 : left / 3;
    if (most < 500 || (step.result === '' && step.tool !== '')) break;
    const block = boundedOutput(step.tool === '' ? 'words without a tool' : `step with ${step.tool}`, stepText(step), {
      nonce,
      maxBytes: Math.floor(most),
    });
    whole.unshift(block);
    left -= Buffer.byteLength(block) + 1;
  }
  const lines = steps
    .slice(0, at)
    .map((step) => `- ${oneLine(step.tool || 'no tool', 60)} ${oneLine(step.input, 160)}: ${outcome(step)}`);
  const earlier =
    lines.length === 0
      ? []
      : [boundedAround('earlier steps', { lines, at: lines.length - 1 }, { nonce, maxBytes: listRoom })];
  return [
    ...(stepsLeftOut > 0 ? [`(${stepsLeftOut} older steps are left out.)`] : []),
    ...earlier,
    ...(at > 0 ? [prompts.render('act-notices/steps_left_out', {})] : []),
    ...whole,
  ].join('\n');
}

function stepText(step: PastStep): string {
  return [
    ...(step.said === '' ? [] : [`Said: ${step.said}`]),
    ...(step.tool === '' ? [] : [`Input: ${step.input}`, `Gave back (${outcome(step)}):`, step.result]),
  ].join('\n');
}

function outcome({ tool, ok }: PastStep): string {
  return tool === '' ? 'no tool was used' : ok ? 'it worked' : 'it failed';
}
