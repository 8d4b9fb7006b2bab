/**
 * The conversation of the action loop, rendered from the recorded turns. What was sent once is sent again byte for
 * byte, so that each call reuses the previous call's cached prefix: a turn's text must not depend on anything that can
 * change after it.
 */
import { budgetNotice, commentBlock, cutOff, heardSince, reminder, rulesBlock, saidAgain } from './action-notices.ts';
import { actionParts } from './action-parts.ts';
import { anewParts } from './anew-message.ts';
import { askedText } from './blocks.ts';
import { decisionsBlock } from './decisions-block.ts';
import { goalsBefore, MAX_GOAL, newPlan, planText } from './plan-told.ts';
import { rulesForWork, rulesOf } from './project-rules.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { standingBlock } from './standing-block.ts';
import { roomsWith } from './bounded.ts';
import { goalText } from './work-blocks.ts';
import { environmentState } from './environment-at-work.ts';
import type { PromptTools } from './planning-messages.ts';
import type { ModelMessage, RequestBlock } from '../ports/model.ts';
import type { GoalUnderstanding, Plan } from '../state/plan.ts';
import type { ActionBrief, Turn } from '../state/work.ts';
import type { At } from '../state/task.ts';

/** What a turn may show, in characters or bytes: small plans and issues stay whole, all are bounded. */
const MAX_DISCUSSION = 16_000;
/** Small, since each action repeats them and earlier copies stay in the conversation. */
const MAX_DECISIONS = 2_500;
const MAX_RULES = 24_000;
const MAX_OUTPUT = 4_000;
/** Up to this many subtasks the plan is read as a whole; with more, the current one is repeated. */
const AT_ONE_GLANCE = 3;

/** Keyed by the last turn of a message, since a message that grows is another message. */
const sent = new WeakMap<Turn, ModelMessage>();

export function actionMessages(task: At<'work'>, tools: PromptTools): readonly ModelMessage[] {
  const before = briefsBefore(task.work.conversation);
  const told = goalsBefore(task.work.conversation);
  return groups(task.work.conversation).map((turns) => {
    const [first, last] = [turns[0] as Turn, turns.at(-1) as Turn];
    const known = sent.get(last);
    if (known) return known;
    const message: ModelMessage =
      first.kind === 'answer'
        ? { role: 'assistant', content: first.content }
        : {
            role: 'user',
            content: turns.flatMap((turn) =>
              blocksOf(turn, { task, tools, before: before.get(turn) ?? null, goalTold: told.get(turn) ?? null }),
            ),
          };
    sent.set(last, message);
    return message;
  });
}

/** For each action the one that was begun before it, whose information is above. */
function briefsBefore(turns: readonly Turn[]): ReadonlyMap<Turn, ActionBrief> {
  const before = new Map<Turn, ActionBrief>();
  let last: ActionBrief | null = null;
  for (const turn of turns) {
    if (last !== null && turn.kind === 'begin') before.set(turn, last);
    if (turn.kind === 'begin' || turn.kind === 'anew') last = turn.brief;
  }
  return before;
}

interface Saying {
  readonly task: At<'work'>;
  readonly tools: PromptTools;
  readonly before: ActionBrief | null;
  readonly goalTold: GoalUnderstanding | null;
}

/** Consecutive turns of ours form one message. An empty answer cannot be sent back, since the API refuses it. */
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

function blocksOf(turn: Turn, { task, tools, before, goalTold }: Saying): readonly RequestBlock[] {
  const { prompts } = tools;
  const nonce = tools.nonceOf(task.id);
  switch (turn.kind) {
    case 'begin':
      return [{ type: 'text', text: beginning(turn.brief, { task, tools, before, goalTold }) }];
    case 'replanned':
      return [{ type: 'text', text: newPlan(turn, goalTold, prompts, nonce) }];
    case 'results':
      return [
        ...turn.results,
        ...(turn.cut === undefined ? [] : [{ type: 'text', text: cutOff(turn.cut, prompts) } as const]),
        ...(turn.rules ?? []).map((path) => rulesBlock(path, task, prompts, nonce)),
        ...turn.comments.map((comment) => commentBlock(comment, prompts, nonce)),
      ];
    case 'told': {
      const since =
        turn.said.length === 0 ? [] : [{ type: 'text', text: heardSince(turn.said, prompts, nonce) } as const];
      return [...since, ...turn.comments.map((comment) => commentBlock(comment, prompts, nonce))];
    }
    case 'anew':
      return [{ type: 'text', text: begunAnew(turn, task, tools) }];
    case 'reminder':
      return [{ type: 'text', text: reminder(turn, prompts) }];
    case 'workspace_rebuilt':
      return [
        {
          type: 'text',
          text: `${prompts.render('act-notices/workspace_rebuilt', {})}${turn.cause === undefined ? '' : ` What is known of the cause: ${turn.cause}`}${saidAgain(turn.said, prompts, nonce)}`,
        },
      ];
    case 'budget_low':
      return [{ type: 'text', text: budgetNotice(turn, prompts) }];
    case 'answer':
      return [];
  }
}

/** The first action is told everything; later ones only what is new. */
function beginning(brief: ActionBrief, { task, tools, before }: Saying): string {
  const { whole, said = [], decisions = [] } = brief;
  const nonce = tools.nonceOf(task.id);
  return tools.prompts.render('act', {
    ...actionParts(brief, { ...tools, nonce, isToldAbove: whole !== null && subtasksIn(whole) <= AT_ONE_GLANCE }),
    standing: standingBlock(brief, tools, {
      limits: task.settings.planning.replanning,
      room: roomsWith(nonce),
      before,
    }),
    task: whole
      ? `${goalText(whole.goal_understanding, { nonce, maxBytes: MAX_GOAL }, whole.acceptance_criteria)}\n\n${askedText(task, { nonce, maxBytes: MAX_DISCUSSION })}`
      : 'As given before.',
    project_rules: whole ? rulesForWork(rulesOf(task), { nonce, maxBytes: MAX_RULES }) : 'As given before.',
    plan: whole ? planText(whole, nonce) : `As given before; ${brief.number - 1} of ${brief.of} actions are over.`,
    said: whole
      ? saidBlock(said, { nonce, maxBytes: MAX_SAID }, tools.prompts)
      : 'As given before; what came since stands above.',
    decisions: decisionsBlock(decisions, { nonce, maxBytes: MAX_DECISIONS }),
    environment_state: whole ? environmentState(task, tools.prompts, roomsWith(nonce)(MAX_OUTPUT)) : 'As before.',
  });
}

function subtasksIn({ task_decomposition: division }: Plan): number {
  return division.subtasks.length;
}

function begunAnew(turn: Extract<Turn, { readonly kind: 'anew' }>, task: At<'work'>, tools: PromptTools): string {
  return tools.prompts.render('act-anew', {
    ...actionParts(turn.brief, { ...tools, nonce: tools.nonceOf(task.id), isToldAbove: false }),
    ...anewParts(turn, task, tools),
    environment_state: environmentState(task, tools.prompts, {
      nonce: tools.nonceOf(task.id),
      maxBytes: Math.floor(turn.past.room / 50),
    }),
  });
}
