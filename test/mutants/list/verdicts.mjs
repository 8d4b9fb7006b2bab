/** MODEL-4: JSON and verdicts out of prose. [ID, what stands there exactly once, what takes its place] */
const JSON_IN_TEXT = [
  ['MODEL-4', 'MAX_WALKED = 2_000_000', 'MAX_WALKED = 2_000'],
  ['MODEL-4', 'walked >= most ||', ''],
  ['MODEL-4', 'MAX_BROKEN = 1_000', 'MAX_BROKEN = 1_001'],
  ['MODEL-4', 'MAX_BROKEN = 1_000', 'MAX_BROKEN = 999'],
  ['MODEL-4', 'MAX_OBJECTS = 10_000', 'MAX_OBJECTS = 10_001'],
  ['MODEL-4', 'MAX_REPAIRED = 5_000', 'MAX_REPAIRED = 5_000_000'],
  ['MODEL-4', 'MAX_INSIDE = 100_000', 'MAX_INSIDE = 10'],
  ['MODEL-4', '|| inside > MAX_INSIDE', ''],
  ['MODEL-4', '(?=\\s{0,100}["\'}])', ''],
  ['MODEL-4', '(?=\\s{0,100}[{["\\-0-9])', ''],
  ['MODEL-4', '|\\[(?=\\s{0,100}[{["\\-0-9])', ''],
  ['MODEL-4', 'MAX_PASSED_OVER = 1_000_000', 'MAX_PASSED_OVER = 1_000_001'],
  ['MODEL-4', 'MAX_PASSED_OVER = 1_000_000', 'MAX_PASSED_OVER = 999_999'],
  ['MODEL-4', 'const isInside = start < outerEnd;', 'const isInside = false;'],
  ['MODEL-4', 'end ?? Number.POSITIVE_INFINITY', 'end ?? 0'],
  ['MODEL-4', 'if (wordAt < 0) return;\n    next', 'next'],
  ['MODEL-4', 'wordAt + word.length > end', 'false'],
  ['MODEL-4', '      next = end;\n      passedOver', '      passedOver'],
  ['MODEL-4', 'if (value !== undefined) next = end;', ''],
  ['MODEL-4', 'isInside || found !== value', 'isInside'],
  ['MODEL-4', "!json.startsWith('{') ||", ''],
  ['MODEL-4', 'if (Array.isArray(one)) pushAll(one, left);', ''],
  ['MODEL-4', 'at = values.length - 1; at >= 0; at -= 1', 'at = 0; at < values.length; at += 1'],
  ['MODEL-4', '(end - before) % 2 === 1', 'true'],
  ['MODEL-4', 'depth > MAX_DEPTH || ', ''],
];

const VERDICTS = [
  ['MODEL-4', "foundIn(text, 'result')", 'foundIn(text)'],
  ['MODEL-4', "(isRepaired || isInside) && value.result !== 'FAIL'", 'false'],
  ['MODEL-4', 'isRepaired ||', ''],
  ['MODEL-4', '|| isInside', ''],
  ['MODEL-4', 'seen > MAX_OF_A_MARKER', 'seen >= MAX_OF_A_MARKER'],
  ['MODEL-4', "if (seen > MAX_OF_A_MARKER) return 'FAIL';", ''],
  ['MODEL-4', '!ENDS.test(rest) || ', ''],
  ['MODEL-4', ' || OTHER_VERDICT.test(rest)', ''],
  ['MODEL-4', 'TAKES_BACK.test(next) ||', ''],
  ['MODEL-4', ' || (SAID_OF_IT.test(rest) && NEGATED.test(clause))', ''],
  ['MODEL-4', 'SAID_OF_IT.test(rest) &&', ''],
  ['MODEL-4', 'CONDITION.test(clause)', 'false'],
  ['MODEL-4', 'CONDITION.test(clause)', 'CONDITION.test(rest)'],
  ['MODEL-4', " && !(result === 'PASS_WITH_SUGGESTIONS' && SUGGESTION.test(rest))", ''],
  ['MODEL-4', ' && SUGGESTION.test(rest)', ''],
  ['MODEL-4', '.split(SENTENCE_END, 1)', '.split(/(?!)/, 1)'],
  ['MODEL-4', 'if (NOT_ITS_OWN.test(lineBefore(text, index))) continue;', ''],
  ['MODEL-4', "before.slice(before.lastIndexOf('\\n') + 1)", 'before'],
  ['MODEL-4', '(?<!最終)判定', '判定'],
  ['MODEL-4', '(?:final\\s{1,3})?decision/gi', 'decision/gi'],
];

const TESTS = ['test/calls/json-in-text', 'test/calls/read-review'];

export const VERDICTS_IN_TEXT = [
  { file: 'src/model-calls/json-in-text.ts', tests: TESTS, mutants: JSON_IN_TEXT },
  { file: 'src/model-calls/read-review.ts', tests: TESTS, mutants: VERDICTS },
];
