/** Repositories with their own configuration (GH-9): the effect of each key, and of mistakes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { DEFAULT_PERMISSIONS } from '../../standins/github/options.ts';
import {
  actionPlan,
  commentsOn,
  historyOf,
  homeOf,
  NUMBER_FILES,
  numberRepository,
  pullsFor,
  RIGHT,
  run,
  scriptOf,
  untilOver,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { World } from './world.ts';

const PATH = '.github/planwright.yml';
const OWN = `
trigger_label: bot
plan_approval: true
test_command: sh check.sh
instructions: Keep answer.txt to one line.
environment:
  name: base
  setup: [export MADE=prepared, cd /tmp && touch "$MADE"]
  verification: [{ command: 'ls "$PWD/$MADE"', expected_output: /tmp/prepared }]
budget: { usd: 2 }
network: { allow: [mirror.invalid] }
protected_paths: ['infra/**']
reviewers: [carol, nobody, 'team:core', 'team:gone']
draft: always
`;
const OF_ORGANISATION = 'language: ja\nbudget: { usd: 1, minutes: 100000 }\n';
const MISTAKEN = 'language: ja\ndraft: allways\nreviewer: [carol]\n';

/** The plan leaves everything open that the repository pins. */
const STORIES = {
  configured: {
    plan: actionPlan({ environment: 'base', setup: ['false'], testCommand: 'false' }),
    steps: [run('curl -s http://mirror.invalid/; curl -s http://other.invalid/'), ...RIGHT],
  },
  mistaken: {},
  bots: {},
};
const BOT = { login: 'helper[bot]', id: 4242, type: 'Bot' } as const;

