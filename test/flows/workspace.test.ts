import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  actionPlan,
  askFor,
  commentsOn,
  containersOf,
  decided,
  decomposition,
  docker,
  done,
  gitOf,
  historyOf,
  isUnrevised,
  numberRepository,
  pointOf,
  pullsFor,
  reachedIn,
  run,
  says,
  scriptOf,
  subtask,
  untilOver,
  write,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const WAITING = run('touch /tmp/reached; until [ -e /tmp/never ]; do sleep 0.05; done');

const LOCKED_ONCE =
  '[ -e /tmp/tried ] || { touch /tmp/tried; echo "E: Could not get lock /var/lib/dpkg/lock-frontend" >&2; exit 100; }';

const STORIES = {
  lost: {
    decomposition: decomposition(subtask('one'), subtask('two', ['one'])),
    plan: actionPlan({ subtasks: ['one', 'two'] }),
    steps: [
      [write('answer.txt', '42\n'), run('echo one >> log.txt')],
      done(),
      run('echo two >> log.txt'),
      (request: { readonly body: unknown }) =>
        JSON.stringify(request.body).includes('has been rebuilt') ? run('cat log.txt') : WAITING,
      done(),
    ],
  },
  // Everything is killed, including the sandbox's agent; without it the container ends.
  deadly: {
    steps: [
      write('answer.txt', '42\n'),
      run('echo once >> log.txt; kill -9 -1; sleep 60'),
      (request: { readonly body: unknown }) =>
        JSON.stringify(request.body).includes('may have run partly')
          ? run('cat log.txt')
          : run('echo nothing was said; false'),
      done(),
    ],
  },
  doomed: { steps: [() => WAITING] },
  repaired: {
    plan: actionPlan({ setup: [LOCKED_ONCE, 'make-ready --fast'] }),
    environmentFix: (request) => {
      const isTold = says(request, 'make-ready: command not found') && says(request, 'It exited with 127.');
      return isTold
        ? { setup_commands: ['export READY=yes'], verification: [{ command: 'echo "$READY"', expected_output: 'yes' }] }
        : { setup_commands: ['false'], verification: [] };
    },
    steps: [write('answer.txt', '42\n'), run('test "$READY" = yes'), done()],
  },
  // At its first failure a new plan is made, for another environment, with work that is in no checkpoint.
  moved: {
    decomposition: decomposition(subtask('one'), subtask('two', ['one'])),
    plan: (request) => {
      const isAgain = says(request, 'Planning again (actions)');
      return actionPlan({
        subtasks: ['one', 'two'],
        ...(isAgain ? { environment: 'python', setup: ['touch /tmp/was-set-up'] } : {}),
      });
    },
    decision: (request) =>
      pointOf(request) === 'execution' && isUnrevised(request)
        ? decided({
            replan_needed: true,
            confidence: 0.9,
            reasoning: 'Python is needed.',
            replan_type: 'action_regeneration',
            target_phase: 'execution',
            replan_level: 3,
            issues_found: ['There is no Python'],
          })
        : decided(),
    steps: [
      write('answer.txt', '42\n'),
      done(),
      write('half.txt', 'half\n'),
      done('failure', ['There is no Python']),
      run('ls /tmp/was-set-up && python3 -c "print(6 * 7)" > made.txt && cat half.txt'),
      done(),
      done(),
    ],
  },
} satisfies Readonly<Record<string, Story>>;

