/**
 * A task of the real service with a folder as its repository, where a person answers for the model: each request is
 * written into a folder and waits there. Started by `scripts/relay.mjs`, which checks and explains the options.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { untilReady } from '../demo/bench.ts';
import { openStage } from '../demo/stage.ts';
import { callsTable } from './calls-table.ts';
import { readIssueFile, readRepository } from './read-repository.ts';
import { answersFrom } from './requests-folder.ts';
import { postsOf, writeThread } from './thread.ts';

const MAINTAINER = 'mika';
const LABEL = 'planwright';
const LOOK_MS = 500;
/** People take their time to answer. */
const PATIENCE = { META_TIMEOUT_SEC: '100000', PLANWRIGHT_BUDGET__MINUTES: '10000' };

const { values } = parseArgs({
  options: {
    repository: { type: 'string', default: '' },
    issue: { type: 'string', default: '' },
    into: { type: 'string', default: '' },
    name: { type: 'string', default: 'acme/work' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const into = resolve(values.into);
const [owner = '', name = ''] = values.name.split('/');
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
const undo: (() => Promise<unknown>)[] = [];

async function run(): Promise<void> {
  const { files, leftOut } = await readRepository(resolve(values.repository));
  for (const path of leftOut) say(`Left out, as it is no text: ${path}`);
  const asked = await readIssueFile(values.issue);
  await mkdir(join(into, 'threads'), { recursive: true });
  const script = await answersFrom({
    folder: join(into, 'requests'),
    signal: stopped.signal,
    onRequest: (file) => say(`waits for an answer: ${file}`),
  });
  const stage = await openStage({
    repository: { owner, name, files, roles: { [MAINTAINER]: 'write' }, labels: [LABEL] },
    settings: { ...PATIENCE, ...Object.fromEntries(values.set.map(pairOf)) },
    script,
    latencyMs: 0,
    undo,
  });
  await untilReady(stage.service);
  const on = { repository: stage.repository, by: MAINTAINER };
  const { number: issue } = await stage.github.acts.openIssue({ ...on, ...asked });
  await stage.github.acts.addLabel({ ...on, issue, label: LABEL });
  const { repository, logFile } = stage;
  await writeWhole(
    join(into, 'stage.json'),
    JSON.stringify({ github: stage.github.url, repository, issue, by: MAINTAINER }),
  );
  say(`${Object.keys(files).length} files, issue #${issue}; the log of the service: ${logFile}`);

  let state = '';
  let before = '';
  for (let shown = 0; !isOver(state); ) {
    await pause(LOOK_MS, undefined, { signal: stopped.signal });
    if (stage.service.child.exitCode !== null) throw new Error('The service has ended.');
    state = await stateOf(stage.get, issue);
    const posts = await postsOf(stage, issue);
    if (JSON.stringify(posts) === before) continue;
    before = JSON.stringify(posts);
    shown += 1;
    await writeThread(into, posts);
    await writeFile(join(into, 'threads', `${String(shown).padStart(3, '0')}.md`), posts.at(-1)?.markdown ?? '');
  }
  await writeThread(into, await postsOf(stage, issue));
  const { entries } = (await stage.get(`/api/tasks/${await taskOf(stage.get, issue)}/history`)) as {
    readonly entries: readonly unknown[];
  };
  await writeFile(join(into, 'history.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const table = await callsTable(join(into, 'requests'), { ...asked, files: Object.keys(files) });
  await writeFile(join(into, 'calls.md'), table);
  say(`It ended as ${state}.\n\n${table}`);
}

function pairOf(setting: string): readonly [string, string] {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), setting.slice(at + 1)];
}

interface ApiTask {
  readonly id: string;
  readonly issue: number;
  readonly phase: string;
  readonly state: string;
}

async function taskFor(get: (path: string) => Promise<unknown>, issue: number): Promise<ApiTask | undefined> {
  const { tasks } = (await get('/api/tasks')) as { readonly tasks: readonly ApiTask[] };
  return tasks.find((task) => task.issue === issue);
}

async function taskOf(get: (path: string) => Promise<unknown>, issue: number): Promise<string> {
  return (await taskFor(get, issue))?.id ?? '';
}

/** Empty until the task has ended. */
async function stateOf(get: (path: string) => Promise<unknown>, issue: number): Promise<string> {
  const task = await taskFor(get, issue);
  return task?.phase === 'ended' ? task.state : '';
}

function isOver(state: string): boolean {
  return state !== '';
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await run();
} catch (error) {
  if (!stopped.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  stopped.abort();
  for (const step of undo.toReversed()) await step().catch((error: unknown) => say(`Not tidied up: ${String(error)}`));
}
