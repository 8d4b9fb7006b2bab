import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  askFor,
  branchesOf,
  commentsOn,
  done,
  gitOf,
  historyOf,
  homeOf,
  pullsFor,
  run,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { World } from './world.ts';

const STORIES = {
  committer: {
    steps: [
      run(
        'git -c user.name=Boss -c user.email=boss@example.com commit -q --allow-empty -m "Closes #1 [skip ci] @everyone" -m "Signed-off-by: Boss <boss@example.com>"; git checkout -q --orphan lost; git config url.http://127.0.0.1:1/.insteadOf http://127.0.0.1:8118/; printf "[url \\"http://127.0.0.1:1/\\"]\\ninsteadOf = http://127.0.0.1:8118/\\n" > ~/.gitconfig',
      ),
      write('answer.txt', '42\n'),
      done(),
    ],
  },
  remover: { steps: [run('rm -rf .git; echo nonsense > .git'), write('answer.txt', '42\n'), done()] },
  huge: { steps: [write('answer.txt', '42\n'), run('head -c 25000000 /dev/urandom > data.bin'), done()] },
  churning: {
    steps: [
      write('answer.txt', '42\n'),
      run('(while :; do head -c 3000000 /dev/urandom > churn.bin; : > churn.bin; done) > /dev/null 2>&1 & sleep 0.3'),
      done(),
    ],
  },
  retitled: {},
  closed: {},
} as const;

describe('what leaves the sandbox', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    await world.start();
  });
  afterAll(async () => {
    await world?.close();
  });
  const asked = async (story: keyof typeof STORIES) => {
    const home = homeOf(story);
    const issue = await askFor(world, story, home);
    return { home, issue, history: await untilOver(world, issue, home) };
  };

  it('is a commit of ours, whatever the model committed itself and wherever it turned the gateway (G11)', async () => {
    const { home, issue } = await asked('committer');
    const git = gitOf(world, home);
    const branch = `planwright/${issue}-story-committer`;
    expect(git('show', `${branch}:answer.txt`)).toBe('42\n');
    expect(git('log', '--format=%an|%cn|%P', `main..${branch}`).trim()).toMatch(/^(\S+\[bot\])\|\1\|\w{40}$/);
    // With its id, GitHub shows the App's own account.
    const bot = world.github.world.users.find(({ login }) => login.endsWith('[bot]'));
    expect(git('log', '--format=%ae %ce', `main..${branch}`)).toMatch(
      new RegExp(`^${bot?.id}\\+\\S+\\[bot\\]@\\S+ ${bot?.id}\\+`),
    );
    expect(git('log', '--format=%B', `main..${branch}`)).toMatch(
      new RegExp(`\\nCo-authored-by: ${MAINTAINER} <\\d+\\+${MAINTAINER}@`),
    );
    expect(git('cat-file', '--batch-all-objects', '--batch')).not.toMatch(/Boss|everyone|skip ci/);
    expect(pullsFor(world, issue, home).map((one) => one.pull?.draft)).toEqual([false]);
  });

  it('is saved also when the model destroyed the repository', async () => {
    const { home, issue } = await asked('remover');
    expect(gitOf(world, home)('show', `planwright/${issue}-story-remover:answer.txt`)).toBe('42\n');
    expect(pullsFor(world, issue, home).map((one) => one.pull?.draft)).toEqual([false]);
  });

  it('is saved also when something in the background never stops changing the files (G13)', async () => {
    const { home, issue, history } = await asked('churning');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(gitOf(world, home)('show', `planwright/${issue}-story-churning:answer.txt`)).toBe('42\n');
  });

  it('is refused with kind words when it is too large (G19)', async () => {
    const { home, issue, history } = await asked('huge');
    expect(history.at(-1)).toMatchObject({ status: 'failed', reason: 'too_large' });
    expect(commentsOn(world, issue, home)[1]).toMatch(/too large to check[^]*- data\.bin \(24 MB\)[^]*→/);
    expect(branchesOf(world, home)).toEqual(['main']);
  });

  it('goes on with the branch and the pull request of the issue, also under another title (GH-7)', async () => {
    const { home, issue, history } = await asked('retitled');
    const at = { repository: home, issue, by: MAINTAINER };
    const before = branchesOf(world, home);
    await world.github.acts.editIssue({ ...at, title: 'story retitled and more' });
    await world.github.acts.removeLabel({ ...at, label: 'planwright' });
    await world.github.acts.addLabel({ ...at, label: 'planwright' });
    await until(
      async () => (await historyOf(world, issue, home, history[0]?.task_uuid)).at(-1)?.type === 'completion',
      'the end of the second task',
      90_000,
    );
    expect(branchesOf(world, home)).toEqual(before);
    expect(pullsFor(world, issue, home)).toHaveLength(1);
  });

  it('begins anew on a branch of its own after the pull request of the last task was closed (GH-7)', async () => {
    const { home, issue, history } = await asked('closed');
    const [first] = pullsFor(world, issue, home);
    const at = { repository: home, by: MAINTAINER };
    await world.github.acts.closeIssue({ ...at, issue: first?.number ?? 0 });
    await world.github.acts.comment({ ...at, issue, body: '@planwright 状況' });
    await until(
      async () => commentsOn(world, issue, home).some((body) => body.includes('I am not working on this issue')),
      'an answer',
    );
    await world.github.acts.comment({ ...at, issue, body: '@planwright retry' });
    await until(
      async () => (await historyOf(world, issue, home, history[0]?.task_uuid)).at(-1)?.type === 'completion',
      'the end of the second task',
      90_000,
    );
    const branch = `planwright/${issue}-story-closed`;
    expect(branchesOf(world, home)).toEqual(['main', branch, `${branch}-2`]);
    expect(gitOf(world, home)('rev-list', '--count', `main..${branch}-2`).trim()).toBe('1');
  });
});
