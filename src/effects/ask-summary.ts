/**
 * Asks the model once for the text of the pull request. Whatever comes of it, the pull request is opened: without
 * words of the model, ours are used. So nothing is asked again here, and no trouble leaves this file but a stop.
 */
import { systemPrompt } from '../model-calls/planning-messages.ts';
import { summaryQuestion } from '../model-calls/summary-messages.ts';
import { CALLS } from '../model-calls/calls.ts';
import { readAnswer } from '../model-calls/read-model-answer.ts';
import { usageFact } from './usage-fact.ts';
import { at } from '../state/select.ts';
import type { Outcome, Performer } from './performer.ts';
import type { Toolbox } from './toolbox.ts';
import type { Task } from '../state/task.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_BODY_CHARACTERS = 12_000;
const MAX_OUTCOMES = 20;
/** More than the model is shown: where to cut is for those who show it. */
const MAX_DIFF_BYTES = 64 * 1024;
const MAX_OUTCOME_CHARACTERS = 500;

export const askSummary: Performer<'ask_summary'> = async ({ task, tools, signal }) => {
  const reporting = at(task, 'report');
  const began = tools.clock.now();
  try {
    const answer = await tools.model.ask(
      {
        system: systemPrompt('system', task, tools),
        messages: [
          {
            role: 'user',
            content: [{ type: 'text', text: summaryQuestion(reporting, await diffOf(task, tools), tools) }],
          },
        ],
        tools: [CALLS.summary.tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
      },
      signal,
    );
    const usage = usageFact('summary', answer, tools.model, tools.clock.now() - began);
    const reading = readAnswer('summary', answer);
    if (!reading.ok) return [without(reading.problems), usage];
    const { pull_request: text, summary } = reading.value;
    const words: Outcome = {
      type: 'phase',
      name: 'summary',
      title: tools.redact(text.title).slice(0, MAX_TITLE_CHARACTERS),
      body: tools.redact(text.body).slice(0, MAX_BODY_CHARACTERS),
      key_outcomes: summary.key_outcomes
        .slice(0, MAX_OUTCOMES)
        .map((outcome) => tools.redact(outcome).slice(0, MAX_OUTCOME_CHARACTERS)),
    };
    return [words, usage];
  } catch (error) {
    if (signal.aborted) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'no summary by the model, the pull request gets our own words',
    );
    return [without([tools.redact(error instanceof Error ? error.message : String(error))])];
  }
};

function without(problems: readonly string[]): Outcome {
  return { type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems };
}

/** Looked at on the host, where it was taken over from the sandbox; for the model it is data like any output. */
async function diffOf(task: Task, tools: Toolbox): Promise<string> {
  if (task.snapshot === null) return '';
  const diff = await tools.repositories.show(task.id, task.snapshot.baseSha, MAX_DIFF_BYTES).catch(() => '');
  return tools.redact(diff);
}
