/**
 * The schema of the Task YAML of `planwright run < task.yaml`, version 1. Absent keys have the default given here, or
 * come from the operator's settings.
 */
import { z } from 'zod';
import { AGENT_CLIS, TaskTooling } from './task-tooling.ts';

const text = z.string();
/** Part of file and container names everywhere. */
export const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const folder = text.refine(
  (path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0'),
  'a folder within the repository, such as packages/api',
);

const Test = z.strictObject({ command: text.min(1).optional(), cwd: folder.optional() });

const TaskPart = z.strictObject({
  id: text.regex(TASK_ID, 'letters, digits, ".", "_" and "-", 64 at most, the first a letter or a digit').optional(),
  title: text.max(200).default(''),
  repo: text.min(1).default('.'),
  description: text.default(''),
  dependencies: z.array(text).default([]),
  wbs_level: z.int().min(0).max(3).default(0),
  phase_name: text.default(''),
  suggested_impl: z
    .strictObject({
      language: text.default(''),
      file_paths: z.array(text).default([]),
      constraints: z.array(text).default([]),
    })
    .optional(),
  prd: z
    .strictObject({ path: text.min(1).optional(), text: text.min(1).optional() })
    .refine(({ path, text: own }) => (path === undefined) !== (own === undefined), 'either a path or a text'),
  test: Test.optional(),
});

const Meta = z.strictObject({
  kind: z
    .enum(['openai-chat', 'anthropic', ...AGENT_CLIS], 'openai-chat, anthropic, codex-cli, claude-code or gemini-cli')
    .optional(),
  model: text.min(1).max(200).optional(),
  system_prompt: text.optional(),
});

/** Accepted and reported as without effect, since there are no worker CLIs yet. */
const Worker = z.strictObject({
  kind: z.enum(AGENT_CLIS, 'codex-cli, claude-code or gemini-cli').default('codex-cli'),
  model: text.optional(),
  docker_image: text.optional(),
  max_run_time_sec: z.int().min(1).max(86_400).default(1_800),
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'the name of a variable'), text).default({}),
});

export const TaskYaml = z.strictObject({
  version: z.literal(1, '1'),
  task: TaskPart,
  runner: z
    .strictObject({
      max_loops: z.int().min(1).max(100).default(10),
      meta: Meta.optional(),
      worker: Worker.optional(),
      tooling: TaskTooling.optional(),
    })
    .prefault({}),
});
export type TaskYaml = z.infer<typeof TaskYaml>;

/** The allowed keys at a place, for suggestions; empty if any key is allowed. */
export function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let at: z.ZodType = TaskYaml;
  for (const key of path) {
    const next = within(at, key);
    if (next === undefined) return [];
    at = next;
  }
  const found = innermost(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function within(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const outer = innermost(schema);
  if (outer instanceof z.ZodArray) return outer.element as z.ZodType;
  return outer instanceof z.ZodObject ? (outer.shape as Readonly<Record<PropertyKey, z.ZodType>>)[key] : undefined;
}

/** Inside defaults and other wrappers. */
function innermost(schema: z.ZodType): unknown {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault)
    inner = inner.unwrap();
  return inner;
}
