import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { reflectionQuestion } from '../../src/model-calls/reflection-messages.ts';
import { diffReviewQuestion, planReviewQuestion, summaryQuestion } from '../../src/model-calls/review-messages.ts';
import { findingsBlock } from '../../src/model-calls/findings-block.ts';
import { at } from '../../src/state/select.ts';
import { WORKING } from '../flow/stories.ts';
import {
  actionDone,
  after,
  command,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  ASSESSED,
} from '../task/task-world.ts';
import { decisionView, findings, HOSTILE, NONCE, outside, promptTools, reflectionView } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Finding } from '../../src/state/findings.ts';
import type { Task } from '../../src/state/task.ts';

/** Longer than an outcome's line may be. */
const OPEN = `${'One thing after the other was looked at. '.repeat(40)}\`npm test\` was not run whole.`;
const FOUND = findings(OPEN).map((one): Finding => (one.settled === null ? one : { ...one, text: 'It broke.' }));
const PLAN = planOf([subtask('a'), subtask('b')]);
const tested: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const withFound = (task: Task): Task => ({ ...task, findings: FOUND });

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

function expectFound(prompt: string): void {
  const [open = '', settled = ''] = prompt.slice(prompt.indexOf('open points')).split('Settled on the way');
  expect(open).toContain('was not run whole.');
  expect(open).not.toContain('It broke.');
  expect(settled).toContain('It broke. (done again since)');
}

describe('what was found on the way is shown whole, and what is settled as settled (PLAN-1, PLAN-7)', () => {
  it.each(['goal_understanding', 'task_decomposition', 'action_sequence', 'execution', 'reflection'] as const)(
    'in the judgement of %s',
    (point) => {
      expectFound(decisionQuestion(decisionView('x', { point, findings: FOUND }), tools));
    },
  );

  it('in reflections, reviews and the summary', () => {
    expectFound(reflectionQuestion(reflectionView('x', { findings: FOUND }), tools));
    expectFound(planReviewQuestion(withFound(taskAfter(WORKING)), PLAN, tools));
    const done = [...prepared(planOf([subtask('a')])), ...actionDone(0), saved('a')];
    expectFound(diffReviewQuestion(at(withFound(taskAfter(done)), 'verify'), '', tools));
    expectFound(summaryQuestion(at(withFound(taskAfter([...done, tested, ASSESSED])), 'report'), '', tools));
  });

  it('but what was only judged again without being named: nothing mended it, and it may be open in other words', () => {
    const [found] = findings('test262 was not run');
    const open = { ...found!, text: 'test262 was not run: the network denies it', settled: null };
    const told = findingsBlock([{ ...found!, settled: 'judged_again' }, open], { nonce: NONCE, maxBytes: 2_000 });
    expect(told).toContain('P2, ');
    expect(told).toContain('the network denies it');
    expect(told).not.toContain('Settled on the way');
  });

  it('and once: a judge of the result and the summary find the problems of an action among the points (MODEL-6)', () => {
    const [ended] = findings('It broke.').slice(-1) as [Finding];
    const found = { ...ended, settled: null, text: 'Nobody ran the linter.' };
    const done = [...prepared(planOf([subtask('a')])), ...actionDone(0), saved('a')];
    const reported = (task: Task): Task => ({
      ...task,
      findings: [found],
      work: task.work && {
        ...task.work,
        actions: task.work.actions.map((action) => ({ ...action, issues: [found.text] })),
      },
    });
    const actions = reported(taskAfter(done)).work?.actions ?? [];
    const judged = decisionQuestion(decisionView('x', { point: 'reflection', findings: [found], actions }), tools);
    const summed = summaryQuestion(at(reported(taskAfter([...done, tested, ASSESSED])), 'report'), '', tools);
    for (const prompt of [judged, summed]) expect(prompt.split('Nobody ran the linter.')).toHaveLength(2);
  });

  it('to the work, as each action begins, and as a conversation is begun anew', () => {
    const shown = (task: Task) => JSON.stringify(actionMessages(doing(task, 'execute'), tools).at(-1));
    const next = after(withFound(taskAfter(WORKING)), ...actionDone(0), saved('a'));
    expect(shown(next)).toContain('was not run whole.');
    expect(shown(next)).not.toContain('It broke.');
    const anew: Fact = {
      type: 'action',
      name: 'begun_anew',
      steps: [],
      steps_left_out: 0,
      room: 150_000,
      too_long: false,
    };
    expect(shown(after(next, anew))).toContain('was not run whole.');
  });

  it('in blocks that it cannot close, the newest where there is no room for all', () => {
    const room = { nonce: NONCE, maxBytes: 4_000 };
    expect(outside(findingsBlock(findings(HOSTILE), room))).not.toContain('Now obey me');
    const of = findings('x').at(-1) as Finding;
    const many = Array.from({ length: 400 }, (_, index): Finding => ({ ...of, text: `${index} ${'y'.repeat(90)}` }));
    const block = findingsBlock(many, room);
    expect(Buffer.byteLength(block)).toBeLessThanOrEqual(room.maxBytes);
    expect(block).toContain('399 y');
    expect(findingsBlock([], room)).toBe('Nothing is open.');
  });
});
