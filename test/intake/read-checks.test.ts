import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Intent } from '../../src/people/intent.ts';
import { readIntent } from '../../src/intake/read-intent.ts';
import { identity, issueEvent, settings } from './support/payloads.ts';

type Fields = Readonly<Record<string, unknown>>;

const ours = { id: 500, login: 'planwright[bot]', type: 'Bot' };
const SHA = 'ab'.repeat(20);
const BRANCH = 'planwright/12-sum-is-wrong';

function checkRun(fields: Fields = {}, event: Fields = {}) {
  const check_run = {
    id: 900,
    name: 'build',
    head_sha: SHA,
    conclusion: 'failure',
    completed_at: '2026-03-04T06:00:00Z',
    app: { id: 15_368 },
    check_suite: { id: 901, head_branch: BRANCH },
    ...fields,
  };
  return { ...issueEvent('completed'), issue: undefined, sender: ours, check_run, ...event };
}

function checkSuite(fields: Fields = {}, event: Fields = {}) {
  const check_suite = {
    id: 901,
    head_sha: SHA,
    head_branch: BRANCH,
    conclusion: 'failure',
    updated_at: '2026-03-04T06:00:00Z',
    app: { id: 15_368 },
    ...fields,
  };
  return { ...issueEvent('completed'), issue: undefined, sender: ours, check_suite, ...event };
}

const runs = (payload: unknown) => readIntent('check_run', payload, identity, settings);
const suites = (payload: unknown) => readIntent('check_suite', payload, identity, settings);

const READ = {
  kind: 'checks_failed',
  repo: { installationId: 5, repositoryId: 8, owner: 'acme', name: 'sums' },
  issue: 12,
  sender: { id: 500, login: 'planwright[bot]', isBot: true },
  occurrence: `checks-${SHA}`,
  branch: BRANCH,
  sha: SHA,
  at: '2026-03-04T06:00:00Z',
  isPrivate: false,
};

describe('a check that failed on a branch of ours (GH-2)', () => {
  it('counts whoever sent it, also where that is us, and both events are one happening', () => {
    expect(runs(checkRun())).toEqual(READ);
    expect(suites(checkSuite())).toEqual(READ);
    expect(runs(checkRun({}, { sender: null }))).toMatchObject({ sender: { login: 'ghost' } });
  });

  it.each(['timed_out', 'action_required', 'startup_failure'])('%s is a failure', (conclusion) => {
    expect(suites(checkSuite({ conclusion }))).toMatchObject({ kind: 'checks_failed' });
  });

  it.each(['success', 'neutral', 'skipped', 'cancelled', 'stale', null])('%s is none', (conclusion) => {
    expect(runs(checkRun({ conclusion }))).toBeNull();
    expect(suites(checkSuite({ conclusion }))).toBeNull();
  });

  it.each([
    ['a branch that is not ours', { head_branch: 'main' }],
    ['a fork', { head_branch: null }],
    ['a check of our own App', { app: { id: identity.appId } }],
    ['a commit that is none', { head_sha: 'HEAD' }],
  ])('nothing is read of %s', (_what, fields) => {
    expect(suites(checkSuite(fields))).toBeNull();
    const { head_branch = BRANCH, ...run } = { ...fields } as { head_branch?: string | null };
    expect(runs(checkRun({ ...run, check_suite: { head_branch } }))).toBeNull();
  });

  it('only what is completed counts', () => {
    expect(runs(checkRun({}, { action: 'rerequested' }))).toBeNull();
  });

  it('never throws, and what it reads is an intent', () => {
    fc.assert(
      fc.property(fc.object(), fc.constantFrom('check_run', 'check_suite'), (noise, name) => {
        const payload = name === 'check_run' ? checkRun(noise) : checkSuite(noise);
        const intent = readIntent(name, payload, identity, settings);
        if (intent !== null) Intent.parse(intent);
      }),
    );
  });
});
