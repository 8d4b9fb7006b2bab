/** Asks the model whether the acceptance criteria are met, and checks the evidence it gives (EXEC-6). */
import { shorten } from '../environments/describe-repository.ts';
import { citedPaths, judgedBy } from '../plan/criteria-evidence.ts';
import { decisionView } from '../model-calls/decision-view.ts';
import { assessmentQuestion } from '../model-calls/decision-messages.ts';
import { withTidyDecision } from '../model-calls/tidy-decision.ts';
import { readModelAnswer, type Reading } from '../model-calls/read-model-answer.ts';
import { isPassed, type Evidence } from '../state/assessment.ts';
import { at } from '../state/select.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { wholeChange } from './judged-change.ts';
import type { Performer, Performing } from './performer.ts';
import type { CallValue } from '../model-calls/calls.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { FactNamed } from '../state/facts.ts';

type Assessed = FactNamed<'completion_assessment'>;

const MAX_RISKS = 30;
const MAX_EVIDENCE = 10;
const MAX_LINES = 20;
const MAX_CHARACTERS = 1_000;

const assessed = { type: 'phase', name: 'completion_assessment' } as const;

export const askAssessment: Performer<'ask_assessment'> = async (performing) => {
  const { task, tools } = performing;
  const question = assessmentQuestion(decisionView(task, 'reflection', await wholeChange(task, tools)), tools);
  try {
    const read = async (answer: ModelAnswer): Promise<Reading<Assessed>> => {
      const reading = readModelAnswer('completion_assessment', withTidyDecisions(answer));
      return reading.ok ? { ok: true, value: await lookedUp(reading.value, performing) } : reading;
    };
    return await structuredFacts({ call: 'completion_assessment', question, read }, performing, {
      of: (fact) => [fact],
    });
  } catch (error) {
    // As with an unavailable review, the work continues without an assessment, and nobody is told that there was one.
    if (!isRefusedCall(error)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'the model refused to judge the criteria');
    return [{ ...assessed, summary: '', criteria: [], remaining_risks: [], problems: [tools.redact(error.message)] }];
  }
};

function withTidyDecisions(answer: ModelAnswer): ModelAnswer {
  const content = answer.content.map((block) =>
    block.type === 'tool_use' ? { ...block, input: withTidyDecision(block.input) } : block,
  );
  return { ...answer, content };
}

type Answered = CallValue<'completion_assessment'>;

async function lookedUp(answered: Answered, { key, task, tools }: Performing<'ask_assessment'>): Promise<Assessed> {
  const { plan } = at(task, 'verify');
  const { summary, details, replan_decision: decision } = answered;
  const passed = details.passed_criteria.map(({ id, evidence }) => ({ id, evidence: evidence.slice(0, MAX_EVIDENCE) }));
  const paths = citedPaths(passed);
  const read = paths.length === 0 ? {} : await tools.repositories.readAtEnd(task.id, paths);
  const files = Object.fromEntries(
    Object.entries(read).map(([path, lines]) => [path, lines && tools.redact(lines.join('\n')).split('\n')]),
  );
  const judged = judgedBy(plan.acceptance_criteria, passed, { commands: task.commands, files });
  const short = (text: string) => tools.redact(text).slice(0, MAX_CHARACTERS);
  const criteria = judged.map((one) => ({
    ...one,
    evidence: one.evidence?.map((given) => recorded(given, tools.redact)) ?? null,
  }));
  const unshown = criteria.filter((one) => !isPassed(one)).map(({ id }) => id);
  if (unshown.length > 0)
    tools.log.info({ task: task.id, trace: task.traceId, criteria: unshown }, 'criteria without evidence');
  return {
    ...assessed,
    summary: short(summary),
    criteria,
    remaining_risks: details.remaining_risks.slice(0, MAX_RISKS).map(short),
    ...(decision === undefined ? {} : { judgement: { replan_id: key, decision } }),
  };
}

/** As much of it as people are shown. */
function recorded(given: Evidence, redact: (text: string) => string): Evidence {
  const short = (text: string) => redact(text).slice(0, MAX_CHARACTERS);
  // Of all that a command wrote, the last line may be the only relevant one.
  const bothEnds = (text: string) => shorten(redact(text), MAX_CHARACTERS);
  return given.is === 'place'
    ? { ...given, path: short(given.path), quote: short(given.quote) }
    : { ...given, command: bothEnds(given.command), lines: given.lines.slice(0, MAX_LINES).map(short) };
}
