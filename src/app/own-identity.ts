/**
 * The App's identity as GitHub last reported it, stored in Redis: a service that starts while GitHub is unavailable
 * recognises comments to it and accepts events at once. Stored per App and server, so that another APP_ID starts with
 * nothing.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { z } from 'zod';
import { keys } from '../queue/names.ts';
import type { Remembered } from '../github/open-github.ts';

const Kept = z.object({ appId: z.int(), slug: z.string().min(1), botUser: z.int().nullable() });

interface App {
  readonly appId: string | number;
  readonly apiUrl: string;
}

/** Null if nothing readable is stored; then GitHub is asked. */
export async function recallIdentity(redis: Redis, { appId, apiUrl }: App): Promise<Remembered | null> {
  const text = await redis.get(keys.identity(apiUrl, appId));
  return Kept.safeParse(parsed(text)).data ?? null;
}

export function keepIdentity(redis: Redis, { appId, apiUrl }: App, log: Pick<Logger, 'warn'>) {
  return (known: Remembered): void => {
    redis.set(keys.identity(apiUrl, appId), JSON.stringify(known)).catch((error: unknown) => {
      log.warn({ err: error }, 'the identity of the App could not be stored and is asked again at the next start');
    });
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
