/**
 * What each model refuses, from the migration guides of Claude Sonnet 5.5, Opus 5.5 and Haiku 5.5
 * (platform.claude.com).
 */
import { Refusal } from './refusal.ts';
import type { Json } from './script.ts';

export interface ModelRules {
  readonly family: string;
  readonly prefill: boolean;
  readonly sampling: boolean;
  readonly forcedToolChoice: 'accepted' | 'refused' | 'only_without_thinking';
  readonly refusedThinking: readonly string[];
  readonly preservedThinking: boolean;
  readonly maxOutput: number;
  readonly minimumCacheTokens: number;
}

const FIVE_FIVE = { prefill: false, sampling: false, preservedThinking: true, maxOutput: 128_000 } as const;

const RULES: readonly ModelRules[] = [
  {
    family: 'claude-sonnet-5-5',
    ...FIVE_FIVE,
    forcedToolChoice: 'refused',
    refusedThinking: ['disabled', 'enabled'],
    minimumCacheTokens: 1024,
  },
  {
    family: 'claude-opus-5-5',
    ...FIVE_FIVE,
    forcedToolChoice: 'refused',
    refusedThinking: ['disabled', 'enabled', 'between_tools'],
    minimumCacheTokens: 512,
  },
  {
    family: 'claude-haiku-5-5',
    ...FIVE_FIVE,
    forcedToolChoice: 'only_without_thinking',
    refusedThinking: ['enabled', 'between_tools'],
    minimumCacheTokens: 512,
  },
];

/** The page on effort lists the models that accept it. */
const WITHOUT_EFFORT = /^claude-(?:haiku|sonnet)-4-5/;
const EFFORTS: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

const OLDER: ModelRules = {
  family: 'older',
  prefill: true,
  sampling: true,
  forcedToolChoice: 'accepted',
  refusedThinking: [],
  preservedThinking: false,
  maxOutput: 64_000,
  minimumCacheTokens: 1024,
};

export function rulesFor(model: string): ModelRules {
  return RULES.find((rules) => model === rules.family || model.startsWith(`${rules.family}-`)) ?? OLDER;
}

/** `GET /v1/models/{id}`: costs nothing, and is not counted or logged as a request. */
export function modelInfo(path: string): Json {
  const id = decodeURIComponent(path.slice('/v1/models/'.length));
  if (!id.startsWith('claude-')) throw new Refusal(404, `model: ${id}`);
  return { type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' };
}

/** The texts about forced choice and about `disabled` on Sonnet are our wording; the others are the API's own. */
export function modelProblem(body: Json, lastRole: string): string | null {
  const model = String(body['model']);
  const rules = rulesFor(model);
  const thinkingType = typeOf(body['thinking']);
  const choice = typeOf(body['tool_choice']);
  if (Number(body['max_tokens']) > rules.maxOutput) {
    return `max_tokens: ${String(body['max_tokens'])} > ${rules.maxOutput}, which is the maximum allowed number of output tokens for ${model}`;
  }
  const effort = effortIn(body);
  if (effort !== null && WITHOUT_EFFORT.test(model)) return 'This model does not support the effort parameter.';
  if (effort !== null && !EFFORTS.has(effort))
    return "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'";
  if (!rules.sampling) {
    for (const [key, standard] of [
      ['temperature', 1],
      ['top_p', 1],
      ['top_k', undefined],
    ] as const) {
      if (body[key] !== undefined && body[key] !== standard) return `\`${key}\` is deprecated for this model.`;
    }
  }
  if (thinkingType !== null && rules.refusedThinking.includes(thinkingType)) {
    const advice =
      rules.family === 'claude-sonnet-5-5' && thinkingType === 'disabled'
        ? 'Use "thinking.type.between_tools" instead.'
        : 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
    return `"thinking.type.${thinkingType}" is not supported for this model. ${advice}`;
  }
  if (choice === 'any' || choice === 'tool') {
    if (rules.forcedToolChoice === 'refused')
      return `tool_choice: forced tool use ("${choice}") is not supported for this model. Use "auto" or "none".`;
    const thinks =
      rules.forcedToolChoice === 'only_without_thinking' ? thinkingType !== 'disabled' : thinkingType === 'enabled';
    if (thinks) return 'Thinking may not be enabled when tool_choice forces tool use.';
  }
  if (!rules.prefill && lastRole === 'assistant')
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  return null;
}

/** Null if it is not given. */
export function effortIn(body: Json): string | null {
  const config = body['output_config'];
  const effort = typeof config === 'object' && config !== null ? (config as Json)['effort'] : undefined;
  if (effort === undefined || effort === null) return null;
  return typeof effort === 'string' ? effort : JSON.stringify(effort);
}

function typeOf(value: unknown): string | null {
  const type = typeof value === 'object' && value !== null ? (value as Json)['type'] : undefined;
  return typeof type === 'string' ? type : null;
}
