/** `planwright run`: carries out a task on a repository of this machine, without GitHub (OPS-3). */
import { relative, resolve } from 'node:path';
import { createLiveScreen, targetOf } from '../cli/live-screen.ts';
import { plainMarkdown } from '../cli/plain-markdown.ts';
import { createTaskDisplay, type TaskDisplay } from '../cli/task-display.ts';
import { terminalLine } from '../cli/terminal-text.ts';
import { terminalWords } from '../cli/terminal-words.ts';
import { codeOf } from '../errors.ts';
import { tellTrouble } from './tell-trouble.ts';
import { isDirty } from '../git/local-checkout.ts';
import { taskToResume, type LocalTask } from './begin-local-task.ts';
import { IN_SANDBOX } from '../drive/attempt.ts';
import { driveLocalTask, type LocalEnd } from './drive-local-task.ts';
import { holdLocalIssue } from './hold-local-issue.ts';
import { hearLocally } from './hear-locally.ts';
import { createLocalPeople, readAnswerBlocks } from './local-people.ts';
import { openLocalPlace, type LocalPlace } from './local-place.ts';
import { toldOfNoIsolation } from './local-sandboxes.ts';
import { openLocalSession, type LocalSession } from './open-local-session.ts';
import { chooseLocalModels } from './local-models.ts';
import { maskedWish, readGiven, readLocalWish, requireDone, type LocalWish } from './local-wish.ts';
import { meantTask } from './meant-task.ts';
import { demandsOf, issueOf, openLocalTask } from './open-local-task.ts';
import { readPlanFile } from './read-plan-file.ts';
import { systemClock as clock } from './system-clock.ts';
import { EXIT, tellLocalEnd } from './tell-local-end.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { RunAsked } from './local-commands.ts';
import type { Environment } from '../config/environment.ts';

