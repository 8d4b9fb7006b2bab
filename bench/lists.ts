/**
 * `GET /api/tasks` with the records in files and in Redis: compared with tasks that have a hundredth of the history,
 * and with a hundredth of the tasks, of which one begins every minute. Also how long the event loop was blocked, and the cost of making a summary again.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { registerApi } from '../src/api/routes.ts';
import { createJsonlStore } from '../src/history/jsonl-store.ts';
import { createRedisStore } from '../src/history/redis-store.ts';
import { inGroups } from '../src/history/task-file.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { replay } from '../src/state/evolve.ts';
import { readHistory } from '../src/state/stored.ts';
import { keptSummary } from '../src/state/task-summary.ts';
import { atMost, row, takeTurns, timed, type Row } from './measure.ts';
import { followed, MOMENT, untilExecution } from './task-facts.ts';
import type { Rig } from './rig.ts';
import type { HistoryStore, NewEntry } from '../src/ports/history.ts';

const BENCH = 'lists';
const TOKEN = 'bench';
const LISTED = 100;
const ENTRIES = 1_000;
const IN_TIME_MS = 20;

interface Listed {
  readonly ms: number;
  readonly blockedMs: number;
}

export async function lists(
  rig: Rig,
  { most, rounds }: { readonly most: number; readonly rounds: number },
): Promise<readonly Row[]> {
  const redis = connectRedis((await rig.redis()).socketPath, 'worker', rig.log);
  rig.onClose(() => redis.disconnect());
  let folders = 0;
  const places: Readonly<Record<string, () => Promise<HistoryStore>>> = {
    files: async () => createJsonlStore({ directory: join(rig.folder, `lists-${(folders += 1)}`), log: rig.log }),
    Redis: async () => {
      // Reading is measured, so each gets its own database.
      const own = redis.duplicate({ db: (folders += 1) });
      rig.onClose(() => own.disconnect());
      await own.config('SET', 'appendfsync', 'no');
      return createRedisStore({ redis: own });
    },
  };
  const rows: Row[] = [];
  for (const [place, open] of Object.entries(places)) {
    const asked = {
      long: await listOf(await open(), { tasks: LISTED, entries: ENTRIES }),
      short: await listOf(await open(), { tasks: LISTED, entries: ENTRIES / 100 }),
      many: await listOf(await open(), { tasks: most, entries: ENTRIES / 100 }),
    };
    const taken = await takeTurns(rounds, asked);
    const [long, short, many] = [taken.long, taken.short, taken.many].map((all) => all.map(({ ms }) => ms));
    const common = { bench: BENCH, unit: 'ms', baseline: short ?? [] };
    const what = `the list of ${LISTED} tasks of ${ENTRIES} entries, in ${place}`;
    const ofTen = `${LISTED} tasks of ${ENTRIES / 100} entries`;
    rows.push(
      row({ ...common, what, baselineIs: ofTen, ours: long ?? [], target: atMost(1.3) }),
      row({
        ...common,
        what,
        baselineIs: `${IN_TIME_MS} ms`,
        ours: long ?? [],
        baseline: [IN_TIME_MS],
        target: atMost(1),
      }),
      row({
        ...common,
        what: '  longest that the loop was blocked',
        baselineIs: `${IN_TIME_MS} ms`,
        ours: [Math.max(...taken.long.map(({ blockedMs }) => blockedMs))],
        baseline: [IN_TIME_MS],
        target: atMost(1),
      }),
      row({
        ...common,
        what: `the list where there are ${most.toLocaleString('en-US')} tasks, in ${place}`,
        baselineIs: ofTen,
        ours: many ?? [],
        target: atMost(1.3),
      }),
    );
  }
  return rows;
}

async function listOf(
  history: HistoryStore,
  { tasks, entries }: { readonly tasks: number; readonly entries: number },
): Promise<() => Promise<Listed>> {
  await inGroups(
    Array.from({ length: tasks }, (_, minute) => ({ taskId: randomUUID(), at: MOMENT.now + minute * 60_000 })),
    async ({ taskId, at }) => {
      const log = await history.open({ taskId, issue: MOMENT.issue, traceId: 'bench' });
      await log.append(factsOf(entries), at, (stored) => {
        const task = replay(readHistory(stored));
        return () => task && keptSummary(task);
      });
      await log.close();
    },
  );
  const app = Fastify();
  const none = async () => Promise.reject(new Error('Not asked for here.'));
  const service = { status: none, setPaused: none, prioritise: none };
  const note = { prompts: { digest: '', render: () => '' }, redact: (text: string) => text };
  await app.register(async (scope) => registerApi(scope, { history, token: TOKEN, service, note, send: none }));
  return async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const ms = await timed(async () => {
      const answer = await app.inject({ url: '/api/tasks', headers: { authorization: `Bearer ${TOKEN}` } });
      const { tasks: listed } = answer.json<{ readonly tasks: readonly unknown[] }>();
      if (listed.length !== Math.min(tasks, LISTED)) throw new Error(`${listed.length} tasks were listed.`);
    });
    delay.disable();
    return { ms, blockedMs: delay.max / 1_000_000 };
  };
}

function factsOf(entries: number): readonly NewEntry[] {
  const { facts } = followed(untilExecution('container', 'image').slice(0, 6));
  const tool = {
    type: 'tool',
    tool_use_id: 'toolu_1',
    tool: 'run_command',
    ok: true,
    exit_code: 0,
    duration_ms: 12,
    text: 'x'.repeat(1_500),
  } as const;
  return entries <= facts.length ? facts : [...facts, ...Array.from({ length: entries - facts.length }, () => tool)];
}
