import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import pino from 'pino';
import { registerApi } from '../../src/api/routes.ts';
import { resultOf } from '../../src/api/task-view.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import { HISTORY_TYPES } from '../../src/ports/history.ts';
import {
  actionDone,
  planOf,
  prepared,
  recorded,
  REQUEST,
  saved,
  subtask,
  after,
  usage,
  ASSESSED,
} from '../task/task-world.ts';
import { END_REASONS, PHASES, reported, reportOf, taskIn } from '../progress/cases.ts';
import type { FastifyInstance } from 'fastify';
import type { ServiceControl } from '../../src/ports/service-control.ts';
import type { HistoryStore } from '../../src/ports/history.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';

const TOKEN = 'a dashboard token';
const PLAN = planOf([subtask('a')], { test_command: 'npm test' });
const WORK: readonly Fact[] = [...prepared(PLAN), ...actionDone(0), usage(), saved('a')];
const END: readonly Fact[] = [
  {
    type: 'verification',
    name: 'tests',
    command: { command: 'npm test', exit_code: 0, timed_out: false, output: 'ok', stdout: 'ok', duration_ms: 900 },
  },
  ASSESSED,
  {
    type: 'effect',
    name: 'pull_request',
    number: 13,
    url: 'https://github.example/13',
    draft: false,
    title: 'Round prices half up',
  },
  { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' },
  { type: 'effect', name: 'progress_finished' },
  { type: 'effect', name: 'sandbox_removed' },
  { type: 'effect', name: 'reported' },
];

describe('the API (OPS-9)', () => {
  const [done, running, unplanned] = [randomUUID(), randomUUID(), randomUUID()];
  /** One task is running. */
  const at = { isPaused: false, prioritised: [] as string[] };
  const service: ServiceControl = {
    status: async () => ({
      state: at.isPaused ? 'PAUSED' : 'RUNNING',
      slots: 4,
      driven: 1,
      waiting: 2,
      longestMs: 61_400,
      pausedAt: at.isPaused ? '2026-01-01T00:00:00.000Z' : null,
    }),
    setPaused: async (isPaused) => {
      at.isPaused = isPaused;
    },
    prioritise: async (taskId, priority) => taskId === running && at.prioritised.push(priority) > 0,
  };
  const note = {
    prompts: { digest: '', render: () => '' },
    redact: (text: string) => text.replaceAll('Round', '[redacted]'),
  };
  const sent: (readonly [string, InboxItem])[] = [];
  const send = async (taskId: string, item: InboxItem) => void sent.push([taskId, item]);
  let folder: string;
  let history: HistoryStore;
  let app: FastifyInstance;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pw-api-'));
    history = createJsonlStore({
      directory: folder,
      log: pino({ level: 'silent' }),
    });
    await write(done, [...WORK, ...END]);
    await write(running, WORK, 60_000);
    await write(unplanned, [], -60_000);
    app = Fastify();
    await app.register(async (scope) => registerApi(scope, { history, token: TOKEN, service, note, send }));
    app.get('/healthz', () => ({ ok: true }));
    address = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(taskId: string, facts: readonly Fact[], laterMs = 0): Promise<void> {
    const log = await history.open({ taskId, issue: 'octo/shop#12', traceId: 'trace-1' });
    for (const { seq: _, timestamp, task_uuid: _task, issue: _issue, trace_id: _trace, ...fact } of recorded(facts))
      await log.append([fact], Date.parse(timestamp) + laterMs);
    await log.close();
  }

  async function get(
    path: string,
    authorization: string | null = `Bearer ${TOKEN}`,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
    const answer = await fetch(`${address}${path}`, { headers: authorization === null ? {} : { authorization } });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  }

  it.each([
    null,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN} `.repeat(2),
    `Bearer ${TOKEN.slice(0, -1)}`,
  ])('answers 401 to %j, whether there is such a task or not', async (authorization) => {
    for (const path of [
      '/api/tasks',
      `/api/tasks/${done}`,
      `/api/tasks/${done}/history`,
      `/api/tasks/${randomUUID()}/result`,
    ]) {
      const answer = await get(path, authorization);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.body).toEqual({ error: 'Send the dashboard token as a bearer token.' });
    }
  });

  async function post(path: string, body?: unknown, authorization = `Bearer ${TOKEN}`) {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { authorization, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  it('pauses the whole service and resumes it, for whoever has the token (OPS-5)', async () => {
    const tasks = { running: 1, waiting: 2, longest_wait_sec: 61 };
    expect((await get('/api/service')).body).toEqual({ state: 'RUNNING', paused_at: null, slots: 4, tasks });
    expect((await post('/api/service/pause', undefined, 'Bearer wrong')).status).toBe(401);
    expect(at.isPaused).toBe(false);
    expect((await post('/api/service/pause')).body).toMatchObject({
      state: 'PAUSED',
      paused_at: '2026-01-01T00:00:00.000Z',
    });
    expect((await post('/api/service/resume')).body).toMatchObject({ state: 'RUNNING', paused_at: null });
  });

  it("takes the operator's word on the priority of a task at work (OPS-5)", async () => {
    const path = `/api/tasks/${running}/priority`;
    expect(await post(path, { priority: 'high' })).toEqual({ status: 200, body: { id: running, priority: 'high' } });
    for (const body of [{ priority: 'urgent' }, { priority: 'low', more: 1 }, undefined])
      expect((await post(path, body)).status).toBe(400);
    expect((await post(`/api/tasks/${done}/priority`, { priority: 'low' })).status).toBe(404);
    expect(at.prioritised).toEqual(['high']);
  });

  it('OPS-3, OPS-8: hands what the operator says to a task at work, masked, and says why where it cannot', async () => {
    const say = (what: string, body?: object, id = running) => post(`/api/tasks/${id}/${what}`, body);
    expect(await say('tell', { text: 'Round it up.' })).toEqual({ status: 200, body: { said: 'Sent to the task.' } });
    expect(await say('stop')).toMatchObject({ status: 200 });
    const by = { id: 0, login: 'the operator' };
    expect(sent).toEqual([
      [running, { kind: 'comment', id: expect.any(String), addressed: true, by, text: '[redacted] it up.' }],
      [running, expect.objectContaining({ kind: 'control', word: 'stop', by })],
    ]);
    expect(await say('answer', { text: 'yes' })).toMatchObject({
      status: 409,
      body: { error: 'It asks nothing just now.', advice: expect.stringContaining('planwright tell') },
    });
    expect(await say('pause', {}, done)).toMatchObject({ body: { said: 'It is done: nothing is left to pause.' } });
    expect((await say('retry', {}, done)).body).toMatchObject({
      error: expect.stringContaining('what is said on issues'),
    });
    expect(await say('tell', { text: 'x' }, done)).toMatchObject({
      status: 409,
      body: {
        error: expect.stringContaining('reads no more messages'),
        advice: expect.stringContaining('on the issue'),
      },
    });
    expect((await say('tell', { text: 'x', more: 1 })).status).toBe(400);
    expect(await say('tell', { text: 'x'.repeat(64 * 1_024 + 1) })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('65,536 characters at most') },
    });
    expect((await say('tell', { text: 'x' }, randomUUID())).status).toBe(404);
    expect(sent).toHaveLength(2);
  });

  it('adds up what was spent by repository and day (MODEL-6)', async () => {
    const { status, body } = await get('/api/spending');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tasks: 3,
      repositories: [{ repository: 'octo/shop', total: { usd: 0.02, model_calls: 2, unpriced_calls: 0 } }],
    });
    expect((await get('/api/spending', null)).status).toBe(401);
  });

  it('asks for the token on its own routes only', async () => {
    expect((await get('/healthz', null)).status).toBe(200);
  });

  it('does not exist without a token in the configuration', async () => {
    const bare = Fastify();
    await bare.register(async (scope) => registerApi(scope, { history, token: null, service, note, send }));
    const url = await bare.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/api/tasks`, { headers: { authorization: 'Bearer ' } });
    await bare.close();
    expect(answer.status).toBe(404);
  });

  it.each([randomUUID(), 'x', '..', '%2e%2e%2fsecret', `${'a'.repeat(8)}-${'b'.repeat(4)}`, done.toUpperCase()])(
    'answers 404 for the task %j',
    async (id) => {
      for (const part of ['', '/history', '/result', '/plan', '/note'])
        expect((await get(`/api/tasks/${id}${part}`)).status).toBe(404);
    },
  );

  it('lists tasks, the newest first', async () => {
    const { body } = await get('/api/tasks');
    expect((body as { tasks: { id: string }[] }).tasks.map(({ id }) => id)).toEqual([running, done, unplanned]);
  });

  it('shows a task', async () => {
    expect((await get(`/api/tasks/${done}`)).body).toMatchObject({
      id: done,
      repository: 'octo/shop',
      issue: 12,
      title: REQUEST.title,
      requested_by: 'maintainer',
      phase: 'ended',
      state: 'COMPLETE',
      trace_id: 'trace-1',
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      usage: { model_calls: 1, tokens: 120, usd: 0.01 },
      pull_request: { number: 13, draft: false },
    });
    expect((await get(`/api/tasks/${running}`)).body).toMatchObject({
      phase: 'verify',
      state: 'VALIDATING',
      pull_request: null,
    });
  });

  it('shows the result as EXEC-9 says', async () => {
    expect((await get(`/api/tasks/${done}/result`)).body).toEqual({
      task_id: done,
      status: 'succeeded',
      summary: 'I carried out the plan, and the tests pass.',
      validation: { overall: 'passed', commands: [{ command: 'npm test', exit_code: 0, duration_ms: 900 }] },
      duration_ms: expect.any(Number),
      usage: {
        model_calls: 1,
        tokens: 120,
        input_tokens: 100,
        output_tokens: 20,
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        usd: 0.01,
        unpriced_calls: 0,
        unpriced_models: [],
        model_ms: 900,
        command_ms: expect.any(Number),
        interrupted_calls: 0,
        estimated_calls: 0,
      },
    });
    expect((await get(`/api/tasks/${running}/result`)).body).toMatchObject({
      status: null,
      summary: null,
      validation: { overall: 'unknown', commands: [] },
    });
  });

  it('hands out the plan as one document, and says why there is none (PLAN-10)', async () => {
    const { build_command: _build, lint_command: _lint, ...plan } = PLAN;
    expect((await get(`/api/tasks/${running}/plan`)).body).toEqual({ version: 1, ...plan });
    expect(await get(`/api/tasks/${unplanned}/plan`)).toMatchObject({
      status: 404,
      body: { error: 'This task has no plan: none is made yet, or it ended before one was.' },
    });
  });

  it('renders the Task Note as Markdown, masked (EXEC-8)', async () => {
    const answer = await fetch(`${address}/api/tasks/${done}/note`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(new RegExp(`^# Task Note - ${done} - `));
    expect(text).toContain('[redacted] prices half up');
    expect(text).not.toContain('Round');
  });

  it('opens the Task Note for a browser that is asked for the token as a password, and nothing else (EXEC-8)', async () => {
    const password = `Basic ${Buffer.from(`anybody:${TOKEN}`).toString('base64')}`;
    const ask = (path: string, authorization: string | null, method = 'GET') =>
      fetch(`${address}${path}`, {
        method,
        headers: { accept: 'text/html,*/*', ...(authorization === null ? {} : { authorization }) },
      });
    const note = `/api/tasks/${done}/note`;
    const unasked = await ask(note, null);
    expect([unasked.status, unasked.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic realm=".*token/),
    ]);
    expect((await ask(note, `Basic ${Buffer.from('anybody:no').toString('base64')}`)).status).toBe(401);
    const shown = await ask(note, password);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
    expect(await shown.text()).toContain('# Task Note');
    for (const [path, method] of [
      [`/api/tasks/${done}`, 'GET'],
      ['/api/tasks', 'GET'],
      ['/api/service/pause', 'POST'],
      [note, 'HEAD'],
    ] as const)
      expect((await ask(path, password, method)).status).toBe(401);
  });

  it('shows the history as it is stored: numbered, stamped, of the known types', async () => {
    const { entries } = (await get(`/api/tasks/${done}/history`)).body as {
      entries: { seq: number; timestamp: string; type: string; task_uuid: string; issue: string; trace_id: string }[];
    };
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: recorded([...WORK, ...END]).length }, (_, index) => index + 1),
    );
    for (const entry of entries) {
      expect(HISTORY_TYPES).toContain(entry.type);
      expect(entry).toMatchObject({
        task_uuid: done,
        issue: 'octo/shop#12',
        trace_id: 'trace-1',
        timestamp: expect.stringMatching(/Z$/),
      });
    }
    expect(entries.find(({ type }) => type === 'plan')).toMatchObject({
      plan: { task_decomposition: { subtasks: [{ id: 'a' }] } },
    });
  });
});

