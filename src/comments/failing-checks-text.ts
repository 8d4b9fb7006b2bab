/** Words about failed checks: their names with links, and how a follow-up for them started and ended. */
import { inBothLanguages, type Language } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import { atMost, linked } from './say.ts';
import { isReady } from '../plan/publication.ts';
import type { FailedChecks } from '../state/request.ts';
import type { Report } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

const MOST = 10;
const ADDRESS = /^https?:\/\/[^\s()<>[\]"'\\]{1,500}$/;

export const failingChecksWords = inBothLanguages({
  comma: { en: ', ', ja: '、' },
  more: (count: number) => ({ en: `and ${count} more`, ja: `ほか ${count} 件` }),
  begun: (names: string, place: string, attempt: number, of: number) => ({
    en: `I started this by myself, because checks failed on ${place} (attempt ${attempt} of ${of}): ${names}.`,
    ja: `${place} でチェックが失敗したため、自動で開始しました (${of} 回中 ${attempt} 回目): ${names}`,
  }),
  /** Nothing was changed for them. */
  unchanged: {
    title: { en: 'ℹ️ I changed nothing for the failing checks', ja: 'ℹ️ 失敗したチェックに対する変更は行いませんでした' },
    happened: {
      en: 'I looked into the failing checks and found nothing in this pull request to change for them: as far as I can tell, the cause lies outside it.',
      ja: '失敗したチェックを調べましたが、このプルリクエストで変更すべき点は見つかりませんでした。原因はこのプルリクエストの外にあると考えられます。',
    },
    next: {
      en: 'Look at the checks, and run them again once the cause is gone. If you expected a change, ask me again and say which.',
      ja: 'チェックの内容を確認し、原因を取り除いてから再実行してください。変更が必要な場合は、その内容を書いてもう一度依頼してください。',
    },
  },
});

export function checksNamed(
  failed: readonly Pick<FailedChecks['failed'][number], 'name' | 'url'>[],
  language: Language,
): string {
  const { comma, more } = failingChecksWords(language);
  const names = failed.map(({ name, url }) => linked(code(name, 100), url !== null && ADDRESS.test(url) ? url : null));
  return atMost(MOST, names, more).join(comma);
}

type Ended = Pick<Task, 'settings' | 'request' | 'work' | 'snapshot' | 'reviews' | 'baseMoves'>;

/** A follow-up saves the whole change of its branch; if it did nothing, its commit is the one that was there. */
export function changedNothingForChecks(task: Ended, report: Report): boolean {
  const { request, work, snapshot } = task;
  const { reason } = report.ending;
  if (request.checks === undefined) return false;
  const sha = work?.checkpoint.change?.sha;
  const isAsItWas = sha !== undefined && sha === snapshot?.branchSha && isReady(task, report);
  return reason === 'already_done' || reason === 'no_change' || (reason === 'finished' && isAsItWas);
}
