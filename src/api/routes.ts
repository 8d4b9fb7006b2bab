/** The JSON API over the history (OPS-9): read only, behind the bearer token, absent without one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../errors.ts';
import { resultOf, summaryOf } from './task-view.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import { type HistoryEntry, type HistoryStore, isTaskId } from '../ports/history.ts';
import type { Task } from '../state/task.ts';

export interface RouteOptions {
  readonly history: HistoryStore;
  readonly token: string | null;
}

const MAX_LISTED = 100;

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
  for (const [path, view] of Object.entries(VIEWS))
    app.get<ById>(path, async (request, reply) => {
      const loaded = await load(request.params.id);
      return loaded === null ? reply.code(404).send({ error: 'There is no such task.' }) : view(loaded);
    });

  async function load(id: string): Promise<Loaded | null> {
    if (!isTaskId(id)) return null;
    const entries = await history.read(id);
    const task = replay(readHistory(entries));
    return task === null ? null : { entries, task };
  }
}

interface Loaded {
  readonly entries: readonly HistoryEntry[];
  readonly task: Task;
}

const VIEWS: Readonly<Record<string, (loaded: Loaded) => unknown>> = {
  '/api/tasks/:id': ({ task }) => summaryOf(task),
  '/api/tasks/:id/history': ({ entries }) => ({ entries }),
  '/api/tasks/:id/result': ({ task }) => resultOf(task),
};

function isAllowed(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
