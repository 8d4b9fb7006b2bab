/** The words with which a request may begin, to say what it may spend (GH-5): `spend up to $5: …`. */
import type { TaskRequest } from '../state/request.ts';

export interface BudgetInWords {
  readonly limit: NonNullable<TaskRequest['limitInWords']>;
  readonly amount: number;
  /** What is asked for; null where nothing else is said. */
  readonly rest: string | null;
}

const NUMBER = String.raw`\d+(?:,\d+)*(?:\.\d+)?`;
const MONEY = String.raw`(?<money>\$${NUMBER}|${NUMBER}\s*ドル)`;
const TOKENS = String.raw`(?<count>${NUMBER})(?<unit>[km]?)(?:\s+tokens|\s*トークン)`;
const BUDGET = new RegExp(
  String.raw`^(?:(?:spend up to|budget)\s+|予算は\s*)(?:${MONEY}|${TOKENS})\s*(?:[:：]\s*(?<rest>.*))?$`,
  'is',
);
const TIMES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Null where it begins with no budget, or with one of nothing. */
export function readBudget(instruction: string): BudgetInWords | null {
  const { money, count, unit = '', rest = '' } = BUDGET.exec(instruction.trim())?.groups ?? {};
  const written = money ?? count;
  if (written === undefined) return null;
  const number = Number(written.replace(/[^\d.]/g, ''));
  const amount = money === undefined ? Math.round(number * (TIMES[unit.toLowerCase()] ?? 1)) : number;
  return amount === 0
    ? null
    : { limit: money === undefined ? 'tokens' : 'usd', amount, rest: rest === '' ? null : rest };
}
