/**
 * The prompts, read and checked once at start (MODEL-7). An operator's folder may replace single files by files of the
 * same name; any other file name there stops the start.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import { PLACEHOLDERS, type PromptName, type PromptValues } from './placeholders.ts';

export const PROMPT_NAMES = Object.keys(PLACEHOLDERS) as PromptName[];
/** Without `.md`. */
export const PROMPT_FILES: ReadonlySet<string> = new Set(PROMPT_NAMES.map((name) => name.split('/')[0] ?? name));

export interface Prompts {
  /** The prompt with its values inserted; placeholders inside a value are not replaced. */
  render<Name extends PromptName>(name: Name, values: PromptValues<Name>): string;
  /** The SHA-256 of all prompts, including an operator's. */
  readonly digest: string;
}

/** A heading, the text about the one value below it, and that value. */
const SECTION = /^## [^\n]*\n(?:(?!## )[^{\n]*\n)*\{\{([a-z_]+)\}\}(?:\n+|$)/gm;
/** Values whose whole section is left out if they are empty. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'project_rules neighbours said notes comments earlier_tasks earlier_reviews decisions reflections unfinished earlier_decisions work_so_far'.split(
    ' ',
  ),
);
const EMPTY: ReadonlySet<string> = new Set(['', 'None.', 'Nothing.', 'None is known of.', 'As given before.']);
const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)\}\}/g;

export async function loadPrompts(options: { readonly overrideFolder?: string | null } = {}): Promise<Prompts> {
  const { overrideFolder = null } = options;
  const overridden = overrideFolder === null ? new Set<string>() : await overriddenFiles(overrideFolder);
  const texts = new Map<string, string>();
  for (const file of PROMPT_FILES) {
    const folder = overrideFolder !== null && overridden.has(file) ? overrideFolder : join(packageRoot(), 'prompts');
    const path = join(folder, `${file}.md`);
    const text = (await readPrompt(path)).replaceAll('\r\n', '\n').trimEnd();
    for (const [name, part] of Object.hasOwn(PLACEHOLDERS, file)
      ? [[file, text] as const]
      : sections(file, path, text)) {
      checkPlaceholders(name as PromptName, name === file ? path : `${path} (${name})`, part);
      texts.set(name, part);
    }
  }
  return {
    digest: createHash('sha256')
      .update(JSON.stringify([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1))))
      .digest('hex'),
    render(name, values) {
      const given: Readonly<Record<string, string>> = values;
      const text = (texts.get(name) ?? '').replace(SECTION, (section, key: string) =>
        LEFT_OUT.has(key) && EMPTY.has(given[key] ?? '') ? '' : section,
      );
      return text.replace(PLACEHOLDER, (_match, key: string) => given[key] ?? '');
    },
  };
}

/** The text below each `## section`; text before the first is for people. */
function sections(file: string, path: string, text: string): ReadonlyMap<string, string> {
  const declared: readonly string[] = PROMPT_NAMES.filter((name) => name.startsWith(`${file}/`));
  const found = new Map<string, string>();
  for (const section of text.split(/^## /m).slice(1)) {
    const end = section.includes('\n') ? section.indexOf('\n') : section.length;
    const name = `${file}/${section.slice(0, end).trim()}`;
    if (!declared.includes(name))
      throw broken(path, `has the unknown section ${heading(name)}`, `Its sections are ${headings(declared)}.`);
    if (found.has(name)) throw broken(path, `has the section ${heading(name)} twice`, 'Leave one of them out.');
    found.set(name, section.slice(end).trim());
  }
  const missing = declared.filter((name) => !found.has(name));
  if (missing.length > 0)
    throw broken(
      path,
      `lacks the section ${headings(missing)}`,
      'A file replaces all sections: copy what stays as it is.',
    );
  return found;
}

function heading(name: string): string {
  return `"## ${name.slice(name.indexOf('/') + 1)}"`;
}

function headings(names: readonly string[]): string {
  return names.map(heading).join(', ');
}

function checkPlaceholders(name: PromptName, path: string, text: string): void {
  const declared: readonly string[] = PLACEHOLDERS[name];
  const used = new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''));
  const missing = declared.filter((key) => !used.has(key));
  const unknown = [...used].filter((key) => !declared.includes(key));
  if (text === '') throw broken(path, 'is empty', 'Give it a text, or remove the file.');
  if (missing.length > 0)
    throw broken(path, `lacks the placeholder ${list(missing)}`, `Put ${list(missing)} where the value belongs.`);
  if (unknown.length > 0)
    throw broken(
      path,
      `uses the unknown placeholder ${list(unknown)}`,
      declared.length === 0 ? 'This prompt has no placeholders.' : `It may use ${list(declared)}.`,
    );
  const rest = text.replace(PLACEHOLDER, '');
  if (rest.includes('{{') || rest.includes('}}'))
    throw broken(
      path,
      'has doubled braces that are no placeholder',
      'Write placeholders as {{name}}, in small letters and without spaces.',
    );
}

async function overriddenFiles(folder: string): Promise<ReadonlySet<string>> {
  let files: readonly string[];
  try {
    files = await readdir(folder);
  } catch (cause) {
    throw new Fault(
      'configuration',
      `The folder of prompts ${folder} cannot be read.`,
      'Set PROMPTS_DIR to a folder that exists and may be read, or leave it unset.',
      cause,
    );
  }
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
  const strange = names.find((name) => !PROMPT_FILES.has(name));
  if (strange !== undefined)
    throw broken(
      join(folder, `${strange}.md`),
      'replaces no prompt',
      `The prompts are ${[...PROMPT_FILES.keys()].join(', ')}.`,
    );
  return new Set(names);
}

async function readPrompt(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Fault(
      'configuration',
      `The prompt ${path} cannot be read.`,
      'Reinstall Planwright, or check the rights of the file.',
      cause,
    );
  }
}

function broken(path: string, what: string, advice: string): Fault {
  return new Fault('configuration', `The prompt ${path} ${what}.`, advice);
}

function list(keys: readonly string[]): string {
  return keys.map((key) => `{{${key}}}`).join(', ');
}
