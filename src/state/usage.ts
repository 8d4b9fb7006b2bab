/** What a task used so far. */
export interface UsageTotals {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly usd: number;
  readonly modelMs: number;
  readonly commandMs: number;
  /** Waiting for people, which no budget pays for. */
  readonly waitedMs: number;
  /** Model calls that a crash interrupted: they may have been paid twice. */
  readonly interruptedCalls: number;
}

export const NOTHING_USED: UsageTotals = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
  modelMs: 0,
  commandMs: 0,
  waitedMs: 0,
  interruptedCalls: 0,
};

export function tokensOf(usage: UsageTotals): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}
