import { writeFileSync } from 'node:fs';

/**
 * A jest reporter: writes the files with failing tests, one per line, into the file named by PLANWRIGHT_FAILED_FILES.
 */
// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default class FailedFiles {
  /**
   * @param {unknown} _contexts
   * @param {{ readonly testResults: readonly { readonly testFilePath: string, readonly numFailingTests: number,
   *   readonly testExecError?: unknown }[] }} results
   */
  onRunComplete(_contexts, { testResults }) {
    const into = process.env['PLANWRIGHT_FAILED_FILES'];
    if (into === undefined) return;
    const failed = testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined,
    );
    writeFileSync(into, failed.map(({ testFilePath }) => testFilePath).join('\n'));
  }
}
