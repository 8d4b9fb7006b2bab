/** The end of the demo: the change, the pull request, the proof, the cost and the time. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.ts';
import { issuePage } from './issue-page.ts';
import { amount, dollars, percent, seconds } from './numbers.ts';
import { outcome } from './proof.ts';
import { plainLines } from '../src/cli/terminal-text.ts';
import { timeSpent } from './time-spent.ts';
import type { Proof } from './proof.ts';
import type { Screen } from './screen.ts';
import type { DemoWords } from './words.ts';
import type { Recorded } from '../src/state/facts.ts';

export interface PullRequestSeen {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly branch: string;
  readonly base: string;
}

/** An issue with its comments. */
export interface ThreadSeen {
  readonly title: string;
  readonly number: number;
  readonly author: string;
  readonly body: string;
  readonly comments: readonly { readonly user: { readonly login: string } | null; readonly body: string }[];
}

export function showChange(screen: Screen, words: DemoWords, pull: PullRequestSeen, diff: string): void {
  screen.heading(words.summary.diff(pull.branch));
  screen.blank();
  for (const line of plainLines(diff.trimEnd())) {
    if (/^(diff|index|---|\+\+\+) /.test(line)) screen.text(`  ${line}`, 'dim');
    else if (line.startsWith('+')) screen.text(`  ${line}`, 'good');
    else if (line.startsWith('-')) screen.text(`  ${line}`, 'bad');
    else screen.text(`  ${line}`, line.startsWith('@@') ? 'accent' : undefined);
  }
}

export function showPullRequest(screen: Screen, words: DemoWords, pull: PullRequestSeen): void {
  screen.heading(words.summary.pullRequest);
  screen.entry(`#${pull.number}`, pull.title);
  screen.entry('', pull.draft ? words.draft : words.ready);
}

/** The issue disappears with the stand-in when the demo ends; the page stays. */
export async function showPage(
  screen: Screen,
  words: DemoWords,
  pull: PullRequestSeen,
  thread: ThreadSeen,
): Promise<void> {
  const file = join(packageRoot(), 'dist', 'demo-issue.html');
  const [progress, ...others] = thread.comments.map((comment) => ({
    author: comment.user?.login ?? '',
    markdown: comment.body,
  }));
  const page = issuePage([
    { title: `${thread.title} #${thread.number}`, author: thread.author, markdown: thread.body, isPictured: false },
    ...(progress === undefined ? [] : [{ ...progress, isPictured: true }]),
    ...others.map((one) => ({ ...one, isPictured: false })),
    { title: `${pull.title} #${pull.number}`, author: progress?.author ?? '', markdown: pull.body, isPictured: true },
  ]);
  await writeFile(file, page);
  screen.heading(words.summary.page);
  screen.text(`  ${file}`);
}

export function showProof(screen: Screen, words: DemoWords, { before, after }: Proof, testCommand: string): void {
  screen.heading(words.summary.proof);
  for (const [name, run] of [
    [words.summary.before, before],
    [words.summary.after, after],
  ] as const) {
    screen.entry(
      name,
      `${run.exitCode === 0 ? '✓' : '✗'} ${testCommand}: ${outcome(run.output)}`,
      words.exit(run.exitCode, false),
    );
  }
}

export function showCost(screen: Screen, words: DemoWords, entries: readonly Recorded[], isScripted: boolean): void {
  const { summary } = words;
  const calls = entries.filter((entry) => entry.type === 'usage');
  const sum = (of: (call: (typeof calls)[number]) => number) => calls.reduce((all, call) => all + of(call), 0);
  const cached = sum((call) => call.cache_read_tokens);
  const output = sum((call) => call.output_tokens);
  const tokens = sum((call) => call.input_tokens + call.cache_write_tokens) + cached + output;
  screen.heading(summary.spent);
  const models = [...new Set(calls.map((call) => call.model))].join(', ');
  screen.entry(summary.modelCalls, amount(calls.length), isScripted ? summary.scriptedModel(models) : models);
  screen.entry(summary.tokens, amount(tokens), summary.tokenParts(amount(cached), amount(output)));
  const isPriced = calls.every(({ usd }) => usd !== null);
  const cost = isPriced ? dollars(sum((call) => call.usd ?? 0)) : summary.costUnknown;
  screen.entry(summary.cost, cost, isScripted && isPriced ? summary.scriptedCost : '');
}

export function showTime(screen: Screen, words: DemoWords, entries: readonly Recorded[], askedAt: number): void {
  const { summary } = words;
  const time = timeSpent(entries, askedAt);
  const row = (name: string, ms: number, note: string) =>
    screen.entry(name, `${seconds(ms).padStart(8)}${percent(ms, time.totalMs).padStart(7)}`, note);
  screen.heading(summary.time);
  row(summary.inAll, time.totalMs, summary.fromLabel);
  row(summary.model, time.modelMs, '');
  row(summary.commands, time.commandMs, summary.commandNote);
  row(summary.github, time.githubMs, summary.githubNote);
  if (time.waitingMs > 0) row(summary.waiting, time.waitingMs, '');
  row(summary.own, time.ownMs, summary.ownNote(seconds(time.sandboxMs), seconds(time.ownMs - time.sandboxMs)));
}
