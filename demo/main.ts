/**
 * `npm run demo`: an issue gets its label, the real service works on it between a stand-in for GitHub and a model, and
 * the terminal shows the life of the task as it happens (OPS-1). Exits with 0 only if the pull request exists, is no
 * draft, and its branch passes the tests in a place that the service never touched.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { untilReady } from './bench.ts';
import { leadThroughSetUp, SET_UP_STAGE } from './lead-through-set-up.ts';
import { seconds } from './numbers.ts';
import { Missed, unlessInterrupted, type DemoOptions, type Run } from './run.ts';
import { createScreen, terminalTarget } from './screen.ts';
import { openStage } from './stage.ts';
import { demoStory, FILES, MAINTAINER, OWNER, REPOSITORY } from './story.ts';
import { fitTo, terminalLine, plainLines } from '../src/cli/terminal-text.ts';
import { wordsFor } from './words.ts';
import { DEFAULT_MODELS } from '../src/config/model-settings.ts';
import { watch } from './watch.ts';
import type { Screen } from './screen.ts';
import type { Stage } from './stage.ts';
import type { DemoWords } from './words.ts';

const LABEL = 'planwright';
/** Slow enough to watch. */
const LATENCY_MS = 800;
const READY_MS = 30_000;

/** `scripts/demo.mjs` has read them, and passes on valid ones. */
function givenOptions(): DemoOptions {
  const { values } = parseArgs({
    options: { language: { type: 'string' }, keep: { type: 'boolean' }, 'set-up': { type: 'boolean' } },
  });
  const setUp = values['set-up'] === true;
  return { language: values.language === 'ja' ? 'ja' : 'en', keep: values.keep === true || setUp, setUp };
}

async function main(): Promise<number> {
  const options = givenOptions();
  const words = wordsFor(options.language);
  const screen = createScreen(terminalTarget(process.stdout, process.env));
  const isScripted = (process.env['ANTHROPIC_API_KEY'] ?? '') === '';
  const run: Run = { screen, words, isScripted, options, interrupted: onInterruption() };
  const undo: (() => Promise<unknown>)[] = [];
  const end = await perform(run, undo);
  for (const step of undo.toReversed())
    await step().catch((error: unknown) => screen.text(`Could not tidy up: ${String(error)}`, 'dim'));
  if (!end.isTold) screen.verdict(end.text, end.isGood);
  return end.isGood ? 0 : 1;
}

interface End {
  readonly isGood: boolean;
  readonly text: string;
  readonly isTold: boolean;
}

async function perform(run: Run, undo: (() => Promise<unknown>)[]): Promise<End> {
  const { screen, words, options, interrupted } = run;
  let stage: Stage | null = null;
  try {
    const script = run.isScripted ? demoStory(options.language).script : null;
    const opened = await openStage({
      repository: {
        owner: OWNER,
        name: REPOSITORY,
        files: FILES,
        private: false,
        roles: { [MAINTAINER]: 'write' },
        labels: [LABEL],
        ...(options.setUp ? SET_UP_STAGE.repository : {}),
      },
      ...(options.setUp ? { app: SET_UP_STAGE.app } : {}),
      settings: { PLANWRIGHT_LANGUAGE: options.language },
      script,
      latencyMs: LATENCY_MS,
      undo,
    });
    stage = opened;
    introduce(opened, run);
    const playing = options.setUp ? leadThroughSetUp(opened, run) : ready(opened, words).then(() => play(opened, run));
    const text = words.success(await unlessInterrupted(playing, run));
    if (options.keep) {
      screen.verdict(text, true);
      await keep(opened, run);
    }
    return { isGood: true, text, isTold: options.keep };
  } catch (error) {
    const broken: unknown = interrupted.reason;
    if (interrupted.aborted)
      return { isGood: false, text: isOurs(broken) ? broken.message : words.failure.interrupted, isTold: false };
    if (stage !== null) await showTroubles(screen, stage);
    if (error instanceof Error && !(error instanceof Missed))
      for (const line of plainLines(error.stack ?? '').slice(1, 6)) screen.text(line, 'dim');
    return { isGood: false, text: error instanceof Error ? error.message : String(error), isTold: false };
  }
}

