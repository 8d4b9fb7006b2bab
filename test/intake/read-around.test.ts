import { describe, expect, it } from '@jest/globals';
import { Intent } from '../../src/people/intent.ts';
import { readIntent } from '../../src/intake/read-intent.ts';
import { identity, mona, repository, settings } from './support/payloads.ts';

const read = (name: string, payload: object) => {
  const intent = readIntent(name, payload, identity, settings);
  return intent && Intent.parse(intent);
};
const base = { repository: repository(), installation: { id: 5 }, sender: mona };
const repo = { installationId: 5, repositoryId: 8, owner: 'acme', name: 'sums' };

describe('what happens around the work (GH-5, GH-7, GH-10)', () => {
  const closed = (pull: object = {}, action = 'closed') => ({
    ...base,
    action,
    pull_request: {
      id: 70,
      number: 13,
      user: mona,
      merged: true,
      updated_at: '2026-03-04T05:06:07Z',
      head: { ref: 'planwright/12-sum', repo: { id: 8 } },
      ...pull,
    },
  });

  it('reads a pull request that was closed or merged, for the issue of its branch', () => {
    const what = { is: 'pull_request_closed', pullRequest: 13, branch: 'planwright/12-sum', merged: true };
    expect(read('pull_request', closed())).toMatchObject({ kind: 'around', repo, issue: 12, what });
    expect(read('pull_request', closed({ merged: undefined }))).toMatchObject({ what: { ...what, merged: false } });
    expect(read('pull_request', closed({}, 'synchronize'))).toBeNull();
    expect(read('pull_request', closed({ head: { ref: 'feature', repo: { id: 8 } } }))).toBeNull();
    expect(read('pull_request', closed({ head: { ref: 'planwright/12-sum', repo: { id: 9 } } }))).toBeNull();
    expect(read('pull_request', closed({ head: { ref: 'planwright/12-sum', repo: null } }))).toBeNull();
  });

  it('reads a deleted branch of ours, and no tag and no other branch', () => {
    const gone = { ...base, ref: 'planwright/12-sum', ref_type: 'branch' };
    expect(read('delete', gone)).toMatchObject({
      issue: 12,
      what: { is: 'branch_deleted', branch: 'planwright/12-sum' },
    });
    expect(read('delete', { ...gone, ref_type: 'tag' })).toBeNull();
    expect(read('delete', { ...gone, ref: 'main' })).toBeNull();
  });

  it('reads an archived or deleted repository; a new name or another visibility changes nothing for a task', () => {
    expect(read('repository', { ...base, action: 'archived' })).toMatchObject({ issue: 0, what: { is: 'archived' } });
    expect(read('repository', { ...base, action: 'deleted' })).toMatchObject({ issue: 0, what: { is: 'access' } });
    for (const action of ['renamed', 'publicized', 'privatized', 'unarchived', 'transferred'])
      expect(read('repository', { ...base, action })).toBeNull();
  });

  it('reads what becomes of the installation: it names no repository, and GitHub is asked what holds', () => {
    const account = { login: 'acme', id: 4 };
    const payload = (action: string) => ({ action, installation: { id: 5, account }, sender: mona });
    for (const action of ['suspend', 'unsuspend', 'deleted'])
      expect(read('installation', payload(action))).toMatchObject({
        kind: 'around',
        repo: { installationId: 5, repositoryId: 0, owner: 'acme' },
        what: { is: 'access' },
      });
    for (const action of ['removed', 'added'])
      expect(read('installation_repositories', payload(action))).toMatchObject({ what: { is: 'access' } });
    expect(read('installation', payload('created'))).toBeNull();
    expect(read('installation', { action: 'suspend' })).toBeNull();
  });
});
