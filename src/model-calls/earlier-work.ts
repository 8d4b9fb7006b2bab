/**
 * What earlier tasks of the repository did to the files this one is about (PLAN-2), from their histories: at most
 * three, newest first, within 2,000 tokens. The text contains words of models and people, so show it only by
 * `neighboursBlock`.
 */
import { WEIGHT_OF_TOKEN } from '../ports/token-weight.ts';
import { oneLine, withinWeight } from './bounded.ts';
import { storyOf, type TaskStory } from './task-story.ts';
import type { HistoryEntry } from '../ports/history.ts';

const MAX_TASKS = 3;
const MAX_WEIGHT = 2_000 * WEIGHT_OF_TOKEN;
const MAX_LISTED = 8;
const MAX_FILES = 10;

interface About {
  readonly repositoryId: number;
  readonly files: readonly string[];
}

/** '' if there is nothing to tell. Tasks of another repository that had the same name are skipped. */
export function earlierWork(histories: readonly (readonly HistoryEntry[])[], { repositoryId, files }: About): string {
  const stories = histories
    .map((entries) => ({ story: storyOf(entries), issue: entries[0]?.issue ?? '' }))
    .flatMap(({ story, issue }) => (story?.repositoryId === repositoryId ? [{ story, issue }] : []))
    .toSorted((left, right) => right.story.startedAt - left.story.startedAt)
    .slice(0, MAX_TASKS);
  const share = Math.floor((MAX_WEIGHT - 2 * stories.length) / Math.max(1, stories.length));
  return stories.map(({ story, issue }) => withinWeight(tell(story, issue, new Set(files)), share)).join('\n\n');
}

/** The most important comes first, since text that does not fit is cut from the end. */
function tell(story: TaskStory, issue: string, wanted: ReadonlySet<string>): string {
  const { status, goal, pullRequest, changed, decisions, risks } = story;
  const number = issue.slice(issue.lastIndexOf('#'));
  const pull = pullRequest === null ? '' : `, pull request #${pullRequest.number}`;
  const day = new Date(story.endedAt).toISOString().slice(0, 10);
  const files = changed.filter((path) => wanted.has(path));
  return [
    `Task of issue ${number}, ended on ${day} as ${status ?? 'not known'}${pull}`,
    `Goal: ${goal === null ? 'not worked out' : oneLine(goal, 400)}`,
    `Changed: ${oneLine(files.slice(0, MAX_FILES).join(', '), 400)}${files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : ''}`,
    ...listed('Decisions', decisions),
    ...listed('Remaining risks', risks),
  ].join('\n');
}

/** The newest. */
function listed(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0
    ? []
    : [`${title}:`, ...entries.slice(-MAX_LISTED).map((entry) => `- ${oneLine(entry, 300)}`)];
}
