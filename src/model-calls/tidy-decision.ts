/**
 * A re-plan decision as some models write it: numbers as text, a confidence in percent, level 0 for "no level",
 * null for what is left out, one entry in place of a list of one, all of it as text, or a remark beside it that
 * fits no schema. What is meant is not in doubt there, and a decision dropped for it would be a re-plan lost;
 * anything else is left to the schema (MODEL-4, REPLAN-10).
 */
import { objectsIn } from './json-in-text.ts';
import { ReplanDecisionSchema } from './judgement-schemas.ts';
import type { z } from 'zod';

const PERCENT = /^\s*(\d{1,3}(?:\.\d{1,10})?)\s*[%％]\s*$/;
const NUMBER = /^\s*(?:\d{1,3}(?:\.\d{1,17})?|\.\d{1,17})\s*$/;
/**
 * What decides: a decision that cannot be read here is none. All else is told on, and left out where it does not
 * fit.
 */
const DECIDES: ReadonlySet<string> = new Set([
  'replan_needed',
  'confidence',
  'replan_type',
  'replan_level',
  'clarification_needed',
  'clarification_questions',
]);
const FIELDS: Readonly<Record<string, z.ZodType>> = ReplanDecisionSchema.shape;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

export function tidyDecision(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { confidence, replan_level: level } = value;
  return {
    ...Object.fromEntries(
      Object.entries(value)
        .filter(([, entry]) => entry !== null)
        .map(([name, entry]) => [name, listed(name, entry)] as const)
        .filter(
          ([name, entry]) =>
            DECIDES.has(name) || (Object.hasOwn(FIELDS, name) && FIELDS[name]?.safeParse(entry).success),
        ),
    ),
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

/** A text where a list of texts belongs. */
function listed(name: string, entry: unknown): unknown {
  if (typeof entry !== 'string' || !Object.hasOwn(FIELDS, name)) return entry;
  return !FIELDS[name]?.safeParse(entry).success && FIELDS[name]?.safeParse([entry]).success ? [entry] : entry;
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
