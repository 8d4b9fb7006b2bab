/**
 * Creations that are at GitHub now, by the `state` that comes back from there. A state cannot be guessed, so a link
 * with somebody else's App leads nowhere.
 */
import type { AppChoice } from './manifest.ts';
import { LINK_LIFE_MS } from './one-time-links.ts';
import type { Language } from './page-words.ts';

export interface Begun {
  readonly choice: AppChoice;
  readonly language: Language;
  /** The address at which the browser began. */
  readonly base: string;
}

export interface UnderWay {
  /** Returns the state to send along. */
  begin(begun: Begun): string;
  /** Null if it was never begun here, or too long ago. */
  find(state: string): Begun | null;
}

/** The limit for repeated presses of the button; the oldest are dropped. */
const MOST = 50;

export function createUnderWay({ now, randomToken }: { now: () => number; randomToken: () => string }): UnderWay {
  const begun = new Map<string, Begun & { readonly at: number }>();
  return {
    begin(what) {
      const state = randomToken();
      begun.set(state, { ...what, at: now() });
      const [oldest = ''] = begun.keys();
      if (begun.size > MOST) begun.delete(oldest);
      return state;
    },
    find(state) {
      const found = begun.get(state);
      return found === undefined || now() - found.at >= LINK_LIFE_MS ? null : found;
    },
  };
}
