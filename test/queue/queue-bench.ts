/** The queue on its own Redis, with one task that nobody drives, for the tests of this folder. */
import { pino } from 'pino';
import { createProducer } from '../../src/queue/producer.ts';
import { createRepositorySpending } from '../../src/queue/spent-in-repositories.ts';
import { createRedisInbox } from '../../src/queue/redis-inbox.ts';
import { createTaskJobs } from '../../src/queue/task-jobs.ts';
import { startWorkers } from '../../src/queue/workers.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { giveUpDelivery } from '../../src/requests/give-up-delivery.ts';
import { redisBench } from '../redis/redis-bench.ts';
import { SETTINGS } from '../task/task-world.ts';
import type { Beginning } from '../../src/queue/begin-script.ts';
import type { WorkerTools } from '../../src/queue/workers.ts';
import type { Delivery, Intent } from '../../src/people/intent.ts';
import type { GitHub } from '../../src/ports/github.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { RepositorySettings } from '../../src/requests/acting-tools.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

type Start = Extract<Intent, { readonly kind: 'start' }>;
type Correction = Extract<Intent, { readonly kind: 'correction' }>;

export const REPO = { installationId: 1, repositoryId: 77, owner: 'acme', name: 'cart' };
export const ISSUE = { repositoryId: 77, issue: 4 };
const MIKA = { id: 5, login: 'mika', isBot: false };

export function started(deliveryId: string, over: Partial<Start> = {}): Delivery {
  const intent: Start = {
    kind: 'start',
    repo: REPO,
    issue: 4,
    sender: MIKA,
    occurrence: `label-${deliveryId}`,
    trigger: 'label',
    target: { kind: 'issue', issue: 4 },
    title: 'T',
    body: '',
    author: { id: 5, login: 'mika' },
    instruction: null,
    isPrivate: false,
    ...over,
  };
  return { deliveryId, event: 'issues', receivedAt: '2026-01-01T00:00:00Z', intent };
}

export function mentioned(deliveryId: string, instruction: string): Delivery {
  return started(deliveryId, {
    trigger: 'mention',
    instruction,
    occurrence: `comment-${deliveryId}`,
    target: { kind: 'issue_comment', commentId: 9 },
  });
}

export function corrected(deliveryId: string, occurrence: string, over: Partial<Correction> = {}): Delivery {
  const intent: Correction = {
    kind: 'correction',
    repo: REPO,
    issue: 4,
    sender: MIKA,
    occurrence,
    commentId: 9,
    at: '2026-01-01T00:00:00Z',
    text: '43',
    ...over,
  };
  return { deliveryId, event: 'issue_comment', receivedAt: '2026-01-01T00:00:00Z', intent };
}

export function comment(id: string): InboxItem {
  return { kind: 'comment', id, by: { id: 5, login: 'mika' }, text: `text of ${id}` };
}

/** A GitHub on which every person has write access and every issue has its label, and which records its calls. */
export function agreeableGitHub(over: Partial<GitHub> = {}): GitHub & { readonly calls: string[] } {
  const calls: string[] = [];
  const unused = () => Promise.reject(new Error('Not needed here.'));
  return {
    calls,
    identity: async () => ({ appId: 1, slug: 'planwright' }),
    // GitHub says this of every App's bot.
    permission: async (_repo, { login }) => (login.endsWith('[bot]') ? 'none' : 'write'),
    openBlockers: async () => [],
    issue: async () => ({ state: 'open', labels: ['planwright'] }),
    issueText: async () => ({ title: 'T', body: '', author: { id: 5, login: 'mika' }, labels: [] }),
    pullRequest: async () => ({
      state: 'open',
      isOurs: true,
      head: 'planwright/4-t',
      headRepositoryId: REPO.repositoryId,
    }),
    openPullRequests: unused,
    review: unused,
    hasBranch: async () => false,
    hasComment: async () => true,
    commentsUntil: unused,
    react: async (_repo, target, content) => void calls.push(`${content} on ${target.kind}`),
    ensureComment: async (_repo, issue) => {
      calls.push(`comment on ${issue}`);
      return { id: 1, url: '' };
    },
    showLabel: unused,
    repository: unused,
    defaultFile: async () => null,
    editComment: unused,
    editLater: unused,
    ensurePullRequest: unused,
    findPullRequest: unused,
    requestReview: unused,
    isBranchFinished: unused,
    botUserId: unused,
    gitToken: unused,
    openPullRequestFrom: unused,
    checksOf: unused,
    checkReport: unused,
    ...over,
  };
}

