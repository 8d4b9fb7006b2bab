/** Pieces of a task as the model is shown them: what people wrote only inside marked blocks, hidden text removed. */
import { describeFiles, shorten } from '../plan/describe-repository.ts';
import { untrusted } from '../prompts/fence.ts';
import { withoutInvisible } from '../prompts/invisible.ts';
import type { AcceptanceCriterion, GoalUnderstanding, Subtask } from '../plan/plan.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { TaskRequest } from '../task/request.ts';
import type { CommentSeen } from '../task/task.ts';

const MAX_BODY = 60_000;
const MAX_ENVIRONMENT_FILE = 6_000;

export function writtenBy(label: string, text: string, nonce: string): string {
  const cleaned = withoutInvisible(text);
  const note = cleaned.removed > 0 ? `\n(${cleaned.removed} characters of hidden text were removed from this block.)` : '';
  return untrusted(label, shorten(cleaned.text, MAX_BODY), nonce) + note;
}

export function issueBlock(request: TaskRequest, nonce: string): string {
  const text = `Title: ${request.title}\n\n${request.body}`;
  const issue = writtenBy(`issue #${request.issue} by @${request.author.login}`, text, nonce);
  if (request.instruction === null) return issue;
  const asked = writtenBy(`request by @${request.requester.login}`, request.instruction, nonce);
  return `${issue}\n\nA person who may steer this work asked for this, and it decides what is to be done:\n${asked}`;
}

export function commentsBlock(comments: readonly CommentSeen[], nonce: string): string {
  if (comments.length === 0) return 'None.';
  return comments.map(({ by, text }) => writtenBy(`comment by @${by.login} - may steer this work`, text, nonce)).join('\n');
}

export function repositoryBlock(snapshot: Snapshot, nonce: string): string {
  return untrusted('tracked files', describeFiles(snapshot), nonce);
}

export function environmentFilesBlock(snapshot: Snapshot, nonce: string): string {
  const files = Object.entries(snapshot.environmentFiles);
  if (files.length === 0) return 'None were found.';
  return files.map(([path, text]) => untrusted(`file ${path}`, shorten(text, MAX_ENVIRONMENT_FILE), nonce)).join('\n');
}

export function goalBlock(goal: GoalUnderstanding): string {
  return [
    goal.main_objective,
    ...list('Success criteria', goal.success_criteria),
    ...list('Constraints', goal.constraints),
    ...(goal.context === '' ? [] : ['Context:', goal.context]),
  ].join('\n');
}

export function subtasksBlock(subtasks: readonly Subtask[], criteria: readonly AcceptanceCriterion[]): string {
  const lines = subtasks.map(
    ({ id, description, dependencies }) => `- ${id}: ${description}${dependencies.length > 0 ? ` (after ${dependencies.join(', ')})` : ''}`,
  );
  return [
    ...lines,
    ...list(
      'Acceptance criteria',
      criteria.map(({ id, description }) => `${id}: ${description}`),
    ),
  ].join('\n');
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...entries.map((entry) => `- ${entry}`)];
}
