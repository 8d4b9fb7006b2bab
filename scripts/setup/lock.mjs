import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.mjs';
import { SetupProblem } from './say.mjs';

/** @param {number} pid */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process cannot be signalled, but lives.
    return errorCode(error) === 'EPERM';
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Removes the lock of a holder that died. Another waiter may have done so and taken it since: then it is given back.
 * @param {string} file @param {number} deadPid
 */
function clear(file, deadPid) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (holder(aside) !== deadPid) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error))) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Runs `act` while no other set-up on this machine does the same. A lock whose holder has died is taken over.
 * @template T
 * @param {string} file @param {number} timeoutMs @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function withLock(file, timeoutMs, act) {
  const deadline = performance.now() + timeoutMs;
  let emptySeen = 0;
  while (!take(file)) {
    const pid = holder(file);
    // A file without a number is being written at this moment; if it stays so, it was left half-written.
    emptySeen = pid === 0 ? emptySeen + 1 : 0;
    if ((pid > 0 && !isAlive(pid)) || emptySeen > 10) {
      clear(file, pid);
      continue;
    }
    if (performance.now() > deadline)
      throw new SetupProblem(`Another set-up (process ${pid}) is still at work.`, [
        `Wait for it, or remove ${file} if it is not one.`,
      ]);
    await wait(200);
  }
  try {
    return await act();
  } finally {
    rmSync(file, { force: true });
  }
}
