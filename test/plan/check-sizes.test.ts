import { describe, expect, it } from '@jest/globals';
import { checkActionCount, checkCommands } from '../../src/plan/check-texts.ts';
import { planOf, subtask } from '../task/task-world.ts';

const LONG = 'x'.repeat(4_001);
const check = { command: 'node --version', expected_output: 'v20' };
const plan = (count: number, purpose = 'Do it') => {
  const { action_plan } = planOf([subtask('a')]);
  const [first] = action_plan.actions;
  if (!first) throw new Error('A plan has an action.');
  return { ...action_plan, actions: Array.from({ length: count }, () => ({ ...first, purpose })) };
};

describe('the size of a plan', () => {
  it('of ordinary use is nobody’s business', () => {
    expect(checkCommands({ setup_commands: ['npm ci'], verification: [check] }, 'npm test')).toEqual([]);
    expect(checkCommands({ setup_commands: [], verification: [] }, null)).toEqual([]);
    expect(checkActionCount(plan(300), 100)).toEqual([]);
    expect(checkActionCount(plan(1_500), 500)).toEqual([]);
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'too many set-up commands',
      checkCommands({ setup_commands: Array.from({ length: 31 }, () => 'ls'), verification: [] }, null),
      /31 entries in setup_commands; at most 30/,
    ],
    [
      'too many checks',
      checkCommands({ setup_commands: [], verification: Array.from({ length: 31 }, () => check) }, null),
      /31 entries in verification/,
    ],
    [
      'a set-up command that is too long',
      checkCommands({ setup_commands: ['ls', LONG], verification: [] }, null),
      /^setup_commands\[1\] has 4001 characters; at most 4000/,
    ],
    [
      'a check that is too long',
      checkCommands({ setup_commands: [], verification: [{ ...check, command: LONG }] }, null),
      /^verification\[0\]\.command has/,
    ],
    [
      'an expectation that is too long',
      checkCommands({ setup_commands: [], verification: [{ ...check, expected_output: LONG }] }, null),
      /expected_output has/,
    ],
    [
      'a test command that is too long',
      checkCommands({ setup_commands: [], verification: [] }, LONG),
      /^test_command has/,
    ],
    [
      'too many actions',
      checkActionCount(plan(301), 1),
      /301 entries in actions; at most 300 .*join those of one subtask/,
    ],
    ['an action that is a novel', checkActionCount(plan(1, LONG), 1), /"a" is described in \d+ characters/],
  ])('with %s is refused, with what to do instead', (_, problems, expected) => {
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });
});
