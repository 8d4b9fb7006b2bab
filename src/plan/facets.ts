/**
 * The kind of work of a subtask and the part of the project it belongs to, derived from its texts if not given
 * (MODEL-2, task-execution-and-visual-grouping §5 of the seed).
 */
import type { Subtask } from '../state/plan.ts';

type WorkType = NonNullable<Subtask['work_type']>;

const PHASES: readonly (readonly [RegExp, WorkType])[] = [
  [/概念設計|要件|\b(?:concept|requirements?|specification)/i, 'spec'],
  [/検証|テスト|\b(?:verification|validation|test)/i, 'test'],
  [/実装設計|設計|\bdesign/i, 'design'],
  [/実装|\bimplement/i, 'implementation'],
];
const IS_DOCS = /ドキュメント|文書|\breadme\b|\bdocumentation\b|\bdocs?\b/i;
/** Folders that contain all kinds of parts; the folder below says more. */
const OUTER: ReadonlySet<string> = new Set([
  'src',
  'lib',
  'app',
  'apps',
  'packages',
  'internal',
  'cmd',
  'pkg',
  'test',
  'tests',
]);

export function withFacets(subtask: Subtask): Subtask {
  const { work_type: type = workTypeOf(subtask), domain = domainOf(subtask.suggested_impl?.file_paths ?? []) } =
    subtask;
  return {
    ...subtask,
    ...(type === undefined ? {} : { work_type: type }),
    ...(domain === undefined ? {} : { domain }),
  };
}

/** From the phase only: nearly every description mentions its tests. */
function workTypeOf({ phase_name: phase = '', description }: Subtask): WorkType | undefined {
  const named = PHASES.find(([pattern]) => pattern.test(phase.normalize('NFKC')))?.[1];
  return named === 'spec' && IS_DOCS.test(description) ? 'docs' : named;
}

/** The folder that all paths share, below the outer ones; undefined if they share none. */
function domainOf(paths: readonly string[]): string | undefined {
  const names = paths.map((path) => {
    const folders = path
      .replace(/^\.?\//, '')
      .split('/')
      .slice(0, -1);
    return folders.find((folder) => !OUTER.has(folder.toLowerCase()));
  });
  const [first] = names;
  return first !== undefined && names.every((name) => name === first) ? first : undefined;
}
