/** The words of the Task Note (EXEC-8), whose headings are those of the template. */
import { counted, inBothLanguages } from '../comments/in-both-languages.ts';
import type { FactOf } from '../state/facts.ts';
import type { RunOf } from './calls-and-runs.ts';

type CallKind = FactOf<'usage'>['call'];

const CALLS: { readonly [Kind in CallKind]: { readonly en: string; readonly ja: string } } = {
  goal_understanding: { en: 'Understanding the goal', ja: '目標の整理' },
  gathering: { en: 'Choosing what else to read', ja: '追加で読むものの選択' },
  task_decomposition: { en: 'Dividing the work', ja: '作業の分割' },
  action_plan: { en: 'Planning the actions', ja: '手順の計画' },
  replan_decision: { en: 'Judging the plan', ja: '計画の判断' },
  environment_fix: { en: 'Correcting the set-up', ja: '環境構築の修正' },
  reflection: { en: 'Looking back', ja: '振り返り' },
  plan_patch: { en: 'Weighing a comment', ja: 'コメントの検討' },
  review: { en: 'Review', ja: 'レビュー' },
  completion_assessment: { en: 'Judging the acceptance criteria', ja: '受け入れ条件の判定' },
  summary: { en: 'Summing up', ja: 'まとめ' },
  next_step: { en: 'Work', ja: '作業' },
};

const PHASES: Readonly<Record<string, { readonly en: string; readonly ja: string }>> = {
  orient: { en: 'Looking around', ja: '調査' },
  understand: { en: 'Understanding the goal', ja: '目標の整理' },
  decompose: { en: 'Dividing the work', ja: '作業の分割' },
  sequence: { en: 'Planning the actions', ja: '手順の計画' },
  approve: { en: 'Waiting for approval of the plan', ja: '計画の承認待ち' },
  prepare: { en: 'Setting up', ja: '環境構築' },
  execute: { en: 'Work', ja: '作業' },
  verify: { en: 'Verification', ja: '検証' },
  report: { en: 'Report', ja: '報告' },
};

const RUNS: { readonly [Of in RunOf]: { readonly en: string; readonly ja: string } } = {
  setup: { en: 'set-up', ja: '環境構築' },
  environment: { en: 'check of the set-up', ja: '環境の確認' },
  action: { en: 'work', ja: '作業' },
  test: { en: 'tests', ja: 'テスト' },
  build: { en: 'build', ja: 'ビルド' },
  lint: { en: 'lint', ja: '静的解析' },
  base: { en: 'on the base commit', ja: 'ベースのコミットで実行' },
};

