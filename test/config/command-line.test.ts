import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { HELP_TEXT, readCommandLine, ROLES } from '../../src/app/command-line.ts';

describe('planwright serve (OPS-2)', () => {
  it.each(ROLES)('takes the role %s, written either way', (role) => {
    expect(readCommandLine(['serve', '--role', role])).toEqual({ kind: 'serve', role });
    expect(readCommandLine([`--role=${role}`])).toEqual({ kind: 'serve', role });
  });

  it('serves in all roles when nothing is said', () => {
    expect(readCommandLine([])).toEqual({ kind: 'serve', role: 'all' });
    expect(readCommandLine(['serve'])).toEqual({ kind: 'serve', role: 'all' });
  });

  it.each([
    [['serve', '--nonsense'], '--nonsense'],
    [['serve', '--rol', 'intake'], '--rol'],
    [['serve', '--role'], 'role'],
    [['serve', '--role', 'nobody'], 'all, intake, worker'],
    [['serve', 'now'], 'now'],
    [['--role', 'all', 'now'], 'now'],
    [['fly'], '"fly"'],
    [['\u001b[31mred'], 'red'],
  ])('does not guess what %j means', (args, named) => {
    const command = readCommandLine(args);
    expect(command).toMatchObject({ kind: 'mistake', message: expect.stringContaining(named) });
    expect(command.kind === 'mistake' && /^[^\p{Cc}]+\.$/u.test(command.message)).toBe(true);
  });

  it.each([['--help'], ['-h'], ['help'], ['serve', '--help']])('shows every option for %s %s', (...args) => {
    expect(readCommandLine(args.filter((arg) => arg !== undefined))).toEqual({ kind: 'help' });
    for (const part of ['--role <all|intake|worker>', '--help', 'docs/configuration.md'])
      expect(HELP_TEXT).toContain(part);
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
    expect(run('serve', '--help')).toMatchObject({ status: 0, stderr: '', stdout: HELP_TEXT });
  });
});