async function ready({ service }: Stage, words: DemoWords): Promise<void> {
  await untilReady(service, READY_MS).catch(() => {
    throw new Missed(words.failure.notReady);
  });
}

/** Returns the number of the pull request, after checking it. */
async function play(stage: Stage, run: Run): Promise<number> {
  const { github, repository } = stage;
  const { title, body } = demoStory(run.options.language).issue;
  const { number: issue } = await github.acts.openIssue({ repository, by: MAINTAINER, title, body });
  const { screen, words } = run;
  screen.entry(words.setting.issue, `${repository}#${issue}  ${title}`);
  screen.entry('', words.setting.labelled(MAINTAINER, LABEL));
  screen.blank();

  const askedAt = Date.now();
  const labelled = github.acts.addLabel({ repository, issue, by: MAINTAINER, label: LABEL });
  await labelled;
  return watch(stage, run, issue, askedAt);
}

function introduce({ github, service }: Stage, { screen, words, isScripted }: Run): void {
  const { setting } = words;
  const model = process.env['PLANWRIGHT_MODEL__NAME'] || DEFAULT_MODELS.anthropic;
  screen.heading(words.title);
  screen.blank();
  screen.entry(setting.model, isScripted ? setting.scripted(seconds(LATENCY_MS)) : setting.real(model));
  screen.entry(setting.github, setting.githubIs, github.url);
  screen.entry(setting.service, setting.serviceIs, service.url);
}

async function keep(stage: Stage, { screen, words, interrupted }: Run): Promise<void> {
  const { github, service, repository, token } = stage;
  const { tasks } = (await stage.get('/api/tasks')) as {
    readonly tasks: readonly { readonly id: string; readonly issue: number }[];
  };
  const task = tasks[0];
  const ask = `curl -H 'Authorization: Bearer ${token}' ${service.url}/api/tasks`;
  screen.heading(words.keep.title);
  screen.text(`  ${ask}`);
  screen.text(`  ${ask}/${task?.id ?? ''}/history`);
  screen.text(`  curl ${github.apiUrl}/repos/${repository}/issues/${task?.issue ?? 1}/comments`);
  screen.text(`  git clone ${github.url}/${repository}.git`);
  screen.text(`  tail -f ${stage.logFile}`);
  screen.blank();
  screen.text(words.keep.untilCtrlC, 'bold');
  // A signal listener alone does not keep a process alive; the stand-ins do.
  if (!interrupted.aborted) await once(interrupted, 'abort');
}

/** What the service reports about itself: failing checks, and warnings and errors in its log. */
async function showTroubles(screen: Screen, { service }: Stage): Promise<void> {
  const health = await fetch(`${service.url}/readyz`).then(
    (answer) => answer.json() as Promise<Health>,
    () => null,
  );
  const failed = Object.entries(health?.checks ?? {}).flatMap(([name, check]) =>
    check.ok ? [] : [`${name}: ${check.detail}`],
  );
  const log = service
    .output()
    .split('\n')
    .filter((line) => / (WARN|ERROR|FATAL) |^planwright: /.test(line))
    .slice(-6);
  const troubles = failed.length > 0 ? failed : log;
  if (troubles.length > 0) screen.blank();
  for (const line of troubles) screen.text(`  ${fitTo(terminalLine(line), 500)}`, 'dim');
}

interface Health {
  readonly checks?: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

function onInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  // Without a reader, or after an error of ours, containers and folders are removed all the same.
  process.stdout.on('error', () => controller.abort());
  process.on('uncaughtException', (error) => controller.abort(error));
  return controller.signal;
}

/** An abort without a reason of ours carries a DOMException. */
function isOurs(reason: unknown): reason is Error {
  return reason instanceof Error && reason.name !== 'AbortError';
}

process.exitCode = await main();
