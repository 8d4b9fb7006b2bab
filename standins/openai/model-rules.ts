/**
 * What each model refuses, from developers.openai.com (pages of the models, "Responses vs. Chat Completions") and from
 * reported answers of the API (openai/openai-openapi#541, livekit/agents#7169).
 */
import { Refusal } from '../anthropic/refusal.ts';
import type { Json } from '../anthropic/script.ts';

export interface ModelRules {
  readonly maxOutput: number;
  readonly contextTokens: number;
  readonly images: boolean;
  /** Refuses `max_tokens` and sampling parameters. */
  readonly reasoning: boolean;
  /** Whether `reasoning_effort` may be combined with tools. */
  readonly effort: 'taken' | 'unknown' | 'refused_with_tools' | 'none_with_tools';
}

const GPT_5: ModelRules = {
  maxOutput: 128_000,
  contextTokens: 400_000,
  images: true,
  reasoning: true,
  effort: 'taken',
};
const O_SERIES: ModelRules = { ...GPT_5, maxOutput: 100_000, contextTokens: 200_000 };
const PLAIN: ModelRules = {
  maxOutput: 16_384,
  contextTokens: 128_000,
  images: true,
  reasoning: false,
  effort: 'unknown',
};

const RULES: readonly (readonly [RegExp, ModelRules])[] = [
  [/^gpt-5\.6(-|$)/, { ...GPT_5, effort: 'none_with_tools' }],
  [/^gpt-5\.(2|4)(-|$)/, { ...GPT_5, effort: 'refused_with_tools' }],
  [/^gpt-5(\.1)?(-|$)/, GPT_5],
  [/^o3-mini(-|$)/, { ...O_SERIES, images: false }],
  [/^o[34](-|$)/, O_SERIES],
  [/^gpt-4\.1(-|$)/, { ...PLAIN, maxOutput: 32_768, contextTokens: 1_047_576 }],
  [/^gpt-4o(-|$)/, PLAIN],
];

export function chatRulesFor(model: string): ModelRules {
  const rules = RULES.find(([family]) => family.test(model))?.[1];
  if (rules === undefined) throw unknownModel(model);
  return rules;
}

/** `GET /v1/models/{id}`: costs nothing, and is not counted or logged as a request. */
export function chatModelInfo(path: string): Json {
  const id = decodeURIComponent(path.slice('/v1/models/'.length));
  chatRulesFor(id);
  return { id, object: 'model', created: 1_750_000_000, owned_by: 'openai' };
}

function unknownModel(model: string): Refusal {
  return new Refusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    type: 'invalid_request_error',
    details: { param: null, code: 'model_not_found' },
  });
}

export function chatModelProblem(body: Json): Refusal | null {
  const model = String(body['model']);
  const { reasoning, effort, maxOutput, images } = chatRulesFor(model);
  const hasTools = Array.isArray(body['tools']) && body['tools'].length > 0;
  const given = body['reasoning_effort'];
  if (reasoning && body['max_tokens'] !== undefined)
    return unsupported(
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    );
  for (const key of ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'])
    if (reasoning && body[key] !== undefined)
      return unsupported(
        key,
        `Unsupported parameter: '${key}' is not supported with this model.`,
        'unsupported_parameter',
      );
  if (given !== undefined && effort === 'unknown')
    return unsupported('reasoning_effort', 'Unrecognized request argument supplied: reasoning_effort', null);
  const refusesEffort =
    (effort === 'refused_with_tools' && given !== undefined && given !== 'none') ||
    (effort === 'none_with_tools' && given !== 'none');
  if (hasTools && refusesEffort)
    return unsupported(
      'reasoning_effort',
      `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      null,
    );
  const limit = Number(body['max_completion_tokens'] ?? body['max_tokens'] ?? 1);
  if (limit > maxOutput)
    return unsupported(
      'max_tokens',
      `max_tokens is too large: ${limit}. This model supports at most ${maxOutput} completion tokens, whereas you provided ${limit}.`,
      'invalid_value',
    );
  return !images && JSON.stringify(body['messages']).includes('"image_url"')
    ? unsupported('messages', 'Invalid content type. image_url is only supported by certain models.', null)
    : null;
}

export function unsupported(param: string, message: string, code: string | null): Refusal {
  return new Refusal(400, message, { type: 'invalid_request_error', details: { param, code } });
}
