/**
 * The prompt at each point where re-planning is judged (REPLAN-2). The same view gives the same bytes. At most 44 KB
 * beside what people said, 58 KB where a change is judged, 84 KB with the commands that ran; the shares below, the
 * prompts and the limits add up to less. The work done on an earlier plan is added, if there was one.
 */
import { boundedText, roomsWith, type RoomOf } from './bounded.ts';
import { criteriaText, notesBlock } from './blocks.ts';
import { decisionsBlock } from './decisions-block.ts';
import { firstLook } from './asked-to-judge.ts';
import { discussionBlock } from './discussion-blocks.ts';
import { findingsBlock } from './findings-block.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import { checksText, commandsText, unfinishedBlock } from './verification-blocks.ts';
import { numberedDiff } from '../plan/diff-lines.ts';
import { earlierDecisions, limitsText } from './decision-history.ts';
import { confidenceBands, environmentList, surroundings } from './surroundings.ts';
import { actionsAhead, workSoFarText, type WorkSoFar } from './work-so-far.ts';
import type { PromptTools } from './planning-messages.ts';
import {
  actionsText,
  changeText,
  decompositionText,
  environmentText,
  executedText,
  finishedText,
  goalText,
  progressText,
  reflectionText,
  reflectionsText,
  requestText,
  resultsText,
  subtasksText,
  type ActionSoFar,
  type Progress,
} from './work-blocks.ts';
import type { AcceptanceCriterion, GoalUnderstanding, Plan, PlannedAction, TaskDecomposition } from '../state/plan.ts';
import type { ReplanCounts, ReplanRecord } from '../state/replans.ts';
import type { CommandRun, Unfinished } from '../state/outcome.ts';
import type { Check } from '../state/checks.ts';
import type { Finding } from '../state/findings.ts';
import type { DecisionPoint, Reflection, ReplanDecision } from '../state/judgements.ts';
import type { Discussion } from '../state/issue-content.ts';
import type { ReplanLimits, TaskRequest, TaskSettings } from '../state/request.ts';
import type { Said } from '../state/question.ts';
import type { Settled } from '../state/work.ts';

export interface DecisionView {
  readonly point: DecisionPoint;
  readonly taskId: string;
  readonly request: TaskRequest;
  /** What was said before it. */
  readonly discussion?: Discussion;
  readonly goal: GoalUnderstanding;
  readonly criteria: readonly AcceptanceCriterion[];
  readonly decomposition: TaskDecomposition | null;
  readonly plan: Plan | null;
  /** The action that ended last; `lastResults` are its tool results, oldest first. */
  readonly executed: {
    readonly action: PlannedAction;
    readonly status: string;
    readonly evaluation: string;
    readonly issues: readonly string[];
    readonly lastResults: readonly string[];
  } | null;
  /** All actions with their results; with them each subtask shows its progress. */
  readonly actions?: readonly ActionSoFar[];
  readonly progress: Progress;
  readonly remaining: readonly PlannedAction[];
  /** About the current action. */
  readonly reflection: Reflection | null;
  /** All of them, oldest first. */
  readonly reflections: readonly Reflection[];
  /** The judged answer's judgement of itself; null if it has none. */
  readonly firstLook: ReplanDecision | null;
  /** Findings so far. */
  readonly findings: readonly Finding[];
  /** The commands that ran, oldest first. */
  readonly commands: readonly CommandRun[];
  /** Signs of unfinished work in the diff. */
  readonly unfinished: readonly Unfinished[];
  /** Tests, build and lint. */
  readonly checks: readonly Check[];
  /** The work on the previous plan; null for the first plan. */
  readonly soFar: WorkSoFar | null;
  /** Changed files with their diff; '' if nothing is changed. */
  readonly change: string;
  readonly said: readonly Said[];
  /** '' if there were none. */
  readonly earlierTasks: string;
  readonly decisions: readonly Settled[];
  readonly records: readonly ReplanRecord[];
  readonly counts: ReplanCounts;
  readonly limits: ReplanLimits;
  /** The settings that the work depends on. */
  readonly settings: TaskSettings;
  readonly notes: readonly string[];
}

/** Whether the work is done, criterion by criterion (EXEC-6). */
export function assessmentQuestion(view: DecisionView, { prompts, nonceOf }: PromptTools): string {
  const room = roomsWith(nonceOf(view.taskId));
  return prompts.render('completion-assessment', {
    ...resultOf(view, room),
    // Passed tests are among the commands, with their output.
    tests: checksText(view.checks, room(3_500), 'failures'),
    commands: commandsText(view.commands, room(10_000), view.checks),
    change: changeText(numberedDiff(view.change), room(20_000)),
    unfinished: unfinishedBlock(view.unfinished, room(3_000)),
    ...knownOf(view, prompts, room),
  });
}

