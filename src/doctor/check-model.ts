import type { Finding } from './finding.ts';
import type { ModelStanding } from '../ports/model.ts';

interface Asked {
  /** As the settings have them. */
  readonly name: string;
  readonly baseUrl: string | null;
  /** What to do where it could not be asked. */
  readonly todo: string;
}

export function modelFinding(standing: ModelStanding, { name, baseUrl, todo }: Asked): Finding {
  const part = 'Model';
  const api = baseUrl ?? 'the Anthropic API';
  switch (standing.kind) {
    case 'known':
      return { part, grade: 'fine', said: `The key is accepted, and ${name} is known (${api}).` };
    case 'key_refused':
      return {
        part,
        grade: 'mend',
        said: `ANTHROPIC_API_KEY is not accepted by ${api}: it said "${standing.said}".`,
        todo: 'Set ANTHROPIC_API_KEY to a key of https://platform.claude.com/settings/keys, and look at ANTHROPIC_BASE_URL if it is set.',
      };
    case 'model_unknown':
      return {
        part,
        grade: 'mend',
        said: `${api} knows no model "${name}" that this key may use: it said "${standing.said}".`,
        todo: `Correct model.name in planwright.yaml; https://platform.claude.com/docs/en/about-claude/models/overview lists the names.`,
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