describe('a repository with a configuration (GH-9)', () => {
  let world: World;
  const at = (story: string) => ({ repository: homeOf(story), by: MAINTAINER });

  beforeAll(async () => {
    const files = (config: string) => ({ ...NUMBER_FILES, [PATH]: config });
    const configured = numberRepository('configured', files(OWN));
    world = await openWorld({
      script: scriptOf(STORIES),
      repository: {
        ...configured,
        roles: { ...configured.roles, carol: 'write' },
        labels: ['planwright', 'bot'],
        teams: ['core'],
      },
      others: [
        { ...numberRepository('configured', { [PATH]: OF_ORGANISATION }), name: '.github' },
        numberRepository('mistaken', files(MISTAKEN)),
        numberRepository('bots', files(`allowed_bots: [${BOT.id}]\n`)),
      ],
    });
    world.github.acts.addUser(BOT);
    world.github.acts.setInstallationPermissions({
      account: 'configured',
      permissions: { ...DEFAULT_PERMISSIONS, members: 'read' },
    });
    await world.start({
      PLANWRIGHT_REPOSITORIES__HOSTS: '*.invalid',
      PLANWRIGHT_REPOSITORIES__BOTS: String(BOT.id),
    });
  });
  afterAll(() => world.close());

  async function open(story: string, label: string): Promise<number> {
    const { number } = await world.github.acts.openIssue({ ...at(story), title: `story ${story}`, body: 'Please.' });
    await world.github.acts.addLabel({ ...at(story), issue: number, label });
    return number;
  }

  it('has its own label, language, approval, environment, reviewers and drafts, with those of its organisation', async () => {
    const story = 'configured';
    const repository = homeOf(story);
    // Other branches do not count (P18).
    const files = { [PATH]: 'enabled: false\nlanguage: en\n' };
    await world.github.acts.commitFiles({ ...at(story), branch: 'takeover', files });

    const issue = await open(story, 'planwright');
    await world.github.acts.addLabel({ ...at(story), issue, label: 'bot' });
    await until(() => commentsOn(world, issue, repository).some((body) => body.includes('承認')), 'the question');
    expect(pullsFor(world, issue, repository)).toEqual([]);
    await world.github.acts.comment({ ...at(story), issue, body: '/planwright approve' });
    const history = await untilOver(world, issue, repository);

    const [first] = history;
    if (first?.type !== 'task') throw new Error('A history begins with what was asked for.');
    expect(first.request).toMatchObject({ trigger: 'label', plansFirst: true });
    expect(first.settings).toMatchObject({
      language: 'ja',
      triggerLabel: 'bot',
      budget: { usd: 2, minutes: 240 },
      commands: { test: 'sh check.sh' },
      environments: ['base'],
      protectedPaths: expect.arrayContaining(['infra/**', PATH]),
      configuration: {
        files: [
          { repository: `${story}/.github`, commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
          { repository, commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
        ],
        lowered: ['budget.minutes'],
      },
    });
    const setups = history.flatMap((fact) => (fact.type === 'environment' && fact.name === 'setup' ? [fact] : []));
    expect(setups.map(({ command }) => [command.command, command.exit_code])).toEqual([
      ['export MADE=prepared', 0],
      ['cd /tmp && touch "$MADE"', 0],
    ]);
    expect(history.some((fact) => fact.type === 'environment' && fact.name === 'check' && fact.passed)).toBe(true);
    const tools = history.flatMap((fact) => (fact.type === 'tool' && fact.tool === 'run_command' ? [fact] : []));
    expect(tools.map(({ denied }) => denied?.to.map(({ host }) => host))).toEqual([['other.invalid']]);
    const tested = history.flatMap((fact) => (fact.type === 'verification' && fact.name === 'tests' ? [fact] : []));
    expect(tested.map(({ command }) => command.command)).toEqual(['sh check.sh']);
    const prompts = world.anthropic.requests.map(({ bodyText }) => bodyText);
    expect(prompts.some((text) => text.includes('Keep answer.txt to one line.'))).toBe(true);

    const [pull] = pullsFor(world, issue, repository);
    const { pull: shown } = await world.github.acts.readPull({ repository, issue: pull?.number ?? 0 });
    expect(shown).toMatchObject({ draft: true, state: 'open' });
    expect(shown.requested_reviewers.map(({ login }) => login)).toEqual([MAINTAINER, 'carol']);
    expect(shown.requested_teams.map(({ slug }) => slug)).toEqual(['core']);
    const [progress = '', ...others] = commentsOn(world, issue, repository);
    expect(progress).toContain('運用担当者の上限を適用します: `budget.minutes`');
    const result = others.at(-1) ?? '';
    expect(result).toContain('リポジトリの設定により、ドラフトです。');
    expect(result).toContain('`nobody`, `team:gone` にレビューを依頼できませんでした。');
    expect(result).toContain('*Members: Read-only*');
  });

  it('that has mistakes is told of them with their lines, and nothing starts until they are put right', async () => {
    const story = 'mistaken';
    const repository = homeOf(story);
    const issue = await open(story, 'planwright');
    await until(() => commentsOn(world, issue, repository).length > 0, 'the reply');
    const [reply = ''] = commentsOn(world, issue, repository);
    expect(reply).toContain('`.github/planwright.yml` of `mistaken/answer`');
    expect(reply).toContain('- Line 2, column 8, `draft`: found text that does not fit; expected one of auto, always.');
    expect(reply).toContain('- Line 3, column 1, `reviewer`: there is no such key. Did you mean `reviewers`?');
    expect(reply).toContain('`@planwright retry`');
    expect(await historyOf(world, issue, repository)).toEqual([]);

    await world.github.acts.commitFiles({ ...at(story), files: { [PATH]: 'language: ja\n' } });
    await world.github.acts.comment({ ...at(story), issue, body: '@planwright retry' });
    await untilOver(world, issue, repository);
    expect(commentsOn(world, issue, repository).at(-1)).toContain('完了');
    const [pull] = pullsFor(world, issue, repository);
    const { pull: shown } = await world.github.acts.readPull({ repository, issue: pull?.number ?? 0 });
    expect(shown).toMatchObject({ draft: false, state: 'open' });
  });

  it('has work done for a bot that it allows, up to the pull request, though GitHub gives bots no permission (P4)', async () => {
    const repository = homeOf('bots');
    const { number: issue } = await world.github.acts.openIssue({
      ...at('bots'),
      title: 'story bots',
      body: 'Please.',
    });
    await world.github.acts.addLabel({ repository, by: BOT.login, issue, label: 'planwright' });
    const [first] = await untilOver(world, issue, repository);
    expect(first).toMatchObject({ request: { requester: { id: BOT.id, login: BOT.login } } });
    expect(pullsFor(world, issue, repository)).toMatchObject([{ pull: { draft: false } }]);
  });
});
