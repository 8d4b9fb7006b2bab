/**
 * The only way to ask for a structured answer (MODEL-2, MODEL-3): one tool, the question, and all earlier unusable
 * answers with what was wrong. A model that answers in prose is reminded of the tool once; then its text counts. This
 * makes one paid call and no retry: the caller records an unusable answer, and the next try is the next effect, so that
 * a crash in between neither loses nor repeats what was paid (`flow/unusable-answers.ts`).
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
  /** Offered instead of the call's own tool, if fewer fields can be answered. */
  readonly tool?: ToolSpec;
  readonly question: string;
  /** Shown first, identical in several calls; additions come last. */
  readonly context?: readonly string[];
  /** The last context block for the API's cache: another call with the same tool reads it, or has written it. */
  readonly sharedTo?: number;
  /** Shown before the question. */
  readonly pictures?: readonly RequestBlock[];
  readonly read: (answer: ModelAnswer) => Reading<Value> | Promise<Reading<Value>>;
  /** The reader handles text itself, so the tool's input is not searched in it. */
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
  /** The hash of the request. */
  readonly prompt: string;
}

/**
 * The last answer was unusable, and there was no further one within the time for the call and its repairs (MODEL-3).
 */
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
  // If the model had no room for its answer, that answer is not added; the question is shortened instead (MODEL-3).
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

/** Timers may fire early. */
const SLACK_MS = 1_000;

/**
 * Null if the time is over after an unusable answer. The time counts from the recorded start, whichever process asks
 * now.
 */
async function inTime(
  { task, tools: { clock } }: Asking,
  isAnswered: boolean,
  ask: () => Promise<ModelAnswer>,
): Promise<ModelAnswer | null> {
  const isOver = (): boolean => askingLeftMs(task, clock.now()) <= SLACK_MS;
  // No call was made because the service was down. It is made in a new effect.
  if (isOver()) throw new RetryLater('The time of a question was over before it was asked again.', { of: 'model' });
  try {
    return await ask();
  } catch (error) {
    if (isAnswered && error instanceof RetryLater && isOver()) return null;
    throw error;
  }
}

/**
 * A cached prefix begins with the tool, so only calls with the same tool share it; a write that nobody reads costs a
 * quarter more.
 */
function contextBlocks(texts: readonly string[], sharedTo: number | null): readonly RequestBlock[] {
  return texts.map((text, at) => ({ type: 'text', text, ...(at === sharedTo ? { isShared: true } : {}) }));
}

/** A call that is refused as too long costs nothing, so it is repeated at once, with half the content each time. */
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
