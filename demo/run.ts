/** What all parts of one demonstration share. */
import type { Screen } from './screen.ts';
import type { DemoWords } from './words.ts';

/** The demo failed; the message says why, in the language of the run. */
export class Missed extends Error {}

export interface DemoOptions {
  readonly language: 'en' | 'ja';
  /** Leave everything running at the end, until Ctrl-C. */
  readonly keep: boolean;
  /** The user creates and installs the App, and requests the work, in a browser. */
  readonly setUp: boolean;
}

export interface Run {
  readonly screen: Screen;
  readonly words: DemoWords;
  readonly isScripted: boolean;
  readonly options: DemoOptions;
  readonly interrupted: AbortSignal;
}

export async function unlessInterrupted<Result>(work: Promise<Result>, { interrupted, words }: Run): Promise<Result> {
  const missed = () => new Missed(words.failure.interrupted);
  if (interrupted.aborted) throw missed();
  work.catch(() => undefined);
  const abandoned = new Promise<never>((_, reject) =>
    interrupted.addEventListener('abort', () => reject(missed()), { once: true }),
  );
  return Promise.race([work, abandoned]);
}
