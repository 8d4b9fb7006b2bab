/** What is asked for on the command line, or in a Task YAML on standard input: the words, and what goes with them. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { text as allOf } from 'node:stream/consumers';
import { readTaskYaml } from '../config/read-task-yaml.ts';
import { Settings } from '../config/schema.ts';
import { Fault, fileTroubleOf } from '../errors.ts';
import { replay } from '../state/evolve.ts';
import { reportOf } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import type { TaskYaml } from '../config/task-yaml-schema.ts';
import type { BegunLocally } from '../local/local-issues.ts';
import type { LocalPlace } from './local-place.ts';
import type { Plan } from '../state/plan.ts';
import type { TaskSettings } from '../state/request.ts';

export interface LocalWish {
  readonly title: string;
  readonly body: string;
  /** Null: one of our own is made. */
  readonly taskId: string | null;
  /** As it was given; null where nothing was said about it. */
  readonly repo: string | null;
  /** What it asks for in place of the settings of the operator and the repository. */
  readonly within: (settings: TaskSettings) => TaskSettings;
  readonly model: NonNullable<BegunLocally['model']> | null;
  /** That is carried out without planning (PLAN-10). */
  readonly plan: Plan | null;
  /** Ids of tasks that come first. */
  readonly dependencies: readonly string[];
  /** Sentences about what was asked for in vain. */
  readonly withoutEffect: readonly string[];
}

const MAX_BYTES = 256 * 1024;
const MAX_TITLE = 200;
/** Of the seed, where a kind is named and no model. */
const OPENAI_MODEL = 'gpt-5.2';

interface Given {
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
}

interface Asked {
  readonly issue: string | null;
  readonly repo: string | null;
}

export async function readLocalWish(asked: Asked, { cwd, stdin }: Given): Promise<LocalWish> {
  if (asked.issue !== null) return { ...PLAIN, ...wordsOf(textOf(asked.issue, cwd)) };
  if (stdin.isTTY) throw nothingAsked();
  const yaml = readTaskYaml(await allOf(stdin));
  return wishOf(yaml, resolve(cwd, asked.repo ?? yaml.task.repo));
}

const PLAIN: Omit<LocalWish, 'title' | 'body'> = {
  taskId: null,
  repo: null,
  within: (settings) => settings,
  model: null,
  plan: null,
  dependencies: [],
  withoutEffect: [],
};

function wishOf({ task, runner }: TaskYaml, folder: string): LocalWish {
  const { prd, test, description, suggested_impl: suggested } = task;
  const words = wordsOf(prd.text ?? readGiven(withinFolder(folder, prd.path ?? ''), 'task.prd.path'));
  const hints = [
    ...(suggested?.language ? [`- Language: ${suggested.language}`] : []),
    ...(suggested?.file_paths ?? []).map((path) => `- File: ${path}`),
    ...(suggested?.constraints ?? []).map((constraint) => `- ${constraint}`),
  ];
  const whole = task.title === '' ? words.body : `${words.title}\n\n${words.body}`;
  const body = [whole, description, hints.length === 0 ? '' : `## Suggested implementation\n\n${hints.join('\n')}`];
  const { meta } = runner;
  return {
    title: task.title === '' ? words.title : task.title,
    body: body
      .filter((part) => part.trim() !== '')
      .join('\n\n')
      .trim(),
    taskId: task.id ?? null,
    repo: task.repo,
    plan: null,
    dependencies: task.dependencies,
    model: meta === undefined ? null : modelOf(meta),
    withoutEffect: withoutEffect(runner),
    within: (settings) => ({
      ...settings,
      maxLoops: runner.max_loops,
      ...(test?.command === undefined
        ? {}
        : { commands: { ...settings.commands, test: inFolder(test.command, test.cwd ?? '.') } }),
      ...(meta?.system_prompt === undefined
        ? {}
        : { instructions: [settings.instructions, meta.system_prompt].filter((part) => part !== '').join('\n\n') }),
    }),
  };
}

function modelOf({ kind, model }: NonNullable<TaskYaml['runner']['meta']>): LocalWish['model'] {
  const name = model ?? (kind === 'openai-chat' ? OPENAI_MODEL : undefined);
  return { ...(kind === undefined ? {} : { provider: kind }), ...(name === undefined ? {} : { name }) };
}

