/**
 * Settings from environment variables: the names in the specification, and for every setting
 * `PLANWRIGHT_<SECTION>__<KEY>` (two underscores between levels), which wins over the former.
 */
import type { GivenVariables } from './environment.ts';
import { nearest } from './mistakes.ts';
import { allowsNull, allSettings, childOf, isSection, nodeAt, valueNode, type SettingNode } from './setting-tree.ts';

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

export const VARIABLE_PREFIX = 'PLANWRIGHT_';
const YES = ['true', '1', 'yes', 'on'];
const NO = ['false', '0', 'no', 'off'];

export interface Override {
  readonly variable: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface Overrides {
  /** In the order in which they apply. */
  readonly overrides: readonly Override[];
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
}

export function readOverrides(given: GivenVariables): Overrides {
  const overrides: Override[] = [];
  const mistakes: string[] = [];
  const warnings: string[] = [];
  const all = [
    ...Object.entries(NAMED_OVERRIDES).map(([variable, path]) => [variable, path.split('.')] as const),
    ...Object.keys(given)
      .filter((variable) => variable.startsWith(VARIABLE_PREFIX) && variable !== 'PLANWRIGHT_CONFIG')
      .toSorted()
      .map((variable) => [variable, variable.slice(VARIABLE_PREFIX.length).toLowerCase().split('__')] as const),
  ];
  for (const [variable, path] of all) {
    const written = given[variable];
    const node = nodeAt(path);
    if (written === undefined) continue;
    if (node !== null && !isSection(node)) overrides.push({ variable, path, value: valueFrom(written, node) });
    else if (node !== null)
      mistakes.push(
        `${variable} (environment variable): "${path.join('.')}" has keys of its own; ` +
          `set one of them, such as ${exampleBelow(path, node)}.`,
      );
    else if (path.length > 1)
      mistakes.push(`${variable} (environment variable): there is no such setting.${meant(variable)}`);
    // A name without "__" may belong to somebody else: Kubernetes sets PLANWRIGHT_PORT for a service called planwright.
    else if (meant(variable) !== '')
      warnings.push(`${variable} is not a known variable and was ignored.${meant(variable)}`);
  }
  return { overrides, mistakes, warnings };
}

export function variableFor(path: string): string {
  return `${VARIABLE_PREFIX}${path.toUpperCase().replaceAll('.', '__')}`;
}

/**
 * Read by the setting's type and not as YAML, in which `*.example.com` is an alias and the label `priority: high` a
 * section. Text that does not fit stays text, so that the schema reports it.
 */
function valueFrom(written: string, node: SettingNode): unknown {
  const lower = written.toLowerCase();
  const number = Number(written);
  if (allowsNull(node) && lower === 'null') return null;
  const { type, items, enum: words = [] } = valueNode(node);
  if (words.includes(true) && YES.includes(lower)) return true;
  if (words.includes(false) && NO.includes(lower)) return false;
  switch (type) {
    case 'integer':
    case 'number':
      return Number.isFinite(number) ? number : written;
    case 'boolean':
      return YES.includes(lower) || (NO.includes(lower) ? false : written);
    case 'array':
      return partsOf(written).map((part) => (items === undefined ? part : valueFrom(part, items)));
    default:
      return written;
  }
}

/** `a, b, c`, or `[]` for an empty list, since an empty variable counts as unset. */
function partsOf(written: string): readonly string[] {
  return written
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((part) => part !== '');
}

function exampleBelow(path: readonly string[], node: SettingNode): string {
  if (!isSection(node)) return variableFor(path.join('.'));
  // An environment's name is chosen by the operator.
  const key = Object.keys(node.properties ?? {})[0] ?? 'node';
  return exampleBelow([...path, key], childOf(node, key) ?? {});
}

function meant(variable: string): string {
  const near = nearest(variable, ['PLANWRIGHT_CONFIG', ...allSettings.map(([path]) => variableFor(path))]);
  return near === null ? '' : ` Did you mean ${near}?`;
}
