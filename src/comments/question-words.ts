/** Words of questions; the English of a clarification is specified by REPLAN-6. */
import { BUDGET_QUESTION, DAILY_BUDGET_QUESTION } from './budget-words.ts';
import { counted, inBothLanguages } from './in-both-languages.ts';

export type QuestionWords = ReturnType<typeof questionWords>;

export const questionWords = inBothLanguages({
  questions: {
    clarification: {
      title: { en: '❓ Clarification Needed (AI Decision)', ja: '❓ 確認が必要です' },
      intro: {
        en: "I've analyzed the task and need some clarification to proceed effectively:",
        ja: '作業を進めるにあたって、確認したいことがあります。',
      },
      asked: () => ({ en: 'Questions', ja: '質問' }),
      unanswered: (waits: boolean, assumes: boolean) => {
        if (waits && assumes)
          return {
            en:
              'I will wait, remind you after 7 days and stop after 30. ' +
              'If these assumptions are right, just say so in a comment:',
            ja:
              '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。' +
              '次の前提でよければ、「この前提で進めてください」のようにコメントしてください。',
          };
        if (waits)
          return {
            en: 'I will wait, remind you after 7 days and stop after 30. No work is lost.',
            ja: '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。ここまでの作業は失われません。',
          };
        return assumes
          ? { en: 'I will proceed with the following assumptions:', ja: '次の前提で進めます。' }
          : {
              en: 'I will proceed using my best judgement, and tell you what I assumed.',
              ja: '最も妥当と思われる方法で進め、置いた前提をお知らせします。',
            };
      },
      howToAnswer: {
        en: 'Please reply to this comment with your answers.',
        ja: 'この Issue にコメントで回答してください。',
      },
    },
    confirmation: {
      title: { en: '❓ Confirmation Needed (AI Decision)', ja: '❓ 計画を変更してもよいですか' },
      intro: {
        en: 'I think the plan should change, but I am not sure enough to change it without asking you:',
        ja: '計画を変更した方がよいと考えていますが、確信が持てないため、確認をお願いします。',
      },
      asked: () => ({ en: 'What I have in mind', ja: '考えている変更' }),
      unanswered: () => ({ en: 'I will continue with the current plan.', ja: '現在の計画のまま進めます。' }),
      howToAnswer: {
        en: 'Comment `yes` to change the plan, or `no` to keep it.',
        ja: '計画を変更してよければ「はい」、現在の計画のままにする場合は「いいえ」とコメントしてください。',
      },
    },
    intervention: {
      title: { en: '✋ Your Help Is Needed', ja: '✋ 対応をお願いします' },
      intro: { en: "I can't continue without a decision from you:", ja: '人の判断がないと進めません。' },
      asked: (count: number) => ({
        en: count === 1 ? 'What I need from you' : 'What I need to know from you',
        ja: 'お願いしたいこと',
      }),
      unanswered: (_waits: boolean, assumes: boolean) =>
        assumes
          ? {
              en:
                'I will wait, remind you after 7 days and stop after 30. The work so far is saved. ' +
                'If these assumptions are right, just say so in a comment:',
              ja:
                '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。ここまでの作業は保存されています。' +
                '次の前提でよければ、「この前提で進めてください」のようにコメントしてください。',
            }
          : {
              en: 'I will wait, remind you after 7 days and stop after 30. The work so far is saved.',
              ja:
                '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。' +
                'ここまでの作業は保存されています。',
            },
      howToAnswer: {
        en: 'Tell me in a comment what to do. To end the task instead, comment `stop`.',
        ja:
          'どうすればよいかを、この Issue にコメントで書いてください。' +
          'タスクを終了する場合は `停止` とコメントしてください。',
      },
    },
    aside: {
      title: { en: '❓ Clarification Welcome (AI Decision)', ja: '❓ 確認のお願い' },
      intro: {
        en: 'Your comment left something open. I keep working; your answer changes what is still to come:',
        ja: 'いただいたコメントについて確認したいことがあります。作業はそのまま続け、回答はこれからの作業に反映します。',
      },
      asked: () => ({ en: 'Questions', ja: '質問' }),
      unanswered: () => ({
        en: "I won't wait; I will continue with the following assumptions:",
        ja: '回答を待たず、次の前提で進めます。',
      }),
      howToAnswer: {
        en: 'Answer in a comment any time before the work is done.',
        ja: '作業が終わるまでに、この Issue にコメントで回答してください。',
      },
    },
    approval: {
      title: { en: '📋 May I Carry Out This Plan?', ja: '📋 この計画を実行してもよいですか' },
      intro: {
        en:
          'Please look at the plan before I carry it out. It is in my progress comment on this issue; ' +
          'nothing has been carried out yet.',
        ja:
          '実行する前に、計画をご確認ください。計画はこの Issue の進捗コメントにあります。' +
          'まだ何も実行していません。',
      },
      asked: () => ({ en: 'Question', ja: '質問' }),
      unanswered: () => ({
        en: 'I will wait and not carry out anything, remind you after 7 days and stop after 30.',
        ja: '何も実行せずに回答を待ちます。7 日後に再度お知らせし、30 日後に停止します。',
      }),
      howToAnswer: {
        en:
          'Comment `approve` and I will begin, or say what should be different: ' +
          'I will change the plan, show it, and ask again. To end the task, comment `stop`.',
        ja:
          '実行してよければ「承認」とコメントしてください。変更したい点があれば、コメントに書いてください。' +
          '計画を変更して、もう一度確認します。タスクを終了する場合は `停止` とコメントしてください。',
      },
    },
    budget: BUDGET_QUESTION,
    daily_budget: DAILY_BUDGET_QUESTION,
    protected_paths: {
      title: { en: '🔒 May I Push a Change to Protected Files?', ja: '🔒 保護対象のファイルを変更してもよいですか' },
      intro: {
        en:
          'My change touches files that are protected, because they decide what runs, what is trusted, or who has a ' +
          'say in this repository. I have saved the change, but pushed none of it:',
        ja:
          '今回の変更には、保護対象のファイルが含まれています。CI で実行される内容、信頼する相手、承認者などを決めるファイルです。' +
          '変更は保存しましたが、まだ push していません。',
      },
      asked: () => ({ en: 'Question', ja: '質問' }),
      unanswered: () => ({
        en: 'I will wait, remind you after 7 days and stop after 30.',
        ja: '回答があるまで待ちます。7 日後に再度お知らせし、30 日後に停止します。',
      }),
      howToAnswer: {
        en:
          'Comment `approve` to let through exactly this change; if I change these files in any other way, I will ask ' +
          'again. Or comment `no`, or what should be different, and I will take it back or change it. ' +
          'To end the task, comment `stop`.',
        ja:
          'この変更をそのまま push してよければ「承認」とコメントしてください。これらのファイルをほかの形で変更する場合は、' +
          '改めて確認します。取り消す場合は「いいえ」と、変更したい点があればその内容をコメントしてください。' +
          'タスクを終了する場合は `停止` とコメントしてください。',
      },
    },
    dependency: {
      title: { en: '⏳ Waiting for Other Issues', ja: '⏳ ほかの Issue の完了を待っています' },
      intro: {
        en: 'GitHub shows this issue as blocked by issues that are still open, so I have not begun yet:',
        ja: 'GitHub 上で、この Issue は次のオープンな Issue にブロックされているため、まだ作業を始めていません。',
      },
      asked: () => ({ en: 'Question', ja: '質問' }),
      unanswered: () => ({
        en: 'I will begin by myself once none of them blocks it any more. I will remind you after 7 days and stop after 30.',
        ja: 'これらのブロックがすべて解消されたら、自動で始めます。7 日後に再度お知らせし、30 日後に停止します。',
      }),
      howToAnswer: {
        en: 'To have me begin now all the same, comment `retry`. To end the task, comment `stop`.',
        ja: '今すぐ始める場合は `やり直して`、タスクを終了する場合は `停止` とコメントしてください。',
      },
    },
  },
  /** The progress so far, when the budget is used up. */
  saved: {
    en: 'The work so far is saved on its branch; if you end here, I will turn it into a draft pull request.',
    ja: 'ここまでの作業はブランチに保存してあります。ここで終了する場合は、ドラフトのプルリクエストにします。',
  },
  nothingSaved: { en: 'No change has been made yet.', ja: 'まだ何も変更していません。' },
  context: { en: 'Context', ja: '背景' },
  ifNoResponse: { en: 'If no response', ja: '回答がない場合' },
  /** Why no assumption can replace the answer. */
  neverAssumed: {
    en: "This is about security, access or personal data, so I don't decide it myself.",
    ja: 'セキュリティ、アクセス権、個人情報に関わるため、私の判断では決めません。',
  },
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
  /** If there are too many questions for one comment. */
  notAsked: (count: number) => ({
    en:
      `*${counted(count, 'more question')} ${count === 1 ? 'was' : 'were'} left out, ` +
      'because so many at once are hard to answer. ' +
      'I will ask about what is still open after your answers, or state it as an assumption.*',
    ja:
      `*一度に多くの質問をすると回答しにくいため、ほかの ${count} 件は省きました。` +
      '回答をいただいた後も不明な点は、改めて質問するか、前提として明記します。*',
  }),
  /** The progress, for a person who has to intervene (PLAN-6). */
  standing: {
    title: { en: 'Where it stands', ja: '現在の状況' },
    notReached: { en: 'The goal is not reached yet.', ja: '目標はまだ達成していません。' },
    subtasks: (completed: number, failed: number) => ({
      en:
        `${counted(completed, 'subtask')} ${completed === 1 ? 'is' : 'are'} ` +
        `completed${failed === 0 ? '' : `, ${failed} failed`}.`,
      ja: `サブタスク: ${completed} 件完了${failed === 0 ? '' : `、${failed} 件失敗`}。`,
    }),
    /** Including those that led to no other plan. */
    revisions: (count: number) => ({
      en: `Attempts to revise the plan: ${count}.`,
      ja: `計画の改訂を試みた回数: ${count} 回。`,
    }),
    recommendations: { en: 'What I recommend', ja: '推奨する対応' },
  },
  /** Who may answer, and until when. */
  whoMayAnswer: (mentions: string, minutes: number | null) => ({
    en:
      `${mentions}, you or anybody with write access can answer in any comment on this ` +
      `issue${minutes === null ? '' : ` within ${counted(minutes, 'minute')}`}.`,
    ja: `${mentions} さんのほか、書き込み権限のある方も回答できます。${minutes === null ? '' : `回答の期限は ${minutes} 分後です。`}`,
  }),
  freely: {
    en: 'Answer freely to cover everything, or by number or quote; questions you leave out stay open.',
    ja: '自由に書けば、すべての質問への回答になります。番号や引用で一部だけに回答した場合、残りの質問は回答待ちのままです。',
  },
  assumed: {
    en: 'I am working with these assumptions, as nobody has decided otherwise',
    ja: '別の指示がないため、次の前提で進めています',
  },
  /** The same when the task is over. */
  hadAssumed: {
    en: 'What I assumed, as nobody had decided otherwise',
    ja: '別の指示がなかったため、次の前提で進めました',
  },
  /** For assumptions with later messages. */
  overtaken: {
    en: 'What I assumed; where answers or later comments say otherwise, these count',
    ja: '仮に置いた前提 (回答や後のコメントと異なる場合は、そちらを優先)',
  },
});
