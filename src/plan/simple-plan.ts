/** Simple mode (PLAN-3): no planning calls, one action that is the whole request. */
import { completeEnvironment, detectTestCommand } from '../environments/detect-environment.ts';
import type { Plan } from '../state/plan.ts';
import type { Snapshot } from '../ports/repositories.ts';

export function simplePlan(title: string, snapshot: Snapshot, environments: readonly string[]): Plan {
  const id = 'task_1';
  const nothing = {
    reason: 'Detected from the files of the repository.',
    detected_files: Object.keys(snapshot.environmentFiles),
    setup_commands: [],
    verification: [],
  };
  return {
    goal_understanding: { main_objective: title, success_criteria: [], constraints: [], context: '' },
    task_decomposition: {
      reasoning: '',
      subtasks: [{ id, description: title, dependencies: [], estimated_complexity: 'medium', required_tools: [] }],
    },
    acceptance_criteria: [],
    action_plan: {
      execution_order: [id],
      actions: [
        {
          task_id: id,
          action_type: 'tool_call',
          tool: 'run_command',
          purpose: 'Do what the issue asks, and check it.',
          expected_outcome: '',
          fallback_strategy: '',
        },
      ],
    },
    selected_environment: completeEnvironment(nothing, snapshot.environmentFiles, environments),
    test_command: detectTestCommand(snapshot.environmentFiles, snapshot.files),
  };
}
