import { describe, expect, it } from '@jest/globals';
import { checked, citedPaths, judgedBy, whyUnshown, type Found } from '../../src/plan/criteria-evidence.ts';
import { isPassed, unshownIn } from '../../src/state/assessment.ts';

const FOUND: Found = {
  commands: [
    { command: 'npm test', exitCode: 1, output: 'Exit code 1.\n✖ rounds' },
    { command: 'npm  test\n', exitCode: 0, output: 'Exit code 0.\n\u001b[32m✔ rounds\u001b[0m 2.675\n  # pass 3' },
    { command: 'make lint', exitCode: 0, output: 'clean' },
    { command: 'make lint', exitCode: 2, output: 'src/a.js: unused' },
    { command: 'sleep 99', exitCode: null, output: '' },
  ],
  files: {
    'src/a.js': ['export function a() {', '  return 42;', '}'],
    'image.png': null,
  },
};
const ran = (command: string, exit_code: number, ...lines: readonly string[]) =>
  checked({ command, exit_code, lines }, FOUND).fault;
const stands = (path: string, start_line: number, quote: string) => checked({ path, start_line, quote }, FOUND).fault;

describe('an evidence that is a command (EXEC-6, MODEL-2)', () => {
  it('holds where it ran with that exit code and printed these lines, whatever white space and colours are around them', () => {
    expect(ran('npm test', 0, '✔ rounds 2.675', '# pass 3')).toBeUndefined();
    expect(ran(' npm test', 0)).toBeUndefined();
    expect(ran('npm test', 1, '✖ rounds')).toBeUndefined();
  });

  it('may be named by its number, where its text is long: what is recorded is the command', () => {
    expect(checked({ command: 'C2', exit_code: 0, lines: ['# pass 3'] }, FOUND)).toEqual({
      is: 'command',
      command: 'npm  test\n',
      exit_code: 0,
      lines: ['# pass 3'],
    });
    expect(ran('`C3`', 3)).toBe('other_exit_code');
    expect(ran('C9', 0)).toBe('not_run');
    expect(ran('C0', 0)).toBe('not_run');
  });

  it('does not hold where it was not run, or ended otherwise', () => {
    expect(ran('npm run build', 0)).toBe('not_run');
    expect(ran('npm test -- --all', 0)).toBe('not_run');
    expect(ran('npm test', 2)).toBe('other_exit_code');
    expect(ran('sleep 99', 0)).toBe('other_exit_code');
  });

  it('does not hold where the lines are not in its output, be it in that of another run or of another command', () => {
    expect(ran('npm test', 0, '# pass 4')).toBe('no_such_lines');
    expect(ran('npm test', 0, '# pass 3', '✖ rounds')).toBe('no_such_lines');
    expect(ran('npm test', 0, 'clean')).toBe('no_such_lines');
    expect(ran('npm test', 0, '2.675 # pass 3')).toBe('no_such_lines');
  });

  it('does not hold any more where it passed and failed later', () => {
    expect(ran('make lint', 0, 'clean')).toBe('failed_since');
    expect(ran('make lint', 2, 'src/a.js: unused')).toBeUndefined();
  });
});

describe('an evidence that is a place (EXEC-6, MODEL-2)', () => {
  it('holds where the file has the quote on that line and those below it', () => {
    expect(stands('src/a.js', 2, 'return 42;')).toBeUndefined();
    expect(stands('./src/a.js', 1, 'export function a() {\n  return 42;\n}\n')).toBeUndefined();
    expect(stands('/workspace/project/src/a.js', 2, '  return 42;')).toBeUndefined();
    // Without a container (EXEC-2).
    expect(stands('/tmp/planwright-sandbox-a1B2c3/workspace/project/src/a.js', 2, 'return 42;')).toBeUndefined();
    expect(stands('/tmp/elsewhere/src/a.js', 2, 'return 42;')).not.toBeUndefined();
  });

  it('does not hold where the quote stands elsewhere, reaches beyond the end, or says nothing', () => {
    expect(stands('src/a.js', 1, 'return 42;')).toBe('no_such_quote');
    expect(stands('src/a.js', 2, 'return 43;')).toBe('no_such_quote');
    expect(stands('src/a.js', 3, '}\nmore')).toBe('no_such_quote');
    expect(stands('src/a.js', 9, '}')).toBe('no_such_quote');
    expect(stands('src/a.js', 2, ' \n ')).toBe('no_such_quote');
  });

  it('does not hold where there is no such text file, whatever its name', () => {
    for (const path of ['src/b.js', 'image.png', 'constructor', '__proto__', '../etc/passwd'])
      expect(stands(path, 1, 'x')).toBe('no_such_file');
    expect(citedPaths([{ id: 'AC-1', evidence: [{ path: './src/a.js', start_line: 1, quote: 'x' }] }])).toEqual([
      'src/a.js',
    ]);
  });
});

describe('a criterion (EXEC-6)', () => {
  const criteria = ['AC-1', 'AC-2', 'task_1.AC-1'].map((id) => ({ id, description: `What ${id} says` }));
  const good = { command: 'npm test', exit_code: 0, lines: [] };
  const invented = { command: 'npm run e2e', exit_code: 0, lines: ['all green'] };

  it('is met where the model says so and some of its evidence holds; no other is', () => {
    const judged = judgedBy(
      criteria,
      [
        { id: 'AC-1', evidence: [invented, good] },
        { id: 'AC-2', evidence: [invented] },
        { id: 'AC-9', evidence: [good] },
      ],
      FOUND,
    );
    expect(judged.map((one) => [one.id, isPassed(one)])).toEqual([
      ['AC-1', true],
      ['AC-2', false],
      ['task_1.AC-1', false],
    ]);
    expect(unshownIn(judged).map(whyUnshown)).toEqual([
      'What was given as evidence does not hold:\n- `npm run e2e` (exit code 0): it was not run in this task',
      'It was not said to be met.',
    ]);
    expect(unshownIn(judgedBy(criteria.slice(0, 1), [{ id: 'AC-1', evidence: [] }], FOUND)).map(whyUnshown)).toEqual([
      'It was said to be met, without evidence.',
    ]);
    expect([unshownIn(null), unshownIn('not_had')]).toEqual([[], []]);
  });
});
