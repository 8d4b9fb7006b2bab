import { appendFileSync } from 'node:fs';

/**
 * A jest reporter: appends a line of JSON for each test that begins or ends to the file named by PLANWRIGHT_TESTS_ENDED,
 * so that a run that has to be killed still says which tests failed, and which one it was in.
 */
// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default class TestsAsTheyEnd {
  /**
   * @param {unknown} _file
   * @param {{ readonly fullName: string }} test
   */
  onTestCaseStart(_file, { fullName }) {
    append({ fullName, status: 'running', at: Date.now() });
  }

  /**
   * @param {unknown} _file
   * @param {{ readonly fullName: string, readonly status: string }} test
   */
  onTestCaseResult(_file, { fullName, status }) {
    append({ fullName, status, at: Date.now() });
  }
}

/** @param {unknown} line */
function append(line) {
  const into = process.env['PLANWRIGHT_TESTS_ENDED'];
  if (into !== undefined) appendFileSync(into, `${JSON.stringify(line)}\n`);
}
