/** The schema as a tree of keys, for everything that must speak about settings: messages, variables, the reference. */
import { z } from 'zod';
import { Settings } from './schema.ts';

const JsonNode = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  expects: z.string().optional(),
  get properties() {
    return z.record(z.string(), JsonNode).optional();
  },
  get items() {
    return JsonNode.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), JsonNode]).optional();
  },
  get anyOf() {
    return z.array(JsonNode).optional();
  },
});
export type SettingNode = z.infer<typeof JsonNode>;

export const settingTree: SettingNode = JsonNode.parse(z.toJSONSchema(Settings, { io: 'input' }));

export function childOf(node: SettingNode, key: string): SettingNode | null {
  if (node.properties !== undefined && Object.hasOwn(node.properties, key)) return node.properties[key] ?? null;
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : null;
}

export function nodeAt(path: readonly PropertyKey[]): SettingNode | null {
  let node: SettingNode | null = settingTree;
  for (const key of path) {
    node = typeof key === 'number' ? (node.items ?? null) : childOf(node, String(key));
    if (node === null) return null;
  }
  return node;
}

export function isSection(node: SettingNode): boolean {
  return node.type === 'object';
}

export function allowsNull(node: SettingNode): boolean {
  return typesOf(node).includes('null');
}

/** Every setting with its path, sections left out; `environments` counts as one setting. */
export function allSettings(
  node: SettingNode = settingTree,
  path: readonly string[] = [],
): readonly (readonly [string, SettingNode])[] {
  if (node.properties === undefined) return [[path.join('.'), node]];
  return Object.entries(node.properties).flatMap(([key, child]) => allSettings(child, [...path, key]));
}

/** What a value must look like, in words: "a whole number from 1 to 1000", "one of en, ja". */
export function expectation(node: SettingNode): string {
  const orNull = allowsNull(node) ? ', or null' : '';
  return `${withoutNull(valueNode(node))}${orNull}`;
}

function withoutNull(node: SettingNode): string {
  if (node.expects !== undefined) return node.expects;
  if (node.enum !== undefined)
    return node.enum.length === 1 ? `"${String(node.enum[0])}"` : `one of ${node.enum.map(String).join(', ')}`;
  switch (typesOf(node).find((type) => type !== 'null')) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${range(node)}`;
    case 'number':
      return `a number${range(node)}`;
    case 'array':
      return node.items === undefined ? 'a list' : `a list; each: ${expectation(node.items)}`;
    case 'object':
      return 'a section of its own, with keys below it';
    case 'string':
    case undefined:
      return 'text';
    default:
      return 'text';
  }
}

function range(node: SettingNode): string {
  const from = bounded(node.minimum);
  const to = bounded(node.maximum);
  if (node.exclusiveMinimum !== undefined)
    return ` above ${node.exclusiveMinimum}${to === null ? '' : `, up to ${to}`}`;
  if (from !== null && to !== null) return ` from ${from} to ${to}`;
  if (from !== null) return `, ${from} or more`;
  return to === null ? '' : `, ${to} or less`;
}

/** zod states the range of safe integers where we stated none. */
function bounded(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? null : limit;
}

function typesOf(node: SettingNode): readonly string[] {
  return (node.anyOf ?? [node]).flatMap((inner) => inner.type ?? []);
}

function valueNode(node: SettingNode): SettingNode {
  return node.anyOf?.find((inner) => inner.type !== 'null') ?? node;
}
