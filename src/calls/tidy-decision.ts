/**
 * A re-plan decision as some models write it: numbers as text, a confidence in percent, level 0 for "no level", null for
 * what is left out, all of it as text.
 * What is meant is not in doubt there, and a decision dropped for it would be a re-plan lost; anything else is left to
 * the schema (MODEL-4, REPLAN-10). Pure.
 */
import { objectsIn } from './json-in-text.ts';

const PERCENT = /^\s*(\d{1,3}(?:\.\d{1,10})?)\s*[%％]\s*$/;
const NUMBER = /^\s*(?:\d{1,3}(?:\.\d{1,17})?|\.\d{1,17})\s*$/;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

export function tidyDecision(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { confidence, replan_level: level } = value;
  return {
    ...Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null)),
    ...('confidence' in value ? { confidence: shareOf(confidence) } : {}),
    ...('replan_level' in value ? { replan_level: levelOf(level) } : {}),
    ...flag(value, 'replan_needed'),
    ...flag(value, 'clarification_needed'),
  };
}

/** The decision that stands in a larger answer, tidied; the answer as it is where there is none. */
export function withTidyDecision(answer: unknown): unknown {
  if (!isRecord(answer) || !('replan_decision' in answer)) return answer;
  const said = answer['replan_decision'];
  const decision = typeof said === 'string' ? objectsIn(said).next().value : said;
  return { ...answer, replan_decision: tidyDecision(decision) };
}

/** Above 1 it can only be meant in percent. */
function shareOf(value: unknown): unknown {
  if (typeof value === 'string') {
    const percent = PERCENT.exec(value)?.[1];
    if (percent !== undefined) return Number(percent) / 100;
    return NUMBER.test(value) ? shareOf(Number(value)) : value;
  }
  return typeof value === 'number' && value > 1 && value <= 100 ? value / 100 : value;
}

function levelOf(value: unknown): unknown {
  const level = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  return level === 0 ? null : level;
}

function flag(value: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const said = value[name];
  const word = typeof said === 'string' ? said.trim().toLowerCase() : '';
  return Object.hasOwn(FLAGS, word) ? { [name]: FLAGS[word] } : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
