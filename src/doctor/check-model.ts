import type { Finding } from './finding.ts';
import type { ModelStanding } from '../ports/model.ts';
import { PROVIDER_VARIABLES, type ProviderName } from '../ports/model-provider.ts';

interface Asked {
  readonly provider: ProviderName;
  /** As in the settings. */
  readonly name: string;
  readonly baseUrl: string | null;
  /** What to do if it could not be asked. */
  readonly todo: string;
}

export function modelFinding(standing: ModelStanding, { provider, name, baseUrl, todo }: Asked): Finding {
  const part = 'Model';
  const { api: ownApi, key, address, keys, models } = PROVIDER_VARIABLES[provider];
  const api = baseUrl ?? ownApi;
  switch (standing.kind) {
    case 'known':
      return { part, grade: 'fine', said: `The key is accepted, and ${name} is known (${api}).` };
    case 'key_refused':
      return {
        part,
        grade: 'mend',
        said: `${key} is not accepted by ${api}: it said "${standing.said}".`,
        todo: `Set ${key} to a key of ${keys}, and look at ${address} if it is set.`,
      };
    case 'model_unknown':
      return {
        part,
        grade: 'mend',
        said: `${api} knows no model "${name}" that this key may use: it said "${standing.said}".`,
        todo: `Correct model.name in planwright.yaml; ${models} lists the names.`,
      };
    case 'unproven':
      return {
        part,
        grade: 'note',
        said: `Whether the key and ${name} will do could not be asked of ${api}: ${standing.said}`,
        todo,
      };
  }
}
