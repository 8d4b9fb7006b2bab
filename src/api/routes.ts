/**
 * The JSON API (OPS-9): reading histories, and pausing the whole service (OPS-5); requires the bearer token, absent
 * without one.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../errors.ts';
import { spendingOf } from './repository-spending.ts';
import { planDocument, resultOf } from './task-view.ts';
import { spokenAtService } from './spoken-at-service.ts';
import { SPOKEN } from '../people/spoken-to-task.ts';
import { inSlices } from '../note/in-slices.ts';
import { taskNote, type NoteTools } from '../note/task-note.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import { summaryOf, taskSummaries } from '../state/task-summary.ts';
import { type HistoryEntry, type HistoryStore, isTaskId } from '../ports/history.ts';
import type { ServiceControl, ServiceStatus } from '../ports/service-control.ts';
import type { InboxItem } from '../state/inbox-item.ts';
import type { Task } from '../state/task.ts';

export interface RouteOptions {
  readonly history: HistoryStore;
  readonly token: string | null;
  readonly service: ServiceControl;
  /** Puts an item into a task's inbox, and wakes the task. */
  readonly send: (taskId: string, item: InboxItem) => Promise<void>;
  /** For the Task Note. */
  readonly note: Omit<NoteTools, 'giveWay'>;
}

const NOTE_PATH = '/api/tasks/:id/note';
const MAX_LISTED = 100;
/** Only the newest tasks are added up; older ones are in their own records. */
const MAX_ADDED_UP = 1_000;
const NO_TASK = 'There is no such task.';
const MOST_SAID = 64 * 1_024;
const SEND_TEXT = `Send { "text": "…" } as JSON, with ${MOST_SAID.toLocaleString('en-US')} characters at most, or nothing.`;
const NO_PLAN = 'This task has no plan: none is made yet, or it ended before one was.';

interface ById {
  readonly Params: { readonly id: string };
}

export function registerApi(app: FastifyInstance, { history, token, service, note, send }: RouteOptions): void {
  if (token === null) return;
  app.addHook('onRequest', async (request, reply) => {
    // A browser following a link sends a password and repeats it unasked, so it may only read notes.
    const isNote = request.method === 'GET' && request.routeOptions.url === NOTE_PATH;
    if (!isAllowed(request, token, isNote))
      await reply
        .code(401)
        .header('www-authenticate', isNote ? 'Basic realm="Planwright: the dashboard token is the password"' : 'Bearer')
        .send({ error: 'Send the dashboard token as a bearer token.' });
  });

  // The holder of the token operates the service, and can fix the record.
  app.setErrorHandler(async (error, _request, reply) => {
    if (!(error instanceof Fault) || error.code !== 'history_damaged') throw error;
    return reply.code(500).send({ error: `${error.message} ${error.advice}` });
  });

  app.get('/api/tasks', async () => {
    // An unreadable record only hides its own task; asked for by its id, it says why.
    const found = await history.summaries(await history.recent(MAX_LISTED), taskSummaries);
    return { tasks: found.filter((one) => one !== null) };
  });
  app.get('/api/spending', async () => {
    const found = await history.summaries(await history.recent(MAX_ADDED_UP), taskSummaries);
    return spendingOf(found.filter((one) => one !== null));
  });
  for (const [path, view] of Object.entries(VIEWS))
    app.get<ById>(path, async (request, reply) => {
      const loaded = await load(request.params.id);
      return loaded === null ? reply.code(404).send({ error: NO_TASK }) : view(loaded);
    });

  app.get<ById>('/api/tasks/:id/plan', async (request, reply) => {
    const loaded = await load(request.params.id);
    if (loaded === null) return reply.code(404).send({ error: NO_TASK });
    return planDocument(loaded.task) ?? reply.code(404).send({ error: NO_PLAN });
  });

  app.get<ById>(NOTE_PATH, async (request, reply) => {
    const { id } = request.params;
    const text = isTaskId(id) ? await noteOf(await history.read(id)) : null;
    if (text === null) return reply.code(404).send({ error: NO_TASK });
    // Browsers show plain text, and would save Markdown as a file.
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    return reply
      .type(`${isBrowser ? 'text/plain' : 'text/markdown'}; charset=utf-8`)
      .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      .send(text);
  });

  app.get('/api/service', async () => statusView(await service.status()));
  for (const [word, isPaused] of [
    ['pause', true],
    ['resume', false],
  ] as const)
    app.post(`/api/service/${word}`, async () => {
      await service.setPaused(isPaused);
      return statusView(await service.status());
    });
  app.post<ById>('/api/tasks/:id/priority', async (request, reply) => {
    const asked = PriorityAsked.safeParse(request.body);
    if (!asked.success)
      return reply.code(400).send({ error: 'Send { "priority": "high" }, or "normal" or "low", as JSON.' });
    const { id } = request.params;
    const { priority } = asked.data;
    if (!isTaskId(id) || !(await service.prioritise(id, priority)))
      return reply.code(404).send({ error: 'There is no such task at work.' });
    return { id, priority };
  });

  for (const what of SPOKEN)
    app.post<ById>(`/api/tasks/:id/${what}`, async (request, reply) => {
      const asked = SpokenBody.safeParse(request.body ?? {});
      if (!asked.success) return reply.code(400).send({ error: SEND_TEXT });
      const loaded = await load(request.params.id);
      if (loaded === null) return reply.code(404).send({ error: NO_TASK });
      const outcome = spokenAtService({ what, text: note.redact(asked.data.text) }, loaded.task);
      if (outcome.kind === 'refused') return reply.code(409).send({ error: outcome.error, advice: outcome.advice });
      if (outcome.kind === 'item') await send(loaded.task.id, outcome.item);
      return { said: outcome.said };
    });

  function noteOf(entries: readonly HistoryEntry[]): Promise<string | null> {
    return taskNote(readHistory(entries), { ...note, giveWay: inSlices() });
  }

  async function load(id: string): Promise<Loaded | null> {
    if (!isTaskId(id)) return null;
    const entries = await history.read(id);
    const task = replay(readHistory(entries));
    return task === null ? null : { entries, task };
  }
}

const SpokenBody = z.strictObject({
  text: z.string().max(MOST_SAID).default(''),
});
const PriorityAsked = z.strictObject({ priority: z.enum(['high', 'normal', 'low']) });

function statusView({ state, slots, driven, waiting, longestMs, pausedAt }: ServiceStatus) {
  const tasks = { running: driven, waiting, longest_wait_sec: Math.round(longestMs / 1_000) };
  return { state, paused_at: pausedAt, slots, tasks };
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

function isAllowed(
  { headers: { authorization = '' } }: FastifyRequest,
  token: string,
  takesPassword: boolean,
): boolean {
  const bearer = /^Bearer (.+)$/i.exec(authorization)?.[1];
  const basic = takesPassword ? /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1] : undefined;
  const given =
    bearer ??
    Buffer.from(basic ?? '', 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
