/**
 * Decides when a write may be sent: by the pace of all processes, or by this process's own while that is unavailable
 * (GH-10).
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { messageOf, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { patienceMs } from '../patience.ts';
import type { WritePace, WriteRank } from '../ports/write-pace.ts';

/** Our own pace for this installation is used up; GitHub itself has not refused. */
export class OutOfTurn extends RetryLater {
  constructor(waitMs: number) {
    super('The write has to wait: the allowed writes to this installation are used up.', {
      of: 'github_limit',
      afterMs: waitMs,
    });
  }
}

/** The write was no longer wanted when its turn came; nothing was sent. */
export class NotWanted extends Error {}

export interface PacedWrite {
  /** Shared by all tries of one write, which keeps its place between them. */
  readonly id?: string;
  readonly rank: WriteRank;
  /** Not sent if it would have to wait. */
  readonly isNowOrNever?: boolean;
  /** Called after each wait; false: it is not sent any more. */
  readonly isWanted?: () => boolean;
}

export interface WriteTurns {
  /** Resolves when it may be sent, or with false if it is not wanted any more. */
  turn(installationId: number, write: PacedWrite): Promise<boolean>;
  keepQuiet(installationId: number, ms: number): Promise<void>;
  quietMs(installationId: number): Promise<number>;
}

/** A write that would wait longer is postponed by its caller, who can do other work meanwhile. It keeps its place. */
const LONGEST_WAIT_MS = 10_000;
/** The longest time until it asks again, since others may have given up. */
const LATEST_MS = 30_000;
/** For this process alone: 400 an hour, and three at once. */
const ALONE_MS = 9_000;
const ALONE_AT_ONCE = 3;
const QUIET_KNOWN_MS = 1_000;

/** `pace` null: nothing is paced, for servers without GitHub's limits. */
export function createWriteTurns(pace: WritePace | null, clock: Clock, log: Pick<Logger, 'info' | 'warn'>): WriteTurns {
  const alone = new Map<number, number>();
  const quiet = new Map<number, { readonly until: number; readonly lookedAt: number }>();
  let isDown = false;

  async function shared<Answer>(asked: Promise<Answer>, instead: () => Answer): Promise<Answer> {
    try {
      const answer = await asked;
      if (isDown) log.info('writes are paced over all processes again');
      isDown = false;
      return answer;
    } catch (error) {
      if (!isDown) log.warn({ reason: messageOf(error) }, 'writes are paced per process');
      isDown = true;
      return instead();
    }
  }

  /** Always counted, so that it knows about earlier writes when it is needed. */
  function askAlone(installationId: number, isSent: boolean): number {
    const now = clock.now();
    const next = Math.max(now, alone.get(installationId) ?? 0);
    const waitMs = next - (ALONE_AT_ONCE - 1) * ALONE_MS - now;
    if (waitMs > 0 && !isSent) return waitMs;
    alone.set(installationId, next + ALONE_MS);
    return 0;
  }

  return {
    async turn(installationId, { rank, id, isNowOrNever = false, isWanted = () => true }) {
      if (pace === null) return isWanted();
      const write = { installationId, rank, id: id ?? randomUUID() };
      for (;;) {
        let isCounted = false;
        const waitMs = await shared(pace.ask(write), () => {
          isCounted = true;
          return askAlone(installationId, false);
        });
        if (!isWanted() || (isNowOrNever && waitMs > 0)) {
          if (waitMs > 0) await pace.giveUp(write).catch(() => undefined);
          return false;
        }
        if (waitMs === 0) {
          if (!isCounted) askAlone(installationId, true);
          return true;
        }
        if (rank === 'first' && waitMs > patienceMs(LONGEST_WAIT_MS)) {
          if (id === undefined) await pace.giveUp(write).catch(() => undefined);
          throw new OutOfTurn(waitMs);
        }
        await clock.sleep(Math.min(waitMs, LATEST_MS));
      }
    },

    async keepQuiet(installationId, ms) {
      const now = clock.now();
      const until = Math.max(quiet.get(installationId)?.until ?? 0, now + ms);
      quiet.set(installationId, { until, lookedAt: now });
      if (pace !== null) await shared(pace.keepQuiet(installationId, ms), () => undefined);
    },

    /** A pause that another process was told of is known here within a second. */
    async quietMs(installationId) {
      const now = clock.now();
      const known = quiet.get(installationId);
      const isFresh = known !== undefined && (known.until > now || now - known.lookedAt < QUIET_KNOWN_MS);
      if (pace !== null && !isFresh) {
        const ms = await shared(pace.quietMs(installationId), () => 0);
        quiet.set(installationId, { until: now + ms, lookedAt: now });
        return ms;
      }
      return Math.max(0, (known?.until ?? 0) - now);
    },
  };
}
