/** Finds or starts the task for a request on this machine: the unfinished one with that text, else a new one. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createSettingsReader } from './repository-settings.ts';
import { Fault } from '../errors.ts';
import type { HistoryStore } from '../ports/history.ts';
import { mistakesText } from '../requests/configuration-words.ts';
import { replay } from '../state/evolve.ts';
import { readHistory, readInboxItem } from '../state/stored.ts';
import { isOver, reportOf } from '../state/select.ts';
import type { GitHub, Person, RepositoryRef } from '../ports/github.ts';
import type { LocalIssue, LocalIssues } from '../local/local-issues.ts';
import type { InboxItem } from '../state/inbox-item.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { Logger } from 'pino';
import type { LocalWish } from './local-wish.ts';
import type { TaskRequest, TaskSettings } from '../state/request.ts';

type Start = Extract<InboxItem, { readonly kind: 'start' }>;

export interface LocalTask {
  readonly id: string;
  readonly issue: LocalIssue;
  readonly start: Start;
  /** It was started before. */
  /** `ended`: only its result is shown again. */
  readonly begun: 'now' | 'before' | 'ended';
}

interface BeginParts {
  readonly issues: LocalIssues;
  readonly history: HistoryStore;
  readonly loaded: Pick<LoadedSettings, 'settings'>;
  readonly log: Logger;
  readonly github: GitHub;
  readonly repo: RepositoryRef;
  readonly person: Person;
  readonly now: () => number;
}

interface BeginWish extends Pick<LocalWish, 'title' | 'body' | 'taskId' | 'demands' | 'plan'> {
  readonly within: (settings: TaskSettings) => TaskSettings;
}

/** The task of this issue that is continued or whose result is repeated; null if a new one starts. */
export async function taskToResume(
  issue: LocalIssue,
  history: HistoryStore,
  { taskId: givenId, plan }: Pick<LocalWish, 'taskId' | 'plan'>,
): Promise<string | null> {
  const last = issue.tasks.at(-1);
  if (last === undefined) return null;
  const task = replay(readHistory(await history.read(last.id)));
  if (plan !== null && !isDeepStrictEqual(resumedTask(issue, last.id).start.request.plan, plan)) {
    if (task !== null && task.stage.is === 'ended' && last.id !== givenId) return null;
    throw new Fault(
      'configuration',
      `The task ${last.id} of this text is ${task?.stage.is === 'ended' ? 'done' : 'at work'} with another plan.`,
      `Finish it first (planwright run --resume ${last.id}), or use other words.`,
    );
  }
  // Requesting a failed or stopped task again starts a new one, which knows the earlier one.
  const isInVain =
    task !== null && isOver(task) && task.stage.is === 'ended' && reportOf(task)?.ending.status !== 'succeeded';
  if (isInVain && last.id === givenId)
    throw new Fault(
      'configuration',
      `The task ${givenId} has ended already, and did not succeed.`,
      `Give it another id in task.id; "planwright show ${givenId}" says how it ended.`,
    );
  return isInVain ? null : last.id;
}

export function resumedTask(issue: LocalIssue, taskId: string): LocalTask {
  const begun = issue.tasks.find(({ id }) => id === taskId);
  const start = begun === undefined ? null : readInboxItem(begun.start);
  if (start?.kind !== 'start')
    throw new Fault('internal', 'A task began with something else.', 'Please report this as a bug.');
  return { id: taskId, issue, start, begun: 'before' };
}

export async function beginLocalTask(issue: LocalIssue, wish: BeginWish, parts: BeginParts): Promise<LocalTask> {
  const { issues, github, repo, person, now, loaded, log } = parts;
  const id = wish.taskId ?? randomUUID();
  const read = createSettingsReader({ settings: loaded.settings, github, userSettings: null, log });
  const configured = await read(repo);
  if (configured.mistaken.length > 0)
    throw new Fault(
      'configuration',
      // Whoever starts it can read both files on their own machine.
      mistakesText(
        configured.mistaken.map((file) => ({ ...file, isHidden: false })),
        'en',
        'planwright',
      ).replaceAll('`', ''),
      'Correct it on the branch that the work starts from (commit it there), and start again.',
    );
  const { title, body } = wish;
  const settings = await configured.forTask({ issueText: async () => ({ title, body }), requester: person });
  const request: TaskRequest = {
    repo,
    issue: issue.number,
    trigger: 'mention',
    target: { kind: 'issue', issue: issue.number },
    title,
    body,
    author: person,
    requester: person,
    instruction: null,
    ...(configured.plansFirst ? { plansFirst: true } : {}),
    ...(issue.tasks.length > 0 ? { isRetry: true } : {}),
    ...(wish.plan === null ? {} : { plan: wish.plan }),
    askedAt: new Date(now()).toISOString(),
    deliveryId: `local-${id}`,
  };
  const start: Start = { kind: 'start', id: `start-${id}`, traceId: id, request, settings: wish.within(settings) };
  await issues.begin(issue.number, { id, start, demands: wish.demands });
  return { id, issue, start, begun: 'now' };
}
