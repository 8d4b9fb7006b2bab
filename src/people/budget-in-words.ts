/**
 * Budgets in words (GH-5, MODEL-6): at the beginning of a request, as in `spend up to $5: …`, and in answers about
 * more, as in `$2 more`.
 */
import type { BudgetLimit, TaskRequest } from '../state/request.ts';

export interface BudgetInWords {
  readonly limit: NonNullable<TaskRequest['limitInWords']>;
  readonly amount: number;
  /** The request itself; null if there is nothing else. */
  readonly rest: string | null;
}

/** A longer text says more than an amount. */
const MAX_CHARACTERS = 200;
const NUMBER = String.raw`\d+(?:,\d+)*(?:\.\d+)?`;
const MONEY = String.raw`(?<money>\$${NUMBER}|${NUMBER}\s*ドル)`;
const TOKENS = String.raw`(?<count>${NUMBER})(?<unit>[km]?)(?:\s+tokens|\s*トークン)`;
const BUDGET = new RegExp(
  String.raw`^(?:(?:spend up to|budget)\s+|予算は\s*)(?:${MONEY}|${TOKENS})\s*(?:[:：]\s*(?<rest>.*))?$`,
  'is',
);
const TIMES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Null if it begins with no budget, or a budget of zero. */
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
  /** In addition to the current limit; else a new total. */
  readonly more: boolean;
}

/** Thousands and millions, and Japanese units: tens of thousands. */
const UNIT = String.raw`(?<unit>\s*thousand|\s*million|k|m|千|百万|万)?`;
const TIME = String.raw`(?<time>${NUMBER})\s*(?<span>hours?|h|時間|minutes?|mins?|分(?:間)?)`;
const CALLS = String.raw`(?<calls>${NUMBER})\s*(?:(?:model\s+)?calls?|回|コール)`;
const ANY = String.raw`(?:\$\s*(?<usd>${NUMBER})|(?<dollars>${NUMBER})\s*(?:米?ドル|dollars?|usd|bucks)|(?<tokens>${NUMBER})${UNIT}\s*(?:tokens?|トークン)|${TIME}|${CALLS})`;
const YES = String.raw`(?:@[\w-]{1,40}(?:\[bot\])?[\s,:、]*)?(?:\/planwright\s+)?(?:(?:yes|ok|okay|sure|はい|了解)[\s,.、。!:]*)?`;
const BEFORE = String.raw`(?:(?:please\s+)?(?:spend|use|add|take|continue\s+with)\s+)?(?:(?<upTo>up\s+to|at\s+most)\s+)?(?<another>another\s+|an?\s+additional\s+)?(?:(?:あと|もう|さらに|追加で)\s*)?`;
const AFTER = String.raw`(?:\s*(?<until>まで)|\s*(?<added>分?(?:を)?(?:追加|増やして|延長))|\s+(?<more>more|extra|on\s+top))?(?:\s*today)?(?:\s*(?:使って(?:も)?(?:いい|良い|よい)(?:です)?|して(?:ください|下さい)?|ください|下さい|です|OK|どうぞ))?`;
const AMOUNT = new RegExp(String.raw`^${YES}${BEFORE}${ANY}${AFTER}[.!。]?$`, 'iu');
const AMOUNT_TIMES: Readonly<Record<string, number>> = {
  ...TIMES,
  thousand: 1_000,
  million: 1_000_000,
  千: 1_000,
  万: 10_000,
  百万: 1_000_000,
};

/** Null if the text says anything else as well. */
export function readAmount(answer: string): AmountInWords | null {
  const groups = AMOUNT.exec(answer.normalize('NFKC').trim().slice(0, MAX_CHARACTERS))?.groups;
  if (groups === undefined) return null;
  const { usd, dollars, tokens, unit = '', time, span = '', calls, upTo, until, more, added, another } = groups;
  const isMore = [more, added, another].some((word) => word !== undefined);
  const said = [
    ['usd', usd ?? dollars, 1],
    ['tokens', tokens, AMOUNT_TIMES[unit.trim().toLowerCase()] ?? 1],
    ['minutes', time, /^(?:h|時間)/i.test(span) ? 60 : 1],
    ['modelCalls', calls, 1],
  ] as const;
  const found = said.find(([, written]) => written !== undefined);
  if (found === undefined) return null;
  const [limit, written = '', times] = found;
  const amount = numberIn(written) * times;
  return amount === 0 ? null : { limit, amount, more: isMore || (upTo === undefined && until === undefined) };
}

function numberIn(written: string): number {
  return Number(written.replace(/[^\d.]/g, ''));
}
