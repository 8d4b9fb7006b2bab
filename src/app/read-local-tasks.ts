/** `planwright tasks`, `show`, `history` and `plan`: read the records in a folder, without a service (OPS-3). */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { planDocument, resultOf } from '../api/task-view.ts';
import { createLiveScreen, targetOf } from '../cli/live-screen.ts';
import { taskInFull, taskTable } from '../cli/task-table.ts';
import { withoutEmpty } from '../config/environment.ts';
import { Fault } from '../errors.ts';
import { meantTask, noSuchTask } from './meant-task.ts';
import { EXIT } from './tell-local-end.ts';
import { tellTrouble } from './tell-trouble.ts';
import { driverOfLocalIssue } from './hold-local-issue.ts';
import { taskYamlOf } from './written-task.ts';
import { openCheckout } from '../git/local-checkout.ts';
import { createLocalIssues, type Demands } from '../local/local-issues.ts';
import { createJsonlStore } from '../history/jsonl-store.ts';
import { STATE_FOLDER } from './local-place.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import type { Terminal } from './run-local.ts';
import type { ReadAsked } from './local-commands.ts';
import { summaryOf } from '../state/task-summary.ts';
import type { HistoryEntry, HistoryStore } from '../ports/history.ts';
import type { Task } from '../state/task.ts';

type Surroundings = Pick<Terminal, 'env' | 'cwd' | 'stdout'>;

interface Loaded {
  readonly entries: readonly HistoryEntry[];
  readonly task: Task;
}

const MOST_LISTED = 200;

export async function readLocalTasks(asked: ReadAsked, terminal: Terminal): Promise<number> {
  try {
    await show(asked, terminal);
    return EXIT.done;
  } catch (error) {
    return tellTrouble(error, terminal);
  }
}

async function show(asked: ReadAsked, around: Surroundings): Promise<void> {
  const { stdout, env } = around;
  const folder = await recordsFolder(asked.repo, around);
  const history = existsSync(folder) ? createJsonlStore({ directory: folder, log: pino({ enabled: false }) }) : null;
  const ids = (await history?.recent(MOST_LISTED)) ?? [];
  const write = (value: unknown) => stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  const target = targetOf(stdout, env);
  const isDriven = driversIn(join(folder, '..'));
  const screen = createLiveScreen(target);
  if (asked.what === 'tasks') {
    // An unreadable record only hides its own task; asked for by its id, it says why.
    const all = await Promise.all(ids.map((id) => load(history, id).catch(() => null)));
    const tasks = all.flatMap((one) => (one === null ? [] : [one.task]));
    if (asked.json) write({ tasks: tasks.map(summaryOf) });
    else if (tasks.length === 0) screen.put(`There are no tasks in ${folder}. ${adviceFor(env)}`);
    else screen.put(...taskTable(tasks, target.columns(), isDriven));
    return;
  }
  const { task, entries } = await found(asked.task, ids, history);
  switch (asked.what) {
    case 'show':
      if (asked.json) write({ ...summaryOf(task), result: resultOf(task) });
      else if (asked.taskYaml === true) stdout.write(taskYamlOf(task, demandsOf(join(folder, '..'), task.id)));
      else screen.put(...taskInFull(task, isDriven(task)));
      return;
    case 'history':
      for (const entry of entries) stdout.write(`${JSON.stringify(entry)}\n`);
      return;
    case 'plan': {
      const plan = planDocument(task);
      if (plan === null)
        throw new Fault('configuration', 'This task has no plan.', 'None is made yet, or it ended before one was.');
      write(plan);
    }
  }
}

/** DATA_DIR may be that of a service. */
function adviceFor(env: Surroundings['env']): string {
  return withoutEmpty(env)['DATA_DIR'] === undefined
    ? 'To begin one: planwright run --issue "…"'
    : 'A service that keeps its records in Redis shows its tasks at GET /api/tasks (docs/operators.md).';
}

/** From DATA_DIR, as for the service, or of a repository. */
async function recordsFolder(repo: string, { env, cwd }: Surroundings): Promise<string> {
  const given = withoutEmpty(env)['DATA_DIR'];
  const dataDir =
    given === undefined ? join((await openCheckout(resolve(cwd, repo))).root, STATE_FOLDER) : resolve(cwd, given);
  return join(dataDir, 'planning_history');
}

/** By its id, or the beginning of it. */
async function found(asked: string, ids: readonly string[], history: HistoryStore | null): Promise<Loaded> {
  const loaded = await load(history, meantTask(asked, ids) ?? asked);
  if (loaded === null) throw noSuchTask(asked);
  return loaded;
}

/** Tasks of a service have their drivers elsewhere and always count. */
function driversIn(dataDir: string): (task: Task) => boolean {
  const folder = join(dataDir, 'issues');
  if (!existsSync(folder)) return () => true;
  const issues = createLocalIssues(folder, Date.now);
  return ({ id }) => driverOfLocalIssue(dataDir, issues.ofTask(id)?.number ?? 0) !== null;
}

/** Its options beside the text, which only a repository's state folder has. */
function demandsOf(dataDir: string, taskId: string): Demands {
  const folder = join(dataDir, 'issues');
  const issue = existsSync(folder) ? createLocalIssues(folder, Date.now).ofTask(taskId) : null;
  return issue?.tasks.find(({ id }) => id === taskId)?.demands ?? {};
}

async function load(history: HistoryStore | null, id: string): Promise<Loaded | null> {
  const entries = (await history?.read(id)) ?? [];
  const task = replay(readHistory(entries));
  return task === null ? null : { entries, task };
}
