/**
 * What models behind the chat completions API accept (MODEL-2), from developers.openai.com: the pages of the models and
 * of parameters that reasoning models refuse. An unlisted model, such as most at compatible servers, is sent what every
 * server of that API accepts, and no images; what it refuses nevertheless is learnt (`openai-failure.ts`).
 */
export interface ChatCapabilities {
  /** A tool can be forced; otherwise it is requested in words. */
  readonly forcedToolChoice: boolean;
  /** Reasoning models refuse `max_tokens`; many servers know nothing else. */
  readonly outputLimit: 'max_completion_tokens' | 'max_tokens';
  readonly maxOutputTokens: number;
  readonly images: boolean;
  /**
   * `reasoning_effort` together with tools: accepted, refused, or required to be `none`, since even the default is
   * refused. Then the model does not reason; with reasoning, such models accept tools only at another API.
   */
  readonly effortWithTools: 'taken' | 'refused' | 'none';
}

const REASONING: ChatCapabilities = {
  forcedToolChoice: true,
  outputLimit: 'max_completion_tokens',
  maxOutputTokens: 128_000,
  images: true,
  effortWithTools: 'taken',
};
const LATER: ChatCapabilities = { ...REASONING, effortWithTools: 'refused' };
const LATEST: ChatCapabilities = { ...REASONING, effortWithTools: 'none' };
const O_SERIES = { ...REASONING, maxOutputTokens: 100_000 };
const GPT_4_1: ChatCapabilities = { ...REASONING, maxOutputTokens: 32_768, effortWithTools: 'refused' };
const GPT_4O: ChatCapabilities = { ...REASONING, maxOutputTokens: 16_384, effortWithTools: 'refused' };

const FAMILIES = new Map(
  Object.entries<ChatCapabilities>({
    'gpt-5.6': LATEST,
    'gpt-5.6-luna': LATEST,
    'gpt-5.6-sol': LATEST,
    'gpt-5.6-terra': LATEST,
    'gpt-5.4': LATER,
    'gpt-5.4-mini': LATER,
    'gpt-5.2': LATER,
    'gpt-5.1': REASONING,
    'gpt-5': REASONING,
    'gpt-5-mini': REASONING,
    'gpt-5-nano': REASONING,
    'gpt-4.1': GPT_4_1,
    'gpt-4.1-mini': GPT_4_1,
    'gpt-4.1-nano': GPT_4_1,
    'gpt-4o': GPT_4O,
    'gpt-4o-mini': GPT_4O,
    o3: O_SERIES,
    'o4-mini': O_SERIES,
    'o3-mini': { ...O_SERIES, images: false },
  }),
);

const UNLISTED: ChatCapabilities = {
  forcedToolChoice: false,
  outputLimit: 'max_tokens',
  maxOutputTokens: Number.POSITIVE_INFINITY,
  images: false,
  effortWithTools: 'refused',
};
/** A dated name such as `gpt-4.1-2025-04-14` belongs to its family. */
const DATE = /-\d{4}-\d{2}-\d{2}$/;

export function chatCapabilitiesOf(model: string): ChatCapabilities {
  return FAMILIES.get(model.replace(DATE, '')) ?? UNLISTED;
}
