/** Parses one `.github/planwright.yml`: its content, or everything that is wrong with it (GH-9). Never throws. */
import { nearest, valueAt } from '../config/mistakes.ts';
import { MAX_YAML_BYTES, readYaml, type ReadYaml } from '../config/read-yaml.ts';
import { nodeAt } from '../config/setting-tree.ts';
import { expectedBy, foundIn, type ConfigMistake, type ConfigProblem } from './config-mistake.ts';
import { notPermitted, type Permitted } from './permitted.ts';
import { configKeys, configTree, RepositoryConfig } from './repository-schema.ts';
import type { z } from 'zod';

export interface ParsedConfig {
  /** Null if there are mistakes: nothing starts with a partly understood file. */
  readonly config: RepositoryConfig | null;
  readonly mistakes: readonly ConfigMistake[];
  /** As far as it is readable in a file with mistakes: whoever sets this label is told about them. */
  readonly triggerLabel: string | null;
}

const AT_BEGINNING = { line: 1, column: 1, key: '' } as const;

/** `bytes` is the whole size if the text was too long to read. */
export function parseConfig(
  file: { readonly text: string | null; readonly bytes: number },
  may: Permitted,
): ParsedConfig {
  if (file.bytes > MAX_YAML_BYTES) return unreadable({ is: 'too_large' });
  if (file.text === null) return unreadable({ is: 'not_text' });
  const yaml = readYaml(file.text);
  // A file whose lines are all commented out is empty.
  const content = yaml.content ?? {};
  const label = RepositoryConfig.shape.trigger_label.safeParse(valueAt(content, ['trigger_label'])).data ?? null;
  if (yaml.mistakes.length > 0)
    return {
      config: null,
      triggerLabel: label,
      mistakes: yaml.mistakes.map(({ code, line, column }) => ({
        line,
        column,
        key: '',
        problem: ofWhole[code] ?? { is: 'syntax', code },
      })),
    };
  const read = RepositoryConfig.safeParse(content);
  const mistakes = read.success
    ? notPermitted(read.data, may).map(({ path, problem }) => mistakeAt(yaml, path, problem, 'value'))
    : read.error.issues.flatMap((issue) => mistakesOf(issue, content, yaml));
  return {
    config: mistakes.length === 0 && read.success ? read.data : null,
    mistakes: mistakes.toSorted((one, other) => one.line - other.line || one.column - other.column),
    triggerLabel: label,
  };
}

const ofWhole: Readonly<Record<string, ConfigProblem>> = {
  ALIASES: { is: 'too_many_aliases' },
  TOO_COMPLEX: { is: 'too_complex' },
};

function unreadable(problem: ConfigProblem): ParsedConfig {
  return { config: null, mistakes: [{ ...AT_BEGINNING, problem }], triggerLabel: null };
}

/** There is no file at the path, but a folder, a link or a submodule. */
export const NO_FILE: ParsedConfig = unreadable({ is: 'not_a_file' });

function mistakesOf(issue: z.core.$ZodIssue, content: unknown, yaml: ReadYaml): readonly ConfigMistake[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => mistakeAt(yaml, [...issue.path, key], unknownKey(key, issue.path), 'key'));
  const node = nodeAt(issue.path, configTree);
  const found = foundIn(valueAt(content, issue.path));
  const expected = node === null ? { en: 'something else', ja: '別の値' } : expectedBy(node);
  return [mistakeAt(yaml, issue.path, { is: 'wrong_value', found, expected }, 'value')];
}

function unknownKey(key: string, section: readonly PropertyKey[]): ConfigProblem {
  if (key === '<<') return { is: 'merge_key' };
  const known = Object.keys(nodeAt(section, configTree)?.properties ?? {});
  const elsewhere = configKeys.map(([path]) => path).find((path) => path.endsWith(`.${key}`));
  return { is: 'unknown_key', meant: nearest(key, known) ?? elsewhere ?? null, known };
}

function mistakeAt(
  yaml: ReadYaml,
  path: readonly PropertyKey[],
  problem: ConfigProblem,
  part: 'key' | 'value',
): ConfigMistake {
  const place = yaml.placeOf(path, part) ?? yaml.placeOf(path.slice(0, -1), 'key') ?? AT_BEGINNING;
  return { line: place.line, column: place.column, key: path.map(String).join('.'), problem };
}
