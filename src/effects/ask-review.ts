/** Asks the model to review the plan or the whole change (EXEC-7), and reads its verdict (MODEL-4). */
import { readReview, type ReviewReading } from '../model-calls/read-review.ts';
import { diffReviewQuestion, planReviewQuestion } from '../model-calls/review-messages.ts';
import { ownQuestions } from '../plan/own-words.ts';
import { failuresSincePass } from '../state/reviews.ts';
import { at, draftIn, isAt } from '../state/select.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { changeBefore } from './judged-change.ts';
import { diffOf } from './quarantine.ts';
import type { Performer, Performing, Toolbox } from './performer.ts';
import type { Reviewed } from '../state/model-facts.ts';
import type { ReviewFact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

const MAX_FEEDBACK_CHARACTERS = 8_000;
/** More than the model is shown; the code that shows it decides where to cut. */
const MAX_DIFF_BYTES = 128 * 1024;

export const askReview: Performer<'ask_review'> = async (performing) => {
  const { effect, task, tools } = performing;
  const { of } = effect;
  const question = await questionOf(performing);
  try {
    return await structuredFacts({ call: 'review', question, read: readReview, readsText: true }, performing, {
      of: (reading) => {
        const fact = factOf(of, reading, task, tools);
        logReading(fact, task, tools);
        return [fact];
      },
    });
  } catch (error) {
    // As with an unavailable judgement (REPLAN-10), the work continues, and nobody is told that there was a review.
    if (!isRefusedCall(error)) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'review refused by the model, the task goes on without',
    );
    return [notMade(of, task)];
  }
};

function notMade(of: Reviewed, task: Task): ReviewFact {
  const feedback = ownQuestions(task.settings.language).reviewNotMade.call_refused;
  return { type: 'review', of, result: 'NOT_MADE', feedback, how: 'nothing', attempt: failuresSincePass(task, of) + 1 };
}

async function questionOf(performing: Performing<'ask_review'>): Promise<string> {
  const { effect, task, tools } = performing;
  if (effect.of === 'diff') {
    const verifying = at(task, 'verify');
    return diffReviewQuestion(verifying, await diffOf(verifying, tools, MAX_DIFF_BYTES), tools);
  }
  const plan = draftIn(task, 'actions')?.found ?? null;
  if (!isAt(task, 'plan') || plan === null) throw new TypeError(`There is no plan to review at ${task.stage.is}.`);
  return planReviewQuestion(task, plan, tools, await changeBefore(performing));
}

function factOf(of: Reviewed, { result, feedback, how }: ReviewReading, task: Task, { redact }: Toolbox): ReviewFact {
  // Also cut before masking, which takes time in proportion to the length; an answer may be very long.
  const said = redact(feedback.trim().slice(0, 4 * MAX_FEEDBACK_CHARACTERS)).slice(0, MAX_FEEDBACK_CHARACTERS);
  return { type: 'review', of, result, feedback: said, how, attempt: failuresSincePass(task, of) + 1 };
}

/** Logs the verdict and how it was found (MODEL-4). */
function logReading({ of, result, how, attempt }: ReviewFact, task: Task, { log }: Toolbox): void {
  const fields = { task: task.id, trace: task.traceId, of, result, how, attempt };
  if (how === 'tool') log.info(fields, 'review read');
  else if (how === 'json') log.info(fields, 'JSON extracted');
  else log.warn(fields, `fallback verdict ${result}, ${how}`);
}
