/**
 * Personal settings of the requester, from the operator's own service (GH-9, `USER_CONFIG_API_URL`): `GET
 * <url>?login=…&id=…` answers `{ status: "success", data: { planning, llm } }`. The request is short-lived, and a task
 * starts without it as well.
 */
import { z } from 'zod';
import { PlanningSection } from './planning-settings.ts';
import type { Settings } from './schema.ts';

type Planning = Settings['planning'];
interface User {
  readonly id: number;
  readonly login: string;
}

/**
 * The planning settings with this person's wishes, within the existing limits. `warn` gets a sentence about what was
 * not used.
 */
export type UserSettings = (user: User, planning: Planning, warn: (why: string) => void) => Promise<Planning>;

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const Answer = z.object({
  status: z.literal('success'),
  data: z.object({ planning: z.record(z.string(), z.unknown()).optional(), llm: z.unknown().optional() }),
});

export function createUserSettings(url: string, timeoutMs: number = TIMEOUT_MS): UserSettings {
  return async (user, planning, warn) => {
    const given = await ask(url, user, timeoutMs).catch((error: unknown) => {
      warn(`The service did not answer as it should: ${reasonOf(error, timeoutMs)}.`);
      return null;
    });
    if (given === null) return planning;
    if (isFilled(given.llm)) warn('Its key "llm" is not used: the models of this service are not chosen by person.');
    const read = withinPlanning(planning, given.planning ?? {});
    if (read.planning === null) warn(`Its key "planning" is not used: ${read.problems.join('; ')}.`);
    return read.planning ?? planning;
  };
}

async function ask(
  url: string,
  { login, id }: User,
  timeoutMs: number,
): Promise<z.infer<typeof Answer>['data'] | null> {
  const address = new URL(url);
  address.searchParams.set('login', login);
  address.searchParams.set('id', String(id));
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  const text = await bounded(response);
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const read = Answer.safeParse(jsonOrNull(text));
  if (!read.success) throw new Error('its answer is not { status: "success", data: { planning, llm } }');
  return read.data.data;
}

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error(`its answer has more than ${MAX_BYTES / 1024} KB`);
  }
  return Buffer.concat(parts).toString();
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Never the answer itself, which is private. */
function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, message } = Object(error) as Partial<Error>;
  if (name === 'TimeoutError') return `it took more than ${timeoutMs} ms`;
  return name === 'TypeError' ? 'it could not be reached' : (message ?? 'unknown reason');
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

interface WithinPlanning {
  /** Null if the given settings are unusable. */
  readonly planning: Planning | null;
  readonly problems: readonly string[];
}

/** Limits may be lowered and safeguards added, never the other way round. */
export function withinPlanning(operator: Planning, given: Readonly<Record<string, unknown>>): WithinPlanning {
  // Where records are stored is not a personal setting.
  if (Object.hasOwn(given, 'history')) return { planning: null, problems: ['"history" is for the operator alone'] };
  const read = PlanningSection.safeParse(merged(operator, given));
  if (!read.success)
    return { planning: null, problems: read.error.issues.map(({ path, code }) => `"${path.join('.')}": ${code}`) };
  const capped = bound(operator, read.data, []) as Planning;
  return { planning: capped, problems: [] };
}

function merged(under: unknown, over: unknown): unknown {
  if (!isPlain(under) || !isPlain(over)) return over;
  const both = new Map<string, unknown>(Object.entries(under));
  for (const [key, value] of Object.entries(over)) both.set(key, both.has(key) ? merged(both.get(key), value) : value);
  return Object.fromEntries(both);
}

/** Safeguards that stay on if the operator has them on. */
const SAFEGUARDS: readonly string[] = [
  'review.diff',
  'replanning.llm_decision.require_user_confirmation_on_low_confidence',
  'replanning.global.infinite_loop_detection',
];

function bound(operator: unknown, own: unknown, path: readonly string[]): unknown {
  const key = path.join('.');
  const name = path.at(-1) ?? '';
  if (isPlain(operator) && isPlain(own))
    return Object.fromEntries(
      Object.entries(own).map(([part, value]) => [part, bound(operator[part], value, [...path, part])]),
    );
  if (typeof operator === 'number' && typeof own === 'number' && /^max_|_max_/.test(name))
    return Math.min(operator, own);
  if (SAFEGUARDS.includes(key) && operator === true) return true;
  if (key === 'review.plan') return operator === true || own === true ? true : operator === 'auto' ? 'auto' : own;
  if (key === 'replanning.goal_understanding.auto_assume_on_no_response') return operator === true && own === true;
  return own;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
