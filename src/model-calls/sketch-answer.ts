/**
 * Reads as much as possible of a plan that breaks its schema, so that broken rules are reported in the same round. For
 * checking only: unreadable parts count as absent unless that would break a rule.
 */
import { z } from 'zod';
import { Required, Texts } from './plan-schemas.ts';
import { CALLS } from './calls.ts';
import type { ModelAnswer } from '../ports/model.ts';

const Name = z.union([Required, z.number().transform(String)]);
const Names = z.array(Name).catch([]);
const Text = z.string().catch('');

/** If a subtask has no id, unknown ids cannot be determined, so nothing is checked. */
const Subtask = z.object({
  id: Name,
  description: Text,
  dependencies: Names,
  parent_id: Name.optional().catch(undefined),
});
const Decomposition = z.object({
  task_decomposition: z.object({ subtasks: z.array(Subtask) }),
  acceptance_criteria: z.array(z.object({ id: Text, description: Text })).catch([]),
});

const Action = z.object({
  task_id: Name,
  action_type: z.enum(['tool_call', 'run_worker', 'ask_human']).catch('tool_call'),
  tool: Text,
  purpose: Text,
  expected_outcome: Text,
  fallback_strategy: Text,
});
const Verification = z.object({ command: Text, expected_output: Text });
const ActionPlan = z.object({
  action_plan: z.object({ execution_order: Names, actions: z.array(Action).catch([]) }),
  selected_environment: z
    .object({
      name: z.string().optional().catch(undefined),
      reason: Text,
      detected_files: Texts.catch([]),
      setup_commands: Texts.catch([]),
      verification: z.array(Verification).catch([]),
    })
    .catch({ name: undefined, reason: '', detected_files: [], setup_commands: [], verification: [] }),
  test_command: z.string().optional().catch(undefined),
});

const SKETCHES = { task_decomposition: Decomposition, action_plan: ActionPlan } as const;
type Sketched = keyof typeof SKETCHES;
export type Sketch<Of extends Sketched> = z.infer<(typeof SKETCHES)[Of]>;

/** Null if too little is readable. */
export function sketchAnswer<Of extends Sketched>(
  call: Of,
  { content }: Pick<ModelAnswer, 'content'>,
): Sketch<Of> | null {
  const use = content.find((block) => block.type === 'tool_use' && block.name === CALLS[call].tool.name);
  if (use?.type !== 'tool_use') return null;
  const reading = SKETCHES[call].safeParse(use.input);
  return reading.success ? (reading.data as Sketch<Of>) : null;
}
