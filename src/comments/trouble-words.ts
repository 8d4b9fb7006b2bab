/**
 * What went wrong, as people read it. Messages of errors are for the log: they are English, partly about the machine,
 * partly for the model; what of them helps on the issue too is quoted below a fold.
 */
import { troubleEn } from './trouble-words-en.ts';
import { troubleJa } from './trouble-words-ja.ts';
import type { Service } from '../errors.ts';
import { givenUpBecause } from '../plan/given-up.ts';
import type { GivenUp } from '../plan/given-up.ts';
import type { TroubleCode } from '../state/outcome.ts';

export interface Trouble {
  /** A sentence. */
  readonly happened: string;
  /** '' where the ending itself says what to do. */
  readonly next: string;
}

export interface TroubleWords {
  readonly codes: { readonly [Code in TroubleCode]: Trouble };
  /** What is waited for, as a short sentence without its end. */
  readonly waiting: { readonly [Name in Service]: string };
  /** Kinds of secrets that are no names of products. */
  readonly secretKinds: { readonly [Kind in string]?: string };
  readonly details: string;
  /** Why an action ended that the model did not end itself. */
  readonly givenUp: { readonly [Why in GivenUp]: string };
}

export function troubleWordsFor(language: 'en' | 'ja'): TroubleWords {
  return language === 'ja' ? troubleJa : troubleEn;
}

/** How an action ended: in the words of the model, or in ours where it ended otherwise. */
export function howItEnded(evaluation: string, language: 'en' | 'ja'): string {
  const why = givenUpBecause(evaluation);
  return why === null ? evaluation : troubleWordsFor(language).givenUp[why];
}
