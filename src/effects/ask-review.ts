/**
 * Asks the model to review the plan or the whole change (EXEC-7), reads its verdict (MODEL-4), and says in the log what
 * follows. A review that refuses the change brings the revision with it, in the same write and before it: cut off in
 * between, the work goes on and is reviewed again.
 */
import { Fault } from '../errors.ts';
import { CALLS } from '../calls/calls.ts';
import { readReview } from '../calls/read-review.ts';
import { withRepairs } from '../calls/read-answer.ts';
import { systemPrompt } from '../context/planning-messages.ts';
import { diffReviewQuestion, planReviewQuestion } from '../context/review-messages.ts';
import { MAX_SCHEMA_REPAIRS } from '../phases/between/wrong-answer.ts';
import { changesBetween } from '../plan/changes.ts';
import { withRevision } from '../plan/review-revision.ts';
import { failuresSincePass, MAX_REVISES } from '../state/reviews.ts';
import { wordsFor } from '../progress/words.ts';
import { REVIEWED_PHASE } from '../state/reviewed-phase-states.ts';
import { usageFact } from './usage.ts';
import type { ReviewReading } from '../calls/read-review.ts';
import type { Fact } from '../state/facts.ts';
import type { Reviewed, ReviewFact } from '../state/reviews.ts';
import type { Task, TaskIn } from '../state/task.ts';
import type { Toolbox } from './toolbox.ts';
import type { Performer } from './perform.ts';

const MAX_FEEDBACK_CHARACTERS = 8_000;
/** More than the model is shown: where to cut is for those who show it. */
const MAX_DIFF_BYTES = 128 * 1024;

export const askReview: Performer<'ask_review'> = async ({ effect, task, tools, signal }) => {
  const { of, wrongAnswers } = effect;
  const began = tools.clock.now();
  const question = await questionOf(task, of, tools);
  const request = tools.model.ask(
    {
      system: systemPrompt('system', task, tools),
      messages: withRepairs([{ type: 'text', text: question }], wrongAnswers),
      tools: [CALLS.review.tool],
      answerWithTool: true,
      maxTokens: tools.maxOutputTokens,
    },
    signal,
  );
  const answer = await request.catch((error: unknown) => refusedCall(error, task, tools));
  if (answer === null) return [notMade(of, task)];
  const usage = usageFact('review', answer, tools.model, tools.clock.now() - began);
  const { reading, problems } = readReview(answer);
  if (reading === null && wrongAnswers.length < MAX_SCHEMA_REPAIRS)
    return [{ type: 'error', name: 'invalid_answer', call: 'review', problems, broke: 'schema', content: answer.content }, usage];
  // Asked as often as any other call, and still no verdict: that is a FAIL (MODEL-4), not the end of the task.
  if (reading === null) tools.log.warn({ task: task.id, trace: task.traceId, of, problems }, 'the review cannot be read');
  const fact = factOf(of, reading ?? unreadable(task), task, tools);
  logReading(fact, task, tools);
  return [...revisionFor(fact, task), fact, usage];
};

/** Like a judgement that cannot be had (REPLAN-10): the work is not lost for it, and nobody is told that it was reviewed. */
function refusedCall(error: unknown, task: Task, { log }: Toolbox): null {
  if (!(error instanceof Fault) || error.code !== 'model_refused') throw error;
  log.warn({ task: task.id, trace: task.traceId, err: error }, 'review refused by the model, the task goes on without');
  return null;
}

function notMade(of: Reviewed, task: Task): ReviewFact {
  const feedback = wordsFor(task.settings.language).review.notMade;
  return { type: 'review', of, result: 'NOT_MADE', feedback, how: 'nothing', attempt: failuresSincePass(task, of) + 1 };
}

function unreadable({ settings }: Task): ReviewReading {
  return { result: 'FAIL', feedback: wordsFor(settings.language).review.unreadable, how: 'nothing' };
}

function questionOf(task: Task, of: Reviewed, tools: Toolbox): string | Promise<string> {
  if (of === 'plan' && task.phase === 'sequence' && task.found !== null) return planReviewQuestion(task, task.found, tools);
  if (of === 'diff' && task.phase === 'verify') return diffOf(task, tools).then((diff) => diffReviewQuestion(task, diff, tools));
  throw new TypeError(`There is no ${of} to review in the phase ${task.phase}.`);
}

/** Looked at on the host, where it was taken over from the sandbox; for the model it is data like any output. */
async function diffOf(task: TaskIn<'verify'>, { repositories, redact, log }: Toolbox): Promise<string> {
  try {
    return redact(await repositories.show(task.id, task.snapshot.baseSha, MAX_DIFF_BYTES));
  } catch (error) {
    log.warn({ task: task.id, trace: task.traceId, err: error }, 'the change could not be read for its review');
    return '';
  }
}

function factOf(of: Reviewed, { result, feedback, how }: ReviewReading, task: Task, { redact }: Toolbox): ReviewFact {
  // Cut before it is masked too: masking takes time by length, and an answer may be very long.
  const said = redact(feedback.trim().slice(0, 4 * MAX_FEEDBACK_CHARACTERS)).slice(0, MAX_FEEDBACK_CHARACTERS);
  const isUnsaid = said === '' && result === 'FAIL';
  const told = isUnsaid ? wordsFor(task.settings.language).review.withoutReason : said;
  return { type: 'review', of, result, feedback: told, how, attempt: failuresSincePass(task, of) + 1 };
}

function revisionFor({ of, result, feedback, attempt }: ReviewFact, task: Task): readonly Fact[] {
  if (of !== 'diff' || result !== 'FAIL' || attempt > MAX_REVISES || task.phase !== 'verify') return [];
  const plan = withRevision(task.plan, feedback);
  return [{ type: 'revision', reason: feedback, source: 'review', changes: changesBetween(task.plan, plan), updated_plan: plan }];
}

/** What was found and how (MODEL-4), and the lines of EXEC-7, word for word. */
function logReading({ of, result, how, attempt }: ReviewFact, task: Task, { log }: Toolbox): void {
  const phase = REVIEWED_PHASE[of];
  const fields = { task: task.id, trace: task.traceId, of, result, how, attempt };
  if (how === 'tool') log.info(fields, 'review read');
  else if (how === 'json') log.info(fields, 'JSON extracted');
  else log.warn(fields, `fallback verdict ${result}, ${how === 'nothing' ? 'no marker' : how}`);
  if (result !== 'FAIL') return;
  if (attempt <= MAX_REVISES) {
    log.info(fields, `Phase ${phase}: Starting revise step`);
    return;
  }
  log.error(fields, `Phase ${phase}: Retry limit exceeded (${MAX_REVISES}/${MAX_REVISES}). Marking phase as failed.`);
  log.error(fields, `Skipping subsequent phases due to failed phase: ${phase}`);
}
