/**
 * What each model family accepts (MODEL-2), from platform.claude.com: migration guides and the page on effort, October
 * 2026. Prices are in `price-list.ts`.
 */
export interface Capabilities {
  /** Forced tool choice, with the thinking setting we send: none, so that the model uses its default. */
  readonly forcedToolChoice: boolean;
  readonly maxOutputTokens: number;
  /** `output_config.effort`. */
  readonly effort: boolean;
}

const ADAPTIVE = { forcedToolChoice: false, maxOutputTokens: 128_000, effort: true } as const;
const OPTIONAL_THINKING = { forcedToolChoice: true, maxOutputTokens: 128_000, effort: true } as const;
const MANUAL = { forcedToolChoice: true, maxOutputTokens: 64_000, effort: true } as const;
const WITHOUT_EFFORT = { ...MANUAL, effort: false } as const;

const FAMILIES = new Map(
  Object.entries<Capabilities>({
    'claude-fable-5': ADAPTIVE,
    'claude-fable-5-1': ADAPTIVE,
    'claude-opus-5-5': ADAPTIVE,
    'claude-opus-5': ADAPTIVE,
    'claude-opus-4-8': OPTIONAL_THINKING,
    'claude-opus-4-7': OPTIONAL_THINKING,
    'claude-opus-4-6': MANUAL,
    'claude-opus-4-5': MANUAL,
    'claude-sonnet-5-5': ADAPTIVE,
    'claude-sonnet-5': ADAPTIVE,
    'claude-sonnet-4-6': MANUAL,
    'claude-sonnet-4-5': WITHOUT_EFFORT,
    'claude-haiku-5-5': ADAPTIVE,
    'claude-haiku-4-5': WITHOUT_EFFORT,
  }),
);

const UNKNOWN: Capabilities = { ...ADAPTIVE, effort: false };
/** A dated name such as `claude-sonnet-4-5-20250929` belongs to its family; `claude-sonnet-5-9` belongs to none. */
const DATE_SUFFIX = /-\d{8}$/;

export function capabilitiesOf(model: string): Capabilities {
  return FAMILIES.get(model.replace(DATE_SUFFIX, '')) ?? UNKNOWN;
}
