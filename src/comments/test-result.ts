/** The outcome of the tests, as a sentence and as its folded output. */
import { code, fenced } from './safe-text.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { Plan } from '../state/plan.ts';
import type { Words } from './words.ts';

export function testSentence(tests: CommandRecord | null, plan: Plan | null, words: Words): string {
  if (tests === null) return plan?.test_command ? words.testsNotRun(code(plan.test_command)) : words.testsUnknown;
  if (tests.exit_code === 0) return words.testsPassed(code(tests.command));
  return words.testsFailed(code(tests.command), tests.timed_out ? words.timedOut : words.exit(tests.exit_code));
}

export function testOutput(tests: CommandRecord | null, words: Words): string {
  if (tests === null || tests.output.trim() === '') return '';
  return folded(words.testOutput, fenced(tests.output, 6_000));
}

export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
