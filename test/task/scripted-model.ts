/** Structured calls as the driver makes them: each answer of a scripted model is an effect of its own, recorded before the next. */
import { perform } from '../../src/effects/perform.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { after, effectOf } from './task-world.ts';
import type { ModelAnswer, ModelRequest } from '../../src/ports/model.ts';
import type { Effect } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

/** What the model hands to the tool it is offered, or its text, or an answer by how it ended, or what goes wrong. */
export type Scripted = object | string | Ended | Error;
export type Ended = Pick<ModelAnswer, 'stopReason' | 'content'> & Partial<ModelAnswer>;

export interface Conversation {
  readonly task: Task;
  /** What each call was recorded as, without what follows from it. */
  readonly recorded: readonly (readonly Fact[])[];
  readonly requests: readonly ModelRequest[];
  readonly warnings: readonly string[];
}

/** Until the task asks for something else, or the script is over. */
export async function converse(
  task: Task,
  answers: readonly Scripted[],
  clock: { now(): number } = { now: () => 0 },
): Promise<Conversation> {
  const requests: ModelRequest[] = [];
  const warnings: string[] = [];
  const recorded: (readonly Fact[])[] = [];
  const tools = await toolsOf(
    async (request) => {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('The script is over.');
      if ('stopReason' in Object(answer)) return answer as Ended;
      const use = {
        type: 'tool_use',
        id: `t${requests.length}`,
        name: request.tools[0]?.name ?? '',
        input: answer,
      } as const;
      return typeof answer === 'string'
        ? { stopReason: 'end_turn', content: [{ type: 'text', text: answer }] }
        : { stopReason: 'tool_use', content: [use] };
    },
    { warnings, clock },
  );
  const effect = effectOf(task) as Effect;
  let now = task;
  while (requests.length < answers.length && JSON.stringify(effectOf(now)) === JSON.stringify(effect)) {
    const key = `${now.id}-${now.version + 1}`;
    const facts = await perform({ effect, key, task: now, tools, signal: new AbortController().signal });
    recorded.push(facts);
    now = after(now, ...facts);
  }
  return { task: now, recorded, requests, warnings };
}

async function toolsOf(
  answer: (request: ModelRequest) => Promise<Ended>,
  { warnings, clock }: { readonly warnings: string[]; readonly clock: { now(): number } },
): Promise<Toolbox> {
  const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const warn = (_: unknown, message: string) => warnings.push(message);
  return {
    prompts: await loadPrompts(),
    clock,
    log: { warn, info: () => undefined, error: () => undefined },
    nonceOf: () => '0123456789abcdef0123456789abcdef',
    redact: (text: string) => text.replaceAll('hunter2', '***'),
    maxOutputTokens: 1_000,
    repositories: {
      restore: async () => 'there',
      show: async () => '+x',
      showPieces: async () => ['shown'],
      readAtEnd: async () => ({ 'src/price.js': ['// rounds', 'const key = "hunter2";'] }),
    },
    images: { load: async () => null },
    sessions: { using: async () => ({ exitCode: 0, stdout: '', stderr: '', timedOut: false, durationMs: 0 }) },
    model: {
      name: 'test',
      price: () => 0.5,
      ask: async (request: ModelRequest) => ({
        model: 'test',
        usage,
        attempts: 1,
        ...(await answer(request)),
      }),
    },
  } as unknown as Toolbox;
}
