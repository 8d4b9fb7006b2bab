'use strict';
/** Starts a command by the starter process or, if there is none, by the agent itself. */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const { createStarter } = require('./starter.cjs');
const { createWatch } = require('./watch.cjs');
const { killStrays } = require('./processes.cjs');

/** Commands get less processor priority than the agent. */
const niceness = 5;
/** The full path, if known, saves searching the PATH for every command. */
const shell = fs.existsSync('/bin/bash') ? '/bin/bash' : 'bash';

/**
 * `onReady` is called before the first command runs. On a shared machine, leftovers of an earlier agent are ended
 * first, and the result of `opened` is added to the environment of all commands.
 */
function createLaunch({ env, guard, onReady, isShared, opened }) {
  const starter = isShared ? null : createStarter({ env, shell, niceness, guard });
  const ready = starter === null ? prepare() : starter.settling.then(onReady);

  async function prepare() {
    await killStrays([]);
    Object.assign(env, await opened);
  }

  /**
   * Resolves once the process exists, to { pid, ended }, or to { ended } if there is none. A command that is no longer
   * wanted is not started.
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

/** In its own session, so that it can be signalled separately. */
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

/** If memory runs out, a command is killed, not the agent; if the processors are busy, commands wait first. */
function putBehind(pid) {
  try {
    os.setPriority(pid, niceness);
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '800');
  } catch {
    // It is gone already.
  }
}

module.exports = { createLaunch };
