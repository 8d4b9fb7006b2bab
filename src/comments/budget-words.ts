/**
 * Questions and endings about a used-up budget (MODEL-6), in both languages; part of `question-words.ts` and
 * `ending-words.ts`.
 */
export const BUDGET_QUESTION = {
  title: { en: '💰 Out of Budget: May I Continue?', ja: '💰 予算切れ: 続けてもよいですか' },
  intro: {
    en: 'This task has used up its budget, so I have stopped working until you answer.',
    ja: 'このタスクの予算を使い切ったため、作業を止めて回答を待っています。',
  },
  asked: () => ({ en: 'Question', ja: '質問' }),
  unanswered: () => ({
    en: 'I will wait, remind you after 7 days and stop after 30.',
    ja: '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。',
  }),
  howToAnswer: {
    en:
      'Comment `yes` to let me spend the same amount once more, an amount of your own such as `$2 more`, `up to $25` ' +
      '(in all) or `500k tokens more`, or `no` to end here.',
    ja:
      '同じ量の予算を追加してよければ「はい」、追加する量を決める場合は「あと $2」「$25 まで」(合計)「あと 500k トークン」のように、' +
      'ここで終了する場合は「いいえ」とコメントしてください。',
  },
} as const;

export const DAILY_BUDGET_QUESTION = {
  title: { en: "💰 Today's Budget Is Used Up", ja: '💰 本日の予算を使い切りました' },
  intro: {
    en:
      'All my tasks in this repository together have used up what they may spend in a day, so I have stopped working. ' +
      'A new day begins at 00:00 UTC.',
    ja:
      'このリポジトリの全タスクで 1 日に使える予算を使い切ったため、作業を止めています。' +
      '予算は 00:00 UTC (日本時間 9:00) に改まります。',
  },
  asked: () => ({ en: 'Question', ja: '質問' }),
  unanswered: () => ({
    en: 'I will continue by myself at 00:00 UTC.',
    ja: '00:00 UTC (日本時間 9:00) に自動で再開します。',
  }),
  howToAnswer: {
    en:
      "To have me continue today, comment `yes`, or an amount of your own for today's budget such as `$2 more` or " +
      '`up to $25` (in all); each counts as far as the operator of this service allows. To end the task here, comment `no`.',
    ja:
      '本日中に続けてよければ「はい」とコメントするか、「あと $2」「$25 まで」(本日の合計) のように量を書いてください。' +
      'いずれもこのサービスの運用担当者が許す範囲で有効です。ここで終了する場合は「いいえ」とコメントしてください。',
  },
} as const;

export const OUT_OF_DAILY_BUDGET = {
  title: { en: '⚠️ Out of budget for today', ja: '⚠️ 本日の予算切れ' },
  happened: {
    en: 'I stopped: the budget of this repository for the day is used up, and I was told not to wait for the next one.',
    ja: 'このリポジトリの本日の予算を使い切り、翌日を待たずに終了するよう指示されたため停止しました。',
  },
  next: {
    en: 'To continue once there is a budget again, at 00:00 UTC, comment {retry}.',
    ja: '予算が改まる 00:00 UTC (日本時間 9:00) 以降に続けるには {retry} とコメントしてください。',
  },
} as const;
