/** Providers of models, and the environment variables that an operator sets for them. */
export type ProviderName = 'anthropic' | 'openai-chat';

interface ProviderVariables {
  readonly key: string;
  readonly address: string;
  /** The name that people know. */
  readonly api: string;
  readonly defaultAddress: string;
  readonly keys: string;
  readonly models: string;
  readonly outages: string;
}

export const PROVIDER_VARIABLES: Readonly<Record<ProviderName, ProviderVariables>> = {
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    address: 'ANTHROPIC_BASE_URL',
    api: 'the Anthropic API',
    defaultAddress: 'https://api.anthropic.com',
    keys: 'https://platform.claude.com/settings/keys',
    models: 'https://platform.claude.com/docs/en/about-claude/models/overview',
    outages: 'https://status.claude.com',
  },
  'openai-chat': {
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    api: 'the OpenAI API',
    defaultAddress: 'https://api.openai.com/v1',
    keys: 'https://platform.openai.com/api-keys',
    models: 'https://platform.openai.com/docs/models',
    outages: 'https://status.openai.com',
  },
};

const NAME_OF_PROFILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
/** After the trigger label and a colon, these ask for a plan or show the state of a task. */
const OTHER_LABELS: readonly string[] = ['plan', 'working', 'waiting', 'paused', 'done', 'failed', 'stopped'];

/** Whether a model profile may have that name (MODEL-5): labels ask for it by name. */
export function mayNameProfile(name: string): boolean {
  return NAME_OF_PROFILE.test(name) && !OTHER_LABELS.includes(name.toLowerCase());
}