describe('a task whose workspace is lost', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({
      script: scriptOf(STORIES),
      repository: numberRepository('acme'),
      others: [numberRepository('bell'), numberRepository('cole'), numberRepository('dora'), numberRepository('elsa')],
    });
    await world.start();
  });
  afterAll(async () => {
    await world?.close();
  });

  it('goes back to its last checkpoint and ends with the right result, nothing twice (EXEC-5)', async () => {
    const issue = await askFor(world, 'lost');
    const taskId = await until(async () => (await historyOf(world, issue))[0]?.task_uuid, 'the task');
    const id = await until(async () => {
      const container = containersOf(taskId);
      return container !== '' && (await reachedIn(container)) ? container : null;
    }, 'the command to be killed in');
    docker('rm', '--force', id);
    const history = await untilOver(world, issue);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toHaveLength(1);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'container')).toHaveLength(2);
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished', summary: { tasks_completed: 2 } });
    expect(gitOf(world)('show', `planwright/${issue}-story-lost:log.txt`)).toBe('one\ntwo\n');
    expect(gitOf(world)('log', '--format=%s', `main..planwright/${issue}-story-lost`).trim().split('\n')).toHaveLength(
      2,
    );
    expect(pullsFor(world, issue).map((one) => one.pull?.draft)).toEqual([false]);
    expect(commentsOn(world, issue)).toHaveLength(2);
    expect(containersOf(taskId)).toBe('');
  });

  it('is set up again where that failed for now, and by other commands of the model (ENV-4)', async () => {
    const home = 'elsa/answer';
    const issue = await askFor(world, 'repaired', home);
    const history = await untilOver(world, issue, home);
    const steps = history.flatMap((fact) => {
      if (fact.type !== 'environment') return [];
      if (fact.name === 'setup') return [String(fact.command.exit_code)];
      if (fact.name === 'set_up_trouble') return [`${fact.kind}: ${fact.then}`];
      return fact.name === 'set_up_corrected' ? ['corrected'] : [];
    });
    expect(steps).toEqual(['100', 'lock: again', '0', '127', 'repairable: repair', 'corrected', '0']);
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    const said = commentsOn(world, issue, home).join('\n');
    expect(said).not.toContain('Environment setup failed');
  });

  it('keeps it when a command only killed everything in it, and tells the model (EXEC-2)', async () => {
    const issue = await askFor(world, 'deadly', 'cole/answer');
    const history = await untilOver(world, issue, 'cole/answer');
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toEqual([]);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'container')).toHaveLength(1);
    const said = history.flatMap((fact) => (fact.type === 'tool' && fact.tool === 'run_command' ? [fact.text] : []));
    expect(said[0]).toContain('The sandbox ended in the middle of this and was started again');
    expect(said[1]).toContain('once');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded' });
  });

  it('is made anew for the environment that a new plan chooses, with all work taken along (EXEC-2, ENV-4)', async () => {
    const issue = await askFor(world, 'moved', 'dora/answer');
    const history = await untilOver(world, issue, 'dora/answer');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded' });
    const images = history.flatMap((fact) =>
      fact.type === 'environment' && fact.name === 'container' ? [fact.image] : [],
    );
    expect(images).toEqual([expect.stringContaining('sandbox-base'), expect.stringContaining('sandbox-python')]);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toEqual([]);
    expect(gitOf(world, 'dora/answer')('show', `planwright/${issue}-story-moved:half.txt`)).toBe('half\n');
    expect(gitOf(world, 'dora/answer')('show', `planwright/${issue}-story-moved:made.txt`)).toBe('42\n');
    expect(containersOf(history[0]?.task_uuid ?? '')).toBe('');
  });

  it('fails with the reason when that happens again and again (R18)', async () => {
    const issue = await askFor(world, 'doomed', 'bell/answer');
    const taskId = await until(async () => (await historyOf(world, issue, 'bell/answer'))[0]?.task_uuid, 'the task');
    for (let losses = 0; losses < 4; losses += 1) {
      docker(
        'rm',
        '--force',
        await until(async () => {
          const container = containersOf(taskId);
          return container !== '' && (await reachedIn(container)) ? container : null;
        }, 'the command to be killed in'),
      );
    }
    const history = await untilOver(world, issue, 'bell/answer');
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toHaveLength(4);
    expect(history.at(-1)).toMatchObject({ status: 'failed', reason: 'sandbox_lost' });
    expect(commentsOn(world, issue, 'bell/answer')[1]).toMatch(/sandbox .*was lost/);
    expect(commentsOn(world, issue, 'bell/answer')[1]).toMatch(/container of the task is gone.*while this ran: touch/);
    expect(pullsFor(world, issue, 'bell/answer')).toEqual([]);
    expect(containersOf(history[0]?.task_uuid ?? '')).toBe('');
  });
});
