/**
 * What may be spent, in words (GH-5, MODEL-6): those with which a request may begin, `spend up to $5: …`, and those that
 * answer whether it may be more, `$2 more`.
 */
import type { BudgetLimit, TaskRequest } from '../state/request.ts';

export interface BudgetInWords {
  readonly limit: NonNullable<TaskRequest['limitInWords']>;
  readonly amount: number;
  /** What is asked for; null where nothing else is said. */
  readonly rest: string | null;
}

/** Longer, and it says more than an amount. */
const MAX_CHARACTERS = 200;
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
  const number = numberIn(written);
  const amount = money === undefined ? Math.round(number * (TIMES[unit.toLowerCase()] ?? 1)) : number;
  return amount === 0
    ? null
    : { limit: money === undefined ? 'tokens' : 'usd', amount, rest: rest === '' ? null : rest };
}

export interface AmountInWords {
  readonly limit: BudgetLimit;
  readonly amount: number;
  /** Beside what may be spent already; else in all. */
  readonly more: boolean;
}

const ANY = String.raw`(?:\$(?<usd>${NUMBER})|(?<dollars>${NUMBER})\s*(?:ドル|dollars?|usd)|(?<tokens>${NUMBER})(?<unit>[km]?)\s*(?:tokens?|トークン)|(?<minutes>${NUMBER})\s*(?:minutes?|分)|(?<calls>${NUMBER})\s*(?:(?:model )?calls?|回))`;
const YES = String.raw`(?:@[\w-]{1,40}(?:\[bot\])?[\s,:、]*)?(?:\/planwright\s+)?(?:(?:yes|ok|okay|sure|はい)[\s,.、。!:]*)?`;
const AMOUNT = new RegExp(
  String.raw`^${YES}(?:spend\s+)?(?<upTo>up\s+to\s+)?(?:あと\s*)?${ANY}(?:\s*(?<until>まで)|\s+(?<more>more))?(?:\s*today)?[.!。]?$`,
  'iu',
);

/** Null where it says anything else as well. */
export function readAmount(answer: string): AmountInWords | null {
  const groups = AMOUNT.exec(answer.trim().slice(0, MAX_CHARACTERS))?.groups;
  if (groups === undefined) return null;
  const { usd, dollars, tokens, unit = '', minutes, calls, upTo, until, more } = groups;
  const isMore = more !== undefined || (upTo === undefined && until === undefined);
  const said = [
    ['usd', usd ?? dollars, 1],
    ['tokens', tokens, TIMES[unit.toLowerCase()] ?? 1],
    ['minutes', minutes, 1],
    ['modelCalls', calls, 1],
  ] as const;
  const found = said.find(([, written]) => written !== undefined);
  if (found === undefined) return null;
  const [limit, written = '', times] = found;
  const amount = numberIn(written) * times;
  return amount === 0 ? null : { limit, amount, more: isMore };
}

function numberIn(written: string): number {
  return Number(written.replace(/[^\d.]/g, ''));
}
