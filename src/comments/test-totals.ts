/** The totals that a test run printed; for a passed run nothing else matters. Linear time. */

/** Totals are in the last lines. */
const LAST_LINES = 60;
const MOST = 8;
const MAX_LINE = 200;
/** As printed by node, jest, vitest, mocha, pytest, unittest, cargo, Maven, RSpec, PHPUnit and dotnet. */
const TOTALS =
  /^(?:ran )?\d+ (?:tests?|passed|passing|failed|failing|pending|skipped|examples?|specs?|assertions?)\b|^(?:tests|test suites|test files|suites|tests run|pass|passed|fail|failed|errors|skipped|cancelled|todo)(?: ?: ?| )\d|^test result: |^ok \(\d+ |^passed! /i;
const DECORATION = /^[\s=#ℹ*[\]-]+|[\s=]+$/g;
const LOG_LEVEL = /^(?:\[?INFO\]?:?) /;

/** '' if none is found. */
export function totalsIn(output: string): string {
  const lines = output.split(/\r?\n/).slice(-LAST_LINES);
  const found = lines
    .filter((line) => line.length <= MAX_LINE)
    .map((line) => line.replace(DECORATION, '').replace(LOG_LEVEL, '').replace(/\s+/g, ' '))
    .filter((line) => TOTALS.test(line));
  return [...new Set(found)].slice(-MOST).join(' · ');
}
