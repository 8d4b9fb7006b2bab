import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { Fault } from '../errors.ts';

/** A worker's connection would wait for an absent Redis without end; whoever starts a service wants to be told. */
const ANSWER_TIMEOUT_MS = 10_000;
const POLICY_ADVICE =
  'Set "maxmemory-policy noeviction" in the configuration of Redis (CONFIG SET maxmemory-policy noeviction until then).';

const AOF_ADVICE =
  'Set "appendonly yes" and "appendfsync always" in the configuration of Redis, or keep the records in files (planning.history.storage_type: jsonl).';

interface RedisUse {
  /** The records of tasks are there too, not the queue alone (PLAN-4). */
  readonly keepsHistory: boolean;
}

/**
 * Whether this Redis keeps what it accepts. Throws `Fault('redis')` for one that may throw jobs away, or forgets the
 * records of tasks when it restarts; returns warnings, as whole sentences, for what is risky or could not be learnt.
 */
export async function checkRedis(redis: Redis, use: RedisUse = { keepsHistory: false }): Promise<readonly string[]> {
  const info = await redisInfo(redis);
  const policy = info.get('maxmemory_policy') ?? (await configured(redis, 'maxmemory-policy'));
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
          'The maxmemory-policy of Redis could not be read (INFO and CONFIG are forbidden): make sure that it is noeviction.',
        ]
      : []),
    ...(await durabilityWarnings(redis, info, use)),
  ];
}

async function durabilityWarnings(
  redis: Redis,
  info: ReadonlyMap<string, string>,
  { keepsHistory }: RedisUse,
): Promise<readonly string[]> {
  const isOn = info.get('aof_enabled') ?? (await configured(redis, 'appendonly'));
  switch (isOn) {
    case null:
      return ['Whether Redis writes an append-only file could not be read: make sure that appendonly is yes.'];
    case '0':
    case 'no':
      if (keepsHistory)
        throw new Fault(
          'redis',
          'Redis runs without its append-only file, and the records of tasks are kept in it: a restart of Redis would lose tasks, and do again what they have done.',
          AOF_ADVICE,
        );
      return [
        'Redis runs without its append-only file: accepted work can be lost when Redis restarts. Set "appendonly yes".',
      ];
  }
  const flushing = await configured(redis, 'appendfsync');
  if (flushing === null || flushing === 'always') return [];
  const span = flushing === 'everysec' ? 'of the last second' : 'of the last half minute';
  const what = keepsHistory ? 'accepted work and what tasks have recorded' : 'accepted work';
  return [
    `Redis runs with appendfsync "${flushing}": ${what} ${span} can be lost when its machine fails. "appendfsync always" loses none.`,
  ];
}

async function redisInfo(redis: Redis): Promise<ReadonlyMap<string, string>> {
  const text = await unlessForbidden(() => redis.info());
  return new Map(
    (text ?? '').split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
    }),
  );
}

async function configured(redis: Redis, name: string): Promise<string | null> {
  const answer: unknown = await unlessForbidden(() => redis.config('GET', name));
  const value: unknown = Array.isArray(answer) ? answer[1] : undefined;
  return typeof value === 'string' ? value : null;
}

/**
 * Hosted Redis refuses such commands in words of its own (NOPERM, unknown command): any answer of Redis is a
 * refusal.
 */
async function unlessForbidden<Answer>(command: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await inTime(command());
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ReplyError' && !/^(NOAUTH|WRONGPASS|LOADING)/.test(cause.message))
      return null;
    throw new Fault(
      'redis',
      `Redis did not answer (${cause instanceof Error ? cause.message : 'unknown reason'}).`,
      'See that Redis runs, and that REDIS_URL has the right address and password.',
      cause,
    );
  }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const settled = new AbortController();
  const late = delay(ANSWER_TIMEOUT_MS, null, { signal: settled.signal }).then(
    () => Promise.reject(new Error(`no answer within ${ANSWER_TIMEOUT_MS / 1000} seconds`)),
    () => answer,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    settled.abort();
  }
}
