/** A schema as a tree of keys, for messages, variables and the reference. */
import { z } from 'zod';
import { Settings } from './schema.ts';

/** The parts that we need of zod's JSON schema of our settings. */
const JsonNode = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maxItems: z.number().optional(),
  expects: z.string().optional(),
  /** The same in Japanese, where people read it on GitHub. */
  expects_ja: z.string().optional(),
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

export function settingTreeOf(schema: z.ZodType): SettingNode {
  return JsonNode.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

export const settingTree = settingTreeOf(Settings);

export function childOf(node: SettingNode, key: string): SettingNode | null {
  if (node.properties !== undefined && Object.hasOwn(node.properties, key)) return node.properties[key] ?? null;
  return typeof node.additionalProperties === 'object' && key !== '' ? node.additionalProperties : null;
}

export function nodeAt(path: readonly PropertyKey[], root: SettingNode = settingTree): SettingNode | null {
  let node: SettingNode | null = root;
  for (const key of path) {
    if (node === null) return null;
    node = typeof key === 'number' ? (node.items ?? null) : childOf(node, String(key));
  }
  return node;
}

export function isSection(node: SettingNode): boolean {
  return node.type === 'object';
}

export function allowsNull(node: SettingNode): boolean {
  return node.anyOf?.some(({ type }) => type === 'null') ?? false;
}

/** The node itself, or its alternative to null. */
export function valueNode(node: SettingNode): SettingNode {
  return node.anyOf?.find(({ type }) => type !== 'null') ?? node;
}

/** Every setting with its path, without sections; `environments` counts as one setting. */
export const allSettings = settingsBelow(settingTree);

export function settingsBelow(
  node: SettingNode,
  path: readonly string[] = [],
): readonly (readonly [string, SettingNode])[] {
  if (node.properties === undefined) return [[path.join('.'), node]];
  return Object.entries(node.properties).flatMap(([key, child]) => settingsBelow(child, [...path, key]));
}

/** What a value must look like, in words: "a whole number from 1 to 1000", "one of en, ja". */
export function expectation(node: SettingNode): string {
  return `${valueExpectation(valueNode(node))}${allowsNull(node) ? ', or null' : ''}`;
}

function valueExpectation(node: SettingNode): string {
  if (node.expects !== undefined) return node.expects;
  if (node.enum !== undefined)
    return node.enum.length === 1 ? `"${String(node.enum[0])}"` : `one of ${node.enum.join(', ')}`;
  switch (node.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${range(node)}`;
    case 'number':
      return `a number${range(node)}`;
    case 'array':
      return `a list${node.maxItems === undefined ? '' : ` of at most ${node.maxItems}`}${node.items === undefined ? '' : `; each: ${expectation(node.items)}`}`;
    case 'object':
      return 'a section of its own, with keys below it';
    default:
      return 'text';
  }
}

function range({ minimum, maximum, exclusiveMinimum }: SettingNode): string {
  const from = stated(minimum);
  const to = stated(maximum);
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}${to === null ? '' : `, up to ${to}`}`;
  if (from !== null && to !== null) return ` from ${from} to ${to}`;
  if (from !== null) return `, ${from} or more`;
  return to === null ? '' : `, ${to} or less`;
}

/** zod adds the range of safe integers where we gave none. */
function stated(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? null : limit;
}
