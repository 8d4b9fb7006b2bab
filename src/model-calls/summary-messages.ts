/**
 * What the model is asked before the pull request is opened: its text, for the person who will review it
 * (MODEL-2).
 */
import { criteriaText } from './blocks.ts';
import { boundedLines, boundedOutput, roomsWith } from './bounded.ts';
import { endedLine, fileLines, goalText, requestText, subtasksText, testsText } from './work-blocks.ts';
import type { PromptTools } from './planning-messages.ts';
import type { At } from '../state/task.ts';

const MAX_DIFF_BYTES = 16_000;
const MAX_FILES = 100;

/** `diff` is '' when it cannot be had: then the list of files is all there is. */
export function summaryQuestion(task: At<'report'>, diff: string, { prompts, nonceOf }: PromptTools): string {
  const room = roomsWith(nonceOf(task.id));
  const { plan, work, stage } = task;
  const { tests, ending } = stage;
  const actions = work?.actions ?? [];
  const went = actions.map((action) => endedLine(action.taskId, action));
  const change = work?.checkpoint.change ?? null;
  const files = fileLines(change?.files ?? [], MAX_FILES);
  const counted = change === null ? '' : `${change.files.length} files, +${change.insertions} -${change.deletions}`;
  return prompts.render('summary', {
    task: [requestText(task, room(4_000)), ...(plan ? [goalText(plan.goal_understanding, room(3_000))] : [])].join(
      '\n',
    ),
    plan: [
      ...(plan
        ? [
            subtasksText(plan.task_decomposition.subtasks, actions, room(4_500)),
            criteriaText(plan.acceptance_criteria, room(2_000)),
          ]
        : []),
      went.length > 0 ? boundedLines('how the actions went', went, room(6_000)) : 'No action was carried out.',
      `The work ended as: ${ending.status === 'succeeded' ? 'carried out' : `${ending.status} (${ending.reason})`}.`,
    ].join('\n'),
    test_results: testsText(tests, room(3_000)),
    change: [
      boundedLines('changed files', [counted, ...files], room(4_000)),
      ...(diff.trim() === '' ? [] : [boundedOutput('diff', diff, room(MAX_DIFF_BYTES))]),
    ].join('\n'),
  });
}
