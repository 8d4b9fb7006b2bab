/** The answer to `status` where nothing is at work (GH-5): how the last task ended, where its result is, and what can be done. */
import { endingText } from './ending-text.ts';
import { fit } from './fit.ts';
import { spent } from './numbers.ts';
import { code, inline } from './safe-text.ts';
import { wordsFor } from './words.ts';
import type { At } from '../state/task.ts';

interface EndedWords {
  readonly lastTask: string;
  readonly result: (url: string) => string;
  readonly again: (retry: string, other: string) => string;
}

const WORDS: { readonly [Language in 'en' | 'ja']: EndedWords } = {
  en: {
    lastTask: 'I am not working on this issue now. This is how my last task here ended:',
    result: (url) => `[The whole result](${url})`,
    again: (retry, other) =>
      `To have me begin again, knowing what I did, comment ${retry}; for something else, ${other}.`,
  },
  ja: {
    lastTask: '現在、この Issue では作業をしていません。前回のタスクは次のように終了しました。',
    result: (url) => `[結果の全文](${url})`,
    again: (retry, other) => `前回の内容を踏まえてやり直すには ${retry}、別の依頼は ${other} とコメントしてください。`,
  },
};

export function endedReply(task: At<'ended'>): string {
  const { language, botSlug } = task.settings;
  const words = wordsFor(language);
  const own = WORDS[language];
  const { pullRequest: pull, resultComment } = task.stage;
  const [retry, other] = { en: ['retry', '<what you want>'], ja: ['やり直して', '<依頼内容>'] }[language];
  return fit(
    [
      { text: own.lastTask },
      { text: endingText(task, task.stage, words) },
      { text: pull === null ? '' : `**${words.pullRequest}** #${pull.number}: ${inline(pull.title, 200)}` },
      { text: resultComment === null ? '' : own.result(resultComment.url) },
      { text: own.again(code(`@${botSlug} ${retry}`), code(`@${botSlug} ${other}`)) },
      { text: spent(task, task.updatedAt, words) },
    ],
    words.leftOut,
  );
}
