import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';
import { createGitHub } from '../../src/github/open-github.ts';
import type { GitHub, RepositoryRef } from '../../src/ports/github.ts';

const AT = { repository: 'octo/project' };
const WORKING = { name: 'planwright:working', color: '1d76db', description: 'At work' };
const DONE = { name: 'planwright:done', color: '0e8a16', description: 'Over' };
const log = pino({ level: 'silent' });

describe('the label that shows a state (GH-8)', () => {
  let standin: GitHubStandIn;
  let github: GitHub;
  let repo: RepositoryRef;
  let issue: number;

  beforeEach(async () => {
    standin = await startGitHub({
      strict: true,
      users: [{ login: 'alice', id: 5 }],
      repositories: [{ owner: 'octo', name: 'project', roles: { alice: 'maintain' }, labels: ['Planwright:Done'] }],
    });
    const { appId, privateKey } = standin.credentials;
    const clock = { now: () => Date.now(), sleep: async () => undefined };
    github = createGitHub({ appId, privateKey, apiUrl: standin.apiUrl, clock, log });
    const [installation] = standin.world.installations;
    const [repository] = standin.world.repositories;
    repo = { installationId: installation?.id ?? 0, repositoryId: repository?.id ?? 0, owner: 'octo', name: 'project' };
    issue = (await standin.acts.openIssue({ ...AT, by: 'alice', title: 'Broken', labels: ['bug'] })).number;
  });
  afterEach(async () => {
    const { violations } = standin;
    await standin.close();
    expect(violations).toEqual([]);
  });

  const shown = () => standin.acts.readIssue({ ...AT, issue }).labels;
  const inRepository = (name: string) =>
    standin.world.repositories[0]?.labels.filter((label) => label.name.toLowerCase() === name);

  it('is made with colour and description, takes the place of the others, and leaves all other labels alone', async () => {
    await github.showLabel(repo, issue, WORKING, [DONE.name]);
    await github.showLabel(repo, issue, WORKING, [DONE.name]);
    expect(shown()).toEqual(['bug', WORKING.name]);
    expect(inRepository(WORKING.name)).toEqual([expect.objectContaining(WORKING)]);
    await github.showLabel(repo, issue, DONE, [WORKING.name]);
    expect(shown()).toEqual(['bug', 'Planwright:Done']);
  });

  it('is the one that is there, however it is written and whatever colour people gave it', async () => {
    const before = inRepository(DONE.name)?.map((label) => ({ ...label }));
    await github.showLabel(repo, issue, DONE, [WORKING.name]);
    expect(inRepository(DONE.name)).toEqual(before);
    await github.showLabel(repo, issue, WORKING, [DONE.name]);
    expect(shown()).toEqual(['bug', WORKING.name]);
  });

  it('is made again where somebody deleted it, and shown where another task made it meanwhile', async () => {
    await github.showLabel(repo, issue, WORKING, []);
    standin.world.repositories[0]?.labels.splice(0);
    const answer = {
      message: 'Validation Failed',
      errors: [{ resource: 'Label', code: 'already_exists', field: 'name' }],
    };
    standin.faults.add({ method: 'POST', path: '/repos/*/*/labels', status: 422, body: answer, applyFirst: true });
    await github.showLabel(repo, issue, WORKING, []);
    expect(inRepository(WORKING.name)).toEqual([expect.objectContaining(WORKING)]);
    expect(shown()).toContain(WORKING.name);
  });

  it('is refused with a fault where GitHub forbids it, and is never put on an issue that was moved elsewhere', async () => {
    for (const path of ['/repos/*/*/labels', '/repos/*/*/issues/*/labels'])
      standin.faults.add({ method: 'POST', path, status: 403, body: { message: 'No.' } });
    await expect(github.showLabel(repo, issue, WORKING, [])).rejects.toMatchObject({ code: 'github_refused' });
    await expect(github.showLabel(repo, issue, WORKING, [])).rejects.toMatchObject({ code: 'github_refused' });
    const other = await standin.acts.createRepository({ owner: 'octo', name: 'other', roles: { alice: 'write' } });
    expect(other.id).not.toBe(repo.repositoryId);
    const moved = await standin.acts.transferIssue({ ...AT, issue, by: 'alice', to: 'octo/other' });
    await expect(github.showLabel(repo, issue, WORKING, [])).rejects.toMatchObject({ code: 'github_gone' });
    expect(standin.acts.readIssue({ repository: 'octo/other', issue: moved.number }).labels).toEqual([]);
  });
});
