/**
 * Settings from environment variables: the names of the specification, and for every setting
 * `PLANWRIGHT_<SECTION>__<KEY>` (two underscores between levels), which wins over the former.
 */
import { withoutEmpty, type Environment } from './environment.ts';
import { allowsNull, allSettings, childOf, isSection, nodeAt, settingTree, type SettingNode } from './setting-tree.ts';
import { nearest } from './suggest.ts';

export const NAMED_OVERRIDES: Readonly<Record<string, string>> = {
  PLANNING_ENABLED: 'planning.enabled',
  PLANNING_STRATEGY: 'planning.strategy',
  PLANNING_MAX_SUBTASKS: 'planning.max_subtasks',
  REFLECTION_ENABLED: 'planning.reflection.enabled',
  REFLECTION_INTERVAL: 'planning.reflection.trigger_interval',
  MAX_PLAN_REVISIONS: 'planning.revision.max_revisions',
  REPLANNING_ENABLED: 'planning.replanning.enabled',
  REPLANNING_MIN_CONFIDENCE: 'planning.replanning.llm_decision.min_confidence_threshold',
  MAX_TOTAL_REPLANS: 'planning.replanning.global.max_total_replans',
  META_TIMEOUT_SEC: 'model.timeout_sec',
};

const PREFIX = 'PLANWRIGHT_';
const TEXT: SettingNode = { type: 'string' };

export interface Override {
  readonly variable: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface Overrides {
  readonly overrides: readonly Override[];
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
}

export function readOverrides(env: Environment): Overrides {
  const given = withoutEmpty(env);
  const overrides: Override[] = [];
  const mistakes: string[] = [];
  const warnings: string[] = [];
  for (const [variable, path] of Object.entries(NAMED_OVERRIDES)) {
    const written = given[variable];
    if (written !== undefined) overrides.push(overrideOf(variable, path.split('.'), written));
  }
  for (const variable of Object.keys(given)
    .filter((name) => name.startsWith(PREFIX) && name !== 'PLANWRIGHT_CONFIG')
    .toSorted()) {
    const path = variable.slice(PREFIX.length).toLowerCase().split('__');
    const node = knownNode(path);
    if (node !== null && !isSection(node)) overrides.push(overrideOf(variable, path, given[variable] ?? ''));
    else if (node !== null)
      mistakes.push(
        `${variable} (environment variable): "${path.join('.')}" has keys of its own; set one of them, such as ${exampleBelow(path)}.`,
      );
    else if (path.length > 1)
      mistakes.push(`${variable} (environment variable): there is no such setting.${meant(variable)}`);
    // A name without "__" may be somebody else's: Kubernetes sets PLANWRIGHT_PORT for a service called planwright.
    else if (meant(variable) !== '')
      warnings.push(`${variable} is not a known variable and was ignored.${meant(variable)}`);
  }
  return { overrides, mistakes, warnings };
}

export function variableFor(path: string): string {
  return `${PREFIX}${path.toUpperCase().replaceAll('.', '__')}`;
}

function overrideOf(variable: string, path: readonly string[], written: string): Override {
  const node = nodeAt(path);
  return { variable, path, value: node === null ? written : valueFrom(written, node) };
}

/** Text that does not fit stays text, so that the schema reports what was found. */
function valueFrom(written: string, node: SettingNode): unknown {
  const inner = node.anyOf?.find((option) => option.type !== 'null') ?? node;
  const lower = written.toLowerCase();
  if (allowsNull(node) && lower === 'null') return null;
  switch (inner.type) {
    case 'integer':
    case 'number':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(lower) ? Number(written) : written;
    case 'boolean':
      return ['true', '1', 'yes', 'on'].includes(lower)
        ? true
        : ['false', '0', 'no', 'off'].includes(lower)
          ? false
          : written;
    case 'array':
      return listFrom(written, inner.items ?? TEXT);
    default:
      return written;
  }
}

/** `a, b, c`, or `[]` for an empty list, since an empty variable counts as unset. */
function listFrom(written: string, items: SettingNode): readonly unknown[] {
  const plain = written.replace(/^\[(.*)\]$/s, '$1');
  return plain
    .split(',')
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((part) => part !== '')
    .map((part) => valueFrom(part, items));
}

function knownNode(path: readonly string[]): SettingNode | null {
  let node: SettingNode | null = settingTree;
  for (const key of path) {
    node = key === '' || node === null ? null : childOf(node, key);
  }
  return node;
}

function exampleBelow(path: readonly string[]): string {
  if (path.join('.') === 'environments') return `${PREFIX}ENVIRONMENTS__NODE__IMAGE`;
  const known = allSettings().map(([setting]) => setting);
  return variableFor(known.find((setting) => setting.startsWith(`${path.join('.')}.`)) ?? `${path.join('.')}.image`);
}

function meant(variable: string): string {
  const near = nearest(variable, ['PLANWRIGHT_CONFIG', ...allSettings().map(([path]) => variableFor(path))]);
  return near === null ? '' : ` Did you mean ${near}?`;
}
