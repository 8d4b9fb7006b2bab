/** Every prompt and the placeholders its text must use: no more, no fewer. */
export const PLACEHOLDERS = {
  system: ['repository', 'language'],
  'goal-understanding': ['issue', 'comments', 'project_rules', 'repository_context', 'earlier_tasks', 'notes'],
  'task-decomposition': ['strategy', 'decomposition_level', 'tools', 'goal', 'issue', 'repository_context', 'project_rules', 'notes'],
  'action-plan': ['action_types', 'tools', 'goal', 'subtasks', 'environments', 'environment_files', 'project_rules', 'notes'],
  'decide-goal': ['request', 'comments', 'repository_context', 'earlier_tasks', 'goal', 'answer'],
  'decide-decomposition': ['request', 'goal', 'decomposition', 'tools', 'answer'],
  'decide-actions': ['request', 'goal', 'subtasks', 'actions', 'tools', 'answer'],
  'decide-execution': ['request', 'goal', 'plan', 'action', 'results', 'progress', 'remaining', 'reflection', 'change', 'answer'],
  'decide-result': ['request', 'goal', 'criteria', 'plan', 'done', 'progress', 'reflection', 'tests', 'change', 'comments', 'answer'],
  'decide-answer': ['earlier_decisions', 'limits', 'notes'],
  reflection: ['occasion', 'revision', 'goal', 'plan', 'log_note', 'log', 'progress', 'comments', 'notes'],
  'plan-patch': ['max_subtasks', 'goal', 'subtasks', 'tree', 'messages', 'notes', 'comment'],
  'act-system': ['repository', 'language'],
  act: ['task', 'project_rules', 'plan', 'action', 'expected_outcome', 'fallback_strategy', 'environment_state'],
  'act-anew': [
    'task',
    'project_rules',
    'plan',
    'past',
    'people',
    'steps',
    'action',
    'expected_outcome',
    'fallback_strategy',
    'environment_state',
  ],
  'act-reminder': [],
  'review-plan': ['request', 'comments', 'goal', 'division', 'actions', 'environment', 'tools', 'earlier_reviews'],
  'review-diff': ['request', 'comments', 'goal', 'criteria', 'plan', 'tests', 'change', 'earlier_reviews'],
  summary: ['task', 'plan', 'test_results', 'change'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PromptName = keyof typeof PLACEHOLDERS;
export type PromptValues<Name extends PromptName> = { readonly [Key in (typeof PLACEHOLDERS)[Name][number]]: string };

export const PROMPT_NAMES = Object.keys(PLACEHOLDERS) as PromptName[];
