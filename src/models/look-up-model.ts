/** Checks whether the API accepts the key and the model, by a call that costs nothing. */
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import OpenAI, { APIError as ChatError } from 'openai';
import { messageOf } from '../errors.ts';
import type { ModelStanding } from '../ports/model.ts';
import type { ProviderName } from '../ports/model-provider.ts';

interface LookUp {
  readonly provider: ProviderName;
  readonly apiKey: string;
  readonly baseUrl: string | null;
  readonly model: string;
  readonly timeoutMs: number;
}

export async function lookUpModel({ provider, apiKey, baseUrl, model, timeoutMs }: LookUp): Promise<ModelStanding> {
  const options = {
    apiKey,
    maxRetries: 0,
    logLevel: 'off',
    timeout: timeoutMs,
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
  } as const;
  const client =
    provider === 'anthropic' ? new Anthropic(options) : new OpenAI({ ...options, organization: null, project: null });
  try {
    const found: unknown = await client.models.retrieve(model);
    if (typeof found === 'object' && found !== null && 'id' in found) return { kind: 'known' };
    return { kind: 'unproven', said: 'something else answered than the API of a model.' };
  } catch (error) {
    return standingAfter(error, model);
  }
}

/** A gateway may lack this route and answer anything, so only the API's own refusals prove something. */
function standingAfter(error: unknown, model: string): ModelStanding {
  if (error instanceof ChatError) return standingAtChat(error, model);
  if (!(error instanceof APIError)) return { kind: 'unproven', said: messageOf(error) };
  const said = (error.apiMessage ?? messageOf(error)).slice(0, 300);
  if (error.status === 401 && error.type === 'authentication_error') return { kind: 'key_refused', said };
  if (error.status === 404 && error.type === 'not_found_error' && said.includes(model))
    return { kind: 'model_unknown', said };
  return { kind: 'unproven', said };
}

function standingAtChat(error: ChatError, model: string): ModelStanding {
  const said = messageOf(error)
    .replace(/^\d{3} /, '')
    .slice(0, 300);
  if (error.status === 401 && error.code === 'invalid_api_key') return { kind: 'key_refused', said };
  if (error.status === 404 && error.code === 'model_not_found' && said.includes(model))
    return { kind: 'model_unknown', said };
  return { kind: 'unproven', said };
}
