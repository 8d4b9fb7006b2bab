/** What a failed command of the set-up leads to (ENV-4). */
import { describe, expect, it } from '@jest/globals';
import { MAX_SET_UP_REPAIRS, WAITS_MS } from '../../src/flow/set-up-trouble.ts';
import { next } from '../../src/flow/next.ts';
import { environmentReport } from '../../src/state/select.ts';
import { after, command, effectOf, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { PLAN } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const CHECK = { command: 'tool', expected_output: 'ok' };
const PLANNED = planOf([subtask('a')], {
  selected_environment: { ...PLAN.selected_environment, setup_commands: ['one', 'two'], verification: [CHECK] },
});
/** Cloned, and nothing else of it done. */
const CLONED = taskAfter(prepared(PLANNED).slice(0, 7));

const ran = (line: string, exit = 0, output = ''): Fact => ({
  type: 'environment',
  name: 'setup',
  command: command(line, exit, output),
});
const checked = (passed: boolean): Fact => ({
  type: 'environment',
  name: 'check',
  command: command('tool', 0, passed ? 'ok' : 'no'),
  expected: 'ok',
  passed,
});
const corrected: Fact = {
  type: 'environment',
  name: 'set_up_corrected',
  setup_commands: ['other'],
  verification: [CHECK],
};
const OUTPUTS = { network: 'ECONNRESET', server: '503 Service Unavailable', lock: 'Could not get lock' } as const;

function waitOf(task: Task): number | null {
  const todo = next(task);
  if (todo.kind !== 'perform' || todo.notBefore === null) return null;
  return todo.notBefore - task.updatedAt;
}

describe('a command of the set-up that failed (ENV-4)', () => {
  it.each(['network', 'server', 'lock'] as const)('is tried again after the waits for %s, then repaired', (kind) => {
    const waits = { network: [5_000, 10_000, 20_000], server: [10_000, 10_000, 10_000], lock: [3, 3, 3, 3, 3] };
    expect(WAITS_MS[kind]).toEqual(waits[kind].map((wait) => (kind === 'lock' ? wait * 1_000 : wait)));
    let task = after(CLONED, ran('one'));
    for (const wait of WAITS_MS[kind]) {
      task = after(task, ran('two', 1, OUTPUTS[kind]));
      expect([effectOf(task), waitOf(task)]).toEqual([{ kind: 'run_setup', index: 1 }, wait]);
    }
    task = after(task, ran('two', 1, OUTPUTS[kind]));
    expect([effectOf(task), waitOf(task)]).toEqual([{ kind: 'ask_environment_fix' }, null]);
    const vain = after(task, corrected, ran('other', 1, OUTPUTS[kind]));
    expect([effectOf(vain), waitOf(vain)]).toEqual([{ kind: 'ask_environment_fix' }, null]);
  });

  it('counts the tries of each command for itself', () => {
    const failed = ran('one', 1, OUTPUTS.network);
    const late = after(CLONED, failed, failed, ran('one'), ran('two', 1, OUTPUTS.network));
    expect(waitOf(late)).toBe(5_000);
  });

  it('is repaired where no wait helps, and the whole list runs again', () => {
    const failed = after(CLONED, ran('one'), ran('two', 1, 'no such package'));
    expect(effectOf(failed)).toEqual({ kind: 'ask_environment_fix' });
    const again = after(failed, corrected);
    expect(effectOf(again)).toEqual({ kind: 'run_setup', index: 0 });
    expect(again.plan?.selected_environment).toMatchObject({ setup_commands: ['other'], verification: [CHECK] });
    const done = after(again, ran('other'), checked(true), { type: 'environment', name: 'settled' });
    expect(environmentReport(done)).toMatchObject({ failed: false, tried: { repairs: 1, retries: 0, verdict: null } });
  });

  it('also leads to a repair where a check prints something else, and then to the next check', () => {
    const wrong = after(CLONED, ran('one'), ran('two'), checked(false));
    expect(effectOf(wrong)).toEqual({ kind: 'ask_environment_fix' });
    const right = after(wrong, corrected, ran('other'), checked(true));
    expect(effectOf(right)).toEqual({ kind: 'settle_workspace' });
  });

  it('is repaired three times, then the work begins without it', () => {
    expect(MAX_SET_UP_REPAIRS).toBe(3);
    let task = CLONED;
    for (let repair = 0; repair < MAX_SET_UP_REPAIRS; repair += 1) {
      task = after(task, ran('x', 1, 'wrong'));
      expect(effectOf(task)).toEqual({ kind: 'ask_environment_fix' });
      task = after(task, corrected);
    }
    task = after(task, ran('other', 1, 'wrong'));
    expect(effectOf(task)).toEqual({ kind: 'settle_workspace' });
    const begun = after(task, { type: 'environment', name: 'settled' });
    expect(environmentReport(begun)).toMatchObject({
      failed: true,
      tried: { repairs: 3, verdict: { kind: 'repairable', then: 'go_on', most_repairs: 3 } },
    });
  });

  it('is tried no more where memory or disk are used up, where the repository says what to run (ENV-2), or nothing else is known', () => {
    expect(effectOf(after(CLONED, ran('one', 1, 'No space left on device')))).toEqual({ kind: 'settle_workspace' });
    const { settings } = CLONED;
    for (const pin of [{ setup: ['one', 'two'] }, { verification: [CHECK] }]) {
      const pinned = { ...CLONED, settings: { ...settings, pinned: { ...settings.pinned, ...pin } } };
      expect(effectOf(after(pinned, ran('one', 1, 'wrong')))).toEqual({ kind: 'settle_workspace' });
      expect(waitOf(after(pinned, ran('one', 1, OUTPUTS.lock)))).toBe(3_000);
    }
    const asked = after(CLONED, ran('one', 1, 'wrong'));
    expect(effectOf(after(asked, { type: 'environment', name: 'set_up_not_corrected' }))).toEqual({
      kind: 'settle_workspace',
    });
  });
});