export interface Terminal {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Prints everything known about an error. */
  readonly isVerbose: boolean;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function runLocal(wanted: RunAsked, terminal: Terminal): Promise<number> {
  const { env, cwd, stdin, stdout, stderr } = terminal;
  const progress = wanted.json ? stderr : stdout;
  const stopping = new AbortController();
  const interrupt = () => {
    // Pressed a second time, it exits at once.
    if (stopping.signal.aborted) process.exit(EXIT.interrupted);
    stopping.abort(new Error('Somebody pressed Ctrl-C.'));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const undo: (() => void)[] = [];
  saveWithoutReader([stdout, stderr], stopping);
  try {
    const words = wanted.resume === null && wanted.retry === null ? await readLocalWish(wanted, { cwd, stdin }) : null;
    const opened = await openLocalPlace({ env, cwd, repo: wanted.repo ?? words?.repo ?? '.' });
    const asked = byFullIds(wanted, opened);
    const plan = asked.plan === null ? null : readPlanFile(resolve(cwd, asked.plan), opened.loaded.settings);
    const { redactor } = opened;
    const wish = words && maskedWish({ ...words, plan }, redactor);
    const screen = createLiveScreen(targetOf(progress, env));
    const display = createTaskDisplay({ screen, now: clock.now, redact: (text) => redactor.text(text) });
    undo.push(display.close);
    const answers =
      asked.answers === null ? null : readAnswerBlocks(readGiven(resolve(cwd, asked.answers), '--answers'));
    const issue = await issueOf(asked, wish, opened);
    undo.push(holdLocalIssue(opened.dataDir, issue.number));
    // If no task was started, its number becomes free again.
    undo.push(() => opened.issues.dropUnbegun(issue.number));
    const known = wish === null ? asked.resume : await taskToResume(issue, opened.history, wish);
    const demands = demandsOf(asked, issue, { wish, known });
    const { loaded, models, told } = chooseLocalModels(opened.loaded, demands, asked.metaModel);
    const place: LocalPlace = { ...opened, loaded };
    if (wish !== null && known === null) await requireDone(wish.dependencies, place);
    let task: LocalTask | null = null;
    if (asked.sandbox === 'process') display.put({ text: toldOfNoIsolation(), style: 'bad' });
    const session = await openLocalSession({
      place,
      base: asked.base,
      task: () => task?.id ?? '',
      // A continued task keeps the models it began with, unless another one is named.
      models: asked.metaModel === null ? null : models,
      sandbox: asked.sandbox,
      posted: (body) => {
        if (!/planwright:(?:progress|question|result) /.test(body)) display.put('', ...plainMarkdown(body));
      },
    });
    const isSomebodyThere = stdin.isTTY && progress.isTTY;
    task = await openLocalTask(asked, issue, { place, session, isSomebodyThere, wish, known, demands, models });
    const { id, start } = task;
    const { language } = start.settings;
    undo.push(() => session.forget(id));
    await tellBeginning(task, { place, session, display, wish, told });
    const hearing = hearLocally({ place, session, taskId: id, issue: issue.number, language, display });
    undo.push(hearing.close);
    if (asked.stops) hearing.stop();
    const people = createLocalPeople({
      ...session,
      inbox: hearing,
      say: hearing.say,
      display,
      terminal: isSomebodyThere ? { input: stdin, output: progress } : null,
      answers,
      assumes: asked.assumes,
      now: clock.now,
      interrupt,
    });
    undo.push(people.done);
    const end = await driveLocalTask({
      options: {
        taskId: id,
        history: place.history,
        tools: session.tools,
        shutdown: stopping.signal,
        editor: () => ({ show: display.show, flush: async () => undefined, stop: async () => undefined }),
      },
      inbox: hearing,
      people,
    });
    people.done();
    await releaseSandbox(end, id, session.tools);
    display.rest();
    return await tellLocalEnd(end, {
      place,
      taskId: id,
      tools: session.tools,
      display,
      json: asked.json ? stdout : null,
      unheard: end.kind === 'ended' ? await hearing.unheard() : [],
    });
  } catch (error) {
    for (const step of undo.splice(0).toReversed()) step();
    return tellTrouble(error, terminal);
  } finally {
    for (const step of undo.toReversed()) step();
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

/** If the reader of the output goes away (`| head`), the task is saved as by Ctrl-C. */
function saveWithoutReader(streams: readonly NodeJS.WriteStream[], stopping: AbortController): void {
  const gone = (error: Error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
    stopping.abort(new Error('Nobody reads what is told.'));
  };
  for (const stream of streams) stream.on('error', gone);
}

function byFullIds(asked: RunAsked, { issues }: LocalPlace): RunAsked {
  const full = (id: string | null) => id && (meantTask(id, issues.begun()) ?? id);
  return { ...asked, resume: full(asked.resume), retry: full(asked.retry) };
}

/**
 * The sandbox stops while nobody works on the task. A running command continues, and the next start takes its result.
 */
async function releaseSandbox({ kind, task }: LocalEnd, taskId: string, { sandboxes, log }: Toolbox): Promise<void> {
  if (kind === 'ended' || IN_SANDBOX.has(task?.inFlight?.effect.kind ?? 'complete')) return;
  await sandboxes
    .stop(taskId)
    .catch((error: unknown) => log.warn({ task: taskId, err: error }, 'the sandbox could not be stopped'));
}

interface Beginning {
  readonly place: LocalPlace;
  readonly session: LocalSession;
  readonly display: TaskDisplay;
  readonly wish: LocalWish | null;
  readonly told: readonly string[];
}

async function tellBeginning(
  { id, start, begun }: LocalTask,
  { place, session, display, wish, told }: Beginning,
): Promise<void> {
  const words = terminalWords(start.settings.language);
  display.put(
    { text: terminalLine(start.request.title), style: 'bold' },
    { text: words.begun[begun](id, session.baseBranch), style: 'dim' },
    { text: `${words.log}  ${relative(process.cwd(), place.logFile)}`, style: 'dim' },
  );
  if (wish?.hasSecret === true) display.put({ text: words.hasSecret, style: 'bad' });
  for (const text of [...(wish?.withoutEffect ?? []), ...told]) display.put({ text, style: 'dim' });
  if (begun === 'now' && (await isDirty(place.checkout))) display.put({ text: words.notCommitted, style: 'bad' });
}
