/** Parts of a task as the model is shown them; people's text only inside marked blocks, without hidden text. */
import { shorten } from '../environments/describe-repository.ts';
import { boundedAround, boundedLines, boundedText, hiddenNote, oneLine, type Room } from './bounded.ts';
import { authorMark, discussionBlock } from './discussion-blocks.ts';
import { failedChecksBlock } from './failed-checks-block.ts';
import { criterionText, subtaskFacts } from './subtask-facts.ts';
import { untrusted } from '../people/fence.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import type { AcceptanceCriterion, GoalUnderstanding, Plan, Subtask } from '../state/plan.ts';
import { piecesOf } from '../state/gathered.ts';
import type { Piece } from '../ports/repository-look.ts';
import type { Task } from '../state/task.ts';
import type { ActionState } from '../state/work.ts';

/** The request, and what was said before it. */
export type Asked = Pick<Task, 'request' | 'discussion'>;

const MAX_BODY = 60_000;
/** Three reports, with the text around them. */
const MAX_CHECKS = 66_000;
const MAX_ENVIRONMENT_FILE = 6_000;

export function writtenBy(label: string, text: string, nonce: string): string {
  const cleaned = withoutInvisible(text);
  return untrusted(label, shorten(cleaned.text, MAX_BODY), nonce) + hiddenNote(cleaned);
}

export function issueBlock(asked: Asked, nonce: string): string {
  return issueText(asked, (label, text) => writtenBy(label, text, nonce), { nonce, maxBytes: MAX_CHECKS });
}

/** The issue and the request, each put into a block by `write`; failed checks have their own room. */
export function issueText(
  { request, discussion }: Asked,
  write: (label: string, text: string) => string,
  room: Room,
): string {
  const text = `Title: ${request.title}\n\n${request.body}`;
  const issue = write(`issue #${request.issue} by @${request.author.login}${authorMark(discussion)}`, text);
  if (request.checks !== undefined) return `${issue}\n\n${failedChecksBlock(request, room)}`;
  if (request.instruction === null) return issue;
  const asked = write(`request by @${request.requester.login}`, request.instruction);
  return `${issue}\n\n${whoAsked(request)}\n${asked}`;
}

/** Before the requester's words. */
function whoAsked({ trigger, pullRequest }: Pick<Asked['request'], 'trigger' | 'pullRequest'>): string {
  if (pullRequest === undefined)
    return 'A person who may steer this work asked for this, and it decides what is to be done:';
  const where = trigger === 'review' ? 'in a review of it' : 'in a comment on it';
  return `Pull request #${pullRequest} was opened for this issue by earlier work of yours, and this work goes on from its branch; the files listed are those of the base, without it. A person who may steer this work asked for this ${where}, and it decides what is still to be done:`;
}

/** The issue with earlier comments; `room` is for the comments only. */
export function askedText(asked: Asked, room: Room): string {
  return [issueBlock(asked, room.nonce), discussionBlock(asked.discussion, room)]
    .filter((text) => text !== '')
    .join('\n\n');
}

const MAX_NOTES = 20;
const MAX_NOTES_BYTES = 16_000;

/**
 * What a task was told since it began: reasons, people's answers, limits, requests for alternatives. The newest come
 * last and are kept.
 */
export function notesBlock(
  notes: readonly string[],
  { nonce, maxBytes = MAX_NOTES_BYTES }: Pick<Room, 'nonce'> & Partial<Room>,
): string {
  const kept: string[] = [];
  let room = maxBytes - 400;
  for (const note of notes.slice(-MAX_NOTES).toReversed()) {
    const line = `- ${note.trim()}`;
    const size = Buffer.byteLength(line) + 1;
    if (kept.length > 0 && size > room) break;
    kept.unshift(line);
    room -= size;
  }
  if (kept.length === 0) return 'None.';
  const left = notes.length - kept.length;
  return `${left > 0 ? `(${left} older notes are left out.)\n` : ''}${boundedText('notes', kept.join('\n'), { nonce, maxBytes: maxBytes - 60 })}`;
}

