/** Changed files that a reviewer should know about (GH-7): approved protected paths, and lock files. */
import { inBothLanguages } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import { bulleted, mentionOf, paragraphs } from './say.ts';
import type { Task } from '../state/task.ts';

const MAX_ENTRIES = 15;

const notableWords = inBothLanguages({
  letThrough: (by: string) => ({
    en: `🔒 Protected files changed, as ${by} approved`,
    ja: `🔒 ${by} さんの承認を受けて変更した保護対象のファイル`,
  }),
  lockFiles: {
    en: '📦 Lock files changed: look at what the dependencies became',
    ja: '📦 変更したロックファイル (依存関係の変更内容を確認してください)',
  },
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
});

/** '' if there are none. */
export function notableFiles({
  work,
  settings,
  letThrough,
  questions,
}: Pick<Task, 'work' | 'settings' | 'letThrough' | 'questions'>): string {
  const words = notableWords(settings.language);
  const change = work?.checkpoint.change ?? null;
  if (change === null) return '';
  const listed = (heading: string, paths: readonly string[], count: number) => {
    const shown = paths.slice(0, MAX_ENTRIES).map((path) => code(path));
    return bulleted(`**${heading}**\n`, count > shown.length ? [...shown, words.more(count - shown.length)] : shown);
  };
  // The last approval covers the current state, since each is compared with the task's start.
  const last = letThrough.at(-1);
  const held = questions.findLast((question) => question.held?.digest === last?.digest)?.held;
  const { lock_files: lockFiles = [], lock_file_count: lockFileCount = 0 } = change;
  return paragraphs([
    last === undefined || held === undefined
      ? ''
      : listed(words.letThrough(mentionOf({ login: last.by })), held.paths, held.pathCount),
    listed(words.lockFiles, lockFiles, lockFileCount),
  ]);
}
