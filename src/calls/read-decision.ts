/** A re-plan decision however it comes: by its tool, or as JSON in the text of the answer, bare or in a code fence (REPLAN-10). Pure. */
import { ReplanAnswer, ReplanDecision } from './judgement-schemas.ts';
import { readAnswer } from './read-answer.ts';
import type { ModelAnswer } from '../ports/model.ts';

type DecisionReading =
  | { readonly decision: ReplanDecision; readonly problems: null }
  | { readonly decision: null; readonly problems: readonly string[] };

const MAX_TEXT_CHARACTERS = 200_000;
const FENCE = '```';

export function readDecision(answer: ModelAnswer): DecisionReading {
  const reading = readAnswer('replan_decision', answer);
  if (reading.ok) return { decision: reading.value.replan_decision, problems: null };
  const text = answer.content
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
    .slice(0, MAX_TEXT_CHARACTERS);
  for (const candidate of [text, ...fenced(text)]) {
    const decision = decisionIn(candidate);
    if (decision !== null) return { decision, problems: null };
  }
  return { decision: null, problems: reading.problems };
}

/** What stands between code fences, without the language after the first one. */
function fenced(text: string): readonly string[] {
  return text
    .split(FENCE)
    .filter((_, index) => index % 2 === 1)
    .map((block) => block.replace(/^[A-Za-z0-9_-]{1,20}\s/, ''));
}

function decisionIn(text: string): ReplanDecision | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const whole = ReplanAnswer.safeParse(value);
  if (whole.success) return whole.data.replan_decision;
  const bare = ReplanDecision.safeParse(value);
  return bare.success ? bare.data : null;
}
