/** `planwright run`: does a task on a repository of this machine, without GitHub (OPS-3). */
import { resolve } from 'node:path';
import { createLiveScreen, targetOf } from '../cli/live-screen.ts';
import { plainMarkdown } from '../cli/plain-markdown.ts';
import { createTaskDisplay, type TaskDisplay } from '../cli/task-display.ts';
import { Fault, RetryLater } from '../errors.ts';
import { isCheckedOut, isDirty } from '../git/local-checkout.ts';
import { beginLocalTask, resumedTask, taskToResume, type LocalTask } from './begin-local-task.ts';
import { IN_SANDBOX } from '../drive/attempt.ts';
import { driveLocalTask, type LocalEnd } from './drive-local-task.ts';
import { holdLocalIssue } from './hold-local-issue.ts';
import { createLocalPeople, itemOf, readAnswerBlocks } from './local-people.ts';
import { openLocalPlace, type LocalPlace } from './local-place.ts';
import { openLocalSession, type LocalSession } from './open-local-session.ts';
import { readGiven, readLocalWish, requireDone, withModel, type LocalWish } from './local-wish.ts';
import { readPlanFile } from './read-plan-file.ts';
import { branchOf } from '../plan/publication.ts';
import { replay } from '../state/evolve.ts';
import { reportOf } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import { systemClock as clock } from './system-clock.ts';
import { EXIT, tellLocalEnd } from './tell-local-end.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { RunAsked } from './local-commands.ts';
import type { Environment } from '../config/environment.ts';
import type { LocalIssue } from '../local/local-issues.ts';
import type { TaskSettings } from '../state/request.ts';

interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export async function runLocal(asked: RunAsked, { env, cwd, stdin, stdout, stderr }: Surroundings): Promise<number> {
  const progress = asked.json ? stderr : stdout;
  const stopping = new AbortController();
  const interrupt = () => {
    // Whoever presses it once more does not want to wait.
    if (stopping.signal.aborted) process.exit(EXIT.interrupted);
    stopping.abort(new Error('Somebody pressed Ctrl-C.'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // The terminal was closed.
  process.on('SIGHUP', interrupt);
  const undo: (() => void)[] = [];
  try {
    const words = asked.resume === null ? await readLocalWish(asked, { cwd, stdin }) : null;
    const opened = await openLocalPlace({ env, cwd, repo: asked.repo ?? words?.repo ?? '.' });
    const plan = asked.plan === null ? null : readPlanFile(resolve(cwd, asked.plan), opened.loaded.settings);
    const wish = words && { ...words, plan };
    const { redactor } = opened;
    const screen = createLiveScreen(targetOf(progress, env));
    const display = createTaskDisplay({ screen, now: clock.now, redact: (text) => redactor.text(text) });
    undo.push(display.close);
    const answers =
      asked.answers === null ? null : readAnswerBlocks(readGiven(resolve(cwd, asked.answers), '--answers'));
    const issue = await issueOf(asked, wish, opened);
    undo.push(holdLocalIssue(opened.dataDir, issue.number));
    const known = wish === null ? asked.resume : await taskToResume(issue, opened.history, wish);
    const before = issue.tasks.find(({ id }) => id === known)?.model;
    const place = withModel(opened, {
      ...(wish?.model ?? before),
      ...(asked.metaModel === null ? {} : { name: asked.metaModel }),
    });
    if (wish !== null && known === null) await requireDone(wish.dependencies, place);
    let task: LocalTask | null = null;
    const session = await openLocalSession({
      place,
      base: asked.base,
      task: () => task?.id ?? '',
      posted: (body) => {
        if (!/planwright:(?:progress|question|result) /.test(body)) display.put('', ...plainMarkdown(body));
      },
    });
    const isSomebodyThere = stdin.isTTY && progress.isTTY;
    task = await taskOf(asked, issue, { place, session, isSomebodyThere, wish, known });
    const { id } = task;
    undo.push(() => session.forget(id));
    if (task.goesOn) await requireFreeBranch(id, place);
    await tellBeginning(task, { place, session, display, wish });
    const people = createLocalPeople({
      ...session,
      issues: place.issues,
      taskId: id,
      issue: issue.number,
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
      inbox: session.inbox,
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
    });
  } catch (error) {
    const isWrongUse = error instanceof Fault && (error.code === 'configuration' || error.code === 'model_credentials');
    for (const step of undo.splice(0).toReversed()) step();
    if (error instanceof RetryLater)
      stderr.write(`planwright: ${error.message}\nTry again, the same command goes on.\n`);
    else if (error instanceof Fault) stderr.write(`planwright: ${error.message}\n${error.advice}\n`);
    else throw error;
    return isWrongUse ? EXIT.wrongUse : EXIT.failed;
  } finally {
    for (const step of undo.toReversed()) step();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    process.off('SIGHUP', interrupt);
  }
}

/** Whoever looks at the work so far has its branch checked out, and would have the next of it refused. */
async function requireFreeBranch(taskId: string, { checkout, history }: LocalPlace): Promise<void> {
  const task = replay(readHistory(await history.read(taskId)));
  if (task === null || reportOf(task) !== null || task.plan === null) return;
  const branch = branchOf(task);
  if (await isCheckedOut(checkout, branch))
    throw new Fault(
      'configuration',
      `The work goes to the branch ${branch}, which is checked out, so git would refuse it.`,
      'Check out another branch (git checkout main) and start again; the work so far stays on its branch.',
    );
}

/** Nothing runs while nobody is at it. What is being run goes on, and the next start takes what came of it. */
async function releaseSandbox({ kind, task }: LocalEnd, taskId: string, { sandboxes, log }: Toolbox): Promise<void> {
  if (kind === 'ended' || IN_SANDBOX.has(task?.inFlight?.effect.kind ?? 'complete')) return;
  await sandboxes
    .stop(taskId)
    .catch((error: unknown) => log.warn({ task: taskId, err: error }, 'the sandbox could not be stopped'));
}

async function issueOf(asked: RunAsked, wish: LocalWish | null, { issues }: LocalPlace): Promise<LocalIssue> {
  const named = issues.ofTask(asked.resume ?? wish?.taskId ?? '');
  if (wish === null) {
    if (named !== null) return named;
    throw new Fault(
      'configuration',
      `There is no task ${asked.resume} in this repository.`,
      '"planwright tasks" lists those that there are.',
    );
  }
  if (named !== null && (named.title !== wish.title || named.body !== wish.body))
    throw new Fault(
      'configuration',
      `The task ${wish.taskId} was begun with another text.`,
      'Give this one another id in task.id.',
    );
  return named ?? issues.ofText(wish);
}

interface ForTask {
  readonly place: LocalPlace;
  readonly session: LocalSession;
  readonly isSomebodyThere: boolean;
  /** Null where a task goes on by its id. */
  readonly wish: LocalWish | null;
  /** The task that goes on. */
  readonly known: string | null;
}

/** With all that was said to it, which its record tells apart from what it has read. */
async function taskOf(asked: RunAsked, issue: LocalIssue, about: ForTask): Promise<LocalTask> {
  const { place, session, wish, known } = about;
  const within = (settings: TaskSettings) => whoAnswers(wish?.within(settings) ?? settings, asked, about);
  const model = wish?.model ?? null;
  const task =
    known === null
      ? await beginLocalTask(
          issue,
          {
            title: issue.title,
            body: issue.body,
            taskId: wish?.taskId ?? null,
            plan: wish?.plan ?? null,
            model,
            within,
          },
          { ...place, ...session, now: clock.now },
        )
      : resumedTask(issue, known);
  session.inbox.push(task.start);
  for (const comment of issue.comments)
    if (!comment.isOurs && comment.task === task.id) session.inbox.push(itemOf(comment, session.person));
  return task;
}

/** Where nobody is there, what is stated holds at once, or, if that is not wanted, somebody has to come. */
function whoAnswers(settings: TaskSettings, { assumes }: RunAsked, { isSomebodyThere }: ForTask): TaskSettings {
  const { planning } = settings;
  if (!assumes) return { ...settings, planning: { ...planning, assumes: false } };
  return isSomebodyThere ? settings : { ...settings, planning: { ...planning, assumeAfterMs: 0 } };
}

interface Beginning extends Pick<ForTask, 'place' | 'session' | 'wish'> {
  readonly display: TaskDisplay;
}

async function tellBeginning(
  { id, start, goesOn }: LocalTask,
  { place, session, display, wish }: Beginning,
): Promise<void> {
  display.put(
    { text: start.request.title, style: 'bold' },
    {
      text: `${goesOn ? 'Goes on with task' : 'Task'} ${id}, from ${session.baseBranch}; log: ${place.logFile}`,
      style: 'dim',
    },
  );
  for (const text of wish?.withoutEffect ?? []) display.put({ text, style: 'dim' });
  if (!goesOn && (await isDirty(place.checkout)))
    display.put({
      text: 'What is not committed is not seen: the work begins from the last commit of the branch.',
      style: 'bad',
    });
}
