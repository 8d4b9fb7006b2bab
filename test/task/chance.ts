/** What may come of each effect, by chance: for tests that drive tasks through anything that can happen. */
import { change, command, planOf, SNAPSHOT, subtask, usage } from './task-world.ts';
import type { AnswerBlock } from '../../src/ports/model.ts';
import type { Effect } from '../../src/task/effect.ts';
import type { CommandRecord, Fact } from '../../src/task/fact.ts';
import type { Task } from '../../src/task/task.ts';

export interface Chance {
  one<T>(of: readonly T[]): T;
  /** True `percent` times in a hundred. */
  is(percent: number): boolean;
}

export function chanceFrom(numbers: Iterator<number>): Chance {
  const draw = () => Math.abs(Number(numbers.next().value ?? 0));
  return {
    one: (of) => of[draw() % of.length] as (typeof of)[number],
    is: (percent) => draw() % 100 < percent,
  };
}

const PLANS = [
  planOf([subtask('a')]),
  planOf([subtask('a'), subtask('b', ['a'])], { test_command: null }),
  planOf([subtask('a'), subtask('b'), subtask('c', ['a', 'b'])], {
    selected_environment: { name: 'base', reason: '', detected_files: [], setup_commands: [], verification: [] },
  }),
];

export function outcomeOf(effect: Effect, task: Task, chance: Chance, troublePercent = 8): readonly Fact[] {
  if (chance.is(troublePercent)) return [trouble(effect, task, chance)];
  switch (effect.kind) {
    case 'create_progress_comment':
      return [{ type: 'effect', name: 'progress_comment', comment_id: 1, url: 'https://github.example/c/1' }];
    case 'look_at_repository':
      return [
        chance.is(5)
          ? { type: 'environment', name: 'repository_empty', branch: 'main' }
          : { type: 'environment', name: 'repository', snapshot: SNAPSHOT },
      ];
    case 'ask_model':
      return [planningAnswer(effect, chance), usage({ call: effect.call })];
    case 'start_sandbox':
      return [{ type: 'environment', name: 'container', container_id: `c${task.version}`, image: 'planwright-node' }];
    case 'clone':
      return [{ type: 'environment', name: 'cloned', command: ran('git clone', chance) }];
    case 'run_setup':
      return [{ type: 'environment', name: 'setup', command: ran(effect.command, chance) }];
    case 'run_environment_check':
      return [
        { type: 'environment', name: 'check', command: ran(effect.command, chance), expected: effect.expected, passed: chance.is(80) },
      ];
    case 'settle_workspace':
      return [{ type: 'environment', name: 'settled' }];
    case 'ask_next_step':
      return [{ type: 'action', name: 'answer', action: 0, content: answer(task, chance), stop_reason: 'tool_use' }, usage()];
    case 'use_tool':
      return [toolOutcome(effect, chance)];
    case 'checkpoint':
      return [saving(effect.subtask, chance)];
    case 'run_tests':
      return [{ type: 'verification', name: 'tests', command: ran(effect.command, chance) }];
    case 'open_pull_request':
      return [
        { type: 'effect', name: 'pull_request', number: 13, url: 'https://github.example/p/13', draft: chance.is(50), title: 'A title' },
      ];
    case 'post_result':
      return [{ type: 'effect', name: 'result_comment', comment_id: 2, url: 'https://github.example/c/2' }];
    case 'finish_progress':
      return [{ type: 'effect', name: 'progress_finished' }];
    case 'remove_sandbox':
      return [{ type: 'effect', name: 'sandbox_removed' }];
    case 'complete':
      return [
        {
          type: 'completion',
          phase: 'completion',
          done: true,
          status: 'succeeded',
          reason: 'finished',
          summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: [] },
        },
      ];
  }
}

const NEEDS_SANDBOX: ReadonlySet<Effect['kind']> = new Set([
  'clone',
  'run_setup',
  'run_environment_check',
  'settle_workspace',
  'use_tool',
  'checkpoint',
  'run_tests',
]);

function trouble(effect: Effect, task: Task, chance: Chance): Fact {
  if (effect.kind === 'complete')
    return { type: 'error', name: 'retry_later', effect: effect.kind, message: 'not now', due_at: task.updatedAt };
  if (NEEDS_SANDBOX.has(effect.kind) && chance.is(60)) return { type: 'environment', name: 'workspace_lost', container_id: 'c' };
  return chance.is(70)
    ? { type: 'error', name: 'retry_later', effect: effect.kind, message: 'not now', due_at: task.updatedAt + 2_000 }
    : { type: 'error', name: 'fault', effect: effect.kind, code: 'internal', message: 'It broke.', advice: 'Mend it.' };
}

function planningAnswer({ call }: Extract<Effect, { readonly kind: 'ask_model' }>, chance: Chance): Fact {
  if (chance.is(25))
    return {
      type: 'error',
      name: 'invalid_answer',
      call,
      problems: ['It is wrong.'],
      broke: chance.one(['schema', 'rules']),
      content: [{ type: 'text', text: 'Hm.' }],
    };
  const plan = chance.one(PLANS);
  if (call === 'task_decomposition')
    return {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: plan.task_decomposition,
      acceptance_criteria: plan.acceptance_criteria,
    };
  if (call === 'action_plan') return { type: 'plan', plan };
  if (chance.is(90)) return { type: 'phase', name: 'goal_understanding', goal_understanding: plan.goal_understanding };
  return {
    type: 'phase',
    name: 'goal_error',
    error: {
      type: chance.one(['unclear_goal', 'already_done']),
      message: 'Why?',
      clarification_needed: ['What?'],
      assumptions: [],
      evidence: ['src/price.js:3'],
    },
  };
}

function answer(task: Task, chance: Chance): readonly AnswerBlock[] {
  const tool = (index: number): AnswerBlock => ({
    type: 'tool_use',
    id: `t${task.version}-${index}`,
    name: chance.one(['run_command', 'read_file', 'finish_action', 'finish_action', 'no_such_tool']),
    input: {},
  });
  const count = chance.one([0, 1, 1, 1, 2, 3]);
  return [
    ...(chance.is(50) ? [{ type: 'text', text: 'I think.' } as const] : []),
    ...Array.from({ length: count }, (_, index) => tool(index)),
  ];
}

function toolOutcome(effect: Extract<Effect, { readonly kind: 'use_tool' }>, chance: Chance): Fact {
  if (effect.tool === 'finish_action') {
    return {
      type: 'action',
      name: 'finished',
      action: 0,
      tool_use_id: effect.toolUseId,
      status: chance.one(['success', 'success', 'failure', 'partial']),
      evaluation: 'So it went.',
      issues_identified: chance.is(20) ? ['A doubt.'] : [],
    };
  }
  return {
    type: 'tool',
    tool_use_id: effect.toolUseId,
    tool: effect.tool,
    ok: chance.is(70),
    text: 'Output.',
    exit_code: 0,
    duration_ms: 30,
  };
}

function saving(id: string, chance: Chance): Fact {
  if (chance.is(5))
    return {
      type: 'effect',
      name: 'push_refused',
      subtask: id,
      reason: 'Refused.',
      paths: chance.is(50) ? ['.github/workflows/x.yml'] : [],
    };
  return { type: 'effect', name: 'checkpoint', subtask: id, change: chance.is(80) ? change() : null };
}

function ran(line: string, chance: Chance): CommandRecord {
  return chance.is(85) ? command(line) : { ...command(line, chance.one([1, 137, null]), 'It failed.'), timed_out: chance.is(30) };
}
