/** Decisions, reflections, reviews and summaries. */
import { actionsFor, idsIn } from './planning-answers.mjs';

export function judgementInput(tool, { chance, plan, shown, see }) {
  switch (tool) {
    case 'submit_replan_decision':
      return { replan_decision: decision(chance, plan) };
    case 'submit_completion_assessment':
      return assessment(chance, plan, shown, see);
    case 'submit_reflection':
      return reflection(chance, plan, idsIn(shown, /\b(s\d+|temp-\d+|\d+)\b(?=:)/g));
    case 'submit_review':
      return review(chance, plan, see);
    case 'submit_summary':
      return summary(chance);
    default:
      throw new Error(`Nobody answers to ${tool}: teach judgement-answers.mjs to.`);
  }
}

/** The judgement of the shown criteria; mostly with the tests as evidence. */
function assessment(chance, plan, shown, see) {
  const isShown = chance.is(75);
  see(`assessment ${isShown ? 'with evidence' : 'without'}`);
  const command = /^\$ (.+)\n\[exit code (\d+)\]/m.exec(shown);
  const evidence =
    command === null
      ? []
      : [{ command: command[1], exit_code: Number(command[2]), lines: chance.one([[], ['made up']]) }];
  return {
    summary: 'It rounds.',
    all_criteria_satisfied: isShown,
    details: {
      passed_criteria: isShown ? [...shown.matchAll(/^- (\S*AC-\d+): /gm)].map(([, id]) => ({ id, evidence })) : [],
      remaining_risks: chance.one([[], ['P1'], ['It is slow.']]),
    },
    ...(chance.is(50) ? { replan_decision: decision(chance, plan) } : {}),
  };
}

export function decision(chance, plan) {
  const confidence = plan.doubts
    ? chance.one([0.3, 0.4, 0.45, 0.49, 0.61, 0.9])
    : chance.one([0.95, 0.95, 0.95, 0.9, 0.8, 0.79, 0.55, 0.5, 0.49, 0.3, 0.29, '85%']);
  if (!chance.is(plan.restless))
    return {
      replan_needed: false,
      confidence,
      reasoning: 'It goes well.',
      ...(chance.is(8) ? { replan_type: 'retry', replan_level: 2 } : {}),
    };
  return {
    replan_needed: true,
    confidence,
    reasoning: chance.one(['Because.', 'It seems so.', 'Nobody knows SECRET-123.']),
    replan_type: chance.one([
      'clarification_request',
      'goal_revision',
      'task_redecomposition',
      'action_regeneration',
      'retry',
      'retry',
      'partial_replan',
      'full_replan',
      'plan_revision',
      'none',
      null,
    ]),
    target_phase: chance.one([null, 'goal_understanding', 'task_decomposition', 'action_sequence', 'execution']),
    replan_level: chance.one([null, 1, 2, 3, 4, 5]),
    issues_found: [chance.one(['no network', 'no tool', 'no time'])],
    recommended_actions: chance.is(30) ? ['Look again'] : [],
    clarification_needed: chance.is(20),
    clarification_questions: chance.one([[], [], ['Which?'], ['Which password?', 'When?']]),
    assumptions_to_make: chance.one([[], ['The first one'], ['The password is known']]),
    ...(chance.is(30) ? { error_classification: chance.one(['transient', 'persistent', 'fatal']) } : {}),
    ...(chance.is(30)
      ? { additional_actions: ['More'], achievement_rate: 60, evaluation_result: 'partial_success' }
      : {}),
    ...(chance.is(15) ? { recovery_strategy: 'Another way', affected_actions: ['s1'], missing_steps: ['Tests'] } : {}),
  };
}

function reflection(chance, plan, ids) {
  const isNeeded = chance.is(plan.restless);
  const known = ids.length === 0 || chance.is(plan.wrong) ? ['s1'] : ids;
  const updated = { execution_order: known, actions: known.flatMap((id) => actionsFor(chance, id)) };
  return {
    reflection: {
      action_evaluated: 'The last one',
      status: chance.one(['success', 'failure', 'partial']),
      evaluation: 'So it went.',
      issues_identified: chance.is(40) ? ['A doubt'] : [],
      plan_revision_needed: isNeeded,
    },
    ...(isNeeded || chance.is(10)
      ? {
          plan_revision: {
            reason: 'Another way.',
            changes: [{ type: 'modify_action', details: 'Other' }],
            ...(chance.is(75) ? { updated_action_plan: updated } : {}),
          },
        }
      : {}),
  };
}

function review(chance, plan, see) {
  const result = chance.is(40 + plan.restless / 2) ? 'FAIL' : chance.one(['PASS', 'PASS', 'PASS_WITH_SUGGESTIONS']);
  see(`review ${result}`);
  return { result, feedback: chance.one(['', 'Look at SECRET-123 again.', 'The tests are thin.\nAdd some.']) };
}

function summary(chance) {
  return {
    summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: ['It rounds.'] },
    pull_request: {
      title: chance.one(['Round half up', 'x'.repeat(400)]),
      body: chance.one(['', 'Words about SECRET-123.', 'Closes #12']),
    },
  };
}
