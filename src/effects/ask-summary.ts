/**
 * Asks the model for the text of the pull request. Whatever comes of it, the pull request is opened: without words
 * of the model, ours are used. So no trouble leaves this file but a stop.
 */
import { readModelAnswer } from '../model-calls/read-model-answer.ts';
import { summaryQuestion } from '../model-calls/summary-messages.ts';
import { at } from '../state/select.ts';
import { structuredFacts } from './answer-facts.ts';
import { diffOf } from './quarantine.ts';
import type { CallValue } from '../model-calls/calls.ts';
import type { Outcome, Performer } from './performer.ts';
import type { Toolbox } from './toolbox.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_BODY_CHARACTERS = 12_000;
const MAX_OUTCOMES = 20;
/** More than the model is shown: where to cut is for those who show it. */
const MAX_DIFF_BYTES = 64 * 1024;
const MAX_OUTCOME_CHARACTERS = 500;

export const askSummary: Performer<'ask_summary'> = async (performing) => {
  const { task, tools, signal } = performing;
  try {
    const question = summaryQuestion(at(task, 'report'), await diffOf(task, tools, MAX_DIFF_BYTES), tools);
    return await structuredFacts(
      { call: 'summary', question, read: (answer) => readModelAnswer('summary', answer) },
      performing,
      { of: (value) => [summaryFact(value, tools)] },
    );
  } catch (error) {
    if (signal.aborted) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'no summary by the model, the pull request gets our own words',
    );
    const problem = tools.redact(error instanceof Error ? error.message : String(error));
    return [{ type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems: [problem] }];
  }
};

function summaryFact({ pull_request: text, summary }: CallValue<'summary'>, { redact }: Toolbox): Outcome {
  return {
    type: 'phase',
    name: 'summary',
    title: redact(text.title).slice(0, MAX_TITLE_CHARACTERS),
    body: redact(text.body).slice(0, MAX_BODY_CHARACTERS),
    key_outcomes: summary.key_outcomes
      .slice(0, MAX_OUTCOMES)
      .map((outcome) => redact(outcome).slice(0, MAX_OUTCOME_CHARACTERS)),
  };
}
