/** Words for a running task: its state, its current activity, and how it read people's texts. */
import { counted, inBothLanguages, type Both } from './in-both-languages.ts';
import { linked } from './say.ts';

export type ProgressWords = ReturnType<typeof progressWords>;

export const progressWords = inBothLanguages({
  working: { en: '🛠️ Planwright is working on this', ja: '🛠️ Planwright が作業中です' },
  /** While people are asked. */
  isWaiting: { en: '⏸️ Planwright is waiting for an answer', ja: '⏸️ Planwright は回答を待っています' },
  /** Until blocking issues are closed. */
  isBlocked: {
    en: '⏳ Planwright is waiting for other issues',
    ja: '⏳ Planwright はほかの Issue の完了を待っています',
  },
  isLimited: {
    en: '⏳ Planwright is waiting for its model',
    ja: '⏳ Planwright はモデルが使えるようになるのを待っています',
  },
  /** After `retry`. */
  plansAnew: {
    en: 'I plan this anew. To carry out the last plan as it was, comment `retry same plan` once this task is over.',
    ja: '計画から作り直します。前回の計画のまま実行するには、このタスクの終了後に「同じ計画でやり直して」とコメントしてください。',
  },
  /** After `retry same plan`. */
  samePlan: {
    en: 'I carry out the last plan again, without planning anew, on a new branch from the base branch.',
    ja: '前回の計画を立て直さず、ベースブランチからの新しいブランチで、もう一度実行します。',
  },
  /** Before a worker is free for it. */
  isQueued: { en: '⏳ Planwright is waiting for its turn', ja: '⏳ Planwright は順番を待っています' },
  /** While the operator has paused the whole service. */
  isHeldBack: { en: '⏸️ Planwright is paused by its operator', ja: '⏸️ Planwright は運用担当者により一時停止中です' },
  queued: {
    free: { en: 'waiting for a free worker', ja: 'ワーカーが空くのを待っています' },
    /** The operator has paused the whole service. */
    paused: {
      en: 'waiting, because the operator of this service has paused it; I will go on once it is resumed',
      ja: '運用担当者がサービスを一時停止しているため、待っています。再開されたら自動で作業を進めます',
    },
    place: (place: number) => ({ en: `Place in the queue: ${place}`, ja: `待ち順: ${place} 番目` }),
  },
  phases: {
    pre_planning: { en: 'Pre Planning', ja: '事前調査' },
    planning: { en: 'Planning', ja: '計画' },
    environment_setup: { en: 'Environment Setup', ja: '環境構築' },
    execution: { en: 'Execution', ja: '実行' },
    reflection: { en: 'Reflection', ja: '振り返り' },
    verification: { en: 'Verification', ja: '検証' },
    complete: { en: 'Complete', ja: '完了' },
  },
  now: { en: 'Now', ja: '現在' },
  doing: {
    looking: { en: 'looking at the issue and the repository', ja: 'Issue とリポジトリを確認しています' },
    understanding: { en: 'working out what is wanted', ja: '目標を整理しています' },
    decomposing: { en: 'dividing the work into subtasks', ja: '作業をサブタスクに分けています' },
    sequencing: { en: 'planning the actions', ja: '手順を計画しています' },
    reconsidering: {
      en: 'considering your feedback on the plan; nothing has been carried out yet',
      ja: '計画へのコメントを検討しています (まだ何も実行していません)',
    },
    starting: { en: 'starting a sandbox', ja: 'サンドボックスを起動しています' },
    cloning: { en: 'cloning the repository into the sandbox', ja: 'サンドボックスにリポジトリを取得しています' },
    setUp: (command: string) => ({ en: `setting up: ${command}`, ja: `環境を構築しています: ${command}` }),
    setUpAgain: (command: string) => ({
      en: `setting up, trying again: ${command}`,
      ja: `環境構築を再試行しています: ${command}`,
    }),
    correcting: { en: 'correcting the set-up commands', ja: '環境構築のコマンドを修正しています' },
    checking: (command: string) => ({
      en: `checking the environment: ${command}`,
      ja: `環境を確認しています: ${command}`,
    }),
    thinking: { en: 'deciding on the next step', ja: '次の手順を検討しています' },
    action: (number: number, of: number, title: string) => ({
      en: `action ${number} of ${of}: ${title}`,
      ja: `アクション ${number}/${of}: ${title}`,
    }),
    /** Appended to the action; activities without an entry are not mentioned. */
    within: {
      run_command: { en: 'running a command', ja: 'コマンドを実行中' },
      read_file: { en: 'reading a file', ja: 'ファイルを確認中' },
      write_file: { en: 'writing a file', ja: 'ファイルを作成中' },
      edit_file: { en: 'editing a file', ja: 'ファイルを編集中' },
      list_files: { en: 'looking through the files', ja: 'ファイルの一覧を確認中' },
      search_files: { en: 'searching the files', ja: 'ファイルを検索中' },
      ask_human: { en: 'preparing a question', ja: '質問を準備中' },
      judging: { en: 'looking back at it', ja: '結果を振り返り中' },
    },
    settling: { en: 'preparing the workspace', ja: '作業ディレクトリを準備しています' },
    saving: { en: 'saving the work on its branch', ja: '作業をブランチに保存しています' },
    verifying: {
      test: (command: string) => ({ en: `running the tests: ${command}`, ja: `テストを実行しています: ${command}` }),
      build: (command: string) => ({ en: `running the build: ${command}`, ja: `ビルドを実行しています: ${command}` }),
      lint: (command: string) => ({ en: `running the linter: ${command}`, ja: `リントを実行しています: ${command}` }),
    },
    onBase: (command: string) => ({
      en: `checking whether ${command} also fails without my change`,
      ja: `変更前でも ${command} が失敗するかを確認しています`,
    }),
    reviewing: {
      plan: { en: 'reviewing the plan', ja: '計画をレビューしています' },
      diff: { en: 'reviewing the change', ja: '変更をレビューしています' },
    },
    waiting: (url: string | null) => ({
      en: `waiting for an answer to ${myQuestion(url).en}; anybody with write access can answer`,
      ja: `${myQuestion(url).ja}への回答を待っています (書き込み権限のある方が回答できます)`,
    }),
    blocked: (url: string | null) => ({
      en: `waiting until the issues that block this one are closed; ${linked('which they are, and how to begin all the same', url)}`,
      ja: `この Issue をブロックしている Issue がクローズされるのを待っています (${linked('対象の Issue と、待たずに始める方法', url)})`,
    }),
    suspended: {
      en: 'waiting, because an owner of the account suspended the App',
      ja: 'App が一時停止されているため、待っています',
    },
    reporting: { en: 'finishing up', ja: '結果をまとめています' },
  },
  /** While somebody has asked for a pause. */
  paused: {
    title: { en: '⏸️ Planwright is paused', ja: '⏸️ Planwright は一時停止中です' },
    soon: {
      en: 'finishing the current step; then I will pause, as requested',
      ja: '実行中の処理が終わり次第、一時停止します',
    },
    /** `asked`: the question that can be answered meanwhile. */
    now: (
      login: string,
      { slug, asked }: { readonly slug: string; readonly asked: { url: string | null } | null },
    ) => ({
      en:
        `nothing, because ${login} asked me to pause. To continue where I left off, comment \`@${slug} resume\`; ` +
        `to end the task, \`@${slug} stop\`. Instructions you give me meanwhile (\`@${slug} …\`) I will take ` +
        'into account then.' +
        (asked === null ? '' : ` You can already answer ${myQuestion(asked.url).en}.`),
      ja:
        `${login} さんの依頼により一時停止しています。続きから再開するには \`@${slug} 再開\`、` +
        `タスクを終了するには \`@${slug} 停止\` とコメントしてください。` +
        `一時停止中の追加の指示 (\`@${slug} …\`) は、再開した後に反映します。` +
        (asked === null ? '' : `${myQuestion(asked.url).ja}には、今のうちに回答できます。`),
    }),
  },
  reading: {
    /** Characters in the request, and in the comments before it. */
    hidden: (request: number, comments: number) => ({
      en:
        `I ignored hidden text (${hiddenIn(request, comments).en}): HTML comments, invisible characters, ` +
        'or words that GitHub does not show. Only text visible on this page counts.',
      ja:
        `表示されないテキスト (${hiddenIn(request, comments).ja}) は無視しました。` +
        'HTML コメント、不可視文字、GitHub が表示しない文字列が該当します。' +
        '考慮してほしい内容は、このページで見えるように書いてください。',
    }),
    edited: (count: number, slug: string) => ({
      en:
        `I ignored ${counted(count, 'comment')} that ${count === 1 ? 'was' : 'were'} edited after you asked me. ` +
        `If ${count === 1 ? 'it matters' : 'they matter'}, say it again: \`@${slug} …\`.`,
      ja:
        `依頼の後に編集されたコメント ${count} 件は無視しました。` +
        `考慮してほしい内容は、\`@${slug} …\` ともう一度コメントしてください。`,
    }),
    unread: (reason: string | null, slug: string) => ({
      en:
        "I couldn't read the comments on this issue, so I am working from the issue text alone. " +
        `${reason === null ? '' : `${reason} `}If something in them matters, tell me: \`@${slug} …\`.`,
      ja:
        'この Issue のコメントを読み込めなかったため、Issue の本文だけをもとに作業しています。' +
        `${reason ?? ''}コメントに重要な内容があれば、\`@${slug} …\` とコメントしてください。`,
    }),
  },
  /** Spending against the limit that was set in words. */
  lowered: (keys: string) => ({
    en: `The limits in \`.github/planwright.yml\` exceed the operator's, whose limits apply instead: ${keys}.`,
    ja: `\`.github/planwright.yml\` の上限が運用担当者の上限を超えているため、運用担当者の上限を適用します: ${keys}`,
  }),
  budget: {
    tokens: (used: string, limit: string) => ({
      en: `**Budget**: ${used} of ${limit} tokens`,
      ja: `**予算**: ${used} / ${limit} トークン`,
    }),
    usd: (used: string, limit: string) => ({
      en: `**Budget**: $${used} of $${limit}`,
      ja: `**予算**: $${used} / $${limit}`,
    }),
    unpriced: (limit: string) => ({
      en:
        `**Budget**: $${limit}, which I cannot keep to: a price of the model is not known. ` +
        'A budget in tokens, such as `budget 500k tokens`, counts in any case.',
      ja:
        `**予算**: $${limit}。モデルの料金が登録されていないため、この上限は守れません。` +
        '「予算は 500k トークン」のようなトークン数での指定なら有効です。',
    }),
  },
  profile: {
    chosen: (name: string) => ({ en: `**Model profile**: ${name}`, ja: `**モデルのプロファイル**: ${name}` }),
    overruled: (name: string) => ({
      en: `The operator has set one model for everything, so the model profile ${name} is not used.`,
      ja: `運用担当者がすべての作業に使うモデルを指定しているため、モデルのプロファイル ${name} は使いません。`,
    }),
  },
  requestedBy: (login: string) => ({ en: `Requested by ${login}.`, ja: `依頼者: ${login} さん` }),
  howToStop: (slug: string) => ({
    en:
      `To stop me, comment \`@${slug} stop\` or close the issue. ` +
      `To pause me, comment \`@${slug} pause\`; to continue, \`@${slug} resume\`. ` +
      `To give me instructions, comment \`@${slug} …\`.`,
    ja:
      `停止: \`@${slug} 停止\` または Issue をクローズ / ` +
      `一時停止・再開: \`@${slug} 一時停止\`・\`@${slug} 再開\` / 追加の指示: \`@${slug} …\``,
  }),
  /** The last state of the comment: the result has the details (GH-4). */
  over: (title: string, url: string) => ({
    en: `**${title}**: ${linked('what came of it and what you can do next', url)}`,
    ja: `**${title}**: ${linked('結果と次にできること', url)}`,
  }),
  branch: { en: 'Branch', ja: 'ブランチ' },
  note: { en: 'Task Note', ja: 'Task Note (実行記録)' },
});

/** Without a link, a description of the place. */
function myQuestion(url: string | null): Both {
  if (url === null) return { en: 'my question in a comment on the issue', ja: 'Issue のコメントにある質問' };
  return { en: linked('my question', url), ja: linked('質問', url) };
}

function hiddenIn(request: number, comments: number): Both {
  return {
    en: [
      ...(request > 0 ? [`${counted(request, 'character')} in the issue`] : []),
      ...(comments > 0 ? [`${comments} in comments`] : []),
    ].join(', '),
    ja: [
      ...(request > 0 ? [`Issue に ${request} 文字`] : []),
      ...(comments > 0 ? [`コメントに ${comments} 文字`] : []),
    ].join('、'),
  };
}