/** Quoted for the shell that runs it. */
function inFolder(command: string, folder: string): string {
  const isTop = folder.split('/').every((part) => part === '.' || part === '');
  return isTop ? command : `cd '${folder.replaceAll("'", `'\\''`)}' && ${command}`;
}

function withoutEffect({ worker, tooling }: TaskYaml['runner']): readonly string[] {
  return [
    ...(worker === undefined
      ? []
      : [
          `runner.worker (${worker.kind}) has no effect: this version has no worker CLIs, the model does the work in the sandbox.`,
        ]),
    ...(tooling === undefined ? [] : ['runner.tooling has no effect in this version.']),
  ];
}

/** `given`: a text, or the path of a file with it. */
function textOf(given: string, cwd: string): string {
  const isPath = !given.includes('\n') && given.length <= 4_096;
  const isFile = isPath && (statSync(resolve(cwd, given), { throwIfNoEntry: false })?.isFile() ?? false);
  if (isPath && !isFile && /^\S+\.(?:md|markdown|txt)$/i.test(given))
    throw new Fault(
      'configuration',
      `There is no file ${resolve(cwd, given)} (--issue).`,
      'Name a file that is there, or say in words what is to be done.',
    );
  return isFile ? readGiven(resolve(cwd, given), '--issue') : given;
}

function wordsOf(given: string): Pick<LocalWish, 'title' | 'body'> {
  const text = given.replaceAll('\r\n', '\n').trim();
  if (text === '') throw nothingAsked();
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new Fault(
      'configuration',
      'What is asked for has more than 256 KB.',
      'Make it shorter; files of the repository need not be in it.',
    );
  const [first = '', ...rest] = text.split('\n');
  const title = first.replace(/^#+\s+/, '').trim();
  const body = rest.join('\n').trim();
  // A long first line is prose, and no title.
  if (title.length <= MAX_TITLE) return { title, body };
  return { title: `${title.slice(0, MAX_TITLE - 1).trimEnd()}…`, body: text };
}

function nothingAsked(): Fault {
  return new Fault(
    'configuration',
    'Nothing is asked for.',
    'Say what is to be done (planwright run --issue "Fix the parser"), name a file that says it, or hand in a Task YAML: planwright run < task.yaml',
  );
}

/** A Task YAML may come with a repository: what it names is in there, also behind links. */
function withinFolder(folder: string, path: string): string {
  const file = resolve(folder, path);
  const [top, found] = [folder, file].map((one) => (existsSync(one) ? realpathSync(one) : one));
  if (found?.startsWith(`${top}${sep}`) === true) return file;
  throw new Fault(
    'configuration',
    `task.prd.path names ${path}, which is not within ${folder}.`,
    'Copy the file into the repository, or give its text as task.prd.text.',
  );
}

export function readGiven(file: string, by: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Fault(
      'configuration',
      `The file ${file} (${by}) cannot be read: ${fileTroubleOf(error, file)}.`,
      'Name another file.',
    );
  }
}

/** The settings with the model that was asked for. */
export function withModel(place: LocalPlace, model: NonNullable<LocalWish['model']>): LocalPlace {
  const { loaded } = place;
  const wanted = Settings.safeParse({ model: { ...loaded.settings.model, ...model } });
  if (wanted.success)
    return { ...place, loaded: { ...loaded, settings: { ...loaded.settings, model: wanted.data.model } } };
  throw new Fault(
    'configuration',
    `The model that is asked for (${model.provider ?? ''} ${model.name ?? ''}) is none that this version can use.`,
    'Leave runner.meta away, or name another kind; docs/configuration.md lists them under model.provider.',
  );
}

/** Tasks that have to be done before; what they made is on branches, and not in this one unless it was merged. */
export async function requireDone(ids: readonly string[], { history }: Pick<LocalPlace, 'history'>): Promise<void> {
  for (const id of ids) {
    const task = replay(readHistory(await history.read(id)));
    if (task !== null && reportOf(task)?.ending.status === 'succeeded') continue;
    throw new Fault(
      'configuration',
      `It depends on the task ${id}, which ${task === null ? 'was never begun here' : 'is not done'}.`,
      'Do that one first, and merge its branch; or take it out of task.dependencies.',
    );
  }
}
