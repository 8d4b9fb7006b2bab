/** Why an action ended that the model did not end itself. */
import { givenUpBecause } from '../plan/own-words.ts';
import { inBothLanguages, type Language } from './in-both-languages.ts';

const givenUpWords = inBothLanguages({
  idle: {
    en: 'The model stopped without finishing this action.',
    ja: 'モデルがこの手順を終えないまま停止しました。',
  },
  misfits: {
    en: 'The model kept using its tools in ways that could not be understood.',
    ja: 'モデルがツールを正しく使えない状態が続きました。',
  },
  fruitless: {
    en: 'Nothing that the model tried with its tools worked.',
    ja: 'モデルがツールで試したことが、いずれもうまくいきませんでした。',
  },
  cut_off: {
    en: "The model's answers were cut off each time, because they were too long.",
    ja: 'モデルの回答が長すぎて、毎回途中で切れました。',
  },
  refused: {
    en: 'The model declined to go on with this action.',
    ja: 'モデルがこの手順を続けることを断りました。',
  },
  paused: {
    en: 'The model paused repeatedly and did not go on.',
    ja: 'モデルが何度も中断し、先へ進みませんでした。',
  },
});

/** How an action ended: in the model's words, or in ours if the model did not end it. */
export function howItEnded(evaluation: string, language: Language): string {
  const why = givenUpBecause(evaluation);
  return why === null ? evaluation : givenUpWords(language)[why];
}
