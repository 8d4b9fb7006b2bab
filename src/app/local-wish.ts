/** The request on the command line, or in a Task YAML on standard input: its text and options. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { text as allOf } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { readTaskYaml } from '../config/read-task-yaml.ts';
import { Fault, fileTroubleOf } from '../errors.ts';
import { replay } from '../state/evolve.ts';
import { reportOf } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import type { TaskYaml } from '../config/task-yaml-schema.ts';
import type { Demands } from '../local/local-issues.ts';
import type { LocalPlace } from './local-place.ts';
import type { Plan } from '../state/plan.ts';
import type { Redactor } from '../secrets/redactor.ts';

export interface LocalWish {
  readonly title: string;
  readonly body: string;
  /** Null: a new one is made. */
  readonly taskId: string | null;
  /** As given; null if not given. */
  readonly repo: string | null;
  /** Override the settings of the operator and the repository. */
  readonly demands: Demands;
  /** A plan to carry out without planning (PLAN-10). */
  readonly plan: Plan | null;
  /** Ids of tasks that have to be done first. */
  readonly dependencies: readonly string[];
  /** Sentences about options without effect. */
  readonly withoutEffect: readonly string[];
  /** It contained a secret, which was masked. */
  readonly hasSecret?: boolean;
}

const MAX_BYTES = 256 * 1024;
const MAX_TITLE = 200;

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
  demands: {},
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
  // If the title is the text's first line, it is not repeated.
  const whole = task.title === '' || task.title === words.title ? [words.body] : [words.title, words.body];
  const body = [...whole, description, hints.length === 0 ? '' : `## Suggested implementation\n\n${hints.join('\n')}`];
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
    withoutEffect: withoutEffect(runner),
    demands: demandsOf(test, runner),
  };
}

function demandsOf(
  test: TaskYaml['task']['test'],
  { max_loops: maxLoops, meta, tooling }: TaskYaml['runner'],
): Demands {
  const { kind, model: name, system_prompt: systemPrompt } = meta ?? {};
  const model = { ...(kind === undefined ? {} : { provider: kind }), ...(name === undefined ? {} : { name }) };
  return {
    maxLoops,
    ...(kind === undefined && name === undefined ? {} : { model }),
    ...(tooling === undefined ? {} : { tooling }),
    ...(test?.command === undefined ? {} : { testCommand: inFolder(test.command, test.cwd ?? '.') }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
  };
}

/** Requests are stored, shown, and sent to the model, so secrets are masked first. */
export function maskedWish(wish: LocalWish, redactor: Redactor): LocalWish {
  const masked = redactor.json(wish) as LocalWish;
  return { ...masked, hasSecret: !isDeepStrictEqual(masked, wish) };
}

/** Quoted for the shell. */
function inFolder(command: string, folder: string): string {
  const isTop = folder.split('/').every((part) => part === '.' || part === '');
  return isTop ? command : `cd '${folder.replaceAll("'", `'\\''`)}' && ${command}`;
}

/** What the seed does by worker CLIs is done by the model itself. */
function withoutEffect({ worker }: TaskYaml['runner']): readonly string[] {
  if (worker === undefined) return [];
  const { kind, model, docker_image: image, env } = worker;
  const beside = [
    ...(model === undefined ? [] : ['model']),
    ...(image === undefined ? [] : ['docker_image']),
    ...(Object.keys(env).length === 0 ? [] : ['env']),
  ];
  const named = beside.length === 0 ? '' : `, with its ${beside.join(', ')},`;
  return [
    `runner.worker: ${kind}${named} is not run, since this version has no worker CLIs; the model does that work in the sandbox.`,
  ];
}

/** `given`: a text, or the path of a file with it. */
function textOf(given: string, cwd: string): string {
  const isPath = !given.includes('\n') && given.length <= 4_096;
  const found = isPath ? statSync(resolve(cwd, given), { throwIfNoEntry: false }) : undefined;
  const isFile = found?.isFile() ?? false;
  if (found?.isDirectory() === true)
    throw new Fault(
      'configuration',
      `${resolve(cwd, given)} is a folder (--issue).`,
      'Name a file, or describe the task in more words.',
    );
  if (isPath && !isFile && /^\S+\.(?:md|markdown|txt)$/i.test(given))
    throw new Fault(
      'configuration',
      `There is no file ${resolve(cwd, given)} (--issue).`,
      'Name an existing file, or describe the task in words.',
    );
  return isFile ? readGiven(resolve(cwd, given), '--issue') : given;
}

function wordsOf(given: string): Pick<LocalWish, 'title' | 'body'> {
  const text = given.replaceAll('\r\n', '\n').trim();
  if (text === '') throw nothingAsked();
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new Fault(
      'configuration',
      'The request has more than 256 KB.',
      'Shorten it; files of the repository need not be in it.',
    );
  const [first = '', ...rest] = text.split('\n');
  const title = first.replace(/^#+\s+/, '').trim();
  const body = rest.join('\n').trim();
  // A long first line is prose, not a title.
  if (title.length <= MAX_TITLE) return { title, body };
  return { title: `${title.slice(0, MAX_TITLE - 1).trimEnd()}…`, body: text };
}

function nothingAsked(): Fault {
  return new Fault(
    'configuration',
    'The request is empty.',
    'Say what is to be done (planwright run --issue "Fix the parser"), name a file that says it, or hand in a Task YAML: planwright run < task.yaml',
  );
}

/** A Task YAML may come with a repository, so its paths must stay inside it, also through links. */
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

/** Tasks that have to be done first; their results are on branches, and in this one only if merged. */
export async function requireDone(ids: readonly string[], { history }: Pick<LocalPlace, 'history'>): Promise<void> {
  for (const id of ids) {
    const task = replay(readHistory(await history.read(id)));
    if (task !== null && reportOf(task)?.ending.status === 'succeeded') continue;
    throw new Fault(
      'configuration',
      `It depends on the task ${id}, which ${task === null ? 'was never begun here' : 'is not done'}.`,
      'Do that one first, and merge its branch; or remove it from task.dependencies.',
    );
  }
}
