/** The project's own rules for the model (PLAN-2): guidance on style and commands, each for its own folder. */
import { boundedBlock, boundedLines, hiddenNote, shares, type Room } from './bounded.ts';
import { nestedRules } from '../plan/rules-in-folders.ts';
import { untrusted } from '../people/fence.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { TaskSettings } from '../state/request.ts';

interface RulesFor {
  readonly snapshot: Pick<Snapshot, 'projectRules'>;
  readonly settings: Pick<TaskSettings, 'instructions'>;
}

/** Files in this folder apply to the whole repository. */
const FOR_THE_WHOLE = '.github/';

/** The project's own files, and the instructions of its configuration (GH-9). */
export function rulesOf({ snapshot, settings }: RulesFor): Readonly<Record<string, string>> {
  const { instructions } = settings;
  const given = instructions === '' ? {} : { [`${FOR_THE_WHOLE}planwright.yml`]: instructions };
  return { ...given, ...snapshot.projectRules };
}

/** They were bounded when they were read. */
export function projectRulesBlock(rules: Readonly<Record<string, string>>, nonce: string): string {
  const files = Object.entries(rules);
  if (files.length === 0) return 'None.';
  return files.map(([path, text]) => block(path, text, nonce)).join('\n\n');
}

function scopeOf(path: string): string {
  const folder = path.startsWith(FOR_THE_WHOLE) ? '' : path.slice(0, path.lastIndexOf('/') + 1);
  return folder === '' ? 'for the whole repository' : `only for files in ${folder}`;
}

function block(path: string, text: string, nonce: string): string {
  const shown = withoutInvisible(text);
  return untrusted(`rules ${scopeOf(path)}: ${path}`, shown.text, nonce) + hiddenNote(shown);
}

/** In a bounded room: small files stay whole, large ones lose their middle. */
export function boundedRules(files: Readonly<Record<string, string>>, room: Room): string {
  const all = Object.entries(files);
  if (all.length === 0) return 'None.';
  const sizes = all.map(([path, text]) => Buffer.byteLength(text) + Buffer.byteLength(path) + MARKS);
  const given = shares(sizes, room.maxBytes - MARKS);
  const blocks = all.flatMap(([path, text], at) => {
    const maxBytes = given[at] ?? 0;
    if (maxBytes < (sizes[at] ?? 0) && maxBytes < MIN_RULES) return [];
    return [boundedBlock(`rules ${scopeOf(path)}: ${path}`, text, { ...room, maxBytes })];
  });
  const left = all.length - blocks.length;
  return [...blocks, ...(left > 0 ? [`(${left} more files of rules are left out.)`] : [])].join('\n\n');
}

/** For the action loop: rules of single folders are shown when a tool works there. */
export function rulesForWork(files: Readonly<Record<string, string>>, room: Room): string {
  const nested = nestedRules(files);
  const top = Object.fromEntries(Object.entries(files).filter(([path]) => !nested.includes(path)));
  const text = boundedRules(top, room);
  if (nested.length === 0) return text;
  const lines = nested.map((path) => `- ${path}`);
  return `${text}\n\nFolders with rules of their own; you are shown them when you first work there:\n${boundedLines('files of rules', lines, { ...room, maxBytes: MAX_LIST })}`;
}

const MARKS = 320;
/** Less of a file would be useless. */
const MIN_RULES = 600;
const MAX_LIST = 2_000;