export const noteWords = inBothLanguages({
  title: { en: 'Task Note', ja: 'Task Note' },
  head: {
    id: { en: 'Task ID', ja: 'タスク ID' },
    title: { en: 'Title', ja: 'タイトル' },
    issue: { en: 'Issue', ja: 'Issue' },
    started: { en: 'Started At', ja: '開始日時' },
    finished: { en: 'Finished At', ja: '終了日時' },
    state: { en: 'State', ja: '状態' },
    notFinished: { en: 'not yet', ja: '未終了' },
  },
  sections: {
    summary: { en: '1. Summary', ja: '1. 概要' },
    request: { en: '2. Request', ja: '2. 依頼の概要' },
    criteria: { en: '3. Acceptance criteria', ja: '3. 受け入れ条件 (Acceptance Criteria)' },
    log: { en: '4. Execution log', ja: '4. 実行ログ' },
    calls: { en: '4.1 Model calls', ja: '4.1 モデルの呼び出し' },
    runs: { en: '4.2 Commands', ja: '4.2 コマンドの実行' },
    tests: { en: '5. Test results', ja: '5. テスト結果' },
    notes: { en: '6. Notes and remaining risks', ja: '6. メモ・残課題' },
  },
  now: { en: 'Now', ja: '現在' },
  work: { en: 'What was done', ja: '行ったこと' },
  subtasks: (done: number, all: number) => ({
    en: `${done} of ${counted(all, 'subtask')} completed`,
    ja: `サブタスク ${all} 件中 ${done} 件完了`,
  }),
  spentIn: { en: 'Calls of the model by phase', ja: '段階ごとのモデル呼び出し' },
  spentOn: { en: 'Calls of the model by day (UTC)', ja: '日 (UTC) ごとのモデル呼び出し' },
  phase: (phase: string) => PHASES[phase] ?? { en: phase, ja: phase },
  part: (of: string, calls: number, tokens: string, cost: string) => ({
    en: `${of}: ${counted(calls, 'call')} · ${tokens} tokens · ${cost}`,
    ja: `${of}: ${calls} 回 · ${tokens} トークン · ${cost}`,
  }),
  atLeast: (known: string, unpriced: number) => ({
    en: `${known} and ${counted(unpriced, 'call')} whose price is not known`,
    ja: `${known} (料金不明の ${unpriced} 回を除く)`,
  }),
  modelCalls: (count: number) => ({ en: counted(count, 'model call'), ja: `モデル呼び出し ${count} 回` }),
  interrupted: (count: number) => ({
    en: `${counted(count, 'call')} of the model ended without an answer, such as by a restart of the service, and ${count === 1 ? 'is' : 'are'} not listed.`,
    ja: `サービスの再起動などにより応答を得られなかったモデルの呼び出しが ${count} 回あり、一覧には含まれていません。`,
  }),
  requestedBy: (login: string) => ({ en: `Requested by ${login}`, ja: `依頼者: ${login}` }),
  original: { en: 'The request as it was written', ja: '依頼の全文' },
  instruction: { en: 'Said with the request', ja: '依頼時のコメント' },
  noCriteria: { en: 'No acceptance criteria were set.', ja: '受け入れ条件は設定されていません。' },
  notJudged: {
    en: 'They have not been judged: a box that is not ticked says nothing yet.',
    ja: 'まだ判定していません。チェックがなくても、未達成という意味ではありません。',
  },
  call: (kind: CallKind) => CALLS[kind],
  run: (of: RunOf) => RUNS[of],
  action: (number: number, of: number, title: string) => ({
    en: `action ${number} of ${of}${title === '' ? '' : `: ${title}`}`,
    ja: `手順 ${number}/${of}${title === '' ? '' : `: ${title}`}`,
  }),
  usage: ({ total, input, cached, output }: Record<'total' | 'input' | 'cached' | 'output', string>) => ({
    en: `${total} tokens (${input} in, ${cached} of them from the cache; ${output} out)`,
    ja: `${total} トークン (入力 ${input}、うちキャッシュ ${cached}、出力 ${output})`,
  }),
  estimated: { en: 'partly estimated', ja: '一部は推定値' },
  unpriced: { en: 'price not known', ja: '料金不明' },
  seconds: (text: string) => ({ en: `${text} s`, ja: `${text} 秒` }),
  effort: (effort: 'low' | 'medium' | 'high') => ({
    en: `${effort} effort`,
    ja: `思考の深さ: ${{ low: '低', medium: '中', high: '高' }[effort]}`,
  }),
  tries: (count: number) => ({ en: `sent ${count} times`, ja: `${count} 回送信` }),
  rules: { en: 'What the model is told with every call', ja: 'すべての呼び出しに付ける指示' },
  rulesOfWork: { en: 'What it is told in place of that while it works', ja: '作業中の呼び出しに付ける指示' },
  howRendered: {
    en:
      'Requests are rendered again from the history. Of the work, only what is new in the conversation is shown; ' +
      'all before it stands with the calls above. What was read from the repository is named only.',
    ja:
      '依頼文は履歴から再現しています。作業中の呼び出しでは、会話に新しく加わった部分だけを示します (それより前は上の呼び出しにあります)。' +
      'リポジトリから読んだ内容は、名前だけを示します。',
  },
  request: { en: 'Request', ja: '依頼文' },
  answer: { en: 'Answer', ja: '応答' },
  output: { en: 'Output', ja: '出力' },
  noRequest: {
    en: 'The request cannot be rendered again from what the history holds.',
    ja: '履歴の内容からは、依頼文を再現できません。',
  },
  noAnswer: { en: 'Nothing that could be used was answered.', ja: '使える応答はありませんでした。' },
  thinking: { en: '(thinking, not kept in words)', ja: '(思考。文章としては残していません)' },
  noCalls: { en: 'The model was not called.', ja: 'モデルは呼び出していません。' },
  noRuns: { en: 'No command was run.', ja: 'コマンドは実行していません。' },
  noOutput: { en: 'No output.', ja: '出力はありません。' },
  otherTools: (tools: string) => ({ en: `Other tools: ${tools}`, ja: `その他のツール: ${tools}` }),
  command: { en: 'Command', ja: 'コマンド' },
  exitCode: { en: 'Exit code', ja: '終了コード' },
  noExitCode: { en: 'none: it was ended', ja: 'なし (途中で終了)' },
  result: { en: 'Result', ja: '結果' },
  verdicts: {
    passed: { en: 'passed', ja: '成功' },
    failed: { en: 'failed', ja: '失敗' },
    flaky: { en: 'failed, and passed when it ran again', ja: '失敗し、再実行で成功' },
    as_on_base: { en: 'fails, as it does without the change', ja: '失敗 (変更前と同じ失敗)' },
  },
  noTests: { en: 'No test was run.', ja: 'テストは実行していません。' },
  notRunYet: { en: 'No test was run yet.', ja: 'テストはまだ実行していません。' },
  noRisks: { en: 'None are known of.', ja: '特にありません。' },
  skipped: (from: number, to: number) => ({
    en: `… ${from} to ${to} are left out …`,
    ja: `… ${from} から ${to} までを省略しています …`,
  }),
  shortened: (most: string) => ({
    en:
      `To keep this note readable, texts longer than ${most} characters are shown without their middle. ` +
      'The whole history is at `GET /api/tasks/<id>/history`.',
    ja: `読みやすさのため、${most} 文字を超える文章は途中を省略しています。履歴の全体は \`GET /api/tasks/<id>/history\` で取得できます。`,
  }),
});

export type NoteWords = ReturnType<typeof noteWords>;
