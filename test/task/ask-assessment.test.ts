import { describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { at } from '../../src/state/select.ts';
import { limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  command,
  effectOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import { converse } from './scripted-model.ts';
import type { Fact } from '../../src/state/facts.ts';

const TESTS: Fact = { type: 'verification', name: 'tests', command: command('npm test', 0, '# pass 3') };
const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 1_800_000, replanning: limitsOf() };
const finished = (settings = {}) => {
  const task = taskAfter([...prepared(planOf([subtask('a')])), ...actionDone(0), saved('a'), TESTS]);
  return { ...task, settings: { ...task.settings, ...settings } };
};
const answer = (...evidence: readonly object[]) => ({
  summary: 'It rounds; the key is hunter2.',
  all_criteria_satisfied: true,
  details: { passed_criteria: [{ id: 'AC-1', evidence }], remaining_risks: ['P1', 'Dates with hunter2'] },
});
const facts = ({ recorded }: Awaited<ReturnType<typeof converse>>) => recorded.flat();

describe('the completion assessment as it is asked for (MODEL-2, EXEC-6)', () => {
  it('looks up what is given as evidence: among the commands that ran, and in the files at the end', async () => {
    const ran = await converse(finished(), [answer({ command: 'npm test', exit_code: 0, lines: ['# pass 3'] })]);
    expect(at(ran.task, 'report').stage.ending.reason).toBe('finished');
    const place = await converse(finished(), [answer({ path: './src/price.js', start_line: 1, quote: '// rounds' })]);
    expect(at(place.task, 'report').stage.ending.reason).toBe('finished');
    const invented = await converse(finished(), [answer({ command: 'npm test', exit_code: 0, lines: ['# pass 4'] })]);
    expect(facts(invented)[0]).toMatchObject({ criteria: [{ evidence: [{ fault: 'no_such_lines' }] }] });
    expect(at(invented.task, 'work').work.actions.at(-1)?.taskId).toBe('extra_1');
  });

  it('shows what it is judged by: the tests, the commands, what is open, and no heading without anything below it', async () => {
    const { requests } = await converse(finished(), [answer()]);
    const text = JSON.stringify(requests[0]);
    for (const shown of ['submit_completion_assessment', '$ ls', '[exit code 0]', '# pass 3', 'Nothing is open.'])
      expect(text).toContain(shown);
    expect(text).not.toContain('## Unfinished work');
    expect(text).not.toContain('Re-plans so far');
    expect(text).not.toMatch(/\{\{|undefined/);
  });

  it('records of a long command both ends: what was run of all that it wrote may be its last line', async () => {
    const done = finished();
    const script = `cat > compare.js <<'END'\n${'// each edition\n'.repeat(200)}END\nnode compare.js`;
    const task = { ...done, commands: [...done.commands, { command: script, exitCode: 0, output: '0 differ' }] };
    const given = { command: `C${task.commands.length}`, exit_code: 0, lines: ['0 differ'] };
    const [fact] = facts(await converse(task, [answer(given)]));
    const command = expect.stringMatching(/^cat > compare\.js [^]* characters left out [^]*END\nnode compare\.js$/);
    expect(fact).toMatchObject({ criteria: [{ evidence: [{ command }] }] });
    expect(JSON.stringify(fact).length).toBeLessThan(3_000);
  });

  it('records it masked', async () => {
    const told = await converse(finished(), [
      answer({ path: 'src/price.js', start_line: 2, quote: 'const key = "***";' }),
    ]);
    expect(facts(told)[0]).toMatchObject({
      summary: 'It rounds; the key is ***.',
      remaining_risks: ['P1', 'Dates with ***'],
      criteria: [{ evidence: [{ is: 'place', quote: 'const key = "***";' }] }],
    });
    expect(JSON.stringify(facts(told).slice(0, 1))).not.toContain('hunter2');
  });

  it('takes a judgement along where it can be read, and asks for one where it cannot (REPLAN-2, MODEL-2)', async () => {
    const evidence = { command: 'npm test', exit_code: 0, lines: [] };
    const sure = { replan_needed: 'false', confidence: '95%', reasoning: 'Fine.', evaluation_result: 'success' };
    const carried = await converse(finished({ planning }), [{ ...answer(evidence), replan_decision: sure }]);
    expect(at(carried.task, 'report').stage).toMatchObject({
      ending: { reason: 'finished' },
      assessed: { result: 'success' },
    });
    const odd = await converse(finished({ planning }), [{ ...answer(evidence), replan_decision: { confidence: 7 } }]);
    expect(effectOf(odd.task)).toEqual({ kind: 'ask_decision', point: 'reflection' });
  });

  it('is asked for again where it does not fit, three times; then nothing is judged (MODEL-3)', async () => {
    const wrong = { summary: 'Yes.', details: { passed_criteria: ['AC-1'] } };
    const { task, requests } = await converse(finished(), [wrong, wrong, wrong, wrong]);
    expect(requests).toHaveLength(4);
    expect(at(task, 'report').stage).toMatchObject({ ending: { reason: 'finished' }, assessment: 'not_had' });
  });

  it('refused by the API, it is none, and the work is not lost (REPLAN-10)', async () => {
    const refused = new Fault('model_refused', 'No.', '');
    const { task, warnings } = await converse(finished(), [refused]);
    expect(at(task, 'report').stage.assessment).toBe('not_had');
    expect(warnings).toContain('the model refused to judge the criteria');
  });
});
