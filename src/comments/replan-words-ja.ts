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
        waits: '回答があるまで待ちます。ここまでの作業は失われません。7 日後に再度お知らせし、30 日後に停止します。',
        waitsWithAssumptions:
          '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。特に希望がなければ、次の仮定で進めてよいとお知らせください。',
      },
      howToAnswer: 'このコメントへの返信として回答してください。',
    },
    confirmation: {
      title: '❓ 計画の変更について確認させてください (AI による判断)',
      intro: '計画を変えた方がよいと考えていますが、確信が持てないため、確認をお願いします。',
      asked: () => '考えている変更',
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
        waits:
          '回答があるまで待ちます。ここまでの作業は保存されています。7 日後に再度お知らせし、30 日後に停止します。',
        waitsWithAssumptions:
          '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。ここまでの作業は保存されています。次の仮定でよければ、進めてよいとお知らせください。',
      },
      howToAnswer:
        'どうすればよいかを、このコメントへの返信として書いてください。タスクを終える場合は `停止` とコメントしてください。',
    },
    aside: {
      title: '❓ 確認のお願い (AI による判断)',
      intro:
        'いただいたコメントについて確認したいことがあります。作業はそのまま続け、回答はこれからの作業に反映します。',
      asked: () => '質問',
      unanswered: {
        withAssumptions: '次の仮定で進めます。',
        without: '最も妥当と思われる形で進めます。',
        waits: '回答を待たず、最も妥当と思われる形で進めます。',
        waitsWithAssumptions: '回答を待たず、次の仮定で進めます。',
      },
      howToAnswer: 'このコメントへの返信でお答えください。作業が終わるまでにいただいた回答を反映します。',
    },
    approval: {
      title: '📋 この計画を実行してもよいですか',
      intro:
        '先に計画だけを立てるよう依頼されました。計画はこの Issue の進捗コメントにあります。まだ何も実行していません。',
      asked: () => '質問',
      unanswered: {
        withAssumptions: '何も実行せずに待ちます。仮定は次のとおりです。',
        without: '何も実行しません。',
        waits: '何も実行せずに回答を待ちます。7 日後に再度お知らせし、30 日後に停止します。',
        waitsWithAssumptions:
          '何も実行せずに回答を待ちます。7 日後に再度お知らせし、30 日後に停止します。仮定は次のとおりです。',
      },
      howToAnswer:
        '実行してよければ「承認」とコメントしてください。変えたい点があれば、そのままお書きください。計画を変更して、もう一度確認します。タスクを終える場合は `停止` とコメントしてください。',
    },
    budget: {
      title: '💰 予算切れ: 続けてもよいですか',
      intro: 'このタスクの予算を使い切ったため、一時停止しました。ここまでの作業は保存してあります。',
      asked: () => '質問',
      unanswered: {
        withAssumptions: '次のように仮定して進めます。',
        without: '停止します。',
        waits: '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。保存した分はブランチに残ります。',
        waitsWithAssumptions:
          '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。仮定は次のとおりです。',
      },
      howToAnswer:
        '同じ量の予算をもう一度使ってよければ「続けて」、ここで終えるなら「いいえ」と返信してください。終える場合は、ここまでの結果をドラフトのプルリクエストにします。',
    },
  },
  context: '背景',
  assumed: '別の指示がないため、次の前提で進めます',
  hadAssumed: '別の指示がなかったため、次の前提に立ちました',
  ifNoResponse: '回答がない場合',
  neverAssumed: 'セキュリティ、アクセス、個人情報に関わるため、私の判断では決めません。',
  more: (count) => `… ほか ${count} 件`,
  standing: {
    title: '現在の状況',
    notReached: '目標にはまだ達していません。',
    subtasks: (completed, failed) => `サブタスク: ${completed} 件完了${failed === 0 ? '' : `、${failed} 件失敗`}。`,
    revisions: (count) => `計画の改訂: ${count} 回。`,
    recommendations: '推奨する対応',
  },
  reminder: {
    title: '⏰ 回答をお待ちしています',
    text: (mention) =>
      `${mention} さん、1 週間以上前に下の質問をしましたが、回答がないと先に進めません。前のコメントの案内に従って、ここに返信してください。質問から 30 日たっても回答がなければ停止します。ここまでの作業は失われません。`,
  },
  explanation: {
    title: '❓ 「はい」か「いいえ」でお答えください',
    text: '直前のコメントからは、計画を変えてよいかどうかを読み取れなかったため、まだ回答を待っています。「はい」(計画を変える) または「いいえ」(現在の計画のまま) で始まるコメントを新しく書くか、そのコメントを編集してください。続けて書かれた内容も考慮します。このお知らせは一度だけです。回答がなければ、質問に書いたとおり現在の計画を続けます。',
  },
  unchanged: {
    title: '❓ どこを変えればよいですか',
    text: '最後のコメントから計画の変更点を読み取れなかったため、計画はそのままにして、回答を待っています。変えたい場合は、どのサブタスクをどう変えるかをお書きください。「承認」で実行し、`停止` でタスクを終了します。このお知らせは一度だけです。',
  },
  toRequester: (mention, minutes) =>
    `${mention} さん、または書き込み権限のある方が${minutes === null ? '' : ` ${minutes} 分以内に`}回答してください。`,
  notAsked: (count) =>
    `*一度に多くの質問をすると回答しにくいため、ほかの ${count} 件は省きました。回答をいただいた後も不明な点は、改めて質問するか、前提として明記します。*`,
  freely:
    '自由に書いた返信は、すべての質問への回答とみなします。番号や引用で一部だけに答えた場合、残りの質問は回答待ちのままになります。',

  revisedTitle: (revision) => `📋 実行計画 (改訂 #${revision})`,
  revisionReason: '改訂の理由',
  previousProgress: '改訂前の進捗',
  newPlan: '新しい計画:',
  additional: '追加の作業 (検証の結果)',
  progress: (done, all, percent) => `進捗: ${done}/${all} (${percent}%) 完了`,
  revisedAt: (revision, time) => `改訂: #${revision} (${time})`,
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
  points: {
    goal_understanding: '目標の理解',
    task_decomposition: 'タスクの分解',
    action_sequence: '行動の計画',
    execution: '実行',
    reflection: '振り返り',
  },
  kinds: {
    clarification: 'Issue での質問',
    goal: '目標の再確認',
    decomposition: 'タスクの再分解',
    actions: '行動計画全体の再生成',
    partial: '残りの行動の再計画',
    retry: '同じ行動の再試行',
    monitoring: '計画への行動の追加',
  },
  overrides: {
    limit_reached: '再計画の上限 (全体またはこの種類) に達したため、現在の計画を続けます',
    low_confidence: '確信度が低いため、現在の計画を続けます',
    infinite_loop: '同じ問題で同じ見直しを繰り返しているため、別の方法を検討します',
    refused_by_person: '現在の計画を続けるよう指示がありました',
    disabled: '再計画が無効に設定されているため、現在の計画を続けます',
    unreadable: '判断の内容を読み取れなかったため、現在の計画を続けます',
  },
  outcomes: {
    started: '🔄 開始しました',
    judgedAnew: '🔄 実施し、結果を改めて判断しました',
    completed: '✅ 完了しました',
    failed: '❌ 失敗しました',
    waiting: '❓ 人の判断を待っています',
    skipped: '➖ 見送りました',
    overridden: (why) => `➖ 実施しません: ${why}`,
  },
};
