import { describe, expect, it } from '@jest/globals';
import { follow, step } from '../../src/flow/follow.ts';
import { checkMove, isLegal, regionsOf, REGIONS } from '../../src/flow/legal-moves.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  ASSESSED,
  asking,
  command,
  planOf,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { DONE, LOST, PLAN, REPORTED, STOP, VERIFIED, WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { Task } from '../../src/state/task.ts';

const REGION_NAMES = ['stage', 'workspace', 'asked', 'paused', 'access'] as const;
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const by = { id: 8, login: 'maintainer' };
const SAID: Fact = { type: 'control', name: 'comment', by, text: 'Write a note as well.' };
const PAUSE: Fact = { type: 'control', name: 'pause', by: 'mika' };
const PAUSED: Fact = { type: 'control', name: 'paused', by: 'mika' };
const RESUME: Fact = { type: 'control', name: 'resume', by: 'noor' };
const RELEASED: Fact = { type: 'environment', name: 'sandbox_released', container_id: 'c1' };
const RESUMED: Fact = { type: 'environment', name: 'resumed', container_id: 'c1' };
const REMOVED: Fact = { type: 'effect', name: 'sandbox_removed' };
const UNUSABLE: Fact = {
  type: 'error',
  name: 'invalid_answer',
  call: 'action_plan',
  problems: ['wrong'],
  broke: 'schema',
  content: [],
};
const accessIs = (is: 'suspended' | 'restored'): Fact => ({ type: 'control', name: 'around', what: { is } });
const posted = (question_id: number): Fact => ({
  type: 'question',
  name: 'posted',
  question_id,
  comment_id: 5,
  url: 'u',
  texts: [],
});

function answered(question_id: number): Fact {
  const text = 'Those of the shop.';
  return { type: 'answer', name: 'given', question_id, by, text, settles: { 0: text }, verdict: null };
}

function weighed(...asked: readonly ('beside' | 'blocking')[]): Fact {
  const questions = asked.map((one) => ({ text: `Which note, ${one}?`, blocking: one === 'blocking' }));
  return { type: 'control', name: 'comment_weighed', understanding: 'A note.', problems: [], questions };
}

function judged(point: DecisionPoint, wish: Partial<ReplanDecision>): Fact {
  return { type: 'phase', name: 'judged', replan_id: 'd', point, decision: decision(wish) };
}
const PARTIAL = judged('execution', { replan_type: 'partial_replan', replan_level: 2 });
const UNUSABLE_TO_THE_END = [UNUSABLE, UNUSABLE, UNUSABLE, UNUSABLE];

/** From here on the plan is judged, and may be made again. */
function judging(task: Task): Task {
  return { ...task, settings: { ...task.settings, planning: { ...UNDISTURBED, replanning: limitsOf() } } };
}
const failed = () => after(judging(taskAfter(WORKING)), ...actionDone(0, 'failure'));
const MADE_ANEW: readonly Fact[] = [
  {
    type: 'revision',
    reason: 'So.',
    source: 'replan',
    changes: [],
    updated_plan: planOf([subtask('a'), subtask('b', ['a'])], {
      selected_environment: { ...PLAN.selected_environment, name: 'python' },
    }),
  },
  judged('action_sequence', { replan_needed: false, replan_type: 'none' }),
];

/** For each move of each region, a task and the facts that cause it. */
const STORIES: readonly (readonly [move: string, given: () => Task, when: readonly Fact[]])[] = [
  ['stage: orient → plan', () => taskAfter([]), WORKING.slice(0, 2)],
  [
    'stage: orient → work',
    () => taskAfter([], { settings: { planning: { ...UNDISTURBED, enabled: false } } }),
    WORKING.slice(0, 2),
  ],
  ['stage: orient → report', () => taskAfter([]), [STOP]],
  ['stage: plan → work', () => taskAfter(WORKING.slice(0, 4)), WORKING.slice(4, 5)],
  [
    'stage: plan → verify',
    () =>
      after(
        judging(taskAfter(DONE)),
        TESTED,
        judged('reflection', { replan_type: 'plan_revision', additional_actions: ['A note'] }),
      ),
    UNUSABLE_TO_THE_END,
  ],
  ['stage: plan → report', () => taskAfter(WORKING.slice(0, 3)), [STOP]],
  ['stage: work → plan', failed, [PARTIAL]],
  ['stage: work → verify', () => taskAfter(DONE.slice(0, -1)), DONE.slice(-1)],
  ['stage: work → report', () => taskAfter(WORKING), [STOP]],
  [
    'stage: verify → plan',
    () => after(judging(taskAfter(DONE)), TESTED),
    [judged('reflection', { replan_type: 'plan_revision' })],
  ],
  ['stage: verify → work', () => taskAfter(DONE), [SAID]],
  ['stage: verify → report', () => taskAfter(DONE), [TESTED, ASSESSED]],
  ['stage: report → work', () => taskAfter(VERIFIED), [SAID]],
  ['stage: report → ended', () => taskAfter(VERIFIED), [REPORTED]],
  ['workspace: none → preparing', () => taskAfter(WORKING.slice(0, 5)), WORKING.slice(5, 6)],
  ['workspace: preparing → ready', () => taskAfter(WORKING.slice(0, -1)), WORKING.slice(-1)],
  ['workspace: preparing → none', () => taskAfter(WORKING.slice(0, 7)), [STOP, REMOVED]],
  ['workspace: ready → preparing', () => taskAfter(WORKING), [LOST]],
  ['workspace: ready → preparing', () => after(failed(), PARTIAL), MADE_ANEW],
  ['workspace: ready → stopped', () => taskAfter([...WORKING, ...asking(0), posted(1)]), [RELEASED]],
  ['workspace: ready → stopped', () => taskAfter(VERIFIED), [REMOVED]],
  [
    'workspace: stopped → preparing',
    () => taskAfter([...WORKING, ...asking(0), posted(1), RELEASED]),
    [answered(1), RESUMED],
  ],
  ['asked: nothing → waiting', () => taskAfter(WORKING), asking(0)],
  ['asked: nothing → beside', () => taskAfter([...WORKING, SAID]), [weighed('beside')]],
  ['asked: waiting → nothing', () => taskAfter([...WORKING, ...asking(0), posted(1)]), [answered(1)]],
  [
    'asked: waiting → beside',
    () => taskAfter([...WORKING, SAID, weighed('beside', 'blocking'), posted(2)]),
    [answered(2)],
  ],
  ['asked: beside → nothing', () => taskAfter([...WORKING, SAID, weighed('beside'), posted(1)]), [answered(1)]],
  ['asked: beside → waiting', () => taskAfter([...WORKING, SAID, weighed('beside'), posted(1)]), asking(0)],
  ['access: granted → suspended', () => taskAfter(WORKING), [accessIs('suspended')]],
  ['access: suspended → granted', () => taskAfter([...WORKING, accessIs('suspended')]), [accessIs('restored')]],
  ['paused: running → pausing', () => taskAfter(WORKING), [PAUSE]],
  ['paused: pausing → paused', () => taskAfter([...WORKING, PAUSE]), [PAUSED]],
  ['paused: pausing → running', () => taskAfter([...WORKING, PAUSE]), [RESUME]],
  ['paused: paused → running', () => taskAfter([...WORKING, PAUSE, PAUSED]), [RESUME]],
];

/** All moves that these facts cause, including consequences. */
function movesOf(given: Task, when: readonly Fact[]): readonly string[] {
  const moves: string[] = [];
  let task = given;
  for (const happened of when) {
    const moment = { task_uuid: task.id, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt + 1_000 };
    for (const fact of follow(task, happened, moment).facts) {
      const then = step(task, fact, moment);
      const [from, to] = [regionsOf(task), regionsOf(then)];
      for (const region of REGION_NAMES)
        if (from[region] !== to[region]) moves.push(`${region}: ${from[region]} → ${to[region]}`);
      task = then;
    }
  }
  return moves;
}

describe('the moves of a task (EXEC-1)', () => {
  it.each(STORIES)('given where it can begin, when that happens, then it goes by %s', (move, given, when) => {
    expect(movesOf(given(), when)).toContain(move);
  });

  it('are those of the tables: each of them is made by some story, and no other', () => {
    const legal = REGION_NAMES.flatMap((region) =>
      Object.entries(REGIONS[region]).flatMap(([from, to]) =>
        Object.keys(to).map((one) => `${region}: ${from} → ${one}`),
      ),
    );
    expect([...new Set(STORIES.map(([move]) => move))].toSorted()).toEqual(legal.toSorted());
  });

  it('given a move that is in no table, when it is about to be recorded, then it is a fault that names it', () => {
    const orient = taskAfter([]);
    const verify = taskAfter(DONE);
    expect(isLegal('stage', 'orient', 'verify')).toBe(false);
    expect(() => checkMove(orient, { ...verify, asked: [], workspace: orient.workspace })).toThrow(
      'A task cannot go from orient to verify (stage).',
    );
    expect(() => checkMove(orient, { ...orient, workspace: verify.workspace })).toThrow(
      'A task cannot go from none to ready (workspace).',
    );
    expect(() => checkMove(verify, verify)).not.toThrow();
  });

  it('given a fact that no rule would lead to, when it is told, then it is not recorded', () => {
    const moment = { task_uuid: 't', issue: 'octo/shop#12', trace_id: 'trace-1', now: 0 };
    expect(() => follow(taskAfter([]), { type: 'phase', name: 'verifying' }, moment)).toThrow(
      'A task cannot go from orient to verify',
    );
  });
});
