/** The JSON API over the history (OPS-9): read only, behind the bearer token, absent without one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../errors.ts';
import { resultOf, summaryOf } from './task-view.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import type { HistoryEntry, HistoryStore } from '../ports/history.ts';
import type { Task } from '../state/task.ts';

export interface RouteOptions {
  readonly history: HistoryStore;
  readonly token: string | null;
}

const MAX_LISTED = 100;
const TASK_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ById {
  readonly Params: { readonly id: string };
}

export function registerApi(app: FastifyInstance, { history, token }: RouteOptions): void {
  if (token === null) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isAllowed(request, token))
      await reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ error: 'Send the dashboard token as a bearer token.' });
  });

  // Whoever has the token runs the service, and can put the record right.
  app.setErrorHandler(async (error, _request, reply) => {
    if (!(error instanceof Fault) || error.code !== 'history_damaged') throw error;
    return reply.code(500).send({ error: `${error.message} ${error.advice}` });
  });

  app.get('/api/tasks', async () => {
    const ids = await history.recent(MAX_LISTED);
    // A record that cannot be read hides that task alone; asked for by its id, it says why.
    const tasks = await Promise.all(ids.map((id) => load(id).catch(() => null)));
    return { tasks: tasks.flatMap((loaded) => (loaded ? [summaryOf(loaded.task)] : [])) };
  });
  app.get<ById>('/api/tasks/:id', async (request, reply) =>
    answer(reply, await load(request.params.id), ({ task }) => summaryOf(task)),
  );
  app.get<ById>('/api/tasks/:id/history', async (request, reply) =>
    answer(reply, await load(request.params.id), ({ entries }) => ({ entries })),
  );
  app.get<ById>('/api/tasks/:id/result', async (request, reply) =>
    answer(reply, await load(request.params.id), ({ task }) => resultOf(task)),
  );

  async function load(id: string): Promise<Loaded | null> {
    if (!TASK_ID.test(id)) return null;
    const entries = await history.read(id);
    const task = replay(readHistory(entries));
    return task === null ? null : { entries, task };
  }
}

interface Loaded {
  readonly entries: readonly HistoryEntry[];
  readonly task: Task;
}

function answer(reply: FastifyReply, loaded: Loaded | null, view: (loaded: Loaded) => unknown): unknown {
  return loaded === null ? reply.code(404).send({ error: 'There is no such task.' }) : view(loaded);
}

function isAllowed(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
