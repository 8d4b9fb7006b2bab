/** Reads a re-plan decision from a tool call, or from JSON anywhere in the answer's text (MODEL-4, REPLAN-10). */
import { ReplanAnswerSchema, ReplanDecisionSchema } from './judgement-schemas.ts';
import { tidyDecision, withTidyDecision } from './tidy-decision.ts';
import { objectsIn } from './json-in-text.ts';
import { readModelAnswer, wordsOf, type Reading } from './read-model-answer.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { ModelAnswer } from '../ports/model.ts';

const MAX_TEXT_CHARACTERS = 200_000;

export function readDecision(answer: ModelAnswer): Reading<ReplanDecision> {
  const reading = readModelAnswer('replan_decision', answer);
  if (reading.ok) return { ok: true, value: reading.value.replan_decision };
  for (const value of valuesIn(answer)) {
    const decision = decisionIn(value);
    if (decision !== null) return { ok: true, value: decision };
  }
  return reading;
}

/** A planning answer's judgement of itself; null if it is unreadable. */
export function ownDecisionIn({ content }: Pick<ModelAnswer, 'content'>): ReplanDecision | null {
  const inputs = content.flatMap((block) => (block.type === 'tool_use' ? [withTidyDecision(block.input)] : []));
  return inputs.map((input) => ReplanAnswerSchema.safeParse(input).data?.replan_decision).find(isGiven) ?? null;
}

function isGiven<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** Inputs of tool calls, wrapped or not, then JSON in the text; the first decision counts. */
function* valuesIn({ content }: ModelAnswer): Generator {
  for (const block of content) {
    if (block.type === 'tool_use') yield block.input;
  }
  yield* objectsIn(wordsOf({ content }).slice(0, MAX_TEXT_CHARACTERS));
}

function decisionIn(value: unknown): ReplanDecision | null {
  const whole = ReplanAnswerSchema.safeParse(withTidyDecision(value));
  if (whole.success) return whole.data.replan_decision;
  const bare = ReplanDecisionSchema.safeParse(tidyDecision(value));
  return bare.success ? bare.data : null;
}
