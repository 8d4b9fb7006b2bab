import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ISSUE } from '../../demo/story.ts';
import { openEmulate, type EmulatedWorld } from '../second-github/open-emulate.ts';
import { until } from './world.ts';

interface Written {
  readonly user: { readonly login: string; readonly type: string };
  readonly body: string;
}

interface PullRequest extends Written {
  readonly title: string;
  readonly draft: boolean;
  readonly head: { readonly ref: string };
  readonly base: { readonly ref: string };
}

/** What the service requests and emulate lacks; every one is also missing on some Enterprise server in use. */
const MISSING = [
  /^GET \/api\/v3\/app\/hook\/(config|deliveries)\b/,
  /^GET \/api\/v3\/repos\/acme\/tiny-cart\/issues\/\d+\/dependencies\/blocked_by\b/,
];
/** Requested, and correctly absent: configuration, a label before its first use, the repository `.github`. */
const ABSENT = [
  /^GET \/api\/v3\/repos\/acme\/tiny-cart\/contents\/\.github\/planwright\.yml\b/,
  /^GET \/api\/v3\/repos\/acme\/tiny-cart\/labels\/planwright%3A\w+$/,
  /^POST \/api\/v3\/app\/installations\/100\/access_tokens$/,
];

/** The tokens the App requests: one kind for REST, and for git one to fetch and one to push. */
const TOKENS = [
  { contents: 'read', issues: 'write', metadata: 'read', pull_requests: 'write' },
  { contents: 'read', metadata: 'read' },
  { contents: 'write', metadata: 'read' },
];

describe('against a GitHub that other people wrote (npm package emulate)', () => {
  let world: EmulatedWorld | undefined;
  beforeAll(async () => {
    world = await openEmulate();
  });
  afterAll(async () => {
    await world?.close();
  });

  it('OPS-9, GH-2, GH-3, GH-4, GH-7, GH-8: a label leads to a tested pull request, told on the issue', async () => {
    if (world === undefined) throw new Error('There is no world.');
    const { ask, front, service } = world;
    const { number } = (await ask('/issues', 'POST', { ...ISSUE })) as { readonly number: number };
    await ask('/labels', 'POST', { name: 'planwright', color: '5319e7' });
    await ask(`/issues/${number}/labels`, 'POST', { labels: ['planwright'] });
    const labels = async () =>
      ((await ask(`/issues/${number}/labels`)) as readonly { readonly name: string }[]).map(({ name }) => name);
    await until(
      async () => (await labels()).includes('planwright:done'),
      `the end of the task; emulate and its front answered:\n${JSON.stringify(front.passed)}\n${front.troubles.join('\n')}\n${service.output().slice(-4_000)}`,
    );

    const pulls = (await ask('/pulls')) as readonly PullRequest[];
    expect(pulls).toHaveLength(1);
    expect(pulls[0]).toMatchObject({
      draft: false,
      user: { login: 'planwright[bot]', type: 'Bot' },
      head: { ref: expect.stringMatching(/^planwright\/1-/) },
      base: { ref: 'main' },
      body: expect.stringContaining(`Closes #${number}`),
    });
    const { files } = (await ask(`/compare/main...${pulls[0]?.head.ref}`)) as {
      readonly files: readonly { readonly filename: string }[];
    };
    expect(files.map(({ filename }) => filename).toSorted()).toEqual(['src/total.js', 'test/total.test.js']);

    const comments = (await ask(`/issues/${number}/comments`)) as readonly Written[];
    expect(comments.map(({ user }) => user.login)).toEqual(['planwright[bot]', 'planwright[bot]']);
    expect(comments[0]?.body).toContain('planwright:progress');
    expect(comments[1]?.body).toMatch(/the tests pass[^]*#2\b/);
    expect(await labels()).toEqual(['planwright', 'planwright:done']);

    expect(front.troubles).toEqual([]);
    expect(front.reactions).toEqual([`eyes on issues/${number}`]);
    const refused = front.passed.filter(({ status }) => status >= 400).map(({ method, path }) => `${method} ${path}`);
    expect(refused.filter((one) => ![...MISSING, ...ABSENT].some((known) => known.test(one)))).toEqual([]);
    for (const missing of MISSING) expect(refused).toContainEqual(expect.stringMatching(missing));
  }, 120_000);

  it('GH-10: its tokens are for one repository each, and those for git reach nothing but contents', async () => {
    const tokens = (await world?.tokens()) ?? [];
    expect(tokens.length).toBeGreaterThan(3);
    for (const token of tokens) {
      expect(token.repository_ids).toEqual([1]);
      expect(TOKENS).toContainEqual(token.permissions);
    }
    for (const one of TOKENS) expect(tokens.map(({ permissions }) => permissions)).toContainEqual(one);
  });
});
