/** Whether the API knows the key and the model: one call that costs nothing. */
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { messageOf } from '../errors.ts';
import type { ModelStanding } from '../ports/model.ts';

interface LookUp {
  readonly apiKey: string;
  readonly baseUrl: string | null;
  readonly model: string;
  readonly timeoutMs: number;
}

export async function lookUpModel({ apiKey, baseUrl, model, timeoutMs }: LookUp): Promise<ModelStanding> {
  const client = new Anthropic({
    apiKey,
    maxRetries: 0,
    logLevel: 'off',
    timeout: timeoutMs,
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
  });
  try {
    const found: unknown = await client.models.retrieve(model);
    if (typeof found === 'object' && found !== null && 'id' in found) return { kind: 'known' };
    return { kind: 'unproven', said: 'something else answered than the API of a model.' };
  } catch (error) {
    return standingAfter(error, model);
  }
}

/** A gateway may know no such route, and answer whatever it likes: only the API's own refusals prove anything. */
function standingAfter(error: unknown, model: string): ModelStanding {
  if (!(error instanceof APIError)) return { kind: 'unproven', said: messageOf(error) };
  const said = (error.apiMessage ?? messageOf(error)).slice(0, 300);
  if (error.status === 401 && error.type === 'authentication_error') return { kind: 'key_refused', said };
  if (error.status === 404 && error.type === 'not_found_error' && said.includes(model))
    return { kind: 'model_unknown', said };
  return { kind: 'unproven', said };
}
