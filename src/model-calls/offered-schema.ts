/**
 * Derives a tool's input schema from the schema that reads the answer: fields that reading accepts as absent or null
 * can be required (`isAsked`), and what means nothing to a model is left out.
 */
import { z } from 'zod';

type Node = Readonly<Record<string, unknown>>;

export function offeredSchema(schema: z.ZodType): Node {
  const { $schema: _dialect, ...root } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return offered(root);
}

function offered(node: Node): Node {
  const {
    default: _default,
    isAsked: _isAsked,
    minimum,
    maximum,
    properties,
    required,
    ...rest
  } = node['isAsked'] === true ? withoutNull(node) : node;
  const told = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, within(value)]));
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) told['minimum'] = minimum;
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) told['maximum'] = maximum;
  if (!isNode(properties)) return told;
  const demanded = new Set(Array.isArray(required) ? required : []);
  const names = Object.entries(properties)
    .filter(([name, property]) => demanded.has(name) || (isNode(property) && property['isAsked'] === true))
    .map(([name]) => name);
  const each = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, within(property)]));
  return { ...told, properties: each, ...(names.length === 0 ? {} : { required: names }) };
}

/** The alternative to null. */
function withoutNull({ anyOf, ...rest }: Node): Node {
  if (!Array.isArray(anyOf)) return rest;
  const given = anyOf.filter((one) => !isNode(one) || one['type'] !== 'null');
  return given.length === 1 && isNode(given[0]) ? { ...given[0], ...rest } : { ...rest, anyOf: given };
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return isNode(value) ? offered(value) : value;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
