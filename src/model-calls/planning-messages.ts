/** The prompt of each planning call, rendered from the task. The same task gives the same bytes. */
import { ACTION_TOOLS } from './calls.ts';
import { askedText, environmentFilesBlock, issueBlock, notesBlock, subtasksBlock } from './blocks.ts';
import { roomsWith } from './bounded.ts';
import { confidenceBands, environmentList, surroundings } from './surroundings.ts';
import { goalText } from './work-blocks.ts';
import { discussionBlock } from './discussion-blocks.ts';
import { earlierTasksBlock } from './earlier-tasks.ts';
import { neighboursBlock } from './neighbours-block.ts';
import { ownJudgement } from './asked-to-judge.ts';
import { boundedRules, projectRulesBlock, rulesOf } from './project-rules.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { activityOf, environmentReport, isAt, notesTold } from '../state/select.ts';
import type { Prompts } from './catalogue.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { At, Task } from '../state/task.ts';
import { workSoFar, workSoFarText } from './work-so-far.ts';

/**
 * For comments from before the request: the first call gets all of them, later ones less, since the goal contains what
 * matters.
 */
const MAX_DISCUSSION = 64_000;
const MAX_DISCUSSION_LATER = 32_000;
/** For the project's rules where they only advise; they are shown whole once, when the goal is understood. */
const MAX_RULES = 32_000;
/** Larger than any plan that people would make. */
const MAX_GOAL = 48_000;
const MAX_DIVISION = 200_000;

export interface PromptTools {
  readonly prompts: Prompts;
  nonceOf(taskId: string): string;
}

/** Tools an action may be planned with: those of the action loop except the one that ends an action. */
export const PLANNABLE_TOOLS: readonly string[] = Object.keys(ACTION_TOOLS).filter((name) => name !== 'finish_action');

export function systemPrompt(name: 'system' | 'act-system', task: Task, { prompts }: PromptTools): string {
  const { request, settings } = task;
  // English may stand for any language that our own words do not exist in.
  const language = settings.followsIssue === true && settings.language === 'en' ? 'issue' : settings.language;
  const common = {
    repository: `${request.repo.owner}/${request.repo.name}`,
    language: prompts.render(`languages/${language}`, {}),
  };
  if (name === 'system') return prompts.render(name, common);
  const { tools: _, ...around } = surroundings(settings, prompts);
  return prompts.render(name, {
    ...common,
    ...around,
    confidence: confidenceBands(settings.planning.replanning, prompts),
  });
}

/** `change`: what was changed on an earlier plan that this one replaces. */
export function planningQuestion(
  call: PlanningCall,
  task: Task,
  { prompts, nonceOf }: PromptTools,
  change = '',
): string {
  if (!isAt(task, 'plan')) throw new TypeError(`The call ${call} does not belong to the phase ${activityOf(task)}.`);
  const nonce = nonceOf(task.id);
  const notes = notesToPlanBy(task, nonce, prompts);
  const room = roomsWith(nonce);
  const said = saidBlock(task.said, { nonce, maxBytes: MAX_SAID }, prompts);
  const neighbours = neighboursBlock(task.neighbours, { nonce });
  const { snapshot, settings } = task;
  const { draft } = task.stage;
  const { action, minutes: _, ...around } = surroundings(settings, prompts, snapshot?.files ?? []);
  const soFar = workSoFar(task);
  const work_so_far = workSoFarText(soFar, change, room);
  const own_judgement = ownJudgement(draft.step, task, { prompts, nonceOf });
  switch (draft.step) {
    case 'goal':
      if (call !== 'goal_understanding') break;
      return prompts.render('goal-understanding', {
        issue: issueBlock(task, nonce),
        comments: discussionBlock(task.discussion, { nonce, maxBytes: MAX_DISCUSSION }) || 'None.',
        said,
        project_rules: projectRulesBlock(rulesOf(task), nonce),
        environment_files: environmentFilesBlock(task, nonce),
        earlier_tasks: earlierTasksBlock(task.earlierTasks, nonce),
        neighbours,
        notes,
        limits: around.limits,
        work_so_far,
        own_judgement,
      });
    case 'division': {
      if (call !== 'task_decomposition') break;
      const { strategy, level } = settings.planning;
      return prompts.render('task-decomposition', {
        strategy: prompts.render(`strategies/${strategy}`, {}),
        decomposition_level: prompts.render(`levels/${level}`, { max_subtasks: String(settings.maxSubtasks) }),
        ...around,
        goal: goalText(draft.goal, room(MAX_GOAL)),
        issue: askedText(task, { nonce, maxBytes: MAX_DISCUSSION_LATER }),
        project_rules: boundedRules(rulesOf(task), { nonce, maxBytes: MAX_RULES }),
        neighbours,
        said,
        notes,
        work_so_far,
        own_judgement,
      });
    }
    case 'actions':
      if (call !== 'action_plan') break;
      return prompts.render('action-plan', {
        ...around,
        // The decomposition was made with the paths that need approval shown.
        service: prompts.render('sandbox/done', {}),
        action,
        goal: goalText(draft.goal, room(MAX_GOAL), draft.division.criteria),
        subtasks: subtasksBlock(draft.division.decomposition.subtasks, draft.division.criteria, {
          ...room(MAX_DIVISION),
          over: soFar?.over ?? new Map(),
        }),
        environments: [environmentList(settings, prompts), ...standingEnvironment(task, prompts)].join('\n'),
        environment_files: environmentFilesBlock(task, nonce),
        project_rules: boundedRules(rulesOf(task), { nonce, maxBytes: MAX_RULES }),
        neighbours,
        said,
        notes,
        work_so_far,
        own_judgement,
      });
  }
  throw new TypeError(`The call ${call} does not belong to the phase ${activityOf(task)}.`);
}

/** The explanation is needed only if there are notes. */
function notesToPlanBy(task: Task, nonce: string, prompts: Prompts): string {
  const notes = notesTold(task);
  const block = notesBlock(notes, { nonce });
  return notes.length === 0 ? block : `${block}\n\n${prompts.render('said-parts/notes', {})}`;
}

/** The progress of the work before the re-plan. */
function standingEnvironment(task: At<'plan'>, prompts: Prompts): readonly string[] {
  const environment = environmentReport(task);
  return environment === null ? [] : [prompts.render('sandbox/standing', { name: environment.name })];
}
