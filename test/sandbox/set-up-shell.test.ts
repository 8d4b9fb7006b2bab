/** What one command of the set-up leaves in its shell for those after it, with the shell of this machine (ENV-3). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inSetUpShell, variablesOf } from '../../src/effects/set-up-shell.ts';
import { planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';

describe('the shell of the set-up (ENV-3)', () => {
  let workspace: string;
  beforeEach(() => {
    workspace = realpathSync(mkdtempSync(join(tmpdir(), 'set-up-')));
    for (const folder of ['home', 'project', '.planwright']) mkdirSync(join(workspace, folder));
  });
  afterEach(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  function run(script: string, env: Readonly<Record<string, string>> = {}) {
    const given = { PATH: process.env['PATH'] ?? '', HOME: join(workspace, 'home'), GIVEN: 'first', ...env };
    const cwd = join(workspace, 'project');
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd,
      env: given,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { status, stdout, stderr };
  }
  function step(command: string, { isFirst = false, env = {} } = {}) {
    const { script = '', env: ours = {} } = inSetUpShell(command, isFirst);
    return run(script, { ...ours, ...env });
  }
  const after = (command: string) => run(command, { BASH_ENV: '$HOME/../.planwright/variables' });

  it('keeps what was exported, activated and changed to, also when the command failed or ended by itself', () => {
    const value = 'it\'s "b" $HOME\nc\\ 日本';
    writeFileSync(join(workspace, 'value'), value);
    step('export VALUE="$(cat ../value)"', { isFirst: true });
    expect(step('mkdir -p "a b" && cd "a b" && export PATH="$PWD/bin:$PATH"; exit 3').status).toBe(3);
    expect(step('set -eu; export LATE=yes; false; echo never').stdout).toBe('');
    const { stdout } = step('printf "%s|%s|%s|%s" "$VALUE" "$PWD" "${PATH%%:*}" "$LATE"');
    expect(stdout).toBe(`${value}|${workspace}/project/a b|${workspace}/project/a b/bin|yes`);
  });

  it('gives the command nothing of its own to see, and shows what it printed alone', () => {
    const { stdout, stderr, status } = step('env | grep -c PLANWRIGHT_; cat <<END\n$GIVEN\nEND', { isFirst: true });
    expect({ stdout, stderr, status }).toEqual({ stdout: '0\nfirst\n', stderr: '', status: 0 });
    expect(step('no-such-tool').stderr).toMatch(/^bash: line 1: no-such-tool: /);
  });

  it('begins the work and the tests with the variables, in the folder of the project', () => {
    step('cd / && export TOOL=there', { isFirst: true });
    expect(after('echo "$TOOL $PWD ${BASH_ENV-none}"').stdout).toBe(`there ${workspace}/project none\n`);
    expect(after('TOOL=mine; bash -c "echo ${TOOL}"').stdout).toBe('mine\n');
    const plan = planOf([subtask('a')]);
    const withSetup = (setup_commands: string[]) =>
      variablesOf(
        taskAfter(prepared({ ...plan, selected_environment: { ...plan.selected_environment, setup_commands } })),
      );
    expect([withSetup(['npm ci']), withSetup([])]).toEqual(['$HOME/../.planwright/variables', '']);
  });

  it('keeps nothing of what every command is given, which may be another one after a restart', () => {
    step('export KEPT=1', { isFirst: true });
    expect(step('echo "$GIVEN $KEPT"', { env: { GIVEN: 'second' } }).stdout).toBe('second 1\n');
  });

  it('begins anew with the first command, and goes on where the folder is gone', () => {
    step('export OLD=1; mkdir gone && cd gone', { isFirst: true });
    step('rmdir "$PWD"');
    expect(step('echo "${OLD-none} $PWD"').stdout).toBe(`1 ${workspace}/project\n`);
    expect(step('echo "${OLD-none} $PWD"', { isFirst: true }).stdout).toBe(`none ${workspace}/project\n`);
    expect(existsSync(join(workspace, '.planwright', 'variables.new'))).toBe(false);
  });

  it('activates a conda environment, which conda as a program cannot', () => {
    const conda = join(workspace, 'conda');
    for (const folder of ['condabin', 'etc/profile.d', 'envs/project-env/bin'])
      mkdirSync(join(conda, folder), { recursive: true });
    writeFileSync(join(conda, 'condabin', 'conda'), '#!/bin/sh\necho "CondaError: Run conda init first" >&2; exit 1\n');
    chmodSync(join(conda, 'condabin', 'conda'), 0o755);
    const shellFunction = `conda() { export CONDA_DEFAULT_ENV="$2" PATH="${conda}/envs/$2/bin:$PATH"; }\n`;
    writeFileSync(join(conda, 'etc/profile.d/conda.sh'), shellFunction);
    writeFileSync(join(conda, 'envs/project-env/bin/tool'), '#!/bin/sh\necho from the environment\n');
    chmodSync(join(conda, 'envs/project-env/bin/tool'), 0o755);
    const env = { PATH: `${conda}/condabin:${process.env['PATH'] ?? ''}` };
    expect(step('conda activate project-env', { isFirst: true, env }).status).toBe(0);
    expect(step('echo "$CONDA_DEFAULT_ENV"; tool', { env }).stdout).toBe('project-env\nfrom the environment\n');
  });
});