describe('a task as the API shows it (EXEC-1)', () => {
  it.each([
    ['orient', 'PENDING'],
    ['understand', 'PLANNING'],
    ['decompose', 'PLANNING'],
    ['sequence', 'PLANNING'],
    ['prepare', 'RUNNING'],
    ['execute', 'RUNNING'],
    ['verify', 'VALIDATING'],
    ['report', 'VALIDATING'],
    ['ended', 'COMPLETE'],
  ] as const)('in the phase %s is %s', (phase, state) => {
    expect(PHASES).toContain(phase);
    expect(summaryOf(taskIn(phase))).toMatchObject({ phase, state });
  });

  it.each([
    ['stopped', 'STOPPED', 'failed'],
    ['budget', 'FAILED', 'failed'],
    ['not_achieved', 'FAILED', 'failed'],
    ['already_done', 'COMPLETE', 'succeeded'],
  ] as const)('that ended with %s is %s, its result %s', (reason, state, status) => {
    const task = reported(reportOf(reason), true);
    expect(summaryOf(task).state).toBe(state);
    expect(resultOf(task)).toMatchObject({ status });
  });

  it.each([
    ['en', /^I carried out the plan, and the tests pass\.$/],
    ['ja', /^計画をすべて実行し、テストも通りました。$/],
  ] as const)('says what came of it in a sentence, in the language of the issue: %s (EXEC-9)', (language, said) => {
    expect(resultOf(reported(reportOf('finished', { language }), true)).summary).toMatch(said);
    for (const reason of END_REASONS)
      expect(resultOf(reported(reportOf(reason, { language }), true)).summary).toMatch(/\S.*\S/);
  });

  it('whose tests failed says so', () => {
    expect(resultOf(after(reported(reportOf('not_achieved'), true)))).toMatchObject({
      validation: { overall: 'failed', commands: [{ exit_code: 1 }] },
    });
  });
});
