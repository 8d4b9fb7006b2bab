/** Log lines about model calls: the seed's log points, for tries and choices (MODEL-7). */
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/app/create-log.ts';
import { logAttempt, withLog } from '../../src/app/log-model-calls.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import type { AttemptReport } from '../../src/models/ask-with-retries.ts';
import type { Model, ModelRequest } from '../../src/ports/model.ts';

const SECRET = 'canary-secret-of-the-service';
const chosen = {
  tool: 'anthropic',
  model: 'claude-sonnet-5-5',
  passedOver: [{ tool: 'openai-chat', model: 'gpt-5.2', why: 'unavailable' }],
} as const;
const model: Model = {
  name: 'by profile',
  price: () => 0.5,
  ask: async () => ({
    model: 'claude-sonnet-5-5',
    content: [
      { type: 'text', text: 'Fine.' },
      { type: 'tool_use', id: 't', name: 'n', input: { a: 1 } },
      { type: 'opaque', raw: {} },
    ],
    stopReason: 'tool_use',
    usage: { inputTokens: 10, outputTokens: 2, cacheReadTokens: 5, cacheWriteTokens: 1 },
    attempts: 2,
    effort: 'low',
    chosen,
  }),
};
const request: ModelRequest = {
  system: 'You review.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: `Look at ${SECRET}.` },
        { type: 'tool_result', tool_use_id: 'x', content: 'seen' },
      ],
    },
  ],
  tools: [{ name: 'submit_review', description: 'd', inputSchema: {} }],
  answerWithTool: true,
  maxTokens: 10,
  effort: 'low',
  asking: { seed: 'task-1', group: { candidates: [], fallback: true, cooldownMs: 0 } },
};

function logging(level: 'debug' | 'info') {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { lines, log: createLogger({ level, pretty: false, redactor: createRedactor([SECRET]), destination }) };
}

describe('the log of calls of the model (MODEL-7)', () => {
  it('says that one begins and with how much, and whom it went to and what came of it', async () => {
    const { lines, log } = logging('info');
    let now = 0;
    const logged = withLog(model, log, { now: () => (now += 250) });
    const answer = await logged.ask(request, new AbortController().signal);
    expect([answer.attempts, logged.price(answer.usage), logged.name]).toEqual([2, 0.5, 'by profile']);
    expect(lines).toMatchObject([
      {
        level: 'info',
        msg: 'model call begins',
        task: 'task-1',
        asked: 'submit_review',
        effort: 'low',
        messages: 1,
        request_size: 11 + 37 + 4,
      },
      {
        msg: 'model call ended',
        task: 'task-1',
        tool: 'anthropic',
        model: 'claude-sonnet-5-5',
        passed_over: [{ tool: 'openai-chat', model: 'gpt-5.2', why: 'unavailable' }],
        effort: 'low',
        attempts: 2,
        stop: 'tool_use',
        tokens: 18,
        response_size: 5 + 7,
        duration_ms: 250,
      },
    ]);
    expect(lines).toHaveLength(2);
  });

  it('has the texts only where it is set to debug, with secrets masked', async () => {
    const { lines, log } = logging('debug');
    await withLog(model, log, { now: () => 0 }).ask(request, new AbortController().signal);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'model call begins',
      'model request',
      'model call ended',
      'model answer',
    ]);
    expect(JSON.stringify(lines[1])).toContain('Look at ');
    expect(lines[1]).toMatchObject({ system: 'You review.' });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('has of a conversation only what is new, and no pictures', async () => {
    const { lines, log } = logging('debug');
    const picture = { type: 'image', mediaType: 'image/png', data: 'A'.repeat(5_000) } as const;
    const messages = [
      ...request.messages,
      { role: 'user', content: [picture, { type: 'text', text: 'And now?' }] } as const,
    ];
    await withLog(model, log, { now: () => 0 }).ask({ ...request, messages }, new AbortController().signal);
    expect(lines[1]).toMatchObject({ message: [{ type: 'image', size: 5_000 }, { text: 'And now?' }] });
    expect(JSON.stringify(lines[1])).not.toMatch(/Look at|You review|AAAA/);
  });

  it('has each try that failed, which one of how many it was, why, and for how long it is waited', () => {
    const { lines, log } = logging('info');
    const report: AttemptReport = {
      provider: 'anthropic',
      model: 'm',
      task: 'task-1',
      attempt: 2,
      maxRetries: 3,
      outcome: 'retried',
      what: 'The model API answered 529',
      waitMs: 2_000,
    };
    for (const outcome of ['retried', 'given_up', 'answered', 'refused'] as const)
      logAttempt({ ...report, outcome }, log);
    const fields = {
      level: 'warn',
      task: 'task-1',
      provider: 'anthropic',
      model: 'm',
      attempt: 2,
      max_retries: 3,
      error: report.what,
    };
    expect(lines).toMatchObject([
      { ...fields, msg: 'model call will be retried', delay_seconds: 2 },
      { ...fields, msg: 'model call given up' },
    ]);
    expect(lines).toHaveLength(2);
  });
});
