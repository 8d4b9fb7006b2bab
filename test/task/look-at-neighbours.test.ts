import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Fault, RetryLater } from '../../src/errors.ts';
import { lookAtNeighbours } from '../../src/effects/look-at-neighbours.ts';
import { filesInMind } from '../../src/plan/files-in-mind.ts';
import { next } from '../../src/flow/next.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { actionDone, after, ALONE, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { NeighbourTask, Neighbours } from '../../src/state/neighbours.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const UNDERSTANDING = taskAfter(prepared(PLAN).slice(0, 2));
const active = (issue: number, doing: NeighbourTask['doing']): NeighbourTask => ({
  issue,
  title: 'T'.repeat(300),
  doing,
  files: Array.from({ length: 30 }, (_, index) => `${index}.js`),
});

/** With lines of one file shown at first, and a place in another found when the model asked for more. */
function seeing(task: Task, isWhole: boolean): Task {
  const first = { pieces: [{ is: 'lines', path: 'src/price.js', from: 1, to: 9, of: 9 }], leftOut: [] } as const;
  const hits = { is: 'hits', pattern: 'tax', hits: [{ path: 'lib/tax.ts', lines: [3] }], isCut: false } as const;
  const wanted = { read: [], search: [{ pattern: 'tax' }], list: [] };
  const found = { pieces: [hits, { is: 'list', path: 'lib', depth: 1 } as const], leftOut: [] };
  return {
    ...task,
    gathering: {
      first: { ...first, namesSomething: true, showsAllNamed: true, isWhole },
      rounds: [{ wanted, found }],
      asking: null,
    },
  };
}

async function looked(tools: Partial<Toolbox>, task = UNDERSTANDING) {
  const logged: string[] = [];
  const asked: (readonly string[])[] = [];
  const all = {
    clock: { now: () => 0 },
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    redact: (text: string) => text.replaceAll('canary', '***'),
    github: { openPullRequests: async () => ({ pulls: [], hasMore: false }) },
    activeTasks: async () => [],
    earlierWork: async (_about: unknown, files: readonly string[]) => {
      asked.push(files);
      return 'Earlier: canary.';
    },
    ...tools,
  } as unknown as Toolbox;
  const { signal } = new AbortController();
  const [fact] = await lookAtNeighbours({
    effect: { kind: 'look_at_neighbours' },
    key: 'k',
    task,
    tools: all,
    signal,
  });
  const { neighbours } = fact as { readonly neighbours: Neighbours };
  return { neighbours, logged, asked };
}