export async function queueBench() {
  const bench = redisBench();
  const server = await bench.start();
  const redis = await bench.client(server.socketPath);
  const subscriber = await bench.client(server.socketPath, 'subscriber');
  const inbox = await createRedisInbox(redis, subscriber);
  const jobs = createTaskJobs(redis);
  const producer = createProducer(await bench.client(server.socketPath, 'accepting'));
  const log = pino({ level: 'silent' });
  const closing: (() => Promise<void>)[] = [];
  /** The records of tasks; a test puts them there. */
  const recorded = new Map<string, readonly Recorded[]>();
  const history = {
    read: async (taskId: string) => recorded.get(taskId) ?? [],
    ofIssue: async (issue: string) => [...recorded].filter(([, facts]) => facts[0]?.issue === issue).map(([id]) => id),
  };
  const spending = createRepositorySpending({
    redis,
    log,
    history: { unfinished: async () => [], recent: async () => [...recorded.keys()], readUndamaged: history.read },
  });
  const redact = (text: string) => text.replaceAll('canary', '***');
  const settingsOf = async (): Promise<RepositorySettings> => ({
    enabled: true,
    triggerLabel: 'planwright',
    profiles: ['balanced', 'fast'],
    plansFirst: false,
    allowedBots: [41, 42, 43],
    mistaken: [],
    forTask: async () => ({ ...SETTINGS, triggerLabel: 'planwright', language: 'en', botSlug: 'planwright' }),
  });

  const acting = (github: GitHub = agreeableGitHub()) => ({
    instance: 'bench',
    redis,
    inbox,
    github,
    log,
    settingsOf,
    history,
    redact,
    begin: async (beginning: Beginning) => (await jobs.queue.begin(beginning)).holder,
    wake: (taskId: string) => jobs.wake(taskId),
    isStartComing: (of: Pick<Intent, 'repo' | 'issue'>) => jobs.isStartComing(of),
    hurry: (taskId: string) => jobs.queue.hurry(taskId),
    announce: async () => undefined,
    actLater: (delivery: Delivery, afterMs: number) => jobs.actLater(delivery, afterMs),
    ciFixAttempts: 2,
    spending,
  });
  return {
    redis,
    inbox,
    jobs,
    producer,
    log,
    settingsOf,
    recorded,
    spending,
    acting,
    async work({ github, ...tools }: Pick<WorkerTools, 'drive'> & Partial<WorkerTools> & { readonly github?: GitHub }) {
      const here = { ...acting(github), begin: (beginning: Beginning) => workers.begin(beginning) };
      const workers = startWorkers(
        await bench.client(server.socketPath),
        { concurrency: 4, perInstallation: null, perRepository: null, lockMs: 2_000, stalledMs: 500 },
        {
          redis,
          subscriber,
          inbox,
          jobs,
          log,
          actOn: (delivery) => actOnDelivery(delivery, here),
          giveUp: (delivery) => giveUpDelivery(delivery, here, jobs),
          wake: (taskId) => jobs.wake(taskId),
          ended: async () => undefined,
          endUnrecorded: async () => null,
          ...tools,
        },
      );
      closing.push(() => workers.close(2_000));
      return workers;
    },
    async end() {
      for (const close of closing) await close();
      await Promise.all([inbox.close(), jobs.close(), producer.close()]);
      await bench.end();
    },
  };
}

export type QueueBench = Awaited<ReturnType<typeof queueBench>>;

/** As much of an ended task as the worker looks at. */
export function endedTask(): Task {
  return { id: 'some-task', stage: { is: 'ended' }, request: { repo: REPO, issue: 4 } } as unknown as Task;
}
