import type { ReplanWords } from './replan-words.ts';

export const replanJa: ReplanWords = {
  questions: {
    clarification: {
      title: '❓ 確認が必要です (AI による判断)',
      intro: '内容を検討した結果、進める前に確認したいことがあります。',
      asked: () => '質問',
      unanswered: {
        withAssumptions: '次のように仮定して進めます。',
        without: '最も妥当と思われる方法で進め、仮定した内容をお知らせします。',
        waits: '回答があるまで待ちます。ここまでの作業は失われません。',
        waitsWithAssumptions: '回答があるまで待ちます。特に希望がなければ、次の仮定で進めてよいとお知らせください。',
      },
      howToAnswer: 'このコメントへの返信として回答してください。',
    },
    confirmation: {
      title: '❓ 計画の変更について確認させてください (AI による判断)',
      intro: '計画を変えた方がよいと考えていますが、確信が持てないため、確認をお願いします。',
      asked: () => '質問',
      unanswered: {
        withAssumptions: '現在の計画のまま、次のように仮定して進めます。',
        without: '現在の計画のまま進めます。',
        waits: '回答があるまで待ちます。ここまでの作業は失われません。',
        waitsWithAssumptions: '回答があるまで待ちます。仮定は次のとおりです。',
      },
      howToAnswer: '計画を変えてよければ「はい」、現在の計画のままにするなら「いいえ」と返信してください。',
    },
    intervention: {
      title: '✋ 対応をお願いします',
      intro: '自分だけでは先に進めない状態になりました。',
      asked: () => 'お願いしたいこと',
      unanswered: {
        withAssumptions: '次のように仮定して進めます。',
        without: '最も妥当と思われる方法で進め、仮定した内容をお知らせします。',
        waits: '回答があるまで待ち続けます。ここまでの作業は保存されています。',
        waitsWithAssumptions: '回答があるまで待ち続けます。ここまでの作業は保存されています。次の仮定でよければ、進めてよいとお知らせください。',
      },
      howToAnswer: 'どうすればよいかを、このコメントへの返信として書いてください。タスクを終える場合は `停止` とコメントしてください。',
    },
  },
  context: '背景',
  ifNoResponse: '回答がない場合',
  more: (count) => `… ほか ${count} 件`,
  toRequester: (mention, minutes) =>
    `${mention} さん、または書き込み権限のある方が${minutes === null ? '' : ` ${minutes} 分以内に`}回答してください。番号を付けても、自由に書いても構いません。`,

  revisedTitle: (revision) => `📋 実行計画 (改訂 #${revision})`,
  revisionReason: '改訂の理由',
  previousProgress: '改訂前の進捗',
  newPlan: '新しい計画:',
  additional: '追加の作業 (検証の結果)',
  progress: (done, all, percent, revision, time) => `*進捗: ${done}/${all} (${percent}%) 完了 | 改訂: #${revision} (${time})*`,
  revisions: (count) => `*計画の改訂: ${count} 回*`,
  currentPlan: (number, time) => `*現在の計画: #${number} (${time} 開始)*`,
  moreBoxes: (count, done) => `… ほか ${count} 件 (うち ${done} 件完了)`,
  history: '📜 以前の計画の履歴',
  revision: (revision, time) => `改訂 #${revision} (${time})`,
  doneOf: (done, all) => `${all} 件中 ${done} 件完了`,
  moreRevisions: (count) => `… ほか、以前の改訂 ${count} 件`,

  log: (count) => `🔄 AI による計画の見直し (${count} 件)`,
  notice: '🔄 AI が計画の見直しを判断しました',
  phase: 'フェーズ',
  confidence: '確信度',
  reasoning: '理由',
  issues: '見つかった問題',
  recommended: '推奨される対応',
  outcome: '結果',
  moreNotices: (count) => `… ほか、以前の判断 ${count} 件`,
  points: { goal_understanding: '目標の理解', task_decomposition: 'タスクの分解', action_sequence: '行動の計画', execution: '実行', reflection: '振り返り' },
  kinds: {
    clarification: 'Issue での質問', goal: '目標の再確認', decomposition: 'タスクの再分解', actions: '行動計画全体の再生成', partial: '残りの行動の再計画', retry: '同じ行動の再試行', monitoring: '計画への行動の追加',
  },
  overrides: {
    limit_reached: 'この種類の再計画が上限に達したため、現在の計画を続けます',
    low_confidence: '確信度が低いため、現在の計画を続けます',
    infinite_loop: '同じ問題で同じ見直しを繰り返しているため、別の方法を検討します',
    refused_by_person: '現在の計画を続けるよう指示がありました',
    disabled: '再計画が無効に設定されているため、現在の計画を続けます',
    unreadable: '判断の内容を読み取れなかったため、現在の計画を続けます',
  },
  outcomes: {
    started: '🔄 開始しました', completed: '✅ 完了しました', failed: '❌ 失敗しました', waiting: '❓ 人の判断を待っています', skipped: '➖ 見送りました',
    overridden: (why) => `➖ 実施しません: ${why}`,
  },
};
