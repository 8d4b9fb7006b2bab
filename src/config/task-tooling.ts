/**
 * Converts `runner.tooling` of a Task YAML, in the seed's terms (MODEL-5), to our settings. Requests for agent CLIs are
 * skipped as long as there are no workers that run them.
 */
import { z } from 'zod';
import type { Profile } from './model-settings.ts';

/** By the seed's names, which has two for one of them. */
export const AGENT_CLIS = ['codex-cli', 'claude-code', 'claude-code-cli', 'gemini-cli'] as const;

const TOOLS = ['anthropic', 'openai-chat', ...AGENT_CLIS] as const;
const tool = z.enum(TOOLS, 'anthropic, openai-chat, codex-cli, claude-code or gemini-cli');
const model = z.string().min(1).max(200);

const Candidate = z.strictObject({
  tool,
  model,
  weight: z.number().positive().default(1),
  cliPath: z.string().optional(),
  flags: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  toolSpecific: z.unknown().optional(),
  systemPrompt: z.string().optional(),
});

const Category = z.strictObject({
  strategy: z.enum(['weighted'], 'weighted').default('weighted'),
  fallbackOnRateLimit: z.boolean().default(true),
  cooldownSec: z.number().positive().max(86_400).default(120),
  candidates: z.array(Candidate).min(1).max(20),
});

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
export const TaskTooling = z.strictObject({
  activeProfile: z.string().optional(),
  profiles: z
    .array(
      z.strictObject({
        id: z.string().regex(NAME, 'letters, digits, ".", "_" and "-", 63 at most'),
        name: z.string().optional(),
        categories: z.strictObject({
          meta: Category.optional(),
          plan: Category.optional(),
          task: Category.optional(),
          execution: Category.optional(),
          worker: Category.optional(),
        }),
      }),
    )
    .max(50)
    .default([]),
  force: z
    .strictObject({
      enabled: z.boolean().default(false),
      // An unused form has empty fields.
      tool: z.union([tool, z.literal('')]).default(''),
      model: z.string().max(200).default(''),
    })
    .prefault({}),
});
export type TaskTooling = z.infer<typeof TaskTooling>;

type Categories = Profile['categories'];
export interface AskedTool {
  readonly tool: string;
  readonly model: string;
}

export interface ToolingChoice {
  /** Null if none of it is usable. */
  readonly categories: Categories | null;
  /** What was skipped, each once. */
  readonly passedOver: readonly AskedTool[];
}

/** `isUsable`: whether a model is available here. The category `worker` only concerns agent CLIs. */
export function choiceOf(
  { activeProfile, profiles, force }: TaskTooling,
  isUsable: (asked: AskedTool) => boolean,
): ToolingChoice {
  const isForced = force.enabled && force.tool !== '' && force.model !== '';
  const profile = activeProfile === undefined ? profiles[0] : profiles.find(({ id }) => id === activeProfile);
  const { worker, ...asked } = profile?.categories ?? {};
  const wishes: Readonly<Record<string, Wish | undefined>> = isForced
    ? { meta: { candidates: [force], fallbackOnRateLimit: false, cooldownSec: 120 } }
    : asked;
  const named = [...Object.values(wishes), isForced ? undefined : worker].flatMap((one) => one?.candidates ?? []);
  const usable = Object.fromEntries(
    Object.entries(wishes).flatMap(([name, one]) => {
      const candidates = one?.candidates.filter(isUsable) ?? [];
      return one === undefined || candidates.length === 0 ? [] : [[name, settingsOf({ ...one, candidates })] as const];
    }),
  );
  const meta = usable['meta'] ?? Object.values(usable)[0];
  return {
    categories: meta === undefined ? null : ({ ...usable, meta } as Categories),
    passedOver: unique(named.filter((one) => !isUsable(one))),
  };
}

interface Wish {
  readonly candidates: readonly { readonly tool: string; readonly model: string; readonly weight?: number }[];
  readonly fallbackOnRateLimit: boolean;
  readonly cooldownSec: number;
}

function settingsOf({ candidates, fallbackOnRateLimit, cooldownSec }: Wish) {
  return {
    strategy: 'weighted' as const,
    candidates: candidates.map(({ tool: name, model: asked, weight = 1 }) => ({ tool: name, model: asked, weight })),
    fallback_on_rate_limit: fallbackOnRateLimit,
    cooldown_sec: cooldownSec,
  };
}

function unique(asked: readonly AskedTool[]): readonly AskedTool[] {
  const isSame = (one: AskedTool, other: AskedTool) => one.tool === other.tool && one.model === other.model;
  return asked
    .filter((one, at) => asked.findIndex((other) => isSame(one, other)) === at)
    .map(({ tool: name, model: named }) => ({ tool: name, model: named }));
}