describe('looking at what else goes on in the repository (PLAN-2)', () => {
  it('notes other tasks, those at work first, and pull requests of other issues; shortened', async () => {
    const pull = { number: 31, title: 'P'.repeat(300), draft: true, issue: 9, files: ['src/price.js'] };
    const { neighbours, asked } = await looked({
      activeTasks: async () => [active(3, 'orient'), active(2, 'wait'), active(8, 'execute'), active(7, 'verify')],
      github: {
        openPullRequests: async () => ({ pulls: [pull, { ...pull, number: 32, issue: 12 }], hasMore: true }),
      } as unknown as Toolbox['github'],
    });
    expect(neighbours.tasks.map(({ issue }) => issue)).toEqual([7, 8, 2, 3]);
    expect([neighbours.tasks[0]?.title.length, neighbours.tasks[0]?.files.length]).toEqual([200, 20]);
    expect(neighbours.pull_requests).toEqual([{ number: 31, title: 'P'.repeat(200), draft: true, files: pull.files }]);
    expect(neighbours.more).toBe(true);
    expect(neighbours.earlier).toBe('Earlier: ***.');
    expect(asked).toEqual([[]]);
  });

  it('notes 200 tasks at most', async () => {
    const many = Array.from({ length: 201 }, (_, issue) => active(issue + 100, 'execute'));
    const { neighbours } = await looked({ activeTasks: async () => many });
    expect([neighbours.tasks.length, neighbours.more]).toEqual([200, true]);
    expect((await looked({ activeTasks: async () => many.slice(1) })).neighbours.more).toBe(false);
  });

  it.each([
    new RetryLater('GitHub answered 502.', { of: 'github' }),
    new Fault('github_refused', 'GitHub said no.', 'Look.'),
    new Error('Redis is gone.'),
  ])('goes on without what cannot be had, and the log says so: %s', async (trouble) => {
    const fails = () => Promise.reject(trouble);
    const github = { openPullRequests: fails } as unknown as Toolbox['github'];
    const { neighbours, logged } = await looked({ github, activeTasks: fails, earlierWork: fails });
    expect(neighbours).toEqual({ tasks: [], pull_requests: [], more: false, earlier: '' });
    expect(logged).toHaveLength(3);
    expect(logged[0]).toContain(trouble.message);
  });

  it('asks for earlier work on the files that were looked at, planned and changed', async () => {
    const hint = { file_paths: ['src/new.js'], constraints: [] };
    const plan = planOf([{ ...subtask('a'), suggested_impl: hint }]);
    const { asked } = await looked({}, seeing(taskAfter([...prepared(plan), ...actionDone(0), saved('a', 2)]), false));
    expect(asked).toEqual([['src/file-0.js', 'src/file-1.js', 'src/new.js', 'src/price.js', 'lib/tax.ts']]);
  });

  it('tells other tasks of those, too, but for a repository that was shown whole', () => {
    expect(filesInMind(seeing(UNDERSTANDING, false))).toEqual(['src/price.js', 'lib/tax.ts']);
    expect(filesInMind(seeing(UNDERSTANDING, true))).toEqual([]);
    expect(filesInMind(UNDERSTANDING)).toEqual([]);
    const seen = seeing(UNDERSTANDING, false);
    const hits = Array.from({ length: 201 }, (_, index) => ({ path: `${index}.js`, lines: [1] }));
    const many = { is: 'hits', pattern: 'x', hits, isCut: false } as const;
    const gathering = seen.gathering && { ...seen.gathering, first: { ...seen.gathering.first, pieces: [many] } };
    expect(filesInMind({ ...seen, ...(gathering ? { gathering } : {}) })).toHaveLength(200);
  });
});

describe('when it is looked at (PLAN-2)', () => {
  const kind = (task: Task) => {
    const todo = next(task);
    return todo.kind === 'perform' ? todo.effect.kind : null;
  };

  it('is after what the plan is made from was looked up: earlier work is found by those files', () => {
    const { gathering } = seeing(UNDERSTANDING, false);
    if (gathering === undefined) throw new Error('Nothing was gathered.');
    const asking = { ...gathering, asking: { why: ['named'], callsLeft: 1 } } as const;
    expect(kind({ ...UNDERSTANDING, gathering: asking })).toBe('ask_gathering');
    const looking = { ...gathering, rounds: gathering.rounds.map((round) => ({ ...round, found: null })) };
    expect(kind({ ...UNDERSTANDING, gathering: looking })).toBe('gather');
    expect(kind({ ...UNDERSTANDING, gathering })).toBe('look_at_neighbours');
  });

  it('is before the first planning call, and once', () => {
    expect(kind(UNDERSTANDING)).toBe('look_at_neighbours');
    const task = after(UNDERSTANDING, ALONE);
    expect(kind(task)).toBe('ask_model');
    expect(kind(after(task, prepared(PLAN)[2] ?? ALONE))).toBe('ask_model');
  });

  it('is anew where it is planned anew', () => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const judged = { replan_needed: false, confidence: 0.9, replan_type: 'none' } as const;
    let task = after(taskAfter(prepared(PLAN).slice(0, 2), { settings: { planning } }), ALONE);
    for (const [index, point] of (['goal_understanding', 'task_decomposition', 'action_sequence'] as const).entries())
      task = after(task, prepared(PLAN)[index + 2] ?? ALONE, judgement(task, point, judged));
    task = after(task, ...prepared(PLAN).slice(5), ...actionDone(0, 'failure'));
    expect(task.neighbours).not.toBeNull();
    const again = after(
      task,
      judgement(task, 'execution', { replan_type: 'task_redecomposition', replan_level: 4, issues_found: ['x'] }),
    );
    expect(kind(again)).toBe('look_at_neighbours');
    expect(kind(after(again, ALONE))).toBe('ask_model');
  });
});
