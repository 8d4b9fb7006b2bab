/**
 * Finds out when a provider's usage limit ends (MODEL-5): from rate limit headers, or from the messages of plans with
 * hourly, weekly or monthly quotas.
 */
const DAY_MS = 86_400_000;
/** A month; longer values are not believed. */
const LONGEST_MS = 31 * DAY_MS;

const LIMIT_IN_WORDS = /\b(?:usage|rate|request|token|weekly|daily|monthly|session|spend(?:ing)?) limits?\b|\bquota\b/i;
const RESET_IN_WORDS = /\b(?:resets?|regain access|try again|available again|renews?)\b/i;
const TIME =
  /\b(?<date>\d{4}-\d\d-\d\d)(?:[T ]|,? at )(?<clock>\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)/i;
/** The end of such a message by one of the providers. */
const SECONDS_BEHIND_BAR = /\|\s?(\d{10})\b/;
const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/;

export interface Answered {
  readonly headers: Headers | undefined;
  /** The message of the error. */
  readonly said: string;
  /** The error's body as received. */
  readonly body: unknown;
}

/** Milliseconds from now; null if unknown. `retry-after` is checked before this. */
export function untilReset(answered: Answered, nowMs: number): number | null {
  const at = atInHeaders(answered.headers, nowMs) ?? atInBody(answered.body, nowMs) ?? atInWords(answered.said);
  return at === null || !(at > nowMs) || at - nowMs > LONGEST_MS ? null : at - nowMs;
}

/** Whether an answer other than 429 reports a usage limit, and its end. */
export function isUsageLimit({ said, ...answered }: Answered, nowMs: number): boolean {
  return LIMIT_IN_WORDS.test(said) && untilReset({ said, ...answered }, nowMs) !== null;
}

/** Of several limits, the latest one that is used up; if none is reported as used up, the latest of all. */
function atInHeaders(headers: Headers | undefined, nowMs: number): number | null {
  if (headers === undefined) return null;
  const resets = [...headers].flatMap(([name, value]) => {
    const found = /^(?:anthropic|x)-ratelimit-(?:(.+)-)?reset(?:-(.+))?$/.exec(name);
    const at = found === null ? null : timeOf(value, nowMs);
    if (found === null || at === null) return [];
    const [, before, behind] = found;
    const left =
      before === undefined
        ? headers.get(`x-ratelimit-remaining${behind === undefined ? '' : `-${behind}`}`)
        : headers.get(`anthropic-ratelimit-${before}-remaining`);
    return [{ at, isUsedUp: left !== null && Number(left) === 0 }];
  });
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp);
  const counted = (usedUp.length > 0 ? usedUp : resets).map(({ at }) => at);
  return counted.length === 0 ? null : Math.max(...counted);
}

/** A date, seconds or milliseconds since 1970, seconds from now, or a duration such as `6m0s`. */
function timeOf(value: string, nowMs: number): number | null {
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return secondsAt(Number(text), nowMs);
  const [whole, days = '0', hours = '0', minutes = '0', seconds = '0', ms = '0'] = DURATION.exec(text) ?? [];
  if (whole !== undefined && whole !== '')
    return (
      nowMs +
      Number(days) * DAY_MS +
      (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 +
      Number(ms)
    );
  const at = Date.parse(text);
  return Number.isFinite(at) ? at : null;
}

/** Some give milliseconds since 1970. */
function secondsAt(seconds: number, nowMs: number): number {
  if (seconds > 1e11) return seconds;
  return seconds > 1e9 ? seconds * 1_000 : nowMs + seconds * 1_000;
}

/** `resets_at` and `resets_in_seconds`, which one provider sends beside the message. */
function atInBody(body: unknown, nowMs: number, deeper = 2): number | null {
  if (typeof body !== 'object' || body === null) return null;
  const { resets_at: at, resets_in_seconds: seconds, error } = body as Readonly<Record<string, unknown>>;
  if (typeof at === 'number' || typeof at === 'string') return timeOf(String(at), nowMs);
  if (typeof seconds === 'number') return nowMs + seconds * 1_000;
  return deeper === 0 ? null : atInBody(error, nowMs, deeper - 1);
}

function atInWords(said: string): number | null {
  if (!LIMIT_IN_WORDS.test(said)) return null;
  const behindBar = SECONDS_BEHIND_BAR.exec(said)?.[1];
  if (behindBar !== undefined) return Number(behindBar) * 1_000;
  const { date, clock, zone = '' } = TIME.exec(said)?.groups ?? {};
  if (date === undefined || clock === undefined || !RESET_IN_WORDS.test(said)) return null;
  const at = Date.parse(`${date}T${clock}${/^(?:UTC|GMT)$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
  return Number.isFinite(at) ? at : null;
}
