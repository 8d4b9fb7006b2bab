import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_WORKSPACE_LOSSES } from '../../src/phases/between/rebuild.ts';
import { MAX_RULE_REPAIRS, MAX_SCHEMA_REPAIRS } from '../../src/phases/between/wrong-answer.ts';
import { next } from '../../src/task/next.ts';
import { MAX_STARTS_OF_ONE_EFFECT, replay, settle } from '../../src/task/settle.ts';
import { isLegal } from '../../src/task/transition.ts';
import { chanceFrom, outcomeOf } from './chance.ts';
import {
  actionDone,
  asking,
  BEGAN,
  change,
  command,
  inPhase,
  PAUSED,
  planOf,
  prepared,
  recorded,
  saved,
  SNAPSHOT,
  stamped,
  subtask,
  taskAfter,
  after,
  usage,
} from './task-world.ts';
import type { Chance } from './chance.ts';
import type { Effect, EffectKind } from '../../src/state/effect.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { PhaseName, Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const WORKING = prepared(PLAN);
const DONE = [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1), saved('b')];
const VERIFIED: readonly Fact[] = [...DONE, { type: 'verification', name: 'tests', command: command('npm test') }];
const STOP: Extract<Fact, { readonly name: 'stop' }> = {
  type: 'control',
  name: 'stop',
  by: 'maintainer',
  reason: '@maintainer asked to stop.',
};
const WORDS: Fact = { type: 'phase', name: 'summary', title: 'Round half up', body: 'It rounds.', key_outcomes: ['It rounds.'] };
const COMPLETION: Fact = {
  type: 'completion',
  phase: 'completion',
  done: true,
  status: 'succeeded',
  reason: 'finished',
  summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0, key_outcomes: [] },
};

/** One history that reaches every phase. */
const IN_PHASE: { readonly [Phase in PhaseName]: readonly Fact[] } = {
  orient: [],
  understand: WORKING.slice(0, 2),
  decompose: WORKING.slice(0, 3),
  sequence: WORKING.slice(0, 4),
  approve: [...WORKING.slice(0, 5), { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'Leave out b.' }],
  prepare: WORKING.slice(0, 7),
  execute: [...WORKING, ...actionDone(0)],
  verify: DONE,
  wait: [...WORKING, ...asking(0)],
  pause: [...WORKING, ...actionDone(0), ...PAUSED],
  report: VERIFIED,
  ended: [...VERIFIED, COMPLETION],
};
const optionsOf = (phase: PhaseName) => (phase === 'approve' ? { request: { plansFirst: true as const } } : {});
const PHASES = Object.keys(IN_PHASE) as PhaseName[];

