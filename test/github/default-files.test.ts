/** Files from the default branch (GH-9, P18). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import { REPO, startSmallGitHub, type Answer, type Asked, type SmallGitHub } from './small-github.ts';

const PATH = '.github/planwright.yml';
const TEXT = 'language: ja\n';
const NOT_THERE: Answer = {
  status: 422,
  body: {
    message: 'There is at least one repository that does not exist or is not accessible to the parent installation.',
  },
};

describe('a file of the default branch', () => {
  let small: SmallGitHub;
  let routes: Record<string, Answer>;
  beforeEach(async () => {
    small = await startSmallGitHub();
    routes = {
      '/repos/octo/project': { status: 200, body: { id: 70, default_branch: 'trunk', archived: false } },
      '/repos/octo/project/branches/trunk': { status: 200, body: { commit: { sha: 'c0ffee' } } },
      [`/repos/octo/project/contents/${PATH}`]: file(TEXT),
      '/repos/octo/.github': { status: 200, body: { id: 71, default_branch: 'main', archived: false } },
      '/repos/octo/.github/branches/main': { status: 200, body: { commit: { sha: 'beef' } } },
      [`/repos/octo/.github/contents/${PATH}`]: file('language: en\n'),
    };
    small.answer = (asked) => tokenFor(asked) ?? routes[decodeURIComponent(asked.path)];
  });
  afterEach(() => small.close());

  function file(text: string | Buffer, over: object = {}): Answer {
    const bytes = Buffer.from(text);
    const content = {
      type: 'file',
      size: bytes.length,
      encoding: 'base64',
      content: bytes.toString('base64'),
      ...over,
    };
    return { status: 200, body: content };
  }

  /** Of the repository `.github` by its name. */
  function tokenFor({ path, body }: Asked): Answer | undefined {
    if (!path.endsWith('/access_tokens') || body['repositories'] === undefined) return undefined;
    const granted = { token: 'ghs_owner', expires_at: '2099-01-01T00:00:00Z', permissions: body['permissions'] };
    return owners ?? { status: 201, body: { ...granted, repositories: [{ id: 71, name: '.github' }] } };
  }
  let owners: Answer | null = null;
  beforeEach(() => {
    owners = null;
  });

  const own = () => small.github.defaultFile(REPO, PATH, 'repository');
  const ofOwner = () => small.github.defaultFile(REPO, PATH, 'owner');

  it('is read in the very commit that is told, and in no other branch (P18)', async () => {
    expect(await own()).toEqual({
      repository: 'octo/project',
      isPrivate: true,
      commit: 'c0ffee',
      isFile: true,
      text: TEXT,
      bytes: TEXT.length,
    });
    const read = small.asked.filter(({ path }) => decodeURIComponent(path).endsWith(PATH));
    expect(read.map(({ query }) => query.get('ref'))).toEqual(['c0ffee']);
  });

  it('comes with whether everybody may read it', async () => {
    routes['/repos/octo/project'] = {
      status: 200,
      body: { id: REPO.repositoryId, default_branch: 'trunk', private: false },
    };
    expect(await own()).toMatchObject({ isPrivate: false });
  });

  it('is null where there is none, in a repository without a commit, too', async () => {
    routes[`/repos/octo/project/contents/${PATH}`] = { status: 404, body: { message: 'Not Found' } };
    expect(await own()).toBeNull();
    routes['/repos/octo/project/branches/trunk'] = { status: 404, body: { message: 'Branch not found' } };
    expect(await own()).toBeNull();
  });

  it('is not that of a repository which has taken the name', async () => {
    routes['/repos/octo/project'] = { status: 200, body: { id: 99, default_branch: 'trunk' } };
    await expect(own()).rejects.toMatchObject({ code: 'github_gone' });
  });

  it('is asked for again where GitHub is down: that is no answer', async () => {
    routes[`/repos/octo/project/contents/${PATH}`] = { status: 503, body: {} };
    await expect(own()).rejects.toBeInstanceOf(RetryLater);
    routes[`/repos/octo/.github/contents/${PATH}`] = { status: 502, body: {} };
    await expect(ofOwner()).rejects.toBeInstanceOf(RetryLater);
  });

  it.each<[string, Answer, object]>([
    ['a folder', { status: 200, body: [{ type: 'file' }] }, { isFile: false, text: null }],
    ['a link', file('', { type: 'symlink', target: '/etc/passwd' }), { isFile: false, text: null }],
    ['a submodule', file('', { type: 'submodule' }), { isFile: false, text: null }],
    [
      'too large for GitHub',
      file('', { size: 2_000_000, encoding: 'none' }),
      { isFile: true, text: null, bytes: 2_000_000 },
    ],
    ['no text', file(Buffer.from([0xff, 0xfe, 0x00])), { isFile: true, text: null, bytes: 3 }],
  ])('that is %s is told as such', async (_, answer, expected) => {
    routes[`/repos/octo/project/contents/${PATH}`] = answer;
    expect(await own()).toMatchObject(expected);
  });

  it('of the owner is read with a token for that repository, found once', async () => {
    expect(await ofOwner()).toMatchObject({ repository: 'octo/.github', commit: 'beef', text: 'language: en\n' });
    await ofOwner();
    const named = small.asked.filter(({ body }) => body['repositories'] !== undefined);
    expect(named.map(({ body }) => body)).toEqual([{ repositories: ['.github'], permissions: { metadata: 'read' } }]);
    const ids = small.asked.flatMap(({ body }) => body['repository_ids'] ?? []);
    expect(ids).toEqual([71]);
  });

  it('of the owner is null where the App is not installed there, and looked for again after a minute', async () => {
    owners = NOT_THERE;
    expect([await ofOwner(), await ofOwner()]).toEqual([null, null]);
    expect(small.count('POST', /access_tokens$/)).toBe(1);
    owners = null;
    small.now += 60_001;
    expect(await ofOwner()).toMatchObject({ commit: 'beef' });
  });

  it('of the owner is null once that repository is gone, and for that repository itself', async () => {
    await ofOwner();
    routes['/repos/octo/.github'] = { status: 404, body: { message: 'Not Found' } };
    expect(await ofOwner()).toBeNull();
    expect(await small.github.defaultFile({ ...REPO, name: '.github' }, PATH, 'owner')).toBeNull();
  });
});
