/** The plan of a task, with the keys people and models know it by (PLAN-1, MODEL-2). */
export interface GoalUnderstanding {
  readonly main_objective: string;
  readonly success_criteria: readonly string[];
  readonly constraints: readonly string[];
  readonly context: string;
}

export interface GoalError {
  readonly type: 'unclear_goal' | 'already_done';
  readonly message: string;
  readonly clarification_needed: readonly string[];
  readonly assumptions: readonly string[];
  readonly evidence: readonly string[];
}

export interface Subtask {
  readonly id: string;
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly estimated_complexity: 'low' | 'medium' | 'high';
  readonly required_tools: readonly string[];
  /** The subtask that this one belongs to; none at the top. */
  readonly parent_id?: string | undefined;
  readonly phase_name?: string | undefined;
  readonly milestone?: string | undefined;
  readonly wbs_level?: number | undefined;
  readonly work_type?: 'spec' | 'docs' | 'design' | 'implementation' | 'test' | undefined;
  readonly domain?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly estimated_effort?: string | undefined;
  readonly suggested_impl?: SuggestedImpl | undefined;
  /** Added when the plan was carried out and something was still missing. */
  readonly from_verification?: true | undefined;
}

export interface SuggestedImpl {
  readonly language?: string | undefined;
  readonly file_paths: readonly string[];
  readonly constraints: readonly string[];
}

export interface AcceptanceCriterion {
  readonly id: string;
  readonly description: string;
  /** The subtask it was given with (PLAN-9): it goes when that goes, and an update of that replaces it. */
  readonly task_id?: string | undefined;
}

export interface TaskDecomposition {
  readonly reasoning: string;
  readonly subtasks: readonly Subtask[];
}

/** A division with more subtasks than its task may have. */
export interface TooMany {
  readonly subtasks: number;
  readonly most: number;
}

export interface PlannedAction {
  readonly task_id: string;
  readonly action_type: 'tool_call' | 'run_worker' | 'ask_human';
  readonly tool: string;
  readonly purpose: string;
  readonly expected_outcome: string;
  readonly fallback_strategy: string;
}

export interface ActionPlan {
  readonly execution_order: readonly string[];
  readonly actions: readonly PlannedAction[];
}

export interface SelectedEnvironment {
  readonly name: string;
  readonly reason: string;
  readonly detected_files: readonly string[];
  readonly setup_commands: readonly string[];
  readonly verification: readonly { readonly command: string; readonly expected_output: string }[];
}

export interface Plan {
  readonly goal_understanding: GoalUnderstanding;
  readonly task_decomposition: TaskDecomposition;
  readonly acceptance_criteria: readonly AcceptanceCriterion[];
  readonly action_plan: ActionPlan;
  readonly selected_environment: SelectedEnvironment;
  readonly test_command: string | null;
  /** What a review that let it pass would do better (EXEC-7); the model is told at work. */
  readonly review_suggestions?: string | undefined;
}
