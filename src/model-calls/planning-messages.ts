/** The prompt of each planning call, projected from the task. The same task gives the same bytes. */
import { ACTION_TOOLS } from './calls.ts';
import { askedText, environmentFilesBlock, goalBlock, issueBlock, notesBlock, subtasksBlock } from './blocks.ts';
import { discussionBlock } from './discussion-blocks.ts';
import { earlierTasksBlock } from './earlier-tasks.ts';
import { neighboursBlock } from './neighbours-block.ts';
import { boundedRules, projectRulesBlock } from './project-rules.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { activityOf, isAt, notesTold } from '../state/select.ts';
import type { Prompts } from './catalogue.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { At, Task } from '../state/task.ts';
import { doneSubtasks } from '../state/work-moves.ts';

/**
 * Of what was said before the request: all that was kept, with its marks; then less, as the goal holds what
 * counts.
 */
const MAX_DISCUSSION = 64_000;
const MAX_DISCUSSION_LATER = 32_000;
/** Of the project's rules where they only advise: whole they are read once, when the goal is understood. */
const MAX_RULES = 32_000;

export interface PromptTools {
  readonly prompts: Prompts;
  nonceOf(taskId: string): string;
}

/** Tools an action may be planned with: those of the action loop but its end. */
export const PLANNABLE_TOOLS: readonly string[] = Object.keys(ACTION_TOOLS).filter((name) => name !== 'finish_action');

export const TOOL_LIST = PLANNABLE_TOOLS.map((name) => `- ${name}`).join('\n');

export function systemPrompt(name: 'system' | 'act-system', task: Task, { prompts }: PromptTools): string {
  const { repo } = task.request;
  return prompts.render(name, {
    repository: `${repo.owner}/${repo.name}`,
    language: task.settings.language === 'ja' ? 'Japanese' : 'English',
  });
}

export function planningQuestion(call: PlanningCall, task: Task, { prompts, nonceOf }: PromptTools): string {
  if (!isAt(task, 'plan')) throw new TypeError(`The call ${call} does not belong to the phase ${activityOf(task)}.`);
  const nonce = nonceOf(task.id);
  const notes = notesBlock(notesTold(task), { nonce });
  const said = saidBlock(task.said, { nonce, maxBytes: MAX_SAID });
  const neighbours = neighboursBlock(task.neighbours, { nonce });
  const { snapshot, settings } = task;
  const { draft } = task.stage;
  switch (draft.step) {
    case 'goal':
      if (call !== 'goal_understanding') break;
      return prompts.render('goal-understanding', {
        issue: issueBlock(task, nonce),
        comments: discussionBlock(task.discussion, { nonce, maxBytes: MAX_DISCUSSION }) || 'None.',
        said,
        project_rules: projectRulesBlock(snapshot, nonce),
        environment_files: environmentFilesBlock(snapshot, nonce),
        earlier_tasks: earlierTasksBlock(task.earlierTasks, nonce),
        neighbours,
        notes,
      });
    case 'division': {
      if (call !== 'task_decomposition') break;
      const { strategy, level } = settings.planning;
      return prompts.render('task-decomposition', {
        strategy: strategyText(strategy),
        decomposition_level: levelText(level, settings.maxSubtasks),
        tools: PLANNABLE_TOOLS.join(', '),
        goal: goalBlock(draft.goal),
        issue: askedText(task, { nonce, maxBytes: MAX_DISCUSSION_LATER }),
        project_rules: boundedRules(snapshot.projectRules, { nonce, maxBytes: MAX_RULES }),
        neighbours,
        said,
        notes,
      });
    }
    case 'actions':
      if (call !== 'action_plan') break;
      return prompts.render('action-plan', {
        action_types: 'tool_call, ask_human',
        tools: PLANNABLE_TOOLS.join(', '),
        goal: goalBlock(draft.goal),
        subtasks: subtasksBlock(draft.division.decomposition.subtasks, draft.division.criteria, overIn(task)),
        environments: settings.environments.map((name) => `- ${name}`).join('\n'),
        environment_files: environmentFilesBlock(snapshot, nonce),
        project_rules: boundedRules(snapshot.projectRules, { nonce, maxBytes: MAX_RULES }),
        neighbours,
        said,
        notes,
      });
  }
  throw new TypeError(`The call ${call} does not belong to the phase ${activityOf(task)}.`);
}

/** What stays as it ended, whatever is planned now. */
function overIn({ work, stage }: At<'plan'>): ReadonlyMap<string, string> {
  if (work === null || !stage.keepsDone) return new Map();
  const left = stage.leftBehind.map((id) => [id, 'ended without success, left so'] as const);
  return new Map([...[...doneSubtasks(work)].map((id) => [id, 'finished'] as const), ...left]);
}

/** How a model is told to divide the work (PLAN-3): every setting says something else; the cap is the same for all. */
type Strategy = 'chain_of_thought' | 'hierarchical' | 'simple';
type DecompositionLevel = 'detailed' | 'moderate' | 'minimal';

export function strategyText(strategy: Strategy): string {
  switch (strategy) {
    case 'chain_of_thought':
      return `Strategy: chain of thought. Think it through step by step before you divide, and write down in \`reasoning\` how you arrive at the subtasks: what has to be there first, what may go wrong, why this order.
${DEPENDENCIES}
- Leave \`parent_id\` out: the subtasks form one list.`;
    case 'hierarchical':
      return `Strategy: hierarchical. Divide from the top: first the few large parts of the work, then each part into its steps. The subtasks form a tree.
- A large part is a subtask without \`parent_id\`; each of its steps names it in \`parent_id\`. Steps may have steps once more; no deeper.
- A parent is done after its children: it puts together and checks what they made, so it names them in \`dependencies\`. A part of one step needs no child.
${DEPENDENCIES}
- \`reasoning\` says in a few sentences why these are the parts.`;
    case 'simple':
      return `Strategy: simple. Give a plain list in the order of work; each subtask is begun when the one before it is finished.
- Leave \`dependencies\` empty and \`parent_id\` out everywhere.
- Leave \`reasoning\` empty.`;
  }
}

const DEPENDENCIES = '- `dependencies` names the subtasks whose result it needs. No circles, no unknown ids.';

export function levelText(level: DecompositionLevel, maxSubtasks: number): string {
  const cap = `At most ${maxSubtasks} subtasks; more will be refused.`;
  switch (level) {
    case 'detailed':
      return `Divide in detail: a subtask is one step that can be done and checked by itself, tests and documentation included. ${cap}`;
    case 'moderate':
      return `Divide moderately: a subtask is a piece of work with a result of its own, not every single step; use as few as the work really needs. ${cap}`;
    case 'minimal':
      return `Divide as little as possible: only where one thing has to be finished before the next can be begun; one subtask is enough for a small piece of work. ${cap}`;
  }
}