function effectOf(task: Task): Effect {
  const todo = next(task);
  if (todo.kind !== 'perform') throw new Error('The task has ended.');
  return todo.effect;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** Drives a task through anything that can happen until it ends; every step is checked. */
function driven(
  chance: Chance,
  start: Task,
  options: { readonly troublePercent?: number; readonly stepMs?: number; readonly crashes?: boolean } = {},
): Task {
  let task = frozen(start);
  const stepMs = options.stepMs ?? 20_000;
  for (let step = 0; step < 4_000; step += 1) {
    const todo = next(task);
    if (todo.kind === 'ended') return task;
    const starts = options.crashes === true && chance.is(3) ? chance.one([2, 3, MAX_STARTS_OF_ONE_EFFECT + 1]) : 1;
    const key = `${task.id}-${task.version + 1}`;
    const happened: readonly Fact[] = [
      ...Array.from({ length: starts }, (): Fact => ({ type: 'effect', name: 'started', effect: todo.effect.kind, key })),
      ...outcomeOf(todo.effect, task, chance, options.troublePercent),
    ];
    for (const fact of happened) {
      const before = task;
      task = frozen(settle(task, frozen(stamped(fact, task.version + 1, task.updatedAt + stepMs))));
      expect(task.version).toBe(before.version + 1);
      if (task.phase !== before.phase)
        expect([before.phase, task.phase, isLegal(before.phase, task.phase)]).toEqual([before.phase, task.phase, true]);
      if (next(task).kind === 'ended' || effectOf(task).kind !== todo.effect.kind) break;
    }
  }
  throw new Error(`The task does not end; it is in ${task.phase}.`);
}

describe('the state of a task', () => {
  it.each(PHASES)('reaches the phase %s', (phase) => {
    expect(taskAfter(IN_PHASE[phase], optionsOf(phase)).phase).toBe(phase);
  });

  it('asks for the effects of an undisturbed task in their order', () => {
    const kinds: EffectKind[] = [];
    let task = taskAfter([]);
    for (const fact of VERIFIED) {
      if (!['answer', 'finished'].includes('name' in fact ? fact.name : '')) kinds.push(effectOf(task).kind);
      task = after(task, fact);
    }
    expect(kinds).toEqual([
      'create_progress_comment',
      'look_at_repository',
      'ask_model',
      'ask_model',
      'ask_model',
      'start_sandbox',
      'clone',
      'run_setup',
      'run_environment_check',
      'settle_workspace',
      'use_tool',
      'checkpoint',
      'use_tool',
      'checkpoint',
      'run_tests',
    ]);
  });

  it('reports back in order: words for the pull request, the pull request, result, progress comment, sandbox, end', () => {
    let task = taskAfter(VERIFIED);
    const steps: readonly Fact[] = [
      WORDS,
      { type: 'effect', name: 'pull_request', number: 13, url: 'u', draft: false, title: 't' },
      { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' },
      { type: 'effect', name: 'progress_finished' },
      { type: 'effect', name: 'sandbox_removed' },
      COMPLETION,
    ];
    const kinds = steps.map((fact) => {
      const { kind } = effectOf(task);
      task = after(task, fact);
      return kind;
    });
    expect(kinds).toEqual(['ask_summary', 'open_pull_request', 'post_result', 'finish_progress', 'remove_sandbox', 'complete']);
    expect(next(task)).toEqual({ kind: 'ended' });
  });

  it('does not throw, makes legal transitions only and leaves its inputs alone, whatever facts come (EXEC-1)', () => {
    const pool = [...VERIFIED, ...anyFacts(), COMPLETION].map(frozen);
    fc.assert(
      fc.property(fc.constantFrom(...PHASES), fc.array(fc.constantFrom(...pool), { maxLength: 40 }), (phase, facts) => {
        let task = frozen(taskAfter(IN_PHASE[phase], optionsOf(phase)));
        for (const fact of facts) {
          const before = task;
          task = frozen(settle(before, frozen(stamped(fact, before.version + 1, before.updatedAt + 500))));
          expect(task.version).toBe(before.version + 1);
          if (task.phase !== before.phase) expect(isLegal(before.phase, task.phase)).toBe(true);
          next(task);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it('always comes to its end, through outages, faults, lost workspaces, crashes and wrong answers (QUAL-2.9)', () => {
    const reasons = new Set<string>();
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.nat(99_999)),
        fc.constantFrom(0, 5, 15, 40),
        fc.constantFrom(7, 60),
        (numbers, troublePercent, modelCalls) => {
          const ended = inPhase(
            driven(
              chanceFrom(numbers),
              taskAfter([], { settings: { outageMs: 600_000, budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls } } }),
              { troublePercent, crashes: true, stepMs: troublePercent === 0 ? 1_000 : 400_000 },
            ),
            'ended',
          );
          reasons.add(ended.ending.reason);
          expect(ended.inFlight).toBeNull();
          expect(ended.sandboxRemoved || ended.skipped.some((step) => step.effect === 'remove_sandbox')).toBe(true);
          expect(ended.resultComment !== null || ended.skipped.some((step) => step.effect === 'post_result')).toBe(true);
          if (ended.pullRequest !== null) expect(ended.work?.checkpoint.change).not.toBeNull();
        },
      ),
      { numRuns: 600 },
    );
    for (const reason of ['finished', 'not_achieved', 'fault', 'outage', 'unclear_goal', 'impossible_plan', 'empty_repository'])
      expect(reasons).toContain(reason);
  });

  it.each(PHASES.filter((phase) => phase !== 'report' && phase !== 'ended'))(
    'ends as stopped when a person says so in the phase %s, and whatever happens while it tidies up (P16)',
    (phase) => {
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
          const task = after(taskAfter(IN_PHASE[phase], optionsOf(phase)), STOP);
          expect(task.phase).toBe('report');
          const ended = inPhase(driven(chanceFrom(numbers), task, { stepMs: 400_000 }), 'ended');
          expect(ended.ending).toEqual({ status: 'stopped', reason: 'stopped', detail: 'maintainer', list: [] });
          expect(ended.pullRequest).toBeNull();
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(['report', 'ended'] as const)('keeps its ending when a stop comes in the phase %s', (phase) => {
    const task = taskAfter(IN_PHASE[phase], optionsOf(phase));
    const stopped = after(task, STOP);
    expect(stopped).toMatchObject({ phase, ending: { reason: 'finished' }, version: task.version + 1 });
  });

  it('ends as withdrawn when nobody in particular stops it', () => {
    const task = after(taskAfter(IN_PHASE.execute), { ...STOP, by: null, reason: 'closed' });
    expect(task).toMatchObject({ phase: 'report', ending: { reason: 'withdrawn', status: 'stopped', detail: 'closed' } });
  });

  it('is the same from one history, however often it is folded, and each prefix folds', () => {
    const history = recorded([...VERIFIED, COMPLETION]);
    expect(replay(history)).toEqual(replay(structuredClone(history)));
    for (let length = 1; length <= history.length; length += 1) expect(replay(history.slice(0, length))?.version).toBe(length);
    expect(replay([])).toBeNull();
    expect(() => replay(history.slice(1))).toThrow('A history begins with its task, not with effect.');
  });
});

describe('what counts in every phase', () => {
  it('adds up model calls and the time of commands', () => {
    const task = after(
      taskAfter(IN_PHASE.execute),
      usage({ input_tokens: 7, output_tokens: 5, cache_read_tokens: 3, cache_write_tokens: 2, usd: 0.5, duration_ms: 10 }),
      usage(),
    );
    expect(task.usage).toEqual({
      modelCalls: 2,
      inputTokens: 107,
      outputTokens: 25,
      cacheReadTokens: 3,
      cacheWriteTokens: 2,
      usd: 0.51,
      modelMs: 910,
      commandMs: 50,
      waitedMs: 0,
      interruptedCalls: 0,
    });
  });

  it.each([
    ['modelCalls', { modelCalls: 2 }, [usage(), usage()]],
    ['tokens', { tokens: 240 }, [usage(), usage()]],
    ['usd', { usd: 0.5 }, [usage({ usd: 0.2 }), usage({ usd: 0.3 })]],
    ['minutes', { minutes: 0.05 }, [usage(), usage(), usage()]],
  ] as const)('ends a task that used up its %s', (limit, budget, facts) => {
    const settings = { budgetExtensions: 0, budget: { tokens: 1e6, usd: 50, minutes: 1e4, modelCalls: 1e3, ...budget } };
    const before = after(taskAfter([], { settings }), ...facts.slice(0, -1));
    expect(before.phase).toBe('orient');
    const spent = after(before, ...facts.slice(-1));
    expect(spent).toMatchObject({ phase: 'report', ending: { status: 'failed', reason: 'budget', detail: limit } });
    expect(after(spent, usage())).toMatchObject({ ending: inPhase(spent, 'report').ending });
  });

  it('counts model calls that a crash interrupted, and other effects not (PLAN-5)', () => {
    const again = (effect: EffectKind): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' });
    expect(after(taskAfter(IN_PHASE.understand), again('ask_model'), again('ask_model'), again('ask_model')).usage.interruptedCalls).toBe(
      2,
    );
    expect(after(taskAfter(IN_PHASE.prepare), again('run_setup'), again('run_setup')).usage.interruptedCalls).toBe(0);
  });

  it('does not try a step for ever that stops the service each time (PLAN-5)', () => {
    const start: Fact = { type: 'effect', name: 'started', effect: 'clone', key: 'k' };
    const often = after(taskAfter(WORKING.slice(0, 6)), ...Array.from({ length: MAX_STARTS_OF_ONE_EFFECT }, () => start));
    expect(often.phase).toBe('prepare');
    expect(after(often, start)).toMatchObject({ phase: 'report', inFlight: null, ending: { reason: 'fault' } });
  });

  it('leaves out a step of the report that stops the service each time', () => {
    const start: Fact = { type: 'effect', name: 'started', effect: 'open_pull_request', key: 'k' };
    const often = after(taskAfter(VERIFIED), WORDS, ...Array.from({ length: MAX_STARTS_OF_ONE_EFFECT }, () => start));
    expect(effectOf(often).kind).toBe('open_pull_request');
    const left = after(often, start);
    expect(effectOf(left).kind).toBe('post_result');
    expect(left).toMatchObject({ ending: { reason: 'finished' }, skipped: [{ effect: 'open_pull_request' }] });
  });

  it.each([
    ['is refused', { type: 'error', name: 'fault', effect: 'ask_summary', code: 'model_credentials', message: 'No.', advice: '' }],
    ['finds the model away', { type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems: ['529'] }],
  ] as const)(
    'opens the pull request all the same when the question for its text %s, and counts that as no failure (MODEL-2)',
    (_, fact) => {
      const task = after(taskAfter(VERIFIED), fact);
      expect(effectOf(task).kind).toBe('open_pull_request');
      expect(task).toMatchObject({ phase: 'report', ending: { status: 'succeeded' }, skipped: [], summary: null });
    },
  );

  it('does not ask for words when that stops the service each time, nor when nothing is left to spend', () => {
    const start: Fact = { type: 'effect', name: 'started', effect: 'ask_summary', key: 'k' };
    const often = after(taskAfter(VERIFIED), ...Array.from({ length: MAX_STARTS_OF_ONE_EFFECT + 1 }, () => start));
    expect(effectOf(often).kind).toBe('open_pull_request');
    expect(often).toMatchObject({ skipped: [] });
    const settings = { budget: { tokens: 120, usd: 1, minutes: 1e4, modelCalls: 9 } };
    const spent = after(taskAfter(VERIFIED, { settings }), usage());
    expect(effectOf(spent).kind).toBe('open_pull_request');
  });

  it('waits for an outage with its first moment kept, goes on when it passes, and gives up when it does not', () => {
    const later: Fact = { type: 'error', name: 'retry_later', effect: 'ask_model', of: 'model', message: '529', due_at: BEGAN + 60_000 };
    const once = after(taskAfter(IN_PHASE.understand, { settings: { outageMs: 2_500 } }), later);
    expect(next(once)).toMatchObject({ kind: 'perform', notBefore: BEGAN + 60_000 });
    const twice = after(once, later);
    expect(twice.retry).toMatchObject({ since: once.retry?.since, attempt: 2 });
    expect(after(twice, { type: 'phase', name: 'goal_understanding', goal_understanding: PLAN.goal_understanding })).toMatchObject({
      phase: 'decompose',
      retry: null,
    });
    expect(after(twice, later, later)).toMatchObject({ phase: 'report', retry: null, ending: { reason: 'outage', detail: '529' } });
  });

  it('keeps what people write', () => {
    const comment: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.' };
    expect(after(taskAfter(IN_PHASE.prepare), comment).comments).toEqual([{ by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.' }]);
  });
});

describe('the phases', () => {
  const wrong = (broke: 'schema' | 'rules'): Fact => ({
    type: 'error',
    name: 'invalid_answer',
    call: 'task_decomposition',
    problems: ['A cycle.'],
    broke,
    content: [],
  });

  it.each([
    ['schema', MAX_SCHEMA_REPAIRS, 'invalid_answers'],
    ['rules', MAX_RULE_REPAIRS, 'impossible_plan'],
  ] as const)('ask again after an answer that breaks the %s, %i times', (broke, repairs, reason) => {
    let task = taskAfter(IN_PHASE.decompose);
    for (let count = 1; count <= repairs; count += 1) {
      task = after(task, wrong(broke));
      expect(effectOf(task)).toMatchObject({ kind: 'ask_model', call: 'task_decomposition', wrongAnswers: { length: count } });
    }
    // What breaks the rules is divided more coarsely once, which may be repaired as well.
    if (broke === 'rules') task = after(task, wrong(broke), ...Array.from({ length: repairs }, () => wrong(broke)));
    expect(after(task, wrong(broke))).toMatchObject({ phase: 'report', ending: { reason, list: ['A cycle.'] } });
  });

  it('count the two kinds of wrong answers apart', () => {
    const mixed = after(taskAfter(IN_PHASE.decompose), wrong('schema'), wrong('rules'), wrong('schema'), wrong('schema'));
    expect(mixed.phase).toBe('decompose');
    expect(after(mixed, wrong('schema'))).toMatchObject({ ending: { reason: 'invalid_answers' } });
  });

  it('go on after a failed set-up command, without those that follow it, and say so (ENV-4)', () => {
    const plan = planOf([subtask('a')], { selected_environment: { ...PLAN.selected_environment, setup_commands: ['one', 'two'] } });
    const task = taskAfter([
      ...prepared(plan).slice(0, 7),
      { type: 'environment', name: 'setup', command: command('one', 1, 'no network') },
    ]);
    expect(effectOf(task)).toEqual({ kind: 'settle_workspace' });
    expect(after(task, { type: 'environment', name: 'settled' })).toMatchObject({ phase: 'execute', environment: { failed: true } });
  });

  it('clone at most three times', () => {
    const failure: Fact = { type: 'environment', name: 'cloned', command: command('git clone', 128, 'fatal: no') };
    const twice = after(taskAfter(WORKING.slice(0, 6)), failure, failure);
    expect(effectOf(twice).kind).toBe('clone');
    expect(after(twice, failure)).toMatchObject({ phase: 'report', ending: { reason: 'sandbox_failed', detail: 'fatal: no' } });
  });

  it('rebuild a lost workspace and go on from the last checkpoint (EXEC-5)', () => {
    const lost: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' };
    const task = after(taskAfter([...WORKING, ...actionDone(0), saved('a'), ...actionDone(1).slice(0, 2)]), lost);
    expect(task).toMatchObject({ phase: 'prepare', containerId: null, cloned: false, setup: [], workspaceLosses: 1 });
    const again = inPhase(after(task, ...WORKING.slice(5)), 'execute');
    expect(again.work.actions.map((action) => action.status)).toEqual(['success', 'running']);
    expect(again.work.conversation.at(-1)).toEqual({ kind: 'workspace_rebuilt', cause: 'The container is gone.' });
    expect(inPhase(after(again, ...actionDone(1), saved('b')), 'verify').work.checkpoint.change).toEqual(change());
  });

  it('run the tests in a new workspace when the old one is lost before them', () => {
    const task = after(
      taskAfter(DONE),
      { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' },
      ...WORKING.slice(5),
    );
    expect(task.phase).toBe('verify');
  });

  it('give up after too many lost workspaces, and keep what was saved', () => {
    const lost: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' };
    let task = taskAfter([...WORKING, ...actionDone(0), saved('a')]);
    for (let count = 1; count <= MAX_WORKSPACE_LOSSES; count += 1) task = after(task, lost, ...WORKING.slice(5));
    expect(task.phase).toBe('execute');
    expect(after(task, lost)).toMatchObject({
      phase: 'report',
      ending: { reason: 'sandbox_lost' },
      work: { checkpoint: { change: change() } },
    });
  });

  it('save what is there when a task ends in the middle of an action, but not from a workspace that is only being rebuilt', () => {
    const middle = [...WORKING, ...actionDone(0).slice(0, 2)];
    expect(effectOf(after(taskAfter(middle), STOP))).toMatchObject({ kind: 'checkpoint' });
    expect(effectOf(after(taskAfter(WORKING), STOP))).toEqual({ kind: 'post_result' });
    const rebuilding = after(
      taskAfter(middle),
      { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' },
      ...WORKING.slice(5, 6),
      STOP,
    );
    expect(effectOf(rebuilding)).toEqual({ kind: 'post_result' });
  });

  it.each([
    ['protected_paths', 'protected_paths', ['.github/workflows/x.yml'], 'failed'],
    ['secret', 'secret', ['config.txt:2 (AWS access key)'], 'failed'],
    ['too_large', 'too_large', [], 'failed'],
    ['push_refused', 'not_saved', [], 'failed'],
    ['push_refused', 'rejected', [], 'failed'],
    ['branch_gone', 'branch_gone', [], 'stopped'],
  ] as const)('end with %s when a push is refused because of %s', (reason, cause, paths, status) => {
    const task = after(taskAfter([...WORKING, ...actionDone(0)]), {
      type: 'effect',
      name: 'push_refused',
      subtask: 'a',
      cause,
      reason: 'No.',
      paths,
    });
    expect(task).toMatchObject({ phase: 'report', ending: { status, reason, detail: 'No.', list: paths } });
    // Refused once, it is not tried again at the end.
    expect(effectOf(task).kind).toBe('post_result');
  });

  it('skip a step of the report that is refused for good, and say so', () => {
    const refused: Fact = {
      type: 'error',
      name: 'fault',
      effect: 'open_pull_request',
      code: 'github_refused',
      message: 'Pull requests are off.',
      advice: '',
    };
    const task = after(taskAfter(VERIFIED), refused);
    expect(effectOf(task).kind).toBe('post_result');
    expect(task).toMatchObject({ skipped: [{ effect: 'open_pull_request', reason: 'Pull requests are off.' }] });
  });
});

/** One of each fact that no undisturbed history holds. */
function anyFacts(): readonly Fact[] {
  const kinds: readonly EffectKind[] = ['clone', 'ask_next_step', 'checkpoint', 'post_result'];
  return [
    STOP,
    { ...STOP, by: null, reason: 'closed' },
    { type: 'control', name: 'comment', by: { id: 8, login: 'm' }, text: 'Hello.' },
    ...kinds.map((effect): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' })),
    ...kinds.map((effect): Fact => ({ type: 'error', name: 'retry_later', effect, of: 'model', message: 'later', due_at: BEGAN })),
    ...kinds.map((effect): Fact => ({ type: 'error', name: 'fault', effect, code: 'internal', message: 'broken', advice: 'mend' })),
    { type: 'error', name: 'invalid_answer', call: 'action_plan', problems: ['wrong'], broke: 'schema', content: [] },
    { type: 'error', name: 'invalid_answer', call: 'action_plan', problems: ['wrong'], broke: 'rules', content: [] },
    {
      type: 'phase',
      name: 'goal_error',
      error: { type: 'unclear_goal', message: 'Which?', clarification_needed: [], assumptions: [], evidence: [] },
    },
    { type: 'phase', name: 'summary', title: 't', body: 'b', key_outcomes: [] },
    { type: 'environment', name: 'repository_empty', branch: 'main' },
    { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' },
    { type: 'environment', name: 'cloned', command: command('git clone', 1) },
    { type: 'environment', name: 'setup', command: command('x', 1) },
    { type: 'effect', name: 'push_refused', subtask: 'a', cause: 'rejected', reason: 'no', paths: [] },
    { type: 'effect', name: 'pull_request', number: 1, url: 'u', draft: true, title: 't' },
    { type: 'effect', name: 'result_comment', comment_id: 1, url: 'u' },
    { type: 'effect', name: 'progress_finished' },
    { type: 'effect', name: 'sandbox_removed' },
    { type: 'action', name: 'answer', action: 9, content: [], stop_reason: 'end_turn' },
    { type: 'plan', plan: planOf([subtask('z')]) },
    { type: 'environment', name: 'repository', snapshot: SNAPSHOT, earlier_tasks: '', github_ms: 1 },
    usage(),
    recorded([])[0] as Recorded,
  ];
}
