/** Runs the tests of an area in the copy of the tree and says which failed, also where a mutant blocks them for ever. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RUN_LIMIT_MS = 180_000;
/** A mutant may block a test for ever; normally these tests take milliseconds. */
const TEST_LIMIT_MS = 20_000;

/** @param {string} copy */
export function testsIn(copy) {
  const results = join(copy, 'results.json');
  const ended = join(copy, 'ended.jsonl');
  let running = null;

  /** Their full names. */
  async function failing(tests, limitMs = RUN_LIMIT_MS) {
    rmSync(results, { force: true });
    writeFileSync(ended, '');
    const args = [
      '--experimental-vm-modules',
      join('node_modules', 'jest', 'bin', 'jest.js'),
      ...tests,
      '--json',
      '--outputFile',
      results,
      '--silent',
      '--runInBand',
      // A mutant may leave something open that keeps the process alive.
      '--forceExit',
      '--reporters=<rootDir>/test/mutants/tests-as-they-end.mjs',
      `--testTimeout=${TEST_LIMIT_MS}`,
    ];
    const env = { ...process.env, PLANWRIGHT_LONG: '1', PLANWRIGHT_TESTS_ENDED: ended };
    const options = { cwd: copy, env, stdio: 'ignore', timeout: limitMs, killSignal: 'SIGKILL' };
    running = spawn(process.execPath, args, options);
    const [, signal] = await once(running, 'close');
    if (signal !== null) return failedUntilKilled(ended);
    const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
    if (testResults.length === 0) return [`(no tests at ${tests.join(', ')})`];
    return testResults.flatMap((file) =>
      file.assertionResults.length === 0
        ? [`(does not load: ${file.message.split('\n')[0]})`]
        : file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
    );
  }

  return { failing, kill: () => running?.kill('SIGKILL') };
}

/** The test that ran longer than jest lets a test run blocks the process: only killing it could end it. */
function failedUntilKilled(ended) {
  const lines = readFileSync(ended, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const last = lines.at(-1);
  const isBlocked = last?.status === 'running' && Date.now() - last.at > TEST_LIMIT_MS;
  const failed = lines.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  if (isBlocked) failed.push(last.fullName);
  return failed.length > 0 ? failed : ['(no end within the time limit)'];
}
