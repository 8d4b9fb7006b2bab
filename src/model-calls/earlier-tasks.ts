/**
 * What earlier tasks did about the same issue (PLAN-1, PLAN-2), from their histories: at most three, none older than 90
 * days, newest first, within 8,000 tokens. The text contains words of models and people, so show it only by
 * `earlierTasksBlock`.
 */
import { WEIGHT_OF_TOKEN } from '../ports/token-weight.ts';
import { oneLine, withinWeight } from './bounded.ts';
import { storyOf, type TaskStory } from './task-story.ts';
import { untrusted } from '../people/fence.ts';
import { plainWithoutInvisible } from '../people/hidden-text.ts';
import { replay } from '../state/evolve.ts';
import { openFindings } from '../state/findings.ts';
import { readBeforeDamage } from '../state/stored.ts';
import type { HistoryEntry } from '../ports/history.ts';
import type { Said } from '../state/question.ts';
import type { Settled } from '../state/work.ts';

const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_TASKS = 3;
const MAX_WEIGHT = 8_000 * WEIGHT_OF_TOKEN;
const MAX_LISTED = 8;
const MARK = { done: 'x', failed: '!', partial: '~', open: ' ' } as const;

/** '' if there is nothing to tell. The current task must not be among the histories. */
export function earlierTasks(histories: readonly (readonly HistoryEntry[])[], now: number): string {
  const stories = histories
    .map(storyOf)
    .filter((story) => story !== null)
    .filter((story) => story.endedAt >= now - MAX_AGE_MS)
    .toSorted((left, right) => right.startedAt - left.startedAt)
    .slice(0, MAX_TASKS);
  const share = Math.floor((MAX_WEIGHT - 2 * stories.length) / Math.max(1, stories.length));
  return stories.map((story) => withinWeight(tell(story), share)).join('\n\n');
}

export interface Learnt {
  /** What people said in them and what was assumed; every call of a later task is shown it. */
  readonly said: readonly Said[];
  /** Decisions made in them. */
  readonly decisions: readonly Settled[];
  /** What the last of them left open, except how its actions ended. */
  readonly open: readonly string[];
}

/** Oldest first. */
export function learntEarlier(histories: readonly (readonly HistoryEntry[])[], now: number): Learnt {
  const recent = histories
    .map(readBeforeDamage)
    .filter(([first]) => first?.type === 'task')
    .filter((facts) => Date.parse(facts.at(-1)?.timestamp ?? '') >= now - MAX_AGE_MS)
    .toSorted(([one], [other]) => Date.parse(one?.timestamp ?? '') - Date.parse(other?.timestamp ?? ''))
    .flatMap((facts) => replay(facts) ?? []);
  const own = recent.flatMap(({ said }) => said).filter(({ isEarlier }) => isEarlier !== true);
  const settled = new Map(recent.flatMap(({ decisions }) => decisions).map((one) => [one.text, one]));
  return {
    said: own.map((one) => ({ ...one, isEarlier: true })),
    decisions: [...settled.keys()].map((text) => ({ subtask: EARLIER, text })),
    open: recent.slice(-1).flatMap((task) => openFindings(task).flatMap(({ isEnd, text }) => (isEnd ? [] : [text]))),
  };
}

/** Replaces the subtask, since its number may be another subtask's in a later task. */
const EARLIER = 'an earlier task';

export function earlierTasksBlock(text: string, nonce: string): string {
  return text === '' ? 'None.' : untrusted('earlier tasks of this issue', plainWithoutInvisible(text).text, nonce);
}

/** The most important comes first, since text that does not fit is cut from the end. */
function tell(story: TaskStory): string {
  return [
    `Task of ${day(story.startedAt)}, asked for by @${story.requester ?? 'somebody'}${story.askedOn === null ? '' : ` on pull request #${story.askedOn}`}${story.instruction === null ? '' : `: ${oneLine(story.instruction, 600)}`}`,
    `How it ended: ${ending(story)}`,
    `Pull request: ${story.pullRequest === null ? 'none' : `#${story.pullRequest.number} ${oneLine(story.pullRequest.title, 150)} (${story.pullRequest.draft ? 'draft, ' : ''}${oneLine(story.pullRequest.url, 200)})`}`,
    `Goal: ${story.goal === null ? 'not worked out' : oneLine(story.goal, 600)}`,
    ...listed('Constraints', story.constraints),
    ...listed('Acceptance criteria', story.criteria),
    ...listed('Key outcomes', story.outcomes),
    ...listed('Problems', story.problems),
    ...listed('Left open', leftOpen(story)),
    ...listed('Decisions', story.decisions),
    ...(story.revisions > 0 ? [`Changes of the plan on the way: ${story.revisions}`] : []),
    ...(story.subtasks.length === 0
      ? ['It got no plan.']
      : [
          'Subtasks ([x] done, [~] halfway, [!] failed, [ ] not done):',
          ...story.subtasks.map(
            ({ id, description, state }) => `- [${MARK[state]}] ${oneLine(id, 80)}: ${oneLine(description, 300)}`,
          ),
        ]),
  ].join('\n');
}

/** What is not listed among the problems with its subtask already. */
function leftOpen({ risks, problems }: TaskStory): readonly string[] {
  return risks.filter((text) => !problems.some((problem) => problem.endsWith(text)));
}

function ending({ status, reason, goalAchieved }: TaskStory): string {
  if (status === null) return 'no end is recorded';
  return `${status}${reason === '' ? '' : `, ${oneLine(reason, 400)}`}${goalAchieved === null ? '' : `; goal ${goalAchieved ? 'reached' : 'not reached'}`}`;
}

function listed(title: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [];
  const more = entries.length > MAX_LISTED ? [`- … and ${entries.length - MAX_LISTED} more`] : [];
  return [`${title}:`, ...entries.slice(-MAX_LISTED).map((entry) => `- ${oneLine(entry, 300)}`), ...more];
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
}
