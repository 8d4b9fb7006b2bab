/** How a task ended: what happened and what a person can do next; `{retry}` is the comment that starts another try. */
import { OUT_OF_DAILY_BUDGET } from './budget-words.ts';
import { DENIED, FAILURES, UNASSESSED, UNSHOWN } from './failure-words.ts';
import { afterWithdrawal, STILL_WANTED, whyWithdrawn } from './withdrawal-words.ts';
import { counted, inBothLanguages, type Both } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import type { EffectKind } from '../state/effect.ts';
import type { TooMany } from '../state/plan.ts';

const STOPPED = { en: '⏹️ Stopped', ja: '⏹️ 停止しました' };
const NOTHING: Both = { en: '', ja: '' };
/** Effects of the report. */
const STEPS: { readonly [Step in EffectKind]?: Both } = {
  checkpoint: { en: 'saving the last changes', ja: '最後の変更の保存' },
  open_pull_request: { en: 'opening the pull request', ja: 'プルリクエストの作成' },
  find_pull_request: { en: 'looking for the pull request', ja: 'プルリクエストの確認' },
  post_result: { en: 'posting the result', ja: '結果の投稿' },
  finish_progress: { en: 'updating the progress comment', ja: '進捗コメントの更新' },
  finish_label: { en: 'setting the label', ja: 'ラベルの更新' },
  remove_sandbox: { en: 'removing the sandbox', ja: 'サンドボックスの削除' },
};

