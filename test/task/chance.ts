/** What may come of each effect, by chance: for tests that drive tasks through anything that can happen. */
import { mayAskPeople } from '../../src/replan/counts.ts';
import { asideToPost } from '../../src/questions/aside.ts';
import { questionOf } from '../../src/questions/ask.ts';
import { completedReplans } from '../../src/effects/completed-replans.ts';
import { unlookedAt } from '../../src/state/issue-images.ts';
import { MAX_SCHEMA_REPAIRS } from '../../src/phases/between/wrong-answer.ts';
import { withRevision } from '../../src/plan/review-revision.ts';
import { failuresSincePass, MAX_REVISES } from '../../src/state/reviews.ts';
import { decisionFact, planOf as planOfTask } from '../../src/effects/decision-fact.ts';
import { change, command, planOf, SNAPSHOT, subtask, usage } from './task-world.ts';
import type { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import type { AnswerBlock } from '../../src/ports/model.ts';
import type { Effect } from '../../src/state/effect.ts';
import type { CommandRecord, Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

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

const NOTHING_SAID = { comments: [], authorTrusted: true, leftOut: 0, edited: 0, ignored: 0, hidden: { request: 0, comments: 0 } };

export function outcomeOf(effect: Effect, task: Task, chance: Chance, troublePercent = 8): readonly Fact[] {
  if (chance.is(troublePercent)) return [trouble(effect, task, chance)];
  switch (effect.kind) {
    case 'create_progress_comment':
      return [{ type: 'effect', name: 'progress_comment', comment_id: 1, url: 'https://github.example/c/1' }];
    case 'look_at_repository':
      return [
        chance.is(5)
          ? { type: 'environment', name: 'repository_empty', branch: 'main' }
          : { type: 'environment', name: 'repository', snapshot: SNAPSHOT, earlier_tasks: '', github_ms: 1 },
      ];
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
      return [{ type: 'environment', name: 'images', looked: unlookedAt(task).map(({ key }) => key), kept: [], left_out: [] }];
    case 'ask_model':
      return planned(planningAnswer(effect, chance), task);
    case 'ask_decision':
      return [
        decisionFact(task, effect.point, { id: `d${task.version}`, decision: chance.is(10) ? null : someDecision(chance) }),
        usage({ call: 'replan_decision' }),
      ];
    case 'ask_reflection':
      return [...reflecting(task, chance), usage({ call: 'reflection' })];
    case 'ask_review':
      return reviewing(effect, task, chance);
    case 'ask_patch':
      return [...patching(chance), usage({ call: 'plan_patch' })];
    case 'tell_refused_change':
      return [{ type: 'effect', name: 'refused_change_told', comment: effect.comment, comment_id: chance.is(80) ? 7 : null, url: null }];
    case 'pause':
      return [{ type: 'control', name: 'paused', by: task.pausing?.by ?? '' }];
    case 'post_question':
      return [{ type: 'question', question_id: questionToPost(task), comment_id: task.version, url: 'u', texts: [] }];
    case 'remind':
      return [{ type: 'effect', name: 'reminded', question_id: questionToPost(task), comment_id: 6, url: 'u' }];
    case 'explain_question':
      return [{ type: 'effect', name: 'explained', question_id: questionToPost(task), comment_id: 7, url: 'u' }];
    case 'release_sandbox':
      return [{ type: 'environment', name: 'sandbox_released', ...(chance.is(70) ? { container_id: 'kept' } : {}) }];
    case 'assume':
      return [assuming(task)];
    case 'start_sandbox':
      if (task.phase === 'prepare' && task.kept !== undefined && chance.is(60))
        return [{ type: 'environment', name: 'resumed', container_id: task.kept.containerId }];
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
      return toolOutcome(effect, task, chance);
    case 'checkpoint':
      return [saving(effect.subtask, chance)];
    case 'run_tests':
      return [{ type: 'verification', name: 'tests', command: ran(effect.command, chance) }];
    case 'ask_summary':
      return [
        chance.is(70)
          ? { type: 'phase', name: 'summary', title: 'A title', body: 'Words.', key_outcomes: ['It works.'] }
          : { type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems: ['Unreadable.'] },
        usage({ call: 'summary' }),
      ];
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
  'release_sandbox',
]);

function trouble(effect: Effect, task: Task, chance: Chance): Fact {
  if (effect.kind === 'complete')
    return { type: 'error', name: 'retry_later', effect: effect.kind, of: 'model', message: 'not now', due_at: task.updatedAt };
  if (NEEDS_SANDBOX.has(effect.kind) && chance.is(60))
    return { type: 'environment', name: 'workspace_lost', container_id: 'c', cause: 'The container is gone.' };
  return chance.is(70)
    ? { type: 'error', name: 'retry_later', effect: effect.kind, of: 'model', message: 'not now', due_at: task.updatedAt + 2_000 }
    : { type: 'error', name: 'fault', effect: effect.kind, code: 'internal', message: 'It broke.', advice: 'Mend it.' };
}

/** As askReview: what refuses the change comes with its revision. */
function reviewing({ of, wrongAnswers }: Extract<Effect, { readonly kind: 'ask_review' }>, task: Task, chance: Chance): readonly Fact[] {
  const paid = usage({ call: 'review' });
  if (wrongAnswers.length < MAX_SCHEMA_REPAIRS && chance.is(15))
    return [{ type: 'error', name: 'invalid_answer', call: 'review', problems: ['Unreadable.'], broke: 'schema', content: [] }, paid];
  const attempt = failuresSincePass(task, of) + 1;
  const result = chance.one(['PASS', 'PASS_WITH_SUGGESTIONS', 'FAIL', 'FAIL'] as const);
  const fact: Fact = { type: 'review', of, result, feedback: 'Hm.', how: 'tool', attempt };
  const plan = planOfTask(task);
  if (of === 'plan' || result !== 'FAIL' || attempt > MAX_REVISES || plan === null) return [fact, paid];
  return [{ type: 'revision', reason: 'Hm.', source: 'review', changes: [], updated_plan: withRevision(plan, 'Hm.') }, fact, paid];
}

/** As askModel: what was a plan is a revision when there is one already, and it carries out what was granted. */
function planned(answer: Fact, task: Task): readonly Fact[] {
  const paid = usage({ call: 'action_plan' });
  if (answer.type !== 'plan') return [answer, paid];
  const fact: Fact =
    planOfTask(task) === null
      ? answer
      : { type: 'revision', reason: 'So it was decided.', source: 'replan', changes: [], updated_plan: answer.plan };
  return [
    fact,
    ...completedReplans(task, task.updatedAt, { result: 'success', plan: answer.plan, which: (record) => record.kind !== 'retry' }),
    paid,
  ];
}

export function someDecision(chance: Chance): ReplanDecision {
  return {
    replan_needed: chance.is(50),
    confidence: chance.one([0.95, 0.95, 0.8, 0.79, 0.5, 0.49, 0.3, 0.29]),
    reasoning: chance.one(['Because.', 'It seems so.', 'Nobody knows.']),
    ...(chance.is(30) ? { error_classification: chance.one(['transient', 'persistent', 'fatal'] as const) } : {}),
    replan_type: chance.one([
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
    clarification_needed: chance.is(20),
    clarification_questions: chance.is(50) ? [chance.one(['Which?', 'Which password?']), 'When?'] : [],
    assumptions_to_make: chance.is(20) ? [chance.one(['The first one', 'The password is known'])] : [],
    additional_actions: chance.is(50) ? ['More'] : [],
  };
}

function reflecting(task: Task, chance: Chance): readonly Fact[] {
  if (chance.is(15)) return [{ type: 'reflection', evaluation: null, plan_revision: null, problems: ['Unreadable.'] }];
  const isNeeded = chance.is(50);
  const revision = isNeeded && chance.is(70) ? { reason: 'Another way.', changes: [], updated_action_plan: PLANS[0]!.action_plan } : null;
  const noted: Fact = {
    type: 'reflection',
    plan_revision: revision as never,
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
  const { replanning, maxRevisions } = task.settings.planning;
  const plan = planOfTask(task);
  if (revision === null || replanning.enabled || task.replanning.revisions >= maxRevisions || plan === null) return [noted];
  return [
    noted,
    {
      type: 'revision',
      reason: revision.reason,
      source: 'reflection',
      changes: [],
      updated_plan: { ...plan, action_plan: revision.updated_action_plan },
    },
  ];
}

function questionToPost(task: Task): number {
  return task.phase === 'wait' ? task.questionId : (asideToPost(task)?.id ?? 0);
}

function patching(chance: Chance): readonly Fact[] {
  const weighed: Fact = {
    type: 'control',
    name: 'comment_weighed',
    understanding: 'I see.',
    problems: [],
    questions: chance.is(30) ? [{ text: 'Which?', blocking: chance.is(50) }] : [],
    ...(chance.is(20) ? { problems: ['No.'], refused: { why: 'inconsistent' } } : {}),
  };
  return chance.is(50)
    ? [{ type: 'revision', reason: 'A person said so.', source: 'comment', changes: [], updated_plan: chance.one(PLANS) }, weighed]
    : [weighed];
}

function assuming(task: Task): Fact {
  const question = task.phase === 'wait' ? questionOf(task) : null;
  if (question === null || question.kind === 'intervention' || (question.kind === 'clarification' && !task.settings.planning.assumes))
    return { type: 'control', name: 'stop', by: null, reason: 'unanswered' };
  return { type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions };
}

function planningAnswer({ call }: Extract<Effect, { readonly kind: 'ask_model' }>, chance: Chance): Fact {
  if (chance.is(15))
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
    name: chance.one(['run_command', 'read_file', 'finish_action', 'finish_action', 'ask_human', 'no_such_tool']),
    input: {},
  });
  const count = chance.one([0, 1, 1, 1, 2, 3]);
  return [
    ...(chance.is(50) ? [{ type: 'text', text: 'I think.' } as const] : []),
    ...Array.from({ length: count }, (_, index) => tool(index)),
  ];
}

function toolOutcome(effect: Extract<Effect, { readonly kind: 'use_tool' }>, task: Task, chance: Chance): readonly Fact[] {
  if (effect.tool === 'ask_human') {
    const { counts } = task.replanning;
    const asks = mayAskPeople(counts, task.settings.planning.replanning);
    return [
      asks
        ? { type: 'action', name: 'asked', tool_use_id: effect.toolUseId, question: 'Which?', context: '', assumptions: [] }
        : toolDone(effect, false),
    ];
  }
  if (effect.tool !== 'finish_action') return [toolDone(effect, chance.is(70))];
  const judged = task.settings.planning.replanning.enabled && chance.is(40);
  const status = chance.one(['success', 'success', 'failure', 'partial'] as const);
  const finished: Fact = {
    type: 'action',
    name: 'finished',
    action: 0,
    tool_use_id: effect.toolUseId,
    status,
    evaluation: 'So it went.',
    issues_identified: chance.is(20) ? ['A doubt.'] : [],
    judged,
  };
  const retried = completedReplans(task, task.updatedAt, {
    result: status === 'success' ? 'success' : 'failure',
    plan: null,
    which: (record) => record.kind === 'retry',
  });
  return judged
    ? [finished, ...retried, decisionFact(task, 'execution', { id: `d${task.version}`, decision: someDecision(chance) })]
    : [finished, ...retried];
}

function toolDone(effect: Extract<Effect, { readonly kind: 'use_tool' }>, ok: boolean): Fact {
  return { type: 'tool', tool_use_id: effect.toolUseId, tool: effect.tool, ok, text: 'Output.', exit_code: 0, duration_ms: 30 };
}

function saving(id: string, chance: Chance): Fact {
  if (chance.is(5))
    return {
      type: 'effect',
      name: 'push_refused',
      subtask: id,
      cause: 'rejected',
      reason: 'Refused.',
      paths: chance.is(50) ? ['.github/workflows/x.yml'] : [],
    };
  return { type: 'effect', name: 'checkpoint', subtask: id, change: chance.is(80) ? change() : null, command_ms: 40 };
}

function ran(line: string, chance: Chance): CommandRecord {
  return chance.is(85) ? command(line) : { ...command(line, chance.one([1, 137, null]), 'It failed.'), timed_out: chance.is(30) };
}
