'use strict';
/** Begins a command: by the small process that is there for it, or, where there is none, by the agent itself. */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const { createStarter } = require('./starter.cjs');
const { createWatch } = require('./watch.cjs');
const { killStrays } = require('./processes.cjs');

/** Commands come after the agent where they compete for a processor. */
const niceness = 5;
/** By its whole path, where that is known: it would be looked for in each folder of the PATH, by every command. */
const shell = fs.existsSync('/bin/bash') ? '/bin/bash' : 'bash';

/**
 * `onReady` is called before the first command runs: nobody has looked at anything yet. On a shared machine, what an agent
 * before this one left is ended first, and what `opened` resolves to is added to the environment of all commands.
 */
function createLaunch({ env, guard, onReady, isShared, opened }) {
  const starter = isShared ? null : createStarter({ env, shell, niceness, guard });
  const ready = starter === null ? prepare() : starter.settling.then(onReady);

  async function prepare() {
    await killStrays([]);
    Object.assign(env, await opened);
  }

  /**
   * Resolves once the process is there, to { pid, ended }, or to { ended } where there is none. What is not wanted any
   * more is not begun.
   */
  return async function launch({ command, cwd, added, limitBytes, isWanted }) {
    await ready;
    const watch = createWatch(limitBytes);
    const begun = isWanted() && starter !== null ? await starter.begin({ command, cwd, added, watch }) : null;
    if (begun?.pid !== undefined) return { pid: begun.pid, ended: watch.ended };
    if (begun !== null) watch.exited({ exitCode: 126, error: begun.error });
    else if (isWanted()) return { pid: spawn({ command, cwd, env: { ...env, ...added } }, watch), ended: watch.ended };
    else watch.exited({});
    return { ended: watch.ended };
  };
}

/** Its own session, so that signals reach it apart from everything else. */
function spawn({ command, cwd, env }, watch) {
  let child;
  try {
    child = childProcess.spawn(shell, ['-c', command], {
      argv0: 'bash',
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    watch.exited({ exitCode: 126, error });
    return undefined;
  }
  child.once('error', (error) => watch.exited({ exitCode: 126, error }));
  child.once('exit', (exitCode, signal) => watch.exited({ exitCode, signal }));
  for (const [which, stream] of [child.stdout, child.stderr].entries()) if (stream) watch.listen(which, stream);
  if (child.pid !== undefined) putBehind(child.pid);
  return child.pid;
}

/**
 * When memory runs out, a command goes, not the agent; where the processors are busy, a command waits, not the
 * agent.
 */
function putBehind(pid) {
  try {
    os.setPriority(pid, niceness);
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '800');
  } catch {
    // Gone already.
  }
}

module.exports = { createLaunch };
