import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { Fault, messageOf } from '../errors.ts';
import { connectRedis } from './connect-redis.ts';
import { redisRefusal } from './redis-refusal.ts';

/** A worker's connection would wait for an absent Redis for ever; at start the operator wants to be told. */
const ANSWER_TIMEOUT_MS = 10_000;
const POLICY_ADVICE =
  'Set "maxmemory-policy noeviction" in the configuration of Redis (CONFIG SET maxmemory-policy noeviction until then).';

const AOF_ADVICE =
  'Set "appendonly yes" and "appendfsync always" in the configuration of Redis, or keep the records in files (planning.history.storage_type: jsonl).';

interface RedisUse {
  /** Task records are stored there too, not only the queue (PLAN-4). */
  readonly keepsHistory: boolean;
  readonly answerTimeoutMs?: number;
}

interface Asking extends RedisUse {
  readonly redis: Redis;
  /** Errors that the connection reported meanwhile. */
  readonly heard: readonly string[];
}

/**
 * Checks whether this Redis keeps what it accepts. Throws `Fault('redis')` if it may evict jobs, or forgets task
 * records on restart; returns warnings, as whole sentences, for what is risky or could not be determined.
 */
export async function checkRedis(redis: Redis, use: RedisUse = { keepsHistory: false }): Promise<readonly string[]> {
  return (await lookAtRedis(redis, use)).map(({ said }) => said);
}

/** Over a connection that logs nothing: whoever refuses to start reports the problem once. */
export async function redisWarnings(place: string, keepsHistory: boolean): Promise<readonly string[]> {
  const redis = connectRedis(place, 'worker', pino({ level: 'silent' }));
  try {
    return await checkRedis(redis, { keepsHistory });
  } finally {
    redis.disconnect();
  }
}

interface RedisWarning {
  readonly said: string;
  /** Whether a restart of Redis is enough to lose accepted work. */
  readonly losesWork: boolean;
}

/** The same, with the severity of each warning. */
export async function lookAtRedis(redis: Redis, use: RedisUse): Promise<readonly RedisWarning[]> {
  const heard: string[] = [];
  const hear = (error: unknown): void => void heard.push(messageOf(error));
  redis.on('error', hear);
  try {
    return await look({ ...use, redis, heard });
  } finally {
    redis.off('error', hear);
  }
}

async function look(asking: Asking): Promise<readonly RedisWarning[]> {
  const info = await redisInfo(asking);
  const policy = info.get('maxmemory_policy') ?? (await configured(asking, 'maxmemory-policy'));
  const database = asking.heard.find((message) => message.startsWith('ERR DB index'));
  if (database !== undefined)
    throw new Fault(
      'redis',
      `Redis does not have the database that REDIS_URL names: it said "${database}".`,
      'Leave the number at the end of REDIS_URL away, or use one below the "databases" of its configuration.',
    );
  if (policy !== null && policy !== 'noeviction') {
    throw new Fault(
      'redis',
      `Redis runs with maxmemory-policy "${policy}": when memory gets short it would delete queued work without a word.`,
      POLICY_ADVICE,
    );
  }
  return [
    ...(policy === null
      ? [
          minor(
            'The maxmemory-policy of Redis could not be read (INFO and CONFIG are forbidden): make sure that it is noeviction.',
          ),
        ]
      : []),
    ...(await durabilityWarnings(asking, info)),
  ];
}

async function durabilityWarnings(asking: Asking, info: ReadonlyMap<string, string>): Promise<readonly RedisWarning[]> {
  const { keepsHistory } = asking;
  const isOn = info.get('aof_enabled') ?? (await configured(asking, 'appendonly'));
  switch (isOn) {
    case null:
      return [minor('Whether Redis writes an append-only file could not be read: make sure that appendonly is yes.')];
    case '0':
    case 'no':
      if (keepsHistory)
        throw new Fault(
          'redis',
          'Redis runs without its append-only file, and the records of tasks are kept in it: a restart of Redis would lose tasks and repeat their work.',
          AOF_ADVICE,
        );
      return [
        {
          said: 'Redis runs without its append-only file: accepted work can be lost when Redis restarts. Set "appendonly yes".',
          losesWork: true,
        },
      ];
  }
  const flushing = await configured(asking, 'appendfsync');
  if (flushing === null || flushing === 'always') return [];
  const span = flushing === 'everysec' ? 'of the last second' : 'of the last half minute';
  const what = keepsHistory ? 'accepted work and what tasks have recorded' : 'accepted work';
  return [
    minor(
      `Redis runs with appendfsync "${flushing}": ${what} ${span} can be lost when its machine fails. "appendfsync always" loses none.`,
    ),
  ];
}

function minor(said: string): RedisWarning {
  return { said, losesWork: false };
}

async function redisInfo(asking: Asking): Promise<ReadonlyMap<string, string>> {
  const text = await unlessForbidden(asking, () => asking.redis.info());
  return new Map(
    (text ?? '').split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
    }),
  );
}

async function configured(asking: Asking, name: string): Promise<string | null> {
  const answer: unknown = await unlessForbidden(asking, () => asking.redis.config('GET', name));
  const value: unknown = Array.isArray(answer) ? answer[1] : undefined;
  return typeof value === 'string' ? value : null;
}

/**
 * Hosted Redis refuses such commands in its own words (NOPERM, unknown command), so any answer of Redis is a refusal.
 */
async function unlessForbidden<Answer>(
  { redis, heard, answerTimeoutMs = ANSWER_TIMEOUT_MS }: Asking,
  command: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await inTime(command(), answerTimeoutMs);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ReplyError' && !/^(NOAUTH|WRONGPASS|LOADING)/.test(cause.message))
      return null;
    throw await redisRefusal(redis, cause, heard);
  }
}

async function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  const settled = new AbortController();
  const late = delay(timeoutMs, null, { signal: settled.signal }).then(
    () => Promise.reject(new Error(`no answer within ${timeoutMs / 1000} seconds`)),
    () => answer,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    settled.abort();
  }
}
