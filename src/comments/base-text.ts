/** What people are told about a base branch that moved during the work (GH-7). */
import { conflictOf } from '../state/base-merges.ts';
import type { BaseMove } from '../state/base-move.ts';
import type { Task } from '../state/task.ts';
import { counted, inBothLanguages, type Both, type Language } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import { bulleted } from './say.ts';

const MAX_FILES = 10;
/** Nothing was counted beyond it. */
const MOST_COUNTED = 1_000;

const baseWords = inBothLanguages({
  movedBy: (commits: number): Both => ({
    en: commits >= MOST_COUNTED ? `${MOST_COUNTED} commits or more` : counted(commits, 'commit'),
    ja: commits >= MOST_COUNTED ? `${MOST_COUNTED} コミット以上` : `${commits} コミット`,
  }),
  merged: (branch: string, by: string) => ({
    en: `I merged ${branch}, which had moved on by ${by}, and verify the result.`,
    ja: `${by}分更新されていた ${branch} をマージし、その結果を検証します。`,
  }),
  toResolve: (branch: string, by: string) => ({
    en: `${branch} had moved on by ${by} and conflicts with the work. I resolve this in:`,
    ja: `${branch} が${by}分更新され、作業内容と競合しています。次のファイルの競合を解決します:`,
  }),
  resolved: (branch: string, by: string) => ({
    en: `I merged ${branch}, which had moved on by ${by}, and resolved the conflicts in:`,
    ja: `${by}分更新されていた ${branch} をマージし、次のファイルの競合を解決しました:`,
  }),
  left: (branch: string, by: string) => ({
    en: `${branch} has moved on by ${by} and conflicts with this work, which I did not merge. Resolve the conflicts on the branch and review the result, or ask me to in a comment on the pull request.`,
    ja: `${branch} が${by}分更新されて作業内容と競合していますが、マージしていません。ブランチ上で競合を解決して結果を確認するか、プルリクエストのコメントで私に依頼してください。`,
  }),
  files: { en: 'In conflict:', ja: '競合しているファイル:' },
  more: (count: number) => ({ en: `and ${count} more`, ja: `ほか ${count} 件` }),
});

/** '' while the base did not move. */
export function baseText(task: Pick<Task, 'baseMoves' | 'snapshot' | 'settings'>): string {
  const { baseMoves, snapshot, settings } = task;
  if (snapshot === null) return '';
  return baseMoves.map((move) => moveText(move, snapshot.baseBranch, settings.language)).join('\n\n');
}

/** '' if nothing prevents a merge. At the end, a conflict that was still being resolved counts as left. */
export function baseConflictText(task: Pick<Task, 'baseMoves' | 'snapshot' | 'settings'>): string {
  const conflict = conflictOf(task);
  if (conflict === null || task.snapshot === null) return '';
  return moveText({ ...conflict, is: 'left' }, task.snapshot.baseBranch, task.settings.language);
}

function moveText(move: BaseMove, baseBranch: string, language: Language): string {
  const words = baseWords(language);
  const branch = code(baseBranch);
  const by = words.movedBy(move.commits);
  switch (move.is) {
    case 'merged':
      return `🔀 ${words.merged(branch, by)}`;
    case 'open':
      return bulleted(`🔀 ${words.toResolve(branch, by)}`, filesOf(move, language));
    case 'resolved':
      return bulleted(`🔀 ${words.resolved(branch, by)}`, filesOf(move, language));
    case 'left': {
      const files = filesOf(move, language);
      const listed = files.length === 0 ? '' : `\n\n${bulleted(words.files, files)}`;
      return `⚠️ ${words.left(branch, by)}${listed}`;
    }
  }
}

function filesOf({ files, fileCount }: BaseMove, language: Language): readonly string[] {
  const shown = files.slice(0, MAX_FILES).map((path) => code(path));
  const more = fileCount - shown.length;
  return more > 0 ? [...shown, baseWords(language).more(more)] : shown;
}
