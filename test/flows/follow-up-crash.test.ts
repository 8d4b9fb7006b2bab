import { readFile, readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { embeddedSocket, openRedis } from './deliver.ts';
import { crashesOf, crashing, killsOf, SIDES } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import {
  commentsOn,
  containersOf,
  done,
  historyFolder,
  historyOf,
  homeOf,
  isQuestion,
  numberRepository,
  pullsFor,
  says,
  scriptOf,
  write,
} from './stories.ts';
import { callsOf, factsOf, leftBehind, questionsOf, taleOf, timeless } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { SeenRequest } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const CHANGE = 'メモも書いてください。';
const AGAIN = 'once more, as people ask on the pull request';
const NAME = 'follow';

/**
 * A plan that is shown, changed by a comment that also gets a reply, and approved; a pull request; a review of it that
 * starts a second task, also planned first.
 */
const STORY: Story = {
  goal: (request) => ({
    goal_understanding: {
      main_objective: `Go on with story ${NAME}${says(request, 'earlier work of yours') ? `, ${AGAIN}` : ''}.`,
      success_criteria: ['sh check.sh passes'],
      constraints: [],
      context: 'Two files.',
    },
  }),
  patch: (request) => ({
    understanding: 'A memo is wanted too.',
    operations: says(request, CHANGE)
      ? [
          {
            op: 'create',
            temp_id: 'memo',
            title: 'Write a memo',
            description: 'Write a memo about it',
            dependencies: ['task_1'],
          },
        ]
      : [],
    questions: [],
    potential_conflicts: [],
    ...(says(request, CHANGE) ? { reply: 'The memo is planned.' } : {}),
  }),
  steps: [0, 1, 2, 3].map((at) => (request: SeenRequest) => {
    const first = [write('answer.txt', '42\n'), done(), write('memo.txt', 'It is 42.\n'), done()];
    const then = [write('NOTE.md', 'A note about the answer.\n'), done()];
    return (says(request, AGAIN) ? then : first)[at] ?? done();
  }),
};
const SETTINGS = {
  PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
  PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
  PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.5',
};
const KINDS = [
  'claim',
  'tell',
  'eyes',
  'reply',
  'inbox',
  'ask_patch',
  'reply_to_comment',
  'post_question',
  'checkpoint',
];

/** Every delivery is handled; what was not said by then will not be said. */
async function untilActedOn(world: World): Promise<void> {
  const redis = openRedis(embeddedSocket(world));
  const queue = 'planwright:planwright-deliveries';
  const isWakeUp = (job: string) => job.startsWith('wake-');
  try {
    await until(
      async () => {
        const [waiting, active] = [await redis.llen(`${queue}:wait`), await redis.llen(`${queue}:active`)];
        const [delayed, crowded] = [
          await redis.zrange(`${queue}:delayed`, '0', '-1'),
          await redis.zcard(`${queue}:prioritized`),
        ];
        return waiting + active + crowded === 0 && delayed.every(isWakeUp);
      },
      'the deliveries to be acted on',
      120_000,
    );
  } finally {
    redis.disconnect();
  }
}

describe('a service that is killed while a plan is shown, changed and approved, and while a review begins a follow-up', () => {
  const worlds: World[] = [];
  let calm: Awaited<ReturnType<typeof live>>['left'];

  async function live(settings: (world: World) => Readonly<Record<string, string>>) {
    const about = numberRepository(NAME);
    const world = await openWorld({
      script: scriptOf({ [NAME]: STORY }),
      repository: { ...about, labels: [...(about.labels ?? []), 'planwright:plan'] },
    });
    worlds.push(world);
    const service = await keepRunning(world, settings(world));
    const repository = homeOf(NAME);
    const { number: issue } = await world.github.acts.openIssue({
      repository,
      by: MAINTAINER,
      title: `story ${NAME}`,
      body: 'Please.',
    });
    const say = (body: string) => world.github.acts.comment({ repository, issue, by: MAINTAINER, body });
    const facts = (exceptTask?: string) => historyOf(world, issue, repository, exceptTask);
    const asked = (times: number, exceptTask?: string) =>
      until(async () => (await facts(exceptTask)).filter(isQuestion).length >= times, `question ${times}`, 240_000);
    const over = (exceptTask?: string) =>
      until(
        async () => {
          const history = await facts(exceptTask);
          return history.at(-1)?.type === 'completion' ? history : null;
        },
        'the end of a task',
        240_000,
      );

    await world.github.acts.addLabel({ repository, issue, by: MAINTAINER, label: 'planwright:plan' });
    await asked(1);
    await say(CHANGE);
    await asked(2);
    await say('承認');
    const first = await over();
    const pull = pullsFor(world, issue, repository)[0]?.number ?? 0;
    await world.github.acts.submitReview({
      repository,
      issue: pull,
      by: MAINTAINER,
      state: 'CHANGES_REQUESTED',
      body: 'It needs a note.',
      comments: [{ path: 'answer.txt', line: 1, body: '@planwright say why in NOTE.md' }],
    });
    const firstId = first[0]?.task_uuid ?? '';
    await asked(1, firstId);
    await say('@planwright approve');
    const second = await over(firstId);
    await untilActedOn(world);
    await service.stop();

    const told = (history: readonly Recorded[]) => ({
      calls: callsOf({ history }),
      asked: questionsOf({ history }).map(({ question_id: id, texts }) => [id, texts]),
      answered: factsOf({ history }, 'answer').map((fact) => [fact.question_id, 'text' in fact ? fact.text : null]),
      revisions: factsOf({ history }, 'revision').map(({ source }) => source),
      tools: factsOf({ history }, 'tool').map(({ tool, ok }) => [tool, ok]),
    });
    const read = (number: number) => world.github.acts.readIssue({ repository, issue: number });
    const left = {
      ...leftBehind(world, taleOf(world, NAME, { repository, issue, history: second })),
      tasks: (await readdir(historyFolder(world))).filter((name) => name.endsWith('.jsonl')).length,
      first: told(first),
      second: told(second),
      onPull: commentsOn(world, pull, repository).map(timeless),
      reactions: [issue, pull].map((number) => [
        read(number).reactions,
        read(number).comments.map(({ reacted }) => reacted),
      ]),
      onLines: world.github.acts.readLineComments({ repository, issue: pull }).map(({ reacted }) => reacted),
    };
    return { world, left, kills: service.kills(), taskIds: [firstId, second[0]?.task_uuid ?? ''] };
  }

  beforeAll(async () => {
    ({ left: calm } = await live(() => SETTINGS));
    expect(calm.ending).toMatchObject([{ status: 'succeeded', reason: 'finished' }]);
    expect(calm.tasks).toBe(2);
    expect(calm.pulls).toHaveLength(1);
    expect(calm.onPull).toHaveLength(1);
    expect(calm.first.asked).toHaveLength(2);
    expect(calm.second.asked).toHaveLength(1);
    for (const file of ['memo.txt', 'NOTE.md']) expect(calm.diff).toContain(`b/${file}`);
  }, 240_000);
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  it.each(SIDES)(
    '%s every effect, and every step of taking in what people say, leaves behind what an undisturbed one does (QUAL-2.3, GH-2, PLAN-9)',
    async (side) => {
      const { world, left, kills, taskIds } = await live((one) => ({ ...SETTINGS, ...crashing(side, one, KINDS) }));
      const crashed = await readFile(crashesOf(world), 'utf8');
      for (const kind of KINDS) expect(crashed).toMatch(new RegExp(`^${kind} `, 'm'));
      expect(kills).toBeGreaterThan(killsOf(50, 15));
      expect(left).toEqual(calm);
      for (const taskId of taskIds) expect(containersOf(taskId)).toBe('');
    },
    580_000,
  );
});
