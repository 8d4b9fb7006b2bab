import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readCommandLine, ROLES } from '../../src/app/command-line.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

function textOf(...args: readonly string[]): string {
  const command = readCommandLine(args);
  return command.kind === 'text' ? command.text : JSON.stringify(command);
}

describe('the command line (OPS-2, OPS-3)', () => {
  it.each(ROLES)('takes the role %s, written either way', (role) => {
    expect(readCommandLine(['serve', '--role', role])).toEqual({ kind: 'serve', role });
    expect(readCommandLine([`--role=${role}`])).toEqual({ kind: 'serve', role });
    expect(readCommandLine(['doctor', '--role', role])).toEqual({ kind: 'doctor', role });
  });

  it('serves in all roles when nothing is said', () => {
    expect(readCommandLine([])).toEqual({ kind: 'serve', role: 'all' });
    expect(readCommandLine(['serve'])).toEqual({ kind: 'serve', role: 'all' });
  });

  it.each([
    [['serve', '--nonsense'], "'--nonsense'"],
    [['serve', '--rol', 'intake'], 'Did you mean --role?'],
    [['--rol', 'intake'], 'Did you mean --role?'],
    [['sevre'], 'Did you mean serve?'],
    [['docter'], 'Did you mean doctor?'],
    [['--verison'], 'Did you mean --version?'],
    [['serve', '--role'], 'argument missing'],
    [['serve', '--role', 'nobody'], 'all, intake, worker'],
    [['serve', 'now'], '"now"'],
    [['--role', 'all', 'now'], '"now"'],
    [['fly'], "'fly'"],
    [['help', 'fly'], "'fly'"],
    [['\u001b[31mred'], 'red'],
  ])('does not guess what %j means, and says what was probably meant', (args, named) => {
    const command = readCommandLine(args);
    expect(command).toMatchObject({ kind: 'mistake', message: expect.stringContaining(named) });
    const help = args[0] === 'serve' ? 'planwright serve --help' : 'planwright --help';
    expect(command.kind === 'mistake' && /^[^\p{Cc}]+ See (planwright .*)\.$/u.exec(command.message)?.[1]).toBe(help);
  });

  it.each([['--help'], ['-h'], ['help']])('names every command for %s', (arg) => {
    for (const part of ['serve', 'doctor', '--version', 'docs/configuration.md']) expect(textOf(arg)).toContain(part);
  });

  it('shows every option of a command', () => {
    for (const part of ['--role <role>', '"intake"', '--help', 'docs/operators.md'])
      expect(textOf('serve', '--help')).toContain(part);
    expect(textOf('help', 'doctor')).toContain('1 something must be fixed');
  });

  it.each([['--version'], ['-V']])('tells its version for %s', (arg) => {
    expect(textOf(arg)).toBe(`${version}\n`);
  });

  it('ends with 2 and one line for a mistake, with 0 for help, before anything is read or started', () => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['dist/planwright.mjs', ...args], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', APP_ID: 'x' },
      });
    expect(run('serve', '--nonsense')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: "planwright: Unknown option '--nonsense'. See planwright serve --help.\n",
    });
    expect(run('--version')).toMatchObject({ status: 0, stderr: '', stdout: `${version}\n` });
  });
});
