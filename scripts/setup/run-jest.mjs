import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runShown } from './run.mjs';
import { say } from './say.mjs';

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
/** More failing files are not caused by a busy machine. */
const MOST_TRIED_AGAIN = 3;

/**
 * Runs jest. When all tests were asked for and few files failed beside the others, these are run once more, alone: the
 * stories share two cores with each other and with whatever else the machine does. What then passes is named as unstable
 * at the very end, so that nobody overlooks it.
 * @param {string} root @param {readonly string[]} args @returns {Promise<number>} its exit code
 */
export async function runJest(root, args) {
  if (args.length > 0) return runShown(process.execPath, [...jest, ...args], root);
  const folder = mkdtempSync(join(tmpdir(), 'planwright-tests-'));
  const list = join(folder, 'failed');
  try {
    process.env['PLANWRIGHT_FAILED_FILES'] = list;
    const reporters = ['--reporters=default', '--reporters=<rootDir>/test/failed-files.mjs'];
    const code = await runShown(process.execPath, [...jest, ...reporters], root);
    delete process.env['PLANWRIGHT_FAILED_FILES'];
    const failed = code === 0 ? [] : failedIn(list);
    if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return code;
    const names = failed.map((file) => relative(root, file)).join(', ');
    say(`Failed beside the other tests, and now run alone: ${names}`);
    const again = await runShown(process.execPath, [...jest, '--runInBand', '--runTestsByPath', ...failed], root);
    say(again === 0 ? `UNSTABLE: failed beside the other tests and passed alone: ${names}` : `Failed twice: ${names}`);
    return again;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** None where jest itself broke before it could tell. @param {string} list */
function failedIn(list) {
  try {
    return readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