export function decisionQuestion(view: DecisionView, tools: PromptTools): string {
  const { prompts } = tools;
  const room = roomsWith(tools.nonceOf(view.taskId));
  const answer = prompts.render('decide-answer', {
    ...knownOf(view, prompts, room),
    confidence: confidenceBands(view.limits, prompts),
    first_look: firstLook(view.firstLook, prompts, room(3_000)),
  });
  const { action, minutes: _, ...around } = surroundings(view.settings, prompts);
  const work_so_far = workSoFarText(view.soFar, view.change, room);
  const subtasks = view.decomposition?.subtasks ?? view.plan?.task_decomposition.subtasks ?? [];
  switch (view.point) {
    case 'goal_understanding':
      return prompts.render('decide-goal', {
        request: requestText(view, room(view.discussion === undefined ? 11_000 : 7_000)),
        comments: discussionBlock(view.discussion, room(4_000)) || 'None.',
        earlier_tasks:
          view.earlierTasks === ''
            ? 'None.'
            : boundedText('earlier tasks of this issue', view.earlierTasks, room(3_000)),
        goal: goalText(view.goal, room(6_500)),
        work_so_far,
        answer,
      });
    case 'task_decomposition':
      return prompts.render('decide-decomposition', {
        request: requestText(view, room(4_000)),
        goal: goalText(view.goal, room(4_000)),
        decomposition:
          view.decomposition === null ? 'None.' : decompositionText(view.decomposition, view.criteria, room(17_000)),
        ...around,
        work_so_far,
        answer,
      });
    case 'action_sequence':
      return prompts.render('decide-actions', {
        ...around,
        action,
        request: requestText(view, room(2_000)),
        goal: goalText(view.goal, room(3_000)),
        subtasks: subtasksText(subtasks, stillDone(view), room(7_000)),
        actions: view.plan === null ? 'None.' : actionsText(actionsAhead(view.plan, view.soFar), room(13_000)),
        environment: view.plan === null ? 'None.' : environmentText(view.plan, room(4_000)),
        environments: environmentList(view.settings, prompts),
        work_so_far,
        answer,
      });
    case 'execution':
      return prompts.render('decide-execution', {
        ...work(view, room),
        request: requestText(view, room(4_000)),
        goal: goalText(view.goal, room(2_500)),
        plan: subtasksText(subtasks, view.actions ?? [], room(6_500)),
        results: resultsText(view.executed?.lastResults ?? [], room(7_000)),
        remaining: actionsText(view.remaining, room(3_000)),
        change: changeText(view.change, room(8_000)),
        answer,
      });
    case 'reflection':
      return prompts.render('decide-result', {
        ...resultOf(view, room),
        change: changeText(view.change, room(16_000)),
        answer,
      });
  }
}

/** The parts of the previous plan that are not repeated. */
function stillDone({ soFar }: DecisionView): readonly ActionSoFar[] {
  return soFar === null ? [] : soFar.actions.filter(({ planned }) => soFar.over.has(planned.task_id));
}

/** The basis for judging the whole result. */
function resultOf(view: DecisionView, room: RoomOf) {
  const subtasks = view.plan?.task_decomposition.subtasks ?? [];
  return {
    progress: progressText(view.progress),
    reflections: reflectionsText(view.reflections, room(3_000)),
    request: requestText(view, room(2_000)),
    goal: goalText(view.goal, room(3_000), view.criteria),
    criteria: criteriaText(view.criteria, room(3_000)),
    plan: subtasksText(subtasks, view.actions ?? [], room(6_500)),
    done: finishedText(view.actions ?? [], room(7_500), 'results'),
    decisions: decisionsBlock(view.decisions, room(1_500)),
    tests: checksText(view.checks, room(3_500)),
  };
}

function knownOf(view: DecisionView, prompts: PromptTools['prompts'], room: RoomOf) {
  return {
    earlier_decisions: earlierDecisions(view.records, room(3_000)),
    limits: limitsText(view, room(1_200)),
    findings: findingsBlock(view.findings, room(5_000)),
    said: saidBlock(view.said, room(MAX_SAID), prompts),
    notes: notesBlock(view.notes, room(3_000)),
  };
}

function work({ executed, progress, reflection }: DecisionView, room: RoomOf) {
  return {
    action: executed === null ? 'None.' : executedText({ ...executed, planned: executed.action }, room(3_000)),
    progress: progressText(progress),
    reflection: reflectionText(reflection, room(2_500)),
  };
}
