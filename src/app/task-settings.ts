/** The service's settings as a task keeps them. */
import { Fault } from '../errors.ts';
import { defaultLimits, type SandboxLimits } from '../sandbox/container-settings.ts';
import { CONVERSATION_TOKENS } from '../plan/conversation-size.ts';
import { isInJapanese, type IssueWords } from '../people/issue-language.ts';
import { modelsOf } from '../config/chosen-profile.ts';
import { isBuiltIn } from '../config/schema.ts';
import type { LoadedSettings } from '../config/load.ts';
import { permittedBy } from '../repository-config/apply-config.ts';
import type { RepositoryConfig } from '../repository-config/repository-schema.ts';
import type { PlanningSettings, TaskSettings } from '../state/request.ts';

type Settings = LoadedSettings['settings'];

interface OfRepository {
  /** The issue's text as known when the task begins. */
  readonly issue?: IssueWords | null;
  /** The model profile that somebody asked for. */
  readonly profile?: string | null;
  /** The parts of the repository's configuration that the service's settings do not have. */
  readonly config?: RepositoryConfig;
  readonly files?: TaskSettings['configuration']['files'];
  readonly lowered?: readonly string[];
}

/** Fixed when the task begins. */
export function taskSettings(settings: Settings, botSlug: string, of: OfRepository = {}): TaskSettings {
  const { issue = null, profile = null, config = {}, files = [], lowered = [] } = of;
  const { environment = {} } = config;
  const { budget, language } = settings;
  const ofIssue = { language: issue !== null && isInJapanese(issue) ? 'ja' : 'en', followsIssue: true } as const;
  return {
    ...(language === 'auto' ? ofIssue : { language }),
    triggerLabel: settings.trigger_label,
    budget: { tokens: budget.tokens, usd: budget.usd, minutes: budget.minutes, modelCalls: budget.model_calls },
    budgetExtensions: settings.budget_extensions,
    ...dailyBudgetOf(settings),
    maxLoops: settings.planning.max_loops,
    maxSubtasks: settings.planning.max_subtasks,
    planning: planningSettings(settings.planning),
    environments: environment.name === undefined ? Object.keys(settings.environments) : [environment.name],
    ownImages: Object.entries({ ...settings.environments, ...pinnedImage(environment) })
      .filter(([name, { image }]) => !isBuiltIn(name, image))
      .map(([name]) => name),
    network: { mode: settings.sandbox.network.mode, hosts: settings.sandbox.network.allow },
    commandTimeoutMs: settings.sandbox.command_timeout_sec * 1_000,
    keepSandboxMs: settings.sandbox.keep_sec * 1_000,
    keepStoppedMs: settings.sandbox.keep_hours * 3_600_000,
    outageMs: settings.github.outage_hours * 3_600_000,
    protectedPaths: settings.protected_paths,
    botSlug,
    untrustedComments: settings.untrusted_comments,
    allowedBots: settings.allowed_bots,
    conversationTokens: CONVERSATION_TOKENS,
    commands: {
      test: config.test_command ?? null,
      build: config.build_command ?? null,
      lint: config.lint_command ?? null,
    },
    requestsReview: settings.github.request_review,
    reviewers: config.reviewers ?? [],
    alwaysDraft: config.draft === 'always',
    instructions: config.instructions ?? '',
    pinned: {
      environment: environment.name ?? null,
      image: environment.image ?? null,
      setup: environment.setup ?? null,
      verification: environment.verification ?? null,
    },
    models: modelsOf(settings, profile ?? config.models?.profile ?? null),
    configuration: { files, lowered },
  };
}

/** Absent if nothing is limited. */
export function dailyBudgetOf({
  daily_budget: daily,
}: Pick<Settings, 'daily_budget'>): Pick<TaskSettings, 'dailyBudget'> {
  if (Object.values(daily).every((amount) => amount === null)) return {};
  const { model_calls: modelCalls, ...amounts } = daily;
  return { dailyBudget: { ...amounts, modelCalls } };
}

function pinnedImage({ name, image }: NonNullable<RepositoryConfig['environment']>) {
  return name === undefined || image === undefined ? {} : { [name]: { image } };
}

export function planningSettings(planning: Settings['planning']): PlanningSettings {
  const { reflection, replanning } = planning;
  return {
    enabled: planning.enabled,
    strategy: planning.strategy,
    level: planning.decomposition_level,
    reflection: {
      enabled: planning.enabled && reflection.enabled,
      onError: reflection.trigger_on_error,
      interval: reflection.trigger_interval,
      depth: reflection.depth,
    },
    maxRevisions: planning.revision.max_revisions,
    review: { plan: planning.enabled ? planning.review.plan : false, diff: planning.review.diff },
    replanning: {
      // Without a plan there is nothing to re-plan.
      enabled: planning.enabled && replanning.enabled,
      minConfidence: replanning.llm_decision.min_confidence_threshold,
      confirmsLowConfidence: replanning.llm_decision.require_user_confirmation_on_low_confidence,
      confirmationThreshold: replanning.llm_decision.user_confirmation_threshold,
      clarifications: replanning.goal_understanding.max_clarification_requests,
      questionsInWork: replanning.goal_understanding.max_questions_in_work,
      redecompositions: replanning.task_decomposition.max_redecomposition_attempts,
      regenerations: replanning.action_sequence.max_regeneration_attempts,
      actionRetries: replanning.execution.max_action_retries,
      partialReplans: replanning.execution.max_partial_replans,
      monitoringRevisions: replanning.reflection.max_plan_revisions,
      total: replanning.global.max_total_replans,
      detectsLoops: replanning.global.infinite_loop_detection,
      sameTrigger: replanning.global.same_trigger_max_count,
    },
    assumes: replanning.goal_understanding.auto_assume_on_no_response,
    assumeAfterMs: replanning.goal_understanding.auto_assume_timeout_minutes * 60_000,
  };
}

export function sandboxLimits(sandbox: Settings['sandbox']): SandboxLimits {
  const mib = 1024 ** 2;
  return {
    ...defaultLimits,
    memoryBytes: sandbox.memory_mb * mib,
    cpus: sandbox.cpus,
    processes: sandbox.pids,
    diskBytes: sandbox.disk_mb * mib,
    diskFiles: sandbox.disk_files,
    diskReserveBytes: sandbox.disk_reserve_mb * mib,
    outputBytes: sandbox.output_kb * 1024,
    graceMs: sandbox.kill_grace_sec * 1_000,
  };
}

/** A repository's own image, as long as the operator permits it. */
export function imageOf(settings: Settings, name: string, pinned: TaskSettings['pinned']): string {
  if (pinned.environment === name && pinned.image !== null) {
    if (permittedBy(settings).images.includes(pinned.image)) return pinned.image;
    throw new Fault(
      'configuration',
      `The image "${pinned.image}" of the repository is not permitted any more.`,
      'Add it to repositories.images in the settings again, or change the configuration of the repository.',
    );
  }
  const environment = settings.environments[name];
  if (environment) return environment.image;
  throw new Fault(
    'configuration',
    `There is no environment "${name}" any more.`,
    'Add it to the settings again, or start a new task.',
  );
}
