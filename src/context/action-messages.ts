/**
 * The conversation of the action loop, projected from the recorded turns. What was sent once is sent again byte
 * for byte, so that each call reuses the cached prefix of the last: a turn's text depends on nothing that can
 * change after it.
 */
import { shorten } from '../plan/describe-repository.ts';
import { goalBlock, issueBlock, subtasksBlock, writtenBy } from './blocks.ts';
import type { PromptTools } from './planning-messages.ts';
import type { ModelMessage, RequestBlock } from '../ports/model.ts';
import type { Plan } from '../plan/plan.ts';
import type { Budget } from '../task/request.ts';
import type { ActionBrief, CommentSeen, EnvironmentReport, TaskIn, Turn } from '../task/task.ts';

/** By the last turn of a message: only then is it complete, and what is added to it later makes it another one. */
const sent = new WeakMap<Turn, ModelMessage>();

export function actionMessages(task: TaskIn<'execute'>, tools: PromptTools): readonly ModelMessage[] {
  return groups(task.work.conversation).map((turns) => {
    const [first, last] = [turns[0] as Turn, turns.at(-1) as Turn];
    const known = sent.get(last);
    if (known) return known;
    const message: ModelMessage =
      first.kind === 'answer'
        ? { role: 'assistant', content: first.content }
        : { role: 'user', content: turns.flatMap((turn) => blocksOf(turn, task, tools)) };
    sent.set(last, message);
    return message;
  });
}

/** Turns of ours that follow each other are one message. An answer that says nothing cannot be sent back: the API refuses it. */
function groups(turns: readonly Turn[]): readonly (readonly Turn[])[] {
  const grouped: Turn[][] = [];
  for (const turn of turns) {
    if (
      turn.kind === 'answer' &&
      !turn.content.some((block) => block.type === 'tool_use' || (block.type === 'text' && block.text.trim() !== ''))
    )
      continue;
    const last = grouped.at(-1);
    if (last && turn.kind !== 'answer' && last[0]?.kind !== 'answer') last.push(turn);
    else grouped.push([turn]);
  }
  return grouped;
}

function blocksOf(turn: Turn, task: TaskIn<'execute'>, tools: PromptTools): readonly RequestBlock[] {
  switch (turn.kind) {
    case 'begin':
      return [{ type: 'text', text: beginning(turn.brief, task, tools) }];
    case 'replanned':
      return [{ type: 'text', text: newPlan(turn.reason, turn.plan) }];
    case 'results':
      return [...turn.results, ...turn.comments.map((comment) => commentBlock(comment, tools.nonceOf(task.id)))];
    case 'reminder':
      return [{ type: 'text', text: tools.prompts.render('act-reminder', {}) }];
    case 'workspace_rebuilt':
      return [
        {
          type: 'text',
          text: 'The workspace was lost and has been rebuilt from the last saved state. Anything you changed after your last finished subtask is gone; look before you go on.',
        },
      ];
    case 'budget_low':
      return [{ type: 'text', text: budgetNotice(turn) }];
    case 'answer':
      return [];
  }
}

const LIMITS: { readonly [Limit in keyof Budget]: string } = {
  tokens: 'tokens',
  usd: 'money',
  minutes: 'time',
  modelCalls: 'model calls',
};

/** Once to make for the end, once to come to it (MODEL-6). */
function budgetNotice({ percent, limit }: Extract<Turn, { readonly kind: 'budget_low' }>): string {
  const used = `About ${percent} % of the ${LIMITS[limit]} that this task may spend is used up; at the end the work pauses as it is.`;
  return percent >= 95
    ? `${used} Leave the files in a working state now and close this action with \`finish_action\`; name what is missing.`
    : `${used} Make for the end: do what matters most, leave out what can be left out, and close each action as soon as it is done.`;
}

function commentBlock({ by, text }: CommentSeen, nonce: string): RequestBlock {
  const block = writtenBy(`comment by @${by.login}`, text, nonce);
  return {
    type: 'text',
    text: `While you work, @${by.login}, who may steer this work, wrote on the issue. Take it into account:\n${block}`,
  };
}

/** The first action is told everything; later ones find it above and are told only what is new. */
function beginning(brief: ActionBrief, task: TaskIn<'execute'>, tools: PromptTools): string {
  const { environment, request } = task;
  const { action, whole } = brief;
  return tools.prompts.render('act', {
    task: whole ? `${goalBlock(whole.goal_understanding)}\n\n${issueBlock(request, tools.nonceOf(task.id))}` : 'As given before.',
    plan: whole
      ? subtasksBlock(whole.task_decomposition.subtasks, whole.acceptance_criteria)
      : `As given before; ${brief.number - 1} of ${brief.of} actions are over.`,
    action: `${brief.isRetry ? 'Once more: ' : ''}Action ${brief.number} of ${brief.of}, of subtask ${brief.subtask}: ${brief.description}\n${action.purpose}${action.tool ? `\nPlanned tool: ${action.tool}` : ''}`,
    expected_outcome: action.expected_outcome || 'Not stated: the subtask is done.',
    fallback_strategy: action.fallback_strategy || 'Not stated: use your judgement.',
    environment_state: whole ? describeEnvironment(environment, tools.nonceOf(task.id)) : 'As before.',
  });
}

function newPlan(reason: string, plan: Plan): string {
  return [
    'The plan was changed.',
    ...(reason === '' ? [] : [`Reason: ${reason}`]),
    goalBlock(plan.goal_understanding),
    subtasksBlock(plan.task_decomposition.subtasks, plan.acceptance_criteria),
  ].join('\n');
}

function describeEnvironment(environment: EnvironmentReport, nonce: string): string {
  const failures = [
    ...environment.setup.filter((command) => command.exit_code !== 0),
    ...environment.checks.filter((check) => !check.passed).map((check) => check.command),
  ];
  const head = `Environment "${environment.name}", ${environment.setup.length} set-up commands run.`;
  if (failures.length === 0) return `${head} It is ready.`;
  const errors = failures.map((command) => writtenBy(`output of ${command.command}`, shorten(command.output, 4_000), nonce));
  return [`${head} The set-up FAILED. Find another way, or repair it first.`, ...errors].join('\n');
}
