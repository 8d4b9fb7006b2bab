/** Decisions as some models write them, made to fit their schema where the meaning is clear (MODEL-4, REPLAN-10). */
import type { z } from 'zod';
import { ReplanDecisionSchema } from './judgement-schemas.ts';
import { objectsIn } from './json-in-text.ts';

const PERCENT = /^\s*(\d{1,3}(?:\.\d{1,10})?)\s*[%％]\s*$/;
const NUMBER = /^\s*(?:\d{1,3}(?:\.\d{1,17})?|\.\d{1,17})\s*$/;
/** Fields that decide: without readable ones there is no decision. Others are dropped if they do not fit. */
const DECIDES: ReadonlySet<string> = new Set([
  'replan_needed',
  'confidence',
  'replan_type',
  'replan_level',
  'clarification_needed',
  'clarification_questions',
  'must_be_answered',
  'evaluation_result',
]);
const FIELDS: Readonly<Record<string, z.ZodType>> = ReplanDecisionSchema.shape;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/** Whatever begins like one of the two is no success; a success has to be said as one. */
const RESULTS = [
  ['partial_success', /^partial/],
  ['failure', /^fail/],
  ['success', /^success(?:ful)?$/],
] as const;

/**
 * Tidies a decision as some models write it: numbers and flags as text, a confidence or rate with a percent sign, level 0
 * for "no level", a result in another spelling, null for absent fields, one entry instead of a list, everything as text,
 * or an additional field that fits no schema.
 * The meaning is clear in these cases, and dropping the decision would lose a re-plan; anything else is left to the
 * schema (MODEL-4, REPLAN-10). So is a confidence above 1, which may be a percentage or wrong.
 */
export function tidyDecision(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { confidence, replan_level: level } = value;
  return {
    ...Object.fromEntries(
      Object.entries(value)
        .filter(([, entry]) => entry !== null)
        .map(([name, entry]) => [name, spelled(name, entry)] as const)
        .filter(
          ([name, entry]) =>
            DECIDES.has(name) || (Object.hasOwn(FIELDS, name) && FIELDS[name]?.safeParse(entry).success),
        ),
    ),
    ...('confidence' in value ? { confidence: shareOf(confidence) } : {}),
    ...('replan_level' in value ? { replan_level: levelOf(level) } : {}),
    ...flag(value, 'replan_needed'),
    ...flag(value, 'clarification_needed'),
    ...flag(value, 'must_be_answered'),
  };
}

/** Tidies the decision inside a larger answer; the answer is returned unchanged if it has none. */
export function withTidyDecision(answer: unknown): unknown {
  if (!isRecord(answer) || !('replan_decision' in answer)) return answer;
  const said = answer['replan_decision'];
  const decision = typeof said === 'string' ? objectsIn(said).next().value : said;
  return { ...answer, replan_decision: tidyDecision(decision) };
}

function spelled(name: string, entry: unknown): unknown {
  if (name === 'achievement_rate') return rateOf(entry);
  if (name === 'evaluation_result') return resultOf(entry);
  return listed(name, entry);
}

/** A text where a list of texts is expected. */
function listed(name: string, entry: unknown): unknown {
  if (typeof entry !== 'string' || !Object.hasOwn(FIELDS, name)) return entry;
  return !FIELDS[name]?.safeParse(entry).success && FIELDS[name]?.safeParse([entry]).success ? [entry] : entry;
}

function shareOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const percent = PERCENT.exec(value)?.[1];
  if (percent !== undefined) return Number(percent) / 100;
  return NUMBER.test(value) ? Number(value) : value;
}

function rateOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const number = PERCENT.exec(value)?.[1] ?? value;
  return NUMBER.test(number) ? Number(number) : value;
}

function resultOf(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return RESULTS.find(([, pattern]) => pattern.test(word))?.[0] ?? value;
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