export const endingWords = inBothLanguages({
  endings: {
    finished: {
      title: { en: '✅ Done', ja: '✅ 完了' },
      happened: {
        en: 'I carried out the plan, and the tests pass.',
        ja: '計画をすべて実行し、テストも通りました。',
      },
      next: {
        en: 'Review the pull request, and merge it if you are happy with it.',
        ja: 'プルリクエストを確認し、問題がなければマージしてください。',
      },
    },
    already_done: {
      title: { en: '✅ Nothing to do', ja: '✅ 作業は不要です' },
      happened: {
        en: 'This seems to be done already, so I changed nothing.',
        ja: 'すでに対応済みのようなので、何も変更していません。',
      },
      next: {
        en: 'Close the issue if you agree; otherwise ask me again and say what is still missing.',
        ja: '問題がなければ Issue をクローズしてください。足りない点があれば、それを書いてもう一度依頼してください。',
      },
    },
    no_change: {
      title: { en: '✅ No change needed', ja: '✅ 変更は不要でした' },
      happened: {
        en: 'I carried out the plan, and no file needed to change.',
        ja: '計画を実行しましたが、変更すべきファイルはありませんでした。',
      },
      next: {
        en: 'If you expected a change, ask me again and say which.',
        ja: '変更が必要な場合は、その内容を書いてもう一度依頼してください。',
      },
    },
    no_pull_request: {
      title: { en: "❌ I couldn't open the pull request", ja: '❌ プルリクエストを作成できませんでした' },
      happened: {
        en: "The plan is carried out and the work is saved, but I couldn't open a pull request for it.",
        ja: '計画を実行し、結果も保存しましたが、プルリクエストを作成できませんでした。',
      },
      next: {
        en: 'Open a pull request from that branch yourself, or comment {retry} once the cause is gone.',
        ja: 'そのブランチからご自身でプルリクエストを作成するか、原因を取り除いてから {retry} とコメントしてください。',
      },
    },
    not_achieved: {
      title: { en: '⚠️ Incomplete', ja: '⚠️ 未完了' },
      happened: NOTHING,
      next: {
        en: 'Look at what went wrong{draft}; then ask me again and say what to do differently.',
        ja: '失敗の内容{draft}を確認し、どう変えるべきかを書いてもう一度依頼してください。',
      },
    },
    plan_not_passed: {
      title: { en: '❌ No plan passed the review', ja: '❌ 計画がレビューで不合格になりました' },
      happened: {
        en:
          'I had my plan reviewed before carrying it out and revised it three times, ' +
          'but the review rejected it every time. ' +
          'I did not carry out what it rejected.',
        ja:
          '実行の前に計画をレビューし、3 回作り直しましたが、毎回不合格になりました。' +
          '不合格になった計画は実行していません。',
      },
      next: {
        en:
          'Read what the review says. Then describe more precisely what you want, ' +
          'or ask for a smaller part of it, and ask me again. ' +
          'The operator of this service can switch off the review of plans (`planning.review.plan`).',
        ja:
          'レビューの内容を確認し、求める内容をより具体的に書くか範囲を小さくして、もう一度依頼してください。' +
          '計画のレビューは、運用担当者が設定 (`planning.review.plan`) で無効にできます。',
      },
    },
    change_not_passed: {
      title: { en: '❌ The change did not pass the review', ja: '❌ 変更がレビューで不合格になりました' },
      happened: {
        en:
          'I carried out the plan, had the whole change reviewed and corrected it three times, ' +
          'but the review rejected it every time.',
        ja: '計画を実行し、変更全体をレビューして 3 回修正しましたが、毎回不合格になりました。',
      },
      next: {
        en:
          'Look at what the review says{draft}: ' +
          'finish it by hand, or ask me again and say what to do differently.',
        ja:
          'レビューの内容{draft}を確認してください。' +
          'ご自身で仕上げるか、どう変えるべきかを書いてもう一度依頼してください。',
      },
    },
    unclear_goal: {
      title: { en: "❓ I couldn't start", ja: '❓ 開始できませんでした' },
      happened: {
        en: 'The request is not clear enough to make a plan from.',
        ja: '依頼の内容が、計画を立てられるほど明確ではありません。',
      },
      next: {
        en: 'Answer the questions above in the text of the issue, or in the comment in which you ask me again.',
        ja: '上の質問への回答を Issue の本文か次の依頼のコメントに書いて、もう一度依頼してください。',
      },
    },
    stopped: {
      title: STOPPED,
      happened: NOTHING,
      next: STILL_WANTED,
    },
    withdrawn: {
      title: STOPPED,
      happened: {
        en: 'I stopped, because the request was withdrawn:',
        ja: '依頼が取り下げられたため停止しました。理由: ',
      },
      next: STILL_WANTED,
    },
    budget: {
      title: { en: '⚠️ Out of budget', ja: '⚠️ 予算切れ' },
      happened: {
        en: 'I stopped, because this task has used up its budget of',
        ja: 'このタスクの予算を使い切ったため停止しました。上限: ',
      },
      next: {
        en:
          'Look at what there is so far; to continue from it, comment {retry}. ' +
          'If it needs more, the operator of this service can raise the budget.',
        ja:
          'ここまでの結果を確認し、続けるには {retry} とコメントしてください。' +
          '足りない場合は、運用担当者が予算を増やせます。',
      },
    },
    branch_gone: {
      title: STOPPED,
      happened: {
        en: 'I stopped, because somebody deleted the branch I was working on.',
        ja: '使っていたブランチが削除されたため停止しました。',
      },
      next: {
        en: 'If the work is still wanted, comment {retry}; I will start over from the base branch.',
        ja: 'まだ必要であれば、{retry} とコメントしてください。ベースブランチから作業し直します。',
      },
    },
    ...FAILURES,
  },
  /** A plan that was carried out, but neither tests nor a review passed. */
  unverified: {
    title: { en: '⚠️ Finished, but not verified', ja: '⚠️ 終了しましたが、検証できていません' },
    happened: {
      en: "I carried out the plan, but without passing tests I can't say that the result is right.",
      ja: '計画は実行しましたが、テストで確認できていないため、結果が正しいとは言い切れません。',
    },
    next: {
      en:
        'Look at the draft pull request. Finish it yourself, or ask me again on the issue ' +
        'and say what to do differently.',
      ja:
        'ドラフトのプルリクエストを確認してください。' +
        'ご自身で仕上げるか、どう変えるべきかを Issue に書いてもう一度依頼してください。',
    },
  },
  denied: DENIED,
  unshown: UNSHOWN,
  unassessed: UNASSESSED,
  /** A plan that was carried out: what is incomplete. */
  incomplete: {
    notDone: (missing: number, all: number) => ({
      en: `${missing} of ${counted(all, 'subtask')} ${missing === 1 ? 'is' : 'are'} not done`,
      ja: `サブタスク ${all} 件中 ${missing} 件が未完了`,
    }),
    notReached: { en: 'the goal is not reached', ja: '目標が未達成' },
    and: { en: ' and ', ja: '、' },
    title: (what: string) => ({ en: `⚠️ Incomplete: ${what}`, ja: `⚠️ 未完了: ${what}` }),
    happened: {
      en: 'I worked through the plan, but the result is not ready yet.',
      ja: '計画を最後まで実行しましたが、まだ完成していません。',
    },
  },
  unreviewed: {
    title: { en: '⚠️ Finished, but not reviewed', ja: '⚠️ 終了しましたが、レビューできていません' },
    happened: { en: 'I carried out the plan, and its tests passed.', ja: '計画を実行し、テストに通りました。' },
    next: {
      en: 'Review the draft pull request with care, and merge it if you are happy with it.',
      ja: 'ドラフトのプルリクエストを入念に確認し、問題がなければマージしてください。',
    },
  },
  stoppedBy: (login: string) => ({ en: `${login} asked me to stop.`, ja: `${login} さんの依頼により停止しました。` }),
  withdrawn: whyWithdrawn,
  afterWithdrawal,
  limits: {
    tokens: (value: string) => ({ en: `${value} tokens.`, ja: `${value} トークン。` }),
    usd: (value: string) => ({ en: `$${value}.`, ja: `${value} ドル。` }),
    minutes: (value: string) => ({ en: `${value} minutes.`, ja: `${value} 分。` }),
    modelCalls: (value: string) => ({ en: `${value} model calls.`, ja: `モデル呼び出し ${value} 回。` }),
  },
  tooMany: ({ subtasks, most }: TooMany) => ({
    en:
      `The model's last attempt had ${subtasks} subtasks, ` +
      `although it was told that at most ${most} are allowed (\`planning.max_subtasks: ${most}\`).`,
    ja: `モデルには上限を ${most} 個 (\`planning.max_subtasks: ${most}\`) と伝えましたが、最後の分割も ${subtasks} 個でした。`,
  }),
  /** In the words of who refused it: English. */
  because: (text: string) => ({ en: `The reason given: ${text}`, ja: `示された理由: ${text}` }),
  /** Where the work of a task is that ended early. */
  saved: (branch: string) => ({
    en: `The work saved so far is on the branch ${branch}.`,
    ja: `保存した作業はブランチ ${branch} にあります。`,
  }),
  /** Replaces `{draft}` if there is a draft. */
  andDraft: { en: ' and at the draft pull request', ja: 'とドラフトのプルリクエスト' },
  /** For the daily budget of a repository. */
  budgetOfTheDay: OUT_OF_DAILY_BUDGET,
  /** For a budget that was used up before anything was saved. */
  nothingToGoOnFrom: {
    en: 'To have me try again, comment {retry}. If it needs more, the operator of this service can raise the budget.',
    ja: 'もう一度試すには {retry} とコメントしてください。足りない場合は、運用担当者が予算を増やせます。',
  },
  nothingSaved: { en: 'No change had been made yet.', ja: 'まだ何も変更していません。' },
  skipped: { en: "What I couldn't do", ja: 'できなかったこと' },
  step: (effect: EffectKind) => STEPS[effect] ?? { en: code(effect), ja: code(effect) },
});
