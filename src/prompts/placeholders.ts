/** Every prompt and the placeholders its text must use: no more, no fewer. */
export const PLACEHOLDERS = {
  system: ['repository', 'language'],
  'goal-understanding': ['issue', 'comments', 'project_rules', 'repository_context', 'earlier_tasks'],
  'task-decomposition': ['strategy', 'max_subtasks', 'goal', 'issue', 'repository_context'],
  'action-plan': ['action_types', 'tools', 'goal', 'subtasks', 'environments', 'environment_files'],
  'act-system': ['repository', 'language'],
  act: ['task', 'plan', 'action', 'expected_outcome', 'fallback_strategy', 'environment_state'],
  'act-reminder': [],
  summary: ['task', 'plan', 'test_results', 'change'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PromptName = keyof typeof PLACEHOLDERS;
export type PromptValues<Name extends PromptName> = { readonly [Key in (typeof PLACEHOLDERS)[Name][number]]: string };

export const PROMPT_NAMES = Object.keys(PLACEHOLDERS) as PromptName[];
