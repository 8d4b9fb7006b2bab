/** Signs of unfinished work in the diff, for people (EXEC-6). */
import { inBothLanguages } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import { atMost, bulleted } from './say.ts';
import type { Task } from '../state/task.ts';

const MAX_ENTRIES = 15;

const unfinishedWords = inBothLanguages({
  heading: {
    en: '⚠️ The change may be unfinished here',
    ja: '⚠️ 変更が未完成かもしれない箇所',
  },
  kinds: {
    todo: { en: 'a note of work to do', ja: 'やり残しを示すコメント' },
    empty_body: { en: 'an empty body', ja: '中身のない処理' },
    not_implemented: { en: 'not implemented', ja: '未実装' },
    skipped_test: { en: 'a skipped test', ja: 'スキップされたテスト' },
    focused_test: { en: 'a test that runs alone', ja: '単独で実行されるテスト' },
    weakened_test: { en: 'a removed assertion', ja: '削除されたアサーション' },
    deleted_test: { en: 'a removed test', ja: '削除されたテスト' },
  },
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
});

/** '' if there are none. */
export function unfinishedText({ work, settings }: Pick<Task, 'work' | 'settings'>): string {
  const words = unfinishedWords(settings.language);
  const entries = (work?.checkpoint.change?.unfinished ?? []).map(({ kind, path, line, text }) =>
    [`${code(`${path}:${line}`)}: ${words.kinds[kind]}`, ...(text === '' ? [] : [code(text, 120)])].join(' – '),
  );
  return bulleted(`**${words.heading}**\n`, atMost(MAX_ENTRIES, entries, words.more));
}
