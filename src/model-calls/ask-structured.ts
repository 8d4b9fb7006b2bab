/**
 * The one way in which a structured answer is asked for (MODEL-2, MODEL-3): one tool, the question, and all that
 * was answered unusably to it before, with what was wrong. One paid call, without a try of its own: an answer that
 * cannot be used is recorded by whoever asks, and the next try is the next effect, so that a crash in between
 * neither loses nor doubles what was paid (`flow/unusable-answers.ts`).
 */
import { unusableTo } from '../state/select.ts';
import { CALLS } from './calls.ts';
import { systemPrompt, type PromptTools } from './planning-messages.ts';
import { withRepairs, type Reading } from './read-model-answer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelAnswer, RequestBlock } from '../ports/model.ts';
import type { CallName } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export interface StructuredCall<Value> {
  readonly call: CallName;
  readonly question: string;
  /** Shown before the question. */
  readonly pictures?: readonly RequestBlock[];
  readonly read: (answer: ModelAnswer) => Reading<Value>;
}

export interface Asking {
  readonly task: Task;
  readonly tools: PromptTools & { readonly model: Model; readonly clock: Clock; readonly maxOutputTokens: number };
  readonly signal: AbortSignal;
}

export interface StructuredAnswer<Value> {
  readonly reading: Reading<Value>;
  readonly answer: ModelAnswer;
  readonly durationMs: number;
}

export async function askStructured<Value>(
  { call, question, pictures = [], read }: StructuredCall<Value>,
  { task, tools, signal }: Asking,
): Promise<StructuredAnswer<Value>> {
  const began = tools.clock.now();
  const answer = await tools.model.ask(
    {
      system: systemPrompt('system', task, tools),
      messages: withRepairs([...pictures, { type: 'text', text: question }], unusableTo(call, task)),
      tools: [CALLS[call].tool],
      answerWithTool: true,
      maxTokens: tools.maxOutputTokens,
    },
    signal,
  );
  return { reading: read(answer), answer, durationMs: tools.clock.now() - began };
}
