/**
 * The prompts, read and checked once at start (MODEL-7). An operator's folder may replace single prompts by files
 * of the same name; a file with another name there is a mistake and stops the start.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import { PLACEHOLDERS, type PromptName, type PromptValues } from './placeholders.ts';

export const PROMPT_NAMES = Object.keys(PLACEHOLDERS) as PromptName[];

export interface Prompts {
  /** The prompt with its values put in; what a value contains is not looked at again. */
  render<Name extends PromptName>(name: Name, values: PromptValues<Name>): string;
}

const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)\}\}/g;

export async function loadPrompts(options: { readonly overrideFolder?: string | undefined } = {}): Promise<Prompts> {
  const overridden =
    options.overrideFolder === undefined ? new Set<string>() : await overriddenPrompts(options.overrideFolder);
  const texts = new Map<PromptName, string>();
  for (const name of PROMPT_NAMES) {
    const folder =
      options.overrideFolder !== undefined && overridden.has(name)
        ? options.overrideFolder
        : join(packageRoot(), 'prompts');
    const path = join(folder, `${name}.md`);
    const text = (await readPrompt(path)).replaceAll('\r\n', '\n').trimEnd();
    checkPlaceholders(name, path, text);
    texts.set(name, text);
  }
  return {
    render(name, values) {
      const given: Readonly<Record<string, string>> = values;
      return (texts.get(name) ?? '').replace(PLACEHOLDER, (_match, key: string) => given[key] ?? '');
    },
  };
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

async function overriddenPrompts(folder: string): Promise<ReadonlySet<string>> {
  let files: readonly string[];
  try {
    files = await readdir(folder);
  } catch (cause) {
    throw new Fault(
      'configuration',
      `The folder of prompts ${folder} cannot be read.`,
      'Check that the folder exists and may be read, or remove the setting.',
      cause,
    );
  }
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
  const strange = names.find((name) => !Object.hasOwn(PLACEHOLDERS, name));
  if (strange !== undefined)
    throw broken(join(folder, `${strange}.md`), 'replaces no prompt', `The prompts are ${PROMPT_NAMES.join(', ')}.`);
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
