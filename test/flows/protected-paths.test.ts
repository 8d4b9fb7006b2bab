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
  RIGHT,
  run,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { asked, fileOf, questionsOf, taleOf } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const OWNERS = `* @${MAINTAINER}\n`;
const STORIES: Readonly<Record<string, Story>> = {
  approved: { steps: [write('CODEOWNERS', OWNERS), write('package-lock.json', '{}\n'), ...RIGHT] },
  declined: { steps: [write('.github/workflows/ci.yml', 'on: push\n'), ...RIGHT, run('rm -r .github'), done()] },
  blocked: { steps: RIGHT },
  freed: { steps: RIGHT },
};

const isLook = (fact: Recorded) => fact.type === 'environment' && fact.name === 'blocked';

describe('a task that waits for a change to be let through, or for other issues', () => {
  let world: World;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const questionIn = (story: string) =>
    until(
      () => commentsOn(world, issueOf(story), homeOf(story)).find((body) => body.includes('planwright:question')),
      `the question of ${story}`,
    );
  const say = (story: string, body: string, by = MAINTAINER) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issueOf(story), by, body });
  /** Blocked by a new issue in each of these repositories. */
  const askBlocked = async (story: string, places: readonly string[]) => {
    const repository = homeOf(story);
    const { acts } = world.github;
    const { number: issue } = await acts.openIssue({ repository, by: MAINTAINER, title: `story ${story}` });
    issues.set(story, issue);
    const blockers: number[] = [];
    for (const place of places) {
      const { number } = await acts.openIssue({ repository: place, by: MAINTAINER, title: 'First this' });
      await acts.block({ repository, issue, by: { repository: place, issue: number }, whoever: MAINTAINER });
      blockers.push(number);
    }
    await acts.addLabel({ repository, issue, by: MAINTAINER, label: 'planwright' });
    return blockers;
  };
  const taleAfterwards = async (story: string) => {
    const place = { repository: homeOf(story), issue: issueOf(story) };
    return taleOf(world, story, { ...place, history: await untilOver(world, place.issue, place.repository) });
  };

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    await world.start({ PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5' });
    for (const story of ['approved', 'declined']) issues.set(story, await askFor(world, story, homeOf(story)));
  });
  afterAll(async () => {
    await world?.close();
  });

  it('waits with its diff shown; nobody without write access lets it through, a maintainer does, and the pull request says so (GH-7, EXEC-1, G9, P10)', async () => {
    const question = await questionIn('approved');
    expect(question).toContain('## 🔒 May I Push a Change to Protected Files?');
    expect(question).toContain(`+${OWNERS}`);
    expect(question).not.toContain('answer.txt');
    await say('approved', 'approve', 'stranger');
    const branch = `planwright/${issueOf('approved')}-story-approved`;
    expect(branchesOf(world, homeOf('approved'))).not.toContain(branch);
    await say('approved', 'approve');
    const tale = await taleAfterwards('approved');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(tale.history.filter((fact) => fact.type === 'answer')).toHaveLength(1);
    expect(fileOf(world, tale, 'CODEOWNERS')).toBe(OWNERS);
    expect(tale.pulls[0]?.body).toMatch(
      /Protected files changed, as .*approved[^]*`CODEOWNERS`[^]*`package-lock\.json`/,
    );
    expect(questionsOf(tale)).toHaveLength(1);
  });

  it('that GitHub takes from no App without a permission is said to be one, and taken back at a no, without a trace on the branch (GH-7, G9, G10)', async () => {
    const question = await questionIn('declined');
    expect(question).toMatch(/does not let me push files in `\.github\/workflows\/`/);
    await say('declined', 'No, I will write the workflow myself.');
    const tale = await taleAfterwards('declined');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(asked(world, 'declined', 'run_command').some((body) => body.includes('did not approve'))).toBe(true);
    const git = gitOf(world, homeOf('declined'));
    expect(git('log', '--all', '--format=%H', '--', '.github')).toBe('');
    expect(tale.pulls).toHaveLength(1);
  });

  it('on an issue that is blocked names what blocks it, with links, and begins at `retry` all the same (GH-2, EXEC-1)', async () => {
    const repository = homeOf('blocked');
    const [first] = await askBlocked('blocked', [repository]);
    const question = await questionIn('blocked');
    expect(question).toContain('## ⏳ Waiting for Other Issues');
    expect(question).toMatch(new RegExp(`\\[\`${repository}#${first}\`\\]\\(http[^)]*/issues/${first}\\) First this`));
    await say('blocked', '@planwright retry');
    const tale = await taleAfterwards('blocked');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(questionsOf(tale)).toHaveLength(1);
  });

  it('begins by itself as soon as what blocks the issue is closed, in any repository, or blocks it no more (GH-2, EXEC-1)', async () => {
    const { acts } = world.github;
    const repository = homeOf('freed');
    const [removed = 0, closed = 0] = await askBlocked('freed', [repository, homeOf('blocked')]);
    await questionIn('freed');
    const issue = issueOf('freed');
    await acts.block({ repository, issue, by: { repository, issue: removed }, whoever: 'stranger', isOver: true });
    const looks = async () => (await historyOf(world, issue, repository)).filter(isLook).length;
    // When the question is posted, the first look is over; the second one still finds the other issue.
    await until(async () => (await looks()) === 2, 'a look at what is left');
    await acts.closeIssue({ repository: homeOf('blocked'), issue: closed, by: MAINTAINER });
    const tale = await taleAfterwards('freed');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(questionsOf(tale)).toHaveLength(1);
    expect(tale.history.filter(isLook)).toHaveLength(2);
  });
});
