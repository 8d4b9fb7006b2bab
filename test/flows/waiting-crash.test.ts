import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { SIDES, crashesOf, crashing, killsOf, patience } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import { DAY_MS, letTimePass } from './let-time-pass.ts';
import { toolUse } from '../../standins/anthropic/script.ts';
import {
  actionPlan,
  askFor,
  containersOf,
  decided,
  decomposition,
  docker,
  done,
  historyOf,
  homeOf,
  isQuestion,
  isUnrevised,
  pointOf,
  run,
  says,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { factsOf, leftBehind, questionsOf, taleOf } from './tales.ts';
import { openWorld, until } from './world.ts';
import { png } from '../github/pictures.ts';
import type { Side } from '../../src/crashpoint.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const untilThere = (file: string) => run(`until test -e ../home/${file}; do sleep 0.1; done; rm ../home/${file}`);
const ASKED = 'Shall the notes name the number?';

/** An image, a comment that leads to a question beside the work, a question that is waited for, another environment. */
const STORY: Story = {
  decomposition: decomposition(subtask('one'), subtask('two', ['one'])),
  plan: (request) =>
    actionPlan({
      subtasks: ['one', 'two'],
      ...(says(request, 'Planning again (actions)') ? { environment: 'python', setup: ['touch /tmp/was-set-up'] } : {}),
    }),
  patch: (request) => ({
    understanding: 'Notes are wanted.',
    operations: [],
    questions: says(request, 'yes, they shall') ? [] : [{ text: ASKED, blocking: false }],
    potential_conflicts: [],
  }),
  decision: (request) =>
    pointOf(request) === 'execution' && isUnrevised(request)
      ? decided({
          replan_needed: true,
          reasoning: 'Python is needed.',
          replan_type: 'action_regeneration',
          target_phase: 'execution',
          replan_level: 3,
          issues_found: ['There is no Python'],
        })
      : decided(),
  steps: [
    untilThere('commented'),
    untilThere('answered'),
    write('answer.txt', '42\n'),
    done(),
    write('half.txt', 'half\n'),
    toolUse('ask_human', { question: 'Is 42 the number?', context: '', assumptions: ['It is.'] }),
    run('echo again >> half.txt'),
    done('failure', ['There is no Python']),
    run('ls /tmp/was-set-up && python3 -c "print(6 * 7)" > made.txt && cat half.txt'),
    done(),
    done(),
  ],
};
const SETTINGS = {
  PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5',
  PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.5',
  PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_ON_NO_RESPONSE: 'false',
};

const KINDS = [
  'fetch_images',
  'ask_patch',
  'post_question',
  'release_sandbox',
  'remind',
  'pause',
  'start_sandbox',
  'ask_summary',
  'inbox',
];

const worlds: World[] = [];
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
});

/** Runs the story to its end, with a service that is restarted whenever it exits. */
async function live(side: Side | null) {
  const world = await openWorld(worldOf({ waiting: STORY }));
  worlds.push(world);
  const repository = homeOf('waiting');
  const service = await keepRunning(world, { ...SETTINGS, ...(side && crashing(side, world, KINDS)) });
  const { url } = world.github.acts.attach({ repository, file: png(30, 20).toString('base64') });
  const issue = await askFor(world, 'waiting', repository, `As in ![this](${url}).`);
  const explain = async (error: Error) => {
    const facts = (await historyOf(world, issue, repository)).map((fact) => JSON.stringify(fact).slice(0, 300));
    throw new Error([error.message, ...facts.slice(-12), service.output().slice(-4_000)].join('\n'));
  };
  const recorded = async (isIt: (fact: Recorded) => boolean, what: string) => {
    const isThere = async () => (await historyOf(world, issue, repository)).some(isIt);
    await until(isThere, what, patience(300_000)).catch(explain);
  };
  const say = (body: string) => world.github.acts.comment({ repository, issue, by: MAINTAINER, body });
  /** Resolves when it is in the task's inbox. */
  const tell = async (body: string) => {
    await say(body);
    const isSeen = () =>
      world.github.acts
        .readIssue({ repository, issue })
        .comments.some((comment) => comment.body === body && comment.reacted.length > 0);
    await until(isSeen, `the reaction to "${body}"`, patience(120_000)).catch(explain);
  };
  const give = async (file: string) => {
    const [first] = await historyOf(world, issue, repository);
    await until(() => {
      try {
        docker('exec', containersOf(first?.task_uuid ?? ''), 'touch', `/workspace/home/${file}`);
        return true;
      } catch {
        return false;
      }
    }, `the container for ${file}`);
  };

  await recorded(
    (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool',
    'the first tool',
  );
  await tell('@planwright write notes, please');
  await give('commented');
  await recorded(isQuestion, 'the question beside the work');
  await tell('@planwright yes, they shall');
  await give('answered');
  await recorded((fact) => fact.type === 'environment' && fact.name === 'sandbox_released', 'the release');
  await service.without(() => letTimePass(world, 8 * DAY_MS));
  await recorded((fact) => fact.type === 'effect' && fact.name === 'reminded', 'the reminder');
  await tell('@planwright pause');
  await recorded((fact) => fact.type === 'control' && fact.name === 'paused', 'the pause of the wait');
  await tell('@planwright resume');
  await recorded((fact) => fact.type === 'control' && fact.name === 'resume', 'the end of the pause');
  await say('Yes, 42.');
  const tale = taleOf(world, 'waiting', {
    repository,
    issue,
    history: await untilOver(world, issue, repository, patience(300_000)),
  });
  await service.stop();
  const crashed = side === null ? '' : await readFile(crashesOf(world), 'utf8');
  return { world, tale, kills: service.kills(), crashed };
}

/** With what the history says of each wait. */
function leftOf({ world, tale }: Awaited<ReturnType<typeof live>>) {
  return {
    ...leftBehind(world, tale),
    tools: factsOf(tale, 'tool').map(({ tool, ok }) => [tool, ok]),
    asked: questionsOf(tale).map(({ question_id: id, texts }) => [id, texts]),
    paused: factsOf(tale, 'control').flatMap(({ name }) =>
      name === 'pause' || name === 'paused' || name === 'resume' ? [name] : [],
    ),
    answered: factsOf(tale, 'answer').map((fact) => [fact.question_id, 'text' in fact ? fact.text : null]),
    pictures: world.github.journal.requests.filter(({ path }) => path.startsWith('/user-attachments/')).length > 0,
    lost: tale.history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost').length,
  };
}

describe('a service that is killed while it looks at pictures, asks beside the work, waits, reminds, is paused and moves', () => {
  let calm: ReturnType<typeof leftOf> | null = null;
  const undisturbed = async () => (calm ??= leftOf(await live(null)));

  it.each(SIDES)(
    '%s every effect leaves behind what an undisturbed one does (QUAL-2.3, EXEC-1, EXEC-5, PLAN-9)',
    async (side) => {
      const expected = await undisturbed();
      expect(expected.ending).toMatchObject([{ status: 'succeeded', reason: 'finished' }]);
      expect(expected.comments.filter((body) => body.includes('planwright:question'))).toHaveLength(2);
      const killed = await live(side);
      for (const kind of KINDS) expect(killed.crashed).toMatch(new RegExp(`^${kind} `, 'm'));
      expect(killed.kills).toBeGreaterThan(killsOf(40, 10));
      expect(leftOf(killed)).toEqual(expected);
      expect(containersOf(killed.tale.history[0]?.task_uuid ?? '')).toBe('');
    },
    580_000,
  );
});
