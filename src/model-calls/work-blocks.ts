/** The plan and the work on it, for calls that judge them. Text of models and tools is in marked blocks. */
import {
  boundedAround,
  boundedBlock,
  boundedLines,
  boundedOutput,
  boundedText,
  oneLine,
  type Room,
} from './bounded.ts';
import { authorMark } from './discussion-blocks.ts';
import { failedChecksBlock } from './failed-checks-block.ts';
import { goalBlock, statesOf, subtaskLines, type Asked } from './blocks.ts';
import type { Reflection } from '../state/judgements.ts';
import type { ChangeRecord } from '../state/outcome.ts';
import type {
  AcceptanceCriterion,
  GoalUnderstanding,
  Plan,
  PlannedAction,
  Subtask,
  TaskDecomposition,
} from '../state/plan.ts';

export interface ActionSoFar {
  readonly planned: PlannedAction;
  readonly status: string;
  readonly evaluation: string;
  readonly issues: readonly string[];
}

export interface Progress {
  /** Subtasks that succeeded. */
  readonly completed: number;
  readonly total: number;
  readonly errors: number;
  readonly consecutiveErrors: number;
}

export const MAX_OUTPUT_BYTES = 4_000;

export function requestText({ request, discussion }: Asked, room: Room): string {
  const { issue, title, body, instruction, requester, pullRequest } = request;
  const mark = authorMark(discussion);
  if (request.checks !== undefined) {
    const half = { ...room, maxBytes: Math.floor(room.maxBytes / 2) - 1 };
    const written = boundedBlock(`issue #${issue}${mark}`, `Title: ${title}\n\n${body}`, half);
    return `${written}\n${failedChecksBlock(request, half)}`;
  }
  const onPull = pullRequest === undefined ? '' : ` on pull request #${pullRequest}, opened by earlier work`;
  const asked =
    instruction === null ? '' : `\n\nWhat @${requester.login} asked for${onPull}, which decides:\n${instruction}`;
  if (mark === '')
    return boundedBlock(`issue #${issue} and what was asked`, `Title: ${title}${asked}\n\n${body}`, room);
  // Separate blocks, so that a stranger's issue cannot put words into the requester's mouth.
  const half = instruction === null ? room : { ...room, maxBytes: Math.floor(room.maxBytes / 2) - 1 };
  const written = boundedBlock(`issue #${issue}${mark}`, `Title: ${title}\n\n${body}`, half);
  return instruction === null
    ? written
    : `${written}\n${boundedBlock(`what @${requester.login} asked for${onPull} - decides`, instruction, half)}`;
}

export function goalText(goal: GoalUnderstanding, room: Room, judgedBy: readonly AcceptanceCriterion[] = []): string {
  return boundedText('goal', goalBlock(goal, judgedBy), room);
}

/**
 * With `actions`, each subtask has the results of its actions; of many, those around the newest started one are shown.
 */
export function subtasksText(subtasks: readonly Subtask[], actions: readonly ActionSoFar[], room: Room): string {
  const states = statesOf(actions.map(({ planned, status }) => ({ taskId: planned.task_id, status })));
  const inHand = subtasks.findLastIndex(({ id }) => states.get(id)?.some((status) => status !== 'pending') === true);
  return boundedAround('subtasks', { lines: subtaskLines(subtasks, states), at: inHand }, room);
}

export function decompositionText(
  { reasoning, subtasks }: TaskDecomposition,
  criteria: readonly AcceptanceCriterion[],
  room: Room,
): string {
  const lines = subtasks.map(
    ({ id, description, dependencies, estimated_complexity, required_tools, parent_id }) =>
      `- ${id} (${estimated_complexity}${parent_id === undefined ? '' : `, part of ${parent_id}`}${dependencies.length > 0 ? `, after ${dependencies.join(', ')}` : ''}${required_tools.length > 0 ? `, needs ${required_tools.join(', ')}` : ''}): ${oneLine(description, 600)}`,
  );
  const wanted = criteria.map(({ id, description }) => `- ${id}: ${oneLine(description, 400)}`);
  const why = reasoning === '' ? [] : [`Reasoning: ${oneLine(reasoning, 1_500)}`];
  return boundedLines(
    'division',
    ['Subtasks:', ...lines, 'Acceptance criteria:', ...(wanted.length > 0 ? wanted : ['None.']), ...why],
    room,
  );
}

export function actionsText(actions: readonly PlannedAction[], room: Room): string {
  if (actions.length === 0) return 'None.';
  const lines = actions.map((action, index) =>
    [
      `${index + 1}. ${action.task_id}, ${action.tool || action.action_type}: ${oneLine(action.purpose, 400)}`,
      ...(action.expected_outcome === '' ? [] : [`expected: ${oneLine(action.expected_outcome, 200)}`]),
      ...(action.fallback_strategy === '' ? [] : [`else: ${oneLine(action.fallback_strategy, 200)}`]),
    ].join(' · '),
  );
  return boundedLines('actions', lines, room);
}

