/** What may come of each effect, by chance, as the effects tell it: what is decided because of it is for the rules alone. */
import { checksOf } from '../../src/state/checks.ts';
import { isBeingResolved } from '../../src/state/base-merges.ts';
import { unlookedAt } from '../../src/state/issue-content.ts';
import { failuresSincePass, refusedPlan } from '../../src/state/reviews.ts';
import { blockingIn, mayBeBlocked, planOf as planIn } from '../../src/state/select.ts';
import { ALONE, change, command, planOf, SNAPSHOT, subtask, usage } from './task-world.ts';
import type { AnswerBlock } from '../../src/ports/model.ts';
import { CALLS_OF_MODEL, type Effect } from '../../src/state/effect.ts';
import type { EffectFact, Fact, FactOf, InboxFact, ModelFact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { FirstLook, Wanted } from '../../src/state/gathered.ts';
import type { CommandRecord } from '../../src/state/outcome.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Task } from '../../src/state/task.ts';

type Outcome = InboxFact | EffectFact | ModelFact;
type Of<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>;

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

const BLOCKER = { number: 3, title: 'First', url: 'https://github.example/octo/shop/issues/3' };

const NOTHING_SAID = {
  comments: [],
  authorTrusted: true,
  leftOut: 0,
  edited: 0,
  ignored: 0,
  hidden: { request: 0, comments: 0 },
};

const wantedBy = (chance: Chance): Wanted => ({
  read: chance.is(50) ? [{ path: 'src/price.js' }] : [],
  search: [],
  list: [],
});

const firstLook = (chance: Chance): FirstLook => ({
  pieces: [],
  leftOut: [],
  namesSomething: false,
  showsAllNamed: true,
  isWhole: !chance.is(10),
});

export function outcomeOf(effect: Effect, task: Task, chance: Chance, troublePercent = 8): readonly Outcome[] {
  if (chance.is(troublePercent)) return [trouble(effect, task, chance)];
  switch (effect.kind) {
    case 'create_progress_comment':
      return [{ type: 'effect', name: 'progress_comment', comment_id: 1, url: 'https://github.example/c/1' }];
    case 'look_at_repository':
      return [
        chance.is(5)
          ? { type: 'environment', name: 'repository_empty', branch: 'main' }
          : chance.is(10) && mayBeBlocked(task)
            ? { type: 'environment', name: 'blocked', blockers: [BLOCKER] }
            : {
                type: 'environment',
                name: 'repository',
                snapshot: SNAPSHOT,
                ...(task.settings.planning.enabled ? { first_look: firstLook(chance) } : {}),
                earlier_tasks: '',
                github_ms: 1,
              },
      ];
    case 'ask_gathering':
      return [{ type: 'phase', name: 'gathering', reason: '', wanted: wantedBy(chance) }, paid('gathering')];
    case 'gather':
      return [{ type: 'environment', name: 'gathered', found: { pieces: [], leftOut: [] } }];
    case 'look_at_neighbours':
      return [ALONE as EffectFact];
    case 'read_comments':
      return [
        {
          type: 'environment',
          name: 'discussion',
          discussion: { ...NOTHING_SAID, problem: chance.is(20) ? 'GitHub did not answer.' : null },
          github_ms: 1,
        },
      ];
    case 'fetch_images':
      return [
        { type: 'environment', name: 'images', looked: unlookedAt(task).map(({ key }) => key), kept: [], left_out: [] },
      ];
    case 'ask_model':
      return [planningAnswer(effect, task, chance), paid('action_plan')];
    case 'ask_decision': {
      const { point } = effect;
      if (chance.is(10))
        return [
          unusable('replan_decision', { judging: { replan_id: `d${task.version}`, point } }),
          paid('replan_decision'),
        ];
      const decision = chance.is(10) ? null : someDecision(chance, point);
      return [
        { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision },
        paid('replan_decision'),
      ];
    }
    case 'ask_assessment':
      return [
        chance.is(10) ? unusable('completion_assessment') : assessing(task, chance),
        paid('completion_assessment'),
      ];
    case 'ask_reflection':
      return [chance.is(10) ? unusable('reflection') : reflecting(task, chance), paid('reflection')];
    case 'ask_review':
      return [reviewing(effect, task, chance), paid('review')];
    case 'ask_patch':
      return [...(chance.is(10) ? [unusable('plan_patch')] : patching(chance)), paid('plan_patch')];
    case 'tell_refused_change':
      return [
        {
          type: 'effect',
          name: 'refused_change_told',
          comment: effect.comment,
          comment_id: chance.is(80) ? 7 : null,
          url: null,
        },
      ];
    case 'reply_to_comment':
      return [{ type: 'effect', name: 'replied', comment: effect.comment, comment_id: 8, url: null }];
    case 'pause':
      return task.pausing === null ? [] : [{ type: 'control', name: 'paused', by: task.pausing.by }];
    case 'post_question':
      return [posting(effect, task, chance)];
    case 'remind':
      return [
        { type: 'effect', name: 'reminded', question_id: blockingIn(task)?.questionId ?? 0, comment_id: 6, url: 'u' },
      ];
    case 'explain_question':
      return [{ type: 'effect', name: 'explained', question_id: effect.questionId, comment_id: 7, url: 'u' }];
    case 'release_sandbox':
      return [{ type: 'environment', name: 'sandbox_released', ...(chance.is(70) ? { container_id: 'kept' } : {}) }];
    case 'note_time_over':
      return [{ type: 'effect', name: 'time_over' }];
    case 'start_sandbox':
      return [started(task, chance)];
    case 'clone':
      return [cloned(task, chance)];
    case 'run_setup': {
      const line = task.plan?.selected_environment.setup_commands[effect.index] ?? '';
      return [{ type: 'environment', name: 'setup', command: ran(line, chance) }];
    }
    case 'run_environment_check': {
      const check = task.plan?.selected_environment.verification[effect.index];
      const expected = check?.expected_output ?? '';
      return [
        {
          type: 'environment',
          name: 'check',
          command: ran(check?.command ?? '', chance),
          expected,
          passed: chance.is(80),
        },
      ];
    }
    case 'ask_environment_fix':
      return [
        chance.is(20)
          ? unusable('environment_fix')
          : chance.is(10)
            ? { type: 'environment', name: 'set_up_not_corrected' }
            : { type: 'environment', name: 'set_up_corrected', setup_commands: ['other'], verification: [] },
        paid('environment_fix'),
      ];
    case 'settle_workspace':
      return [{ type: 'environment', name: 'settled' }];
    case 'ask_next_step':
      return nextStep(task, chance);
    case 'use_tool':
      return [toolOutcome(effect, task, chance)];
    case 'checkpoint':
      return [saving(effect.subtask ?? 'unfinished', task, chance)];
    case 'merge_base':
      return [baseOutcome(effect, chance)];
    case 'run_tests':
      return [{ type: 'verification', name: 'tests', command: ran(task.plan?.test_command ?? '', chance) }];
    case 'run_check': {
      const command = checksOf(task.plan).find(({ kind }) => kind === effect.check)?.command ?? '';
      const { check, on } = effect;
      return [{ type: 'verification', name: 'checked', check, on, command: ran(command, chance) }];
    }
    case 'ask_summary':
      return [
        chance.is(10)
          ? unusable('summary')
          : chance.is(70)
            ? { type: 'phase', name: 'summary', title: 'A title', body: 'Words.', key_outcomes: ['It works.'] }
            : { type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems: ['Unreadable.'] },
        paid('summary'),
      ];
    case 'open_pull_request':
      return [
        {
          type: 'effect',
          name: 'pull_request',
          number: 13,
          url: 'https://github.example/p/13',
          draft: chance.is(50),
          title: 'A title',
        },
      ];
    case 'find_pull_request':
      return [{ type: 'effect', name: 'pull_request_missing' }];
    case 'post_result':
      return [{ type: 'effect', name: 'result_comment', comment_id: 2, url: 'https://github.example/c/2' }];
    case 'finish_progress':
      return [{ type: 'effect', name: 'progress_finished' }];
    case 'finish_label':
      return [{ type: 'effect', name: 'label_finished' }];
    case 'remove_sandbox':
      return [{ type: 'effect', name: 'sandbox_removed' }];
    case 'complete':
      return [{ type: 'effect', name: 'reported' }];
  }
}

function baseOutcome(effect: Extract<Effect, { readonly kind: 'merge_base' }>, chance: Chance): Outcome {
  const moved = { sha: 'c'.repeat(40), commits: 3 };
  if (chance.is(50)) return { type: 'verification', name: 'base_current' };
  if (chance.is(50)) return { type: 'verification', name: 'base_merged', ...moved };
  const taken = effect.takes_conflicts;
  return { type: 'verification', name: 'base_conflicts', ...moved, files: ['a.txt'], file_count: 1, taken };
}

function paid(call: Extract<Fact, { readonly type: 'usage' }>['call']): Outcome {
  return usage({ call }) as Extract<Fact, { readonly type: 'usage' }>;
}

const NEEDS_SANDBOX: ReadonlySet<Effect['kind']> = new Set([
  'clone',
  'run_setup',
  'run_environment_check',
  'settle_workspace',
  'use_tool',
  'checkpoint',
  'merge_base',
  'run_tests',
  'run_check',
  'release_sandbox',
]);

function trouble(effect: Effect, task: Task, chance: Chance): Outcome {
  if (effect.kind === 'complete')
    return {
      type: 'error',
      name: 'retry_later',
      effect: effect.kind,
      of: 'model',
      message: 'not now',
      due_at: task.updatedAt,
    };
  if (NEEDS_SANDBOX.has(effect.kind) && chance.is(60))
    return { type: 'environment', name: 'workspace_lost', container_id: 'c', cause: 'The container is gone.' };
  if (CALLS_OF_MODEL.has(effect.kind) && chance.is(20))
    return {
      type: 'error',
      name: 'retry_later',
      effect: effect.kind,
      of: 'model_limit',
      message: 'not before',
      due_at: task.updatedAt + 3_600_000,
    };
  return chance.is(70)
    ? {
        type: 'error',
        name: 'retry_later',
        effect: effect.kind,
        of: 'model',
        message: 'not now',
        due_at: task.updatedAt + 2_000,
      }
    : { type: 'error', name: 'fault', effect: effect.kind, code: 'internal', message: 'It broke.', advice: 'Mend it.' };
}

function reviewing({ of }: Of<'ask_review'>, task: Task, chance: Chance): Outcome {
  if (chance.is(15)) return unusable('review');
  const result = chance.one(['PASS', 'PASS_WITH_SUGGESTIONS', 'FAIL', 'FAIL', 'FAIL', 'NOT_MADE'] as const);
  const feedback = chance.is(5) ? 'It does what was asked for.' : 'Hm.';
  return { type: 'review', of, result, feedback, how: 'tool', attempt: failuresSincePass(task, of) + 1 };
}

type Unusable = Extract<Outcome, { readonly name: 'invalid_answer' }>;
function unusable(call: Unusable['call'], about: Partial<Unusable> = {}): Unusable {
  return {
    type: 'error',
    name: 'invalid_answer',
    call,
    problems: ['Unreadable.'],
    broke: 'schema',
    content: [],
    ...about,
  };
}

function assessing({ plan, version }: Task, chance: Chance): Outcome {
  const isShown = !chance.is(20);
  return {
    type: 'phase',
    name: 'completion_assessment',
    summary: '',
    criteria: (plan?.acceptance_criteria ?? []).map(({ id, description }) => ({
      id,
      description,
      evidence: isShown ? [{ is: 'command', command: 'npm test', exit_code: 0, lines: [] }] : null,
    })),
    remaining_risks: chance.is(20) ? ['P1', 'It is slow.'] : [],
    ...(chance.is(50) ? { judgement: { replan_id: `d${version}`, decision: someDecision(chance, 'reflection') } } : {}),
  };
}

function someDecision(chance: Chance, point: DecisionPoint): ReplanDecision {
  // Few tasks come as far as their verification: there more is wanted, so that everything comes up.
  const isSure = point === 'reflection' && chance.is(60);
  return {
    replan_needed: isSure || chance.is(50),
    confidence: isSure ? 0.95 : chance.one([0.95, 0.95, 0.8, 0.79, 0.5, 0.49, 0.3, 0.29]),
    reasoning: chance.one(['Because.', 'It seems so.', 'Nobody knows.']),
    ...(chance.is(30) ? { error_classification: chance.one(['transient', 'persistent', 'fatal'] as const) } : {}),
    replan_type: isSure
      ? 'plan_revision'
      : chance.one([
          'clarification_request',
          'goal_revision',
          'task_redecomposition',
          'action_regeneration',
          'retry',
          'partial_replan',
          'full_replan',
          'plan_revision',
          'none',
          null,
        ]),
    target_phase: null,
    replan_level: chance.one([null, 1, 2, 3, 4, 5]),
    issues_found: [chance.one(['no network', 'no tool', 'no time'])],
    recommended_actions: [],
    clarification_needed: !isSure && chance.is(20),
    clarification_questions: !isSure && chance.is(50) ? [chance.one(['Which?', 'Which password?']), 'When?'] : [],
    assumptions_to_make: chance.is(20) ? [chance.one(['The first one', 'The password is known'])] : [],
    additional_actions: chance.is(50) ? ['More'] : [],
  };
}

/** A revision that breaks the rules of plans is none, so it is of the subtasks that there are. */
function reflecting({ plan }: Task, chance: Chance): Outcome {
  const told = { type: 'reflection', name: 'model' } as const;
  if (chance.is(15)) return { ...told, evaluation: null, plan_revision: null, problems: ['Unreadable.'] };
  const isNeeded = chance.is(50);
  const updated_action_plan = chance.is(90) ? plan?.action_plan : undefined;
  return {
    ...told,
    plan_revision:
      isNeeded && chance.is(70)
        ? { reason: 'Another way.', changes: [], ...(updated_action_plan === undefined ? {} : { updated_action_plan }) }
        : null,
    problems: [],
    evaluation: {
      action_evaluated: 'a',
      status: 'failure',
      evaluation: 'Hm.',
      alignment_with_plan: '',
      issues_identified: [],
      plan_revision_needed: isNeeded,
    },
  };
}

/** GitHub may refuse one that nothing waits for. */
function posting({ questionId: question_id }: Of<'post_question'>, task: Task, chance: Chance): Outcome {
  const isBeside = blockingIn(task)?.questionId !== question_id;
  if (isBeside && chance.is(20)) return { type: 'question', name: 'not_posted', question_id };
  return { type: 'question', name: 'posted', question_id, comment_id: task.version, url: 'u', texts: [] };
}

function patching(chance: Chance): readonly Outcome[] {
  const weighed: Outcome = {
    type: 'control',
    name: 'comment_weighed',
    understanding: 'I see.',
    problems: [],
    questions: chance.is(40) ? [{ text: chance.one(['Which?', 'Which password?']), blocking: chance.is(50) }] : [],
    ...(chance.is(20) ? { reply: 'Because it was asked for.' } : {}),
    ...(chance.is(20) ? { potential_conflicts: ['src/price.js: Somebody else changes it.'] } : {}),
  };
  if (chance.is(15)) return [{ ...weighed, problems: ['No.'], questions: [], refused: { why: 'inconsistent' } }];
  if (chance.is(50)) return [weighed];
  const again = chance.is(50) ? { again: ['a'] } : {};
  return [
    {
      type: 'revision',
      reason: 'A person said so.',
      source: 'comment',
      changes: [],
      updated_plan: chance.one(PLANS),
      ...again,
    },
    weighed,
  ];
}

function planningAnswer({ call }: Of<'ask_model'>, task: Task, chance: Chance): Outcome {
  // A first plan mostly comes about; another one fails often.
  if (chance.is(task.work === null ? 8 : 45))
    return {
      type: 'error',
      name: 'invalid_answer',
      call,
      problems: ['It is wrong.'],
      broke: chance.one(['schema', 'rules']),
      ...(chance.is(10) ? { stopped: chance.one(['refusal', 'max_tokens', 'model_context_window_exceeded']) } : {}),
      content: [{ type: 'text', text: 'Hm.' }],
    };
  const plan = chance.one(PLANS);
  if (call === 'task_decomposition')
    return {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: plan.task_decomposition,
      acceptance_criteria: plan.acceptance_criteria,
      ...(chance.is(10) ? { potential_conflicts: ['src/price.js: Somebody else changes it.'] } : {}),
      ...ofItself(task, chance, 'task_decomposition'),
    };
  if (call === 'action_plan') return { ...planned(plan, task), ...ofItself(task, chance, 'action_sequence') };
  if (chance.is(90))
    return {
      type: 'phase',
      name: 'goal_understanding',
      goal_understanding: plan.goal_understanding,
      ...ofItself(task, chance, 'goal_understanding'),
    };
  return {
    type: 'phase',
    name: 'goal_error',
    error: {
      type: chance.one(['unclear_goal', 'unclear_goal', 'already_done']),
      message: 'Why?',
      clarification_needed: [chance.one(['What?', 'Which password?'])],
      assumptions: [],
      evidence: ['src/price.js:3'],
    },
  };
}

/** What says that it will do lets more lives come further. */
function ofItself({ version }: Task, chance: Chance, point: DecisionPoint) {
  if (!chance.is(60)) return {};
  const fine = chance.is(90) ? { replan_needed: false, confidence: 0.9 } : {};
  return { judgement: { replan_id: `o${version}`, decision: { ...someDecision(chance, point), ...fine } } };
}

/** A plan where there is one already, or was one that a review refused, is a revision. */
function planned(plan: Plan, task: Task): FactOf<'plan' | 'revision'> {
  const told = { type: 'revision', changes: [], updated_plan: plan } as const;
  const refused = refusedPlan(task);
  if (refused !== null) return { ...told, reason: refused.feedback, source: 'review' };
  return planIn(task) === null ? { type: 'plan', plan } : { ...told, reason: 'So it was decided.', source: 'replan' };
}

function started({ workspace, version }: Task, chance: Chance): Outcome {
  const kept = workspace.is === 'preparing' ? workspace.kept : null;
  if (kept !== null && chance.is(60)) return { type: 'environment', name: 'resumed', container_id: kept.containerId };
  return { type: 'environment', name: 'container', container_id: `c${version}`, image: 'planwright-node' };
}

/** On another machine, what was saved and not pushed is gone. */
function cloned({ stage, workspace }: Task, chance: Chance): Outcome {
  const goesOn = stage.is === 'work' && stage.begun && workspace.is === 'preparing' && !workspace.wentBack;
  return goesOn && chance.is(10)
    ? { type: 'environment', name: 'saved_work_lost' }
    : { type: 'environment', name: 'cloned', command: ran('git clone', chance) };
}

function nextStep(task: Task, chance: Chance): readonly Outcome[] {
  if (chance.is(2))
    return [
      {
        type: 'error',
        name: 'conversation_refused',
        too_long: chance.is(70),
        message: 'No.',
        advice: 'Look at the model.',
      },
    ];
  return [
    {
      type: 'action',
      name: 'answer',
      action: task.work?.current ?? 0,
      content: answer(task, chance),
      stop_reason: chance.one(['tool_use', 'tool_use', 'max_tokens', 'refusal', 'pause_turn', 'other']),
      ...(chance.is(10) ? { cut_tool: 'write_file' } : {}),
    },
    paid('next_step'),
  ];
}

function answer(task: Task, chance: Chance): readonly AnswerBlock[] {
  const tool = (index: number): AnswerBlock => ({
    type: 'tool_use',
    id: `t${task.version}-${index}`,
    name: chance.one(['run_command', 'read_file', 'finish_action', 'finish_action', 'ask_human', 'no_such_tool']),
    input: {},
  });
  const count = chance.one([0, 1, 1, 1, 2, 3]);
  return [
    ...(chance.is(50) ? [{ type: 'text', text: 'I think.' } as const] : []),
    ...Array.from({ length: count }, (_, index) => tool(index)),
  ];
}

function toolOutcome({ tool, toolUseId: tool_use_id }: Of<'use_tool'>, task: Task, chance: Chance): Outcome {
  const done = { type: 'tool', tool_use_id, tool, duration_ms: 30 } as const;
  if (tool === 'no_such_tool' || chance.is(3))
    return { ...done, ok: false, text: 'What?', exit_code: null, not_understood: true };
  if (tool === 'ask_human') {
    const assumptions = chance.is(50) ? ['The first one'] : [];
    return {
      type: 'action',
      name: 'asked',
      tool_use_id,
      question: chance.one(['Which?', 'Which password?']),
      context: '',
      assumptions,
    };
  }
  if (tool !== 'finish_action') {
    const ok = chance.is(70);
    return { ...done, ok, text: 'Output.', exit_code: tool === 'run_command' ? (ok ? 0 : 1) : null };
  }
  return {
    type: 'action',
    name: 'finished',
    action: task.work?.current ?? 0,
    tool_use_id,
    status: chance.one(['success', 'success', 'failure', 'partial'] as const),
    evaluation: 'So it went.',
    issues_identified: chance.is(20) ? ['A doubt.'] : [],
    ...(chance.is(40)
      ? { judgement: { replan_id: `d${task.version}`, decision: someDecision(chance, 'execution') } }
      : {}),
  };
}

function saving(id: string, task: Task, chance: Chance): Outcome {
  if (isBeingResolved(task) && chance.is(40))
    return { type: 'effect', name: 'marks_left', subtask: id, places: ['a.txt:1'], place_count: 1 };
  if (chance.is(5))
    return {
      type: 'effect',
      name: 'push_refused',
      subtask: id,
      cause: 'rejected',
      reason: 'Refused.',
      paths: chance.is(50) ? ['.github/workflows/x.yml'] : [],
    };
  if (chance.is(5)) {
    const digest = chance.one(['d1', 'd2']);
    const held = { digest, paths: ['CODEOWNERS'], pathCount: 1, diff: '+* @mika' };
    return { type: 'effect', name: 'push_held', subtask: id, held };
  }
  return { type: 'effect', name: 'checkpoint', subtask: id, change: chance.is(80) ? change() : null, command_ms: 40 };
}

function ran(line: string, chance: Chance): CommandRecord {
  return chance.is(85)
    ? command(line)
    : {
        ...command(line, chance.one([1, 137, null]), chance.one(['It failed.', 'npm error code ECONNRESET', 'ENOSPC'])),
        timed_out: chance.is(30),
      };
}
