/**
 * The one way in which a structured answer is asked for (MODEL-2, MODEL-3): one tool, the question, and all that
 * was answered unusably to it before, with what was wrong. Who answers in prose is reminded of the tool once; then
 * what is said counts. One paid call, without a try of its own: an answer that cannot be used is recorded by
 * whoever asks, and the next try is the next effect, so that a crash in between neither loses nor doubles what was
 * paid (`flow/unusable-answers.ts`).
 */
import { askingLeftMs } from '../state/asked-since.ts';
import { unusableTo } from '../state/select.ts';
import { ConversationRefused, RetryLater } from '../errors.ts';
import { askedOf } from './asked-of.ts';
import { CALLS } from './calls.ts';
import { fitQuestion, MAX_HALVINGS, MAX_QUESTION_BYTES } from './fit-question.ts';
import { systemPrompt, type PromptTools } from './planning-messages.ts';
import { handedOver, isProse, NOT_CALLED, usesTool, type Reading } from './read-model-answer.ts';
import { promptDigest } from './prompt-digest.ts';
import { notCalledText, withRepairs } from './repair-messages.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelAnswer, ModelRequest, RequestBlock, ToolSpec } from '../ports/model.ts';
import type { CallName } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export interface StructuredCall<Value> {
  readonly call: CallName;
  /** Offered in place of the call's own, where less can be answered than is read. */
  readonly tool?: ToolSpec;
  readonly question: string;
  /** Shown first, the same in several calls; what is added to it comes last. */
  readonly context?: readonly string[];
  /** Up to this block of it the API's cache keeps what is sent: a call with the same tool reads it, or wrote it. */
  readonly sharedTo?: number;
  /** Shown before the question. */
  readonly pictures?: readonly RequestBlock[];
  readonly read: (answer: ModelAnswer) => Reading<Value> | Promise<Reading<Value>>;
  /** It knows better than to look for the input of the tool in the text. */
  readonly readsText?: true;
}

export interface Asking {
  readonly task: Task;
  readonly tools: PromptTools & { readonly model: Model; readonly clock: Clock; readonly maxOutputTokens: number };
  readonly signal: AbortSignal;
}

interface StructuredAnswer<Value> {
  readonly reading: Reading<Value>;
  readonly answer: ModelAnswer;
  readonly durationMs: number;
  /** The hash of what was asked. */
  readonly prompt: string;
}

/** It was answered before, unusably, and not again in the time that it has with all its repairs (MODEL-3). */
export const OUT_OF_TIME = 'out of time';

interface Fitting {
  readonly context: readonly string[];
  readonly question: string;
  readonly nonce: string;
  /** How often it has been halved before. */
  readonly shortened: number;
}

const FULL = 'model_context_window_exceeded';

export async function askStructured<Value>(
  asked: StructuredCall<Value>,
  { task, tools, signal }: Asking,
): Promise<StructuredAnswer<Value> | typeof OUT_OF_TIME> {
  const { call, question, tool = CALLS[call].tool, context = [], sharedTo = null, pictures = [] } = asked;
  const earlier = unusableTo(call, task);
  // What found no room is not added to what had none for it: the question is shortened instead (MODEL-3).
  const unusable = earlier.filter(({ stopped }) => stopped !== FULL);
  const shortened = earlier.length - unusable.length;
  const began = tools.clock.now();
  const fitting = { context, question, nonce: tools.nonceOf(task.id), shortened };
  let prompt = '';
  const answer = await inTime({ task, tools, signal }, earlier.length > 0, () =>
    fittingAnswer(fitting, (shared, text) => {
      const request: ModelRequest = {
        system: systemPrompt('system', task, tools),
        messages: withRepairs(
          [...contextBlocks(shared, sharedTo), ...pictures, { type: 'text', text }],
          unusable,
          tools.prompts,
        ),
        tools: [tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
        until: began + askingLeftMs(task, began),
        ...askedOf(call, task),
      };
      prompt = promptDigest(request);
      return tools.model.ask(request, signal);
    }),
  );
  if (answer === null) return OUT_OF_TIME;
  const isReminded = unusable.some((before) => !usesTool(before));
  const reading = await readingOf(asked, answer, isReminded);
  const durationMs = tools.clock.now() - began;
  if (reading.ok || reading.problems.length > 0) return { reading, answer, durationMs, prompt };
  const problems = [notCalledText(call, answer, tools.prompts)];
  return { reading: { ...reading, problems }, answer, durationMs, prompt };
}

/** Timers may be early. */
const SLACK_MS = 1_000;

/** Null when the time of a question that was answered unusably is over; it began when the history says so, whoever asks now. */
async function inTime(
  { task, tools: { clock } }: Asking,
  isAnswered: boolean,
  ask: () => Promise<ModelAnswer>,
): Promise<ModelAnswer | null> {
  const isOver = (): boolean => askingLeftMs(task, clock.now()) <= SLACK_MS;
  // Only while nobody asked: the service was down. It is asked anew, in a call of its own.
  if (isOver()) throw new RetryLater('The time of a question was over before it was asked again.', { of: 'model' });
  try {
    return await ask();
  } catch (error) {
    if (isAnswered && error instanceof RetryLater && isOver()) return null;
    throw error;
  }
}

/**
 * A prefix begins with the tool, so only calls with the same tool share what follows it; writing what nobody reads
 * costs a quarter more.
 */
function contextBlocks(texts: readonly string[], sharedTo: number | null): readonly RequestBlock[] {
  return texts.map((text, at) => ({ type: 'text', text, ...(at === sharedTo ? { isShared: true } : {}) }));
}

/** A call that is refused as too long costs nothing, so it is made again at once, each time with half of what it says. */
async function fittingAnswer(
  { context, question, nonce, shortened }: Fitting,
  ask: (context: readonly string[], question: string) => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  const room = MAX_QUESTION_BYTES - context.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (let halvings = shortened; ; halvings += 1) {
    const half = (text: string, bytes: number) => fitQuestion(text, nonce, Math.floor(bytes / 2 ** halvings));
    const asked = Math.min(room, Buffer.byteLength(question));
    try {
      return await ask(
        context.map((text) => half(text, Buffer.byteLength(text))),
        half(question, asked),
      );
    } catch (error) {
      if (!(error instanceof ConversationRefused) || !error.tooLong || halvings >= MAX_HALVINGS) throw error;
    }
  }
}

function readingOf<Value>(
  { call, read, readsText }: StructuredCall<Value>,
  answer: ModelAnswer,
  isReminded: boolean,
): Reading<Value> | Promise<Reading<Value>> {
  if (!isProse(answer)) return read(answer);
  if (!isReminded) return NOT_CALLED;
  return read(readsText === true ? answer : handedOver(call, answer));
}