/** The environment of the plan. */
export function environmentText(plan: Plan, room: Room): string {
  const { selected_environment: environment, test_command: tests, build_command: build, lint_command: lint } = plan;
  const lines = [
    `Environment: ${oneLine(environment.name, 100)}. ${oneLine(environment.reason, 300)}`,
    ...environment.setup_commands.map((command) => `Set-up: ${oneLine(command, 400)}`),
    ...environment.verification.map(
      ({ command, expected_output: output }) => `Check: ${oneLine(command, 400)} has to print ${oneLine(output, 200)}`,
    ),
    `Tests: ${tests === null ? 'no command' : oneLine(tests, 400)}`,
    ...(build === undefined ? [] : [`Build: ${oneLine(build, 400)}`]),
    ...(lint === undefined ? [] : [`Lint: ${oneLine(lint, 400)}`]),
  ];
  return boundedLines('environment', lines, room);
}

export function executedText({ planned, status, evaluation, issues }: ActionSoFar, room: Room): string {
  return boundedText(
    'action',
    [
      `Subtask ${planned.task_id}: ${planned.purpose}`,
      `Planned tool: ${planned.tool || 'not stated'}`,
      `Expected outcome: ${planned.expected_outcome || 'not stated; the subtask is done'}`,
      `Other way if it fails: ${planned.fallback_strategy || 'not stated'}`,
      `It ended as: ${status}`,
      `What was said of it: ${evaluation || 'nothing'}`,
      ...issues.map((issue) => `Problem: ${issue}`),
    ].join('\n'),
    room,
  );
}

/** What was done and how it ended, in one line. */
export function endedLine(what: string, { status, evaluation, issues }: Omit<ActionSoFar, 'planned'>): string {
  const problems = issues.length > 0 ? ` Problems: ${oneLine(issues.join('; '), 1_500)}` : '';
  return `- ${what}: ${status}. ${oneLine(evaluation, 1_500)}${problems}`;
}

/** How each action ended; of many, the newest. Problems are left out if they are listed as points. */
export function finishedText(actions: readonly ActionSoFar[], room: Room, shows: 'problems' | 'results' = 'problems') {
  const lines = actions
    .filter(({ status }) => status !== 'pending' && status !== 'running')
    .map((action) => {
      const issues = shows === 'problems' ? action.issues : [];
      return endedLine(`${action.planned.task_id}, ${oneLine(action.planned.purpose, 160)}`, { ...action, issues });
    });
  return lines.length === 0
    ? 'None is finished yet.'
    : boundedAround('finished actions', { lines, at: lines.length - 1, least: MIN_FINISHED_LINE }, room);
}

/** Less of a result would be useless. */
const MIN_FINISHED_LINE = 240;

/** The newest tool results that fit, each bounded, in their order. */
export function resultsText(results: readonly string[], room: Room): string {
  const shown: string[] = [];
  let left = room.maxBytes;
  for (const result of results.toReversed()) {
    if (left < 500) break;
    const block = boundedOutput('tool result', result, {
      nonce: room.nonce,
      maxBytes: Math.min(MAX_OUTPUT_BYTES, left),
    });
    shown.unshift(block);
    left -= Buffer.byteLength(block) + 1;
  }
  return shown.length === 0 ? 'Nothing.' : shown.join('\n');
}

export function reflectionText(reflection: Reflection | null, room: Room): string {
  if (reflection === null) return 'None.';
  return boundedText(
    'reflection',
    [
      `${reflection.action_evaluated || 'The last action'}: ${reflection.status}`,
      reflection.evaluation,
      ...(reflection.alignment_with_plan === '' ? [] : [`Alignment with the plan: ${reflection.alignment_with_plan}`]),
      ...reflection.issues_identified.map((issue) => `Problem: ${issue}`),
      `It finds that the plan ${reflection.plan_revision_needed ? 'has to change' : 'can stay'}.`,
    ].join('\n'),
    room,
  );
}

/** What each reflection found, newest first, so that the oldest are left out. */
export function reflectionsText(reflections: readonly Reflection[], room: Room): string {
  if (reflections.length === 0) return 'None.';
  const lines = reflections
    .toReversed()
    .map(
      ({ action_evaluated: what, status, evaluation, plan_revision_needed: isNeeded }) =>
        `- ${oneLine(what, 200) || 'The last action'}: ${status}. ${oneLine(evaluation, 1_500)}${isNeeded ? ' It found that the plan has to change.' : ''}`,
    );
  return boundedLines('reflections - newest first', lines, room);
}

export function progressText({ completed, total, errors, consecutiveErrors }: Progress): string {
  const wrong = errors === 0 ? '' : `; ${errors} went wrong or only halfway, ${consecutiveErrors} in a row up to now`;
  return `${completed} of ${total} actions succeeded${wrong}.`;
}

/** The files of a change, up to a limit. */
export function fileLines(files: ChangeRecord['files'], most: number): readonly string[] {
  return files.slice(0, most).map(({ path, status }) => `${status} ${path}`);
}

export function changeText(change: string, room: Room): string {
  return change.trim() === '' ? 'Nothing is changed.' : boundedOutput('change', change, room);
}
