/** Schemas of history lines that are read for a task's story; other lines are skipped. */
import { z } from 'zod';
import { boolean, number, string, strings } from '../state/stored-data.ts';

export const Asked = z.object({
  request: z.object({
    requester: z.object({ login: string }),
    instruction: string.nullable().catch(null),
    checks: z
      .object({ failed: z.array(z.object({ name: string })) })
      .optional()
      .catch(undefined),
    pullRequest: number.optional().catch(undefined),
    repo: z.object({ repositoryId: number.nullable() }).catch({ repositoryId: null }),
  }),
});
const goal_understanding = z.object({ main_objective: string, constraints: strings.catch([]) });
export const Goal = z.object({ name: z.literal('goal_understanding'), goal_understanding });
export const Refused = z.object({
  name: z.literal('goal_error'),
  error: z.object({ message: string }),
});
export const Divided = z.object({ name: z.literal('task_decomposition') });
export const Planned = z.object({
  goal_understanding,
  acceptance_criteria: z.array(z.object({ id: string, description: string })).catch([]),
  task_decomposition: z.object({
    subtasks: z.array(z.object({ id: string, description: string, dependencies: strings.catch([]) })),
  }),
  action_plan: z.object({ execution_order: strings, actions: z.array(z.object({ task_id: string })) }),
});
export const Status = z.enum(['success', 'failure', 'partial']);
export const Finished = z.object({
  name: z.literal('finished'),
  action: number,
  status: Status,
  issues_identified: strings.catch([]),
  decisions: strings.catch([]),
});
export const PullRequest = z.object({
  name: z.literal('pull_request'),
  number: number,
  url: string,
  title: string,
  draft: boolean,
});
export const PushRefused = z.object({ name: z.literal('push_refused'), reason: string });
export const Broke = z.object({ name: z.literal('fault'), message: string });
export const Summary = z.object({
  name: z.literal('summary'),
  key_outcomes: strings,
});
export const Saved = z.object({
  name: z.literal('checkpoint'),
  change: z.object({ files: z.array(z.object({ path: string })) }),
});
export const Completed = z.object({
  status: string,
  reason: string.catch(''),
  summary: z.object({ goal_achieved: boolean, key_outcomes: strings.catch([]) }),
});
