/**
 * `--plan FILE`: a plan as written by `planwright plan`, perhaps edited since (PLAN-10). The rules of plans apply to
 * it, and of the subtasks that are ready the highest priority goes first.
 */
import { Fault } from '../errors.ts';
import { PLANNABLE_TOOLS } from '../model-calls/planning-messages.ts';
import { inPriorityOrder } from '../plan/action-order.ts';
import { checkActionPlan } from '../plan/check-action-plan.ts';
import { checkDecomposition } from '../plan/check-decomposition.ts';
import { checkCommands, checkTexts } from '../plan/check-texts.ts';
import { toldFaults } from '../plan/faults.ts';
import { Plan } from '../state/plan.ts';
import { readGiven } from './local-wish.ts';
import { z } from 'zod';
import type { LoadedSettings } from '../config/load.ts';

const PlanFile = z.strictObject({ ...Plan.shape, version: z.literal(1) });
const MAX_BYTES = 4 * 1024 * 1024;

export function readPlanFile(file: string, { planning, environments }: LoadedSettings['settings']): Plan {
  const text = readGiven(file, '--plan');
  if (Buffer.byteLength(text) > MAX_BYTES) throw mistaken(file, ['it has more than 4 MB.']);
  const read = PlanFile.safeParse(parsed(text));
  if (!read.success)
    throw mistaken(
      file,
      read.error.issues.slice(0, 20).map((issue) => {
        const place = issue.path.map(String).join('.');
        return place === '' ? `it is no plan: ${issue.message}.` : `${place}: ${issue.message}.`;
      }),
    );
  const { version: _, ...plan } = read.data;
  const { task_decomposition: decomposition, action_plan: actions, selected_environment: environment } = plan;
  const faults = toldFaults([
    ...checkDecomposition(decomposition, planning.max_subtasks),
    ...checkTexts(plan),
    checkCommands(environment, plan.test_command),
    ...checkActionPlan(actions, decomposition, environment, {
      tools: PLANNABLE_TOOLS,
      environments: Object.keys(environments),
    }),
  ]);
  if (faults.length > 0) throw mistaken(file, faults);
  return inOrder(plan);
}

/** Priorities may have been edited; a finished subtask that the order left out is to be done again. */
function inOrder(plan: Plan): Plan {
  const {
    task_decomposition: { subtasks },
    action_plan: actions,
  } = plan;
  const named = actions.execution_order;
  const left = subtasks.map(({ id }) => id).filter((id) => !named.includes(id));
  return { ...plan, action_plan: { ...actions, execution_order: inPriorityOrder([...left, ...named], subtasks) } };
}

function mistaken(file: string, mistakes: readonly string[]): Fault {
  return new Fault(
    'configuration',
    `The plan in ${file} cannot be carried out:\n${mistakes.map((one) => `- ${one}`).join('\n')}`,
    'Correct it, or export it again: planwright plan <task> > plan.json',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
