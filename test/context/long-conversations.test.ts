import { describe, expect, it } from '@jest/globals';
import { carriedOut } from '../../bench/carried-out.ts';
import { CONVERSATION_TOKENS } from '../../src/plan/conversation-size.ts';
import type { Fact } from '../../src/state/facts.ts';

const COMMENT: Fact = {
  type: 'control',
  name: 'comment',
  by: { id: 8, login: 'maintainer' },
  text: 'Mind the tests. '.repeat(40),
};

describe('what a long task sends (MODEL-6)', () => {
  it('grows linearly with its actions: the second half of 1,000 sends no more than the first', async () => {
    const [some, many] = [await carriedOut({ actions: 100, steps: 1 }), await carriedOut({ actions: 1_000, steps: 1 })];
    const [first, second] = many.halves;
    expect(second.tokens / first.tokens).toBeLessThan(1.1);
    expect(many.tokens / some.tokens).toBeLessThan(10 * 1.2);
    expect(many.largest['work']).toBeLessThan(CONVERSATION_TOKENS * 1.1);
    expect(many.task).toMatchObject({ stage: { is: 'report' }, work: { current: 1_000 } });
  });

  it('grows linearly with the commands of a single action, whatever they print', async () => {
    for (const output of ['x = compute(y);\n'.repeat(256), 'y'.repeat(1_000_000)]) {
      const steps = output.length > 100_000 ? 60 : 1_000;
      const { halves, largest, task } = await carriedOut({ actions: 1, steps, output });
      expect(halves[1].tokens / halves[0].tokens).toBeLessThan(1.1);
      expect(largest['work']).toBeLessThan(CONVERSATION_TOKENS * 1.1);
      if (task.stage.is !== 'report' || task.work === null) throw new Error('It came to no end.');
      expect(JSON.stringify(task.work.conversation).length).toBeLessThan(2 * 4 * CONVERSATION_TOKENS);
      expect(task.work.toolCount).toBe(steps);
    }
  });

  it('stays the same per judgement and per change of the plan, however much has happened, for the same that people said', async () => {
    const arriving = (call: number): readonly Fact[] => (call > 4 && call <= 400 && call % 50 === 0 ? [COMMENT] : []);
    const fails = (command: number) => command % 10 === 1;
    const [some, many] = [
      await carriedOut({ actions: 200, steps: 1, arriving, fails }),
      await carriedOut({ actions: 1_000, steps: 1, arriving, fails }),
    ];
    for (const call of ['submit_reflection', 'submit_replan_decision', 'submit_plan_patch', 'work']) {
      expect([call, many.largest[call]]).toEqual([call, expect.any(Number)]);
      expect((many.largest[call] ?? 0) / (some.largest[call] ?? 0)).toBeLessThan(1.25);
    }
    expect(many.largest['submit_reflection']).toBeLessThan(12_000);
    expect(many.largest['submit_replan_decision']).toBeLessThan(12_000);
  });

  it('would be noticed here when it grew on and on', async () => {
    const { halves } = await carriedOut({
      actions: 1,
      steps: 200,
      settings: { conversationTokens: Number.MAX_SAFE_INTEGER },
    });
    expect(halves[1].tokens / halves[0].tokens).toBeGreaterThan(2);
  });
});
