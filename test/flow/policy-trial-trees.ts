/**
 * The machine with changed policy: its sources are compiled into a separate folder, with some lines replaced by exact
 * text, as a later version may have them. The lines are searched in all rule files, so that these may be renamed.
 */
import { transform } from '@swc/core';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { anyLayout } from '../any-layout.mjs';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const SOURCE = path.join(PROJECT, 'src');
/** The folders with policy. */
const RULES = ['flow', 'replan', 'people', 'plan', 'environments'];

/** The parts of the machine that continue a task, and those that show it to people. */
const PARTS = {
  follow: 'flow/follow.ts',
  next: 'flow/next.ts',
  evolve: 'state/evolve.ts',
  stored: 'state/stored.ts',
  progress: 'comments/progress-comment.ts',
  question: 'comments/question-comment.ts',
  reminders: 'comments/reminders.ts',
  status: 'comments/status-reply.ts',
  summary: 'state/task-summary.ts',
} as const;

type Module = typeof import('../../src/flow/follow.ts') &
  typeof import('../../src/flow/next.ts') &
  typeof import('../../src/state/evolve.ts') &
  typeof import('../../src/state/stored.ts') &
  typeof import('../../src/comments/progress-comment.ts') &
  typeof import('../../src/comments/question-comment.ts') &
  typeof import('../../src/comments/reminders.ts') &
  typeof import('../../src/comments/status-reply.ts') &
  typeof import('../../src/state/task-summary.ts');

export type Tree = Pick<
  Module,
  | 'follow'
  | 'next'
  | 'replay'
  | 'readHistory'
  | 'progressComment'
  | 'questionComment'
  | 'explanationComment'
  | 'reminderComment'
  | 'pauseReminder'
  | 'statusReply'
  | 'summaryOf'
>;

/** Some text of the sources, and its replacement. */
export interface Change {
  readonly from: string;
  readonly to: string;
  /** Only to see the effect of a change there. */
  readonly in?: string;
}

export interface Workshop {
  /** The machine with these changes. */
  readonly tree: (changes: readonly Change[]) => Promise<Tree>;
  readonly dispose: () => Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planwright-policy-'));
  const sources = new Map<string, string>();
  const compiled = new Map<string, string>();
  const source = async (name: string) => {
    const text = sources.get(name) ?? (await readFile(path.join(SOURCE, name), 'utf8'));
    sources.set(name, text);
    return text;
  };
  const unchanged = async (name: string) => {
    const code = compiled.get(name) ?? (await compile(await source(name)));
    compiled.set(name, code);
    return code;
  };
  let trees = 0;
  return {
    tree: async (changes) => {
      const changed = await changedTexts(changes, source);
      const place = path.join(folder, `tree-${(trees += 1)}`);
      await mkdir(place);
      for (const name of ['package.json', 'node_modules', 'prompts'])
        await symlink(path.join(PROJECT, name), path.join(place, name));
      const read = new Set<string>(Object.values(PARTS));
      // Files added during the loop are visited, too.
      for (const name of read) {
        const text = changed.get(name);
        const code = await (text === undefined ? unchanged(name) : compile(text));
        await mkdir(path.dirname(placeOf(place, name)), { recursive: true });
        await writeFile(placeOf(place, name), code);
        for (const imported of importsIn(code))
          read.add(path.join(path.dirname(name), imported.replace(/\.js$/, '.ts')));
      }
      for (const name of changed.keys())
        if (!read.has(name)) throw new Error(`Nothing that decides or renders reads ${name}.`);
      const modules: object[] = [];
      for (const name of Object.values(PARTS))
        modules.push((await import(pathToFileURL(placeOf(place, name)).href)) as object);
      return Object.assign({}, ...modules) as Tree;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

function placeOf(folder: string, name: string): string {
  return path.join(folder, 'src', name.replace(/\.ts$/, '.js'));
}

async function changedTexts(
  changes: readonly Change[],
  source: (name: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>();
  const names = await rules();
  for (const { from, to, in: only } of changes) {
    const found: string[] = [];
    for (const name of only === undefined ? names : [only])
      found.push(...Array.from({ length: (await source(name)).split(anyLayout(from)).length - 1 }, () => name));
    const [name] = found;
    if (name === undefined || found.length > 1)
      throw new Error(`What is to be changed stands ${found.length} times in the rules (${found.join(', ')}): ${from}`);
    changed.set(
      name,
      (changed.get(name) ?? (await source(name))).replace(anyLayout(from), () => to),
    );
  }
  return changed;
}

async function rules(): Promise<readonly string[]> {
  const inFolder = async (folder: string) =>
    (await readdir(path.join(SOURCE, folder), { recursive: true }))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name));
  return (await Promise.all(RULES.map(inFolder))).flat();
}

async function compile(text: string): Promise<string> {
  const { code } = await transform(text, {
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return code.replace(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
}

function importsIn(code: string): readonly string[] {
  return [...code.matchAll(/from ['"](\.[^'"]*)['"]/g)].map(([, name]) => name ?? '');
}
