/** Why a task is no longer wanted, and what to do if it is; `{retry}` as in other endings. */
import type { Both } from './in-both-languages.ts';

export const STILL_WANTED: Both = {
  en: 'If the work is still wanted, comment {retry}.',
  ja: 'まだ必要であれば、{retry} とコメントしてください。',
};
const REOPEN: Both = {
  en: 'If the work is still wanted, reopen the issue and comment {retry}.',
  ja: 'まだ必要であれば、Issue を再オープンして {retry} とコメントしてください。',
};
const ELSEWHERE: Both = {
  en: 'If the work is still wanted, open an issue in this repository and ask me there.',
  ja: 'まだ必要であれば、このリポジトリに Issue を作成して依頼してください。',
};
/** By the ending's detail. */
const WITHDRAWN: { readonly [reason: string]: { readonly why: Both; readonly next?: Both } } = {
  unanswered: {
    why: { en: 'nobody answered my question for 30 days.', ja: '質問に 30 日間回答がありませんでした。' },
  },
  not_resumed: {
    why: {
      en: 'I was asked to pause, and for 30 days nobody told me to continue.',
      ja: '一時停止の後、30 日間再開の指示がありませんでした。',
    },
  },
  closed: { why: { en: 'the issue was closed.', ja: 'Issue がクローズされました。' }, next: REOPEN },
  unlabeled: {
    why: { en: 'the label was removed.', ja: 'ラベルが外されました。' },
    next: {
      en: 'If the work is still wanted, add the label again or comment {retry}.',
      ja: 'まだ必要であれば、ラベルを付け直すか {retry} とコメントしてください。',
    },
  },
  deleted: { why: { en: 'the issue was deleted.', ja: 'Issue が削除されました。' }, next: ELSEWHERE },
  pull_request_closed: {
    why: {
      en: 'somebody closed the pull request I was working on.',
      ja: '作業中のプルリクエストがクローズされました。',
    },
  },
  pull_request_merged: {
    why: {
      en: 'the pull request I was working on was merged.',
      ja: '作業中のプルリクエストがマージされました。',
    },
  },
  suspended: {
    why: { en: 'the App was suspended and stayed so.', ja: 'App が一時停止され、解除されませんでした。' },
  },
  uninstalled: {
    why: {
      en: 'the App was removed from this repository.',
      ja: 'App がこのリポジトリからアンインストールされました。',
    },
  },
  archived: { why: { en: 'the repository was archived.', ja: 'リポジトリがアーカイブされました。' } },
  transferred: {
    why: { en: 'the issue was transferred.', ja: 'Issue が別のリポジトリへ移されました。' },
    next: ELSEWHERE,
  },
};

export function whyWithdrawn(reason: string): Both {
  return WITHDRAWN[reason]?.why ?? { en: '', ja: '' };
}

export function afterWithdrawal(reason: string): Both {
  return WITHDRAWN[reason]?.next ?? STILL_WANTED;
}