/** Without files that were gathered whole; they are above. */
export function environmentFilesBlock({ snapshot, gathering }: Pick<Task, 'snapshot' | 'gathering'>, nonce: string) {
  const all = Object.entries(snapshot?.environmentFiles ?? {});
  if (all.length === 0) return 'None were found.';
  const above = new Set(gathering === undefined ? [] : wholeIn(piecesOf(gathering)));
  const files = all.filter(([path]) => !above.has(path));
  return [
    ...files.map(([path, text]) => untrusted(`file ${path}`, shorten(text, MAX_ENVIRONMENT_FILE), nonce)),
    ...(files.length === all.length ? [] : [`${files.length === 0 ? 'All' : 'The others'} are shown above.`]),
  ].join('\n');
}

function wholeIn(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece) =>
    piece.is === 'lines' && piece.from === 1 && piece.to === piece.of ? [piece.path] : [],
  );
}

/**
 * `judgedBy`: the acceptance criteria shown beside it; they are derived from the goal's own criteria and replace them.
 */
export function goalBlock(goal: GoalUnderstanding, judgedBy: readonly AcceptanceCriterion[] = []): string {
  return [
    goal.main_objective,
    ...(judgedBy.length === 0 ? list('Success criteria', goal.success_criteria) : []),
    ...list('Constraints', goal.constraints),
    ...(goal.context === '' ? [] : ['Context:', goal.context]),
  ].join('\n');
}

/** Whole as long as there is room. `over`: subtasks not to be planned any more, and why. */
export function subtasksBlock(
  subtasks: readonly Subtask[],
  criteria: readonly AcceptanceCriterion[],
  { over = new Map(), ...room }: Room & { readonly over?: ReadonlyMap<string, string> },
): string {
  const lines = subtasks.map((subtask) => {
    const { id, description, dependencies } = subtask;
    const state = over.has(id) ? ` [${over.get(id)}]` : '';
    const after = dependencies.length > 0 ? ` (after ${dependencies.join(', ')})` : '';
    return `- ${id}${state}: ${description}${after} [${subtaskFacts(subtask)}]`;
  });
  return boundedText('plan', [...lines, ...list('Acceptance criteria', criteria.map(criterionText))].join('\n'), room);
}

/** The plan with its progress; a long plan is shown around the current subtask. */
export function planBlock(
  { task_decomposition: { subtasks }, acceptance_criteria: criteria }: Plan,
  actions: readonly Pick<ActionState, 'taskId' | 'status'>[],
  room: Room,
): string {
  const states = statesOf(actions);
  const inHand = subtasks.findIndex(({ id }) => states.get(id)?.includes('running') === true);
  const third = Math.floor(room.maxBytes / 3);
  return [
    boundedAround(
      'subtasks',
      { lines: subtaskLines(subtasks, states), at: inHand },
      { ...room, maxBytes: room.maxBytes - third },
    ),
    ...(criteria.length === 0 ? [] : [criteriaText(criteria, { ...room, maxBytes: third })]),
  ].join('\n');
}

export function criteriaText(criteria: readonly AcceptanceCriterion[], room: Room): string {
  return criteria.length === 0
    ? 'None were stated.'
    : boundedLines(
        'acceptance criteria',
        criteria.map(({ id, description }) => `- ${id}: ${oneLine(description, 500)}`),
        room,
      );
}

/** Suggestions of a review that let the plan pass (EXEC-7). */
export function suggestionsText({ review_suggestions: suggestions = '' }: Plan, room: Room): string {
  if (suggestions === '') return '';
  return `\nA review of this plan passed it and suggests, where it fits what is asked for:\n${boundedText('review of the plan', suggestions, room)}`;
}

export type States = ReadonlyMap<string, readonly string[]>;

/** The state of the actions of each subtask. */
export function statesOf(actions: readonly { readonly taskId: string; readonly status: string }[]): States {
  const states = new Map<string, string[]>();
  for (const { taskId, status } of actions) {
    const own = states.get(taskId);
    if (own) own.push(status);
    else states.set(taskId, [status]);
  }
  return states;
}

export function subtaskLines(subtasks: readonly Subtask[], states: States): readonly string[] {
  return subtasks.map(({ id, description, dependencies }) => {
    const state = states.has(id) ? ` [${states.get(id)?.join(', ')}]` : '';
    return `- ${id}${state}${dependencies.length > 0 ? ` (after ${oneLine(dependencies.join(', '), 200)})` : ''}: ${oneLine(description, 600)}`;
  });
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...entries.map((entry) => `- ${entry}`)];
}
