import { describe, expect, it } from '@jest/globals';
import { Fault, RetryLater } from '../../src/errors.ts';
import { findPullRequest, openPullRequest } from '../../src/effects/report-back.ts';
import { taskIn } from '../progress/cases.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { FoundPullRequest, PullRequestDraft } from '../../src/ports/own-pull-request.ts';
import type { Task } from '../../src/state/task.ts';

interface Seen {
  readonly opened: unknown;
  readonly asked: readonly unknown[];
  readonly warnings: readonly string[];
}

async function opened(change: (task: Task) => Task, refuse?: () => never, isSwitchRefused = false): Promise<Seen> {
  const asked: unknown[] = [];
  const warnings: string[] = [];
  const tools = {
    noteUrl: () => null,
    redact: (text: string) => text,
    log: { warn: (_: unknown, message: string) => warnings.push(message) },
    github: {
      ensurePullRequest: async (_repo: unknown, { draft }: PullRequestDraft) =>
        isSwitchRefused
          ? { number: 13, url: 'u', draft: !draft, refusal: 'Resource not accessible by integration.' }
          : { number: 13, url: 'u', draft, refusal: null },
      requestReview: async (_repo: unknown, ...of: readonly unknown[]) => {
        asked.push(of);
        refuse?.();
      },
    },
  } as unknown as Toolbox;
  const [fact] = await openPullRequest({
    effect: { kind: 'open_pull_request' },
    key: 'k',
    task: change(taskIn('report')),
    tools,
    signal: new AbortController().signal,
  });
  return { opened: fact, asked, warnings };
}

const by = (login: string) => (task: Task) => ({
  ...task,
  request: { ...task.request, requester: { id: 8, login } },
});
const same = (task: Task) => task;

describe('the pull request of somebody who asked', () => {
  it('is one that they are asked to review (GH-7)', async () => {
    expect(await opened(by('mika'))).toMatchObject({ opened: { number: 13 }, asked: [[13, 'mika']], warnings: [] });
  });

  it('is opened all the same where GitHub asks them not: 422 and 403 fail nothing (GH-7)', async () => {
    const refuse = () => {
      throw new Fault('github_refused', 'Reviews may only be requested from collaborators.', '');
    };
    expect(await opened(same, refuse)).toMatchObject({
      opened: { name: 'pull_request', number: 13 },
      warnings: ['a reviewer could not be asked'],
    });
    const wait = () => {
      throw new RetryLater('GitHub could not be reached.', { of: 'github' });
    };
    await expect(opened(same, wait)).rejects.toBeInstanceOf(RetryLater);
  });

  it('is recorded as it is, and reviewed, where GitHub does not let us change its draft state (GH-7)', async () => {
    const usual = await opened(by('mika'));
    const other = await opened(by('mika'), undefined, true);
    expect(usual.opened).toMatchObject({ draft: false });
    expect(other).toEqual({
      opened: { ...(usual.opened as object), draft: true },
      asked: usual.asked,
      warnings: ['GitHub did not let us change the draft state of the pull request'],
    });
  });

  it('asks nobody where the setting says so, and no bot', async () => {
    const off = (task: Task) => ({ ...task, settings: { ...task.settings, requestsReview: false } });
    for (const change of [off, by('helper[bot]')]) expect((await opened(change)).asked).toEqual([]);
  });
});

describe('a pull request that may be there already', () => {
  it('is looked for in its place, and told as it is (R16)', async () => {
    const places: unknown[] = [];
    const look = (found: FoundPullRequest | null) =>
      findPullRequest({
        effect: { kind: 'find_pull_request' },
        key: 'k',
        task: taskIn('report'),
        tools: {
          redact: (text: string) => text.replace('SECRET', '***'),
          github: { findPullRequest: async (_: unknown, place: unknown) => (places.push(place), found) },
        } as unknown as Toolbox,
        signal: new AbortController().signal,
      });
    const found = { number: 13, url: 'u', draft: true, title: 'A SECRET' };
    expect(await look(found)).toEqual([{ type: 'effect', name: 'pull_request', ...found, title: 'A ***' }]);
    expect(await look(null)).toEqual([{ type: 'effect', name: 'pull_request_missing' }]);
    expect(places[0]).toMatchObject({ head: expect.stringMatching(/^planwright\/12-/), base: 'main' });
  });
});
