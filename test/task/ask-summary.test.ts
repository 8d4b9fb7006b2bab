import { beforeAll, describe, expect, it } from '@jest/globals';
import { Fault, RetryLater } from '../../src/errors.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { askSummary } from '../../src/effects/report-back.ts';
import { taskIn } from '../progress/cases.ts';
import type { AnswerBlock, ModelRequest } from '../../src/ports/model.ts';
import type { Prompts } from '../../src/model-calls/catalogue.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const ANSWER = {
  summary: {
    goal_achieved: false,
    tasks_completed: 99,
    tasks_failed: 98,
    key_outcomes: ['It rounds.', 'x'.repeat(2_000)],
  },
  pull_request: { title: 'Round half up', body: 'It rounds, by hunter2-hunter2.' },
};

describe('the question for the text of the pull request (MODEL-2)', () => {
  let prompts: Prompts;
  const requests: ModelRequest[] = [];
  const warnings: string[] = [];
  beforeAll(async () => {
    prompts = await loadPrompts();
  });

  async function ask(
    answer: () => readonly AnswerBlock[],
    diff = async () => '+return round(2.675);',
  ): Promise<readonly Fact[]> {
    requests.length = 0;
    const tools = {
      prompts,
      clock: { now: () => 0 },
      log: { warn: (_: unknown, message: string) => warnings.push(message) },
      nonceOf: () => '0123456789abcdef0123456789abcdef',
      redact: (text: string) => text.replaceAll('hunter2-hunter2', '[redacted]'),
      maxOutputTokens: 1_000,
      repositories: { show: diff },
      model: {
        name: 'test',
        price: () => 0,
        ask: async (request: ModelRequest) => {
          requests.push(request);
          const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
          return { model: 'test', content: answer(), stopReason: 'end_turn', usage, attempts: 1 };
        },
      },
    } as unknown as Toolbox;
    return askSummary({
      effect: { kind: 'ask_summary' },
      key: 'k',
      task: taskIn('report'),
      tools,
      signal: new AbortController().signal,
    });
  }

  it('shows the change, the tests and how the actions went, and takes over title, body and outcomes: bounded, without secrets', async () => {
    const [words, usage] = await ask(() => [{ type: 'tool_use', id: 'a', name: 'submit_summary', input: ANSWER }]);
    expect(words).toMatchObject({
      type: 'phase',
      name: 'summary',
      title: 'Round half up',
      body: 'It rounds, by [redacted].',
    });
    expect(words?.type === 'phase' && words.name === 'summary' && words.key_outcomes.map((one) => one.length)).toEqual([
      10, 500,
    ]);
    expect(usage).toMatchObject({ type: 'usage', call: 'summary' });
    const asked = JSON.stringify(requests[0]?.messages);
    for (const shown of [
      '+return round(2.675);',
      'Action 1 came to its end.',
      'The tests passed',
      'task_2',
      'src/file-0.js',
    ])
      expect(asked).toContain(shown);
    expect(asked.length).toBeLessThan(50_000);
  });

  it('asks all the same when the change cannot be looked at', async () => {
    await ask(
      () => [],
      () => Promise.reject(new Error('The repository is gone.')),
    );
    expect(requests).toHaveLength(1);
  });

  const trouble = (error: Error) => () => {
    throw error;
  };
  it.each<readonly [string, () => readonly AnswerBlock[]]>([
    ['a refusal', trouble(new Fault('model_refused', 'HTTP 400', ''))],
    ['a refused key', trouble(new Fault('model_credentials', 'HTTP 401', ''))],
    ['an outage', trouble(new RetryLater('The model API answered 529', { of: 'model' }))],
    ['a defect of ours', trouble(new TypeError('undefined is not a function'))],
  ])('comes to no words, and to no trouble, after %s; it is not asked again', async (_, answer) => {
    const [words] = await ask(answer);
    expect(words).toMatchObject({ type: 'phase', name: 'summary', title: '', body: '' });
    expect(requests).toHaveLength(1);
  });
});
