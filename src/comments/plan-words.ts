/** Words about plans, revisions (REPLAN-7 has the English) and decisions. */
import { counted, inBothLanguages } from './in-both-languages.ts';

export type PlanWords = ReturnType<typeof planWords>;

export const planWords = inBothLanguages({
  planTitle: { en: '📋 Execution Plan', ja: '📋 実行計画' },
  revisedTitle: (revision: number) => ({
    en: `📋 Execution Plan (Revised #${revision})`,
    ja: `📋 実行計画 (改訂 #${revision})`,
  }),
  /** Below the titles. */
  inFull: {
    title: { en: 'The subtasks in full', ja: 'サブタスクの詳しい内容' },
    status: {
      pending: { en: 'not done yet', ja: '未着手' },
      running: { en: 'being worked on', ja: '作業中' },
      failed: { en: 'not successful', ja: '失敗' },
      implemented: { en: 'implemented, not verified yet', ja: '実装済み、検証前' },
      verified: { en: 'implemented and verified', ja: '実装・検証済み' },
    },
    more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
  },
  revisionReason: { en: 'Revision Reason', ja: '改訂の理由' },
  previousProgress: { en: 'Previous Progress', ja: '改訂前の進捗' },
  newPlan: { en: 'New Plan:', ja: '新しい計画:' },
  additional: { en: 'Additional Work (From Verification)', ja: '追加の作業 (検証の結果)' },
  progress: (done: number, all: number, percent: number) => ({
    en: `Progress: ${done}/${all} (${percent}%) complete`,
    ja: `進捗: ${done}/${all} (${percent}%) 完了`,
  }),
  revisedAt: (revision: number, time: string) => ({
    en: `Revision: #${revision} at ${time}`,
    ja: `改訂: #${revision} (${time})`,
  }),
  revisions: (count: number) => ({
    en: `*Plan Revisions: ${counted(count, 'time')}*`,
    ja: `*計画の改訂: ${count} 回*`,
  }),
  currentPlan: (number: number, time: string) => ({
    en: `*Current Plan: #${number} (started at ${time})*`,
    ja: `*現在の計画: #${number} (${time} 開始)*`,
  }),
  moreBoxes: (count: number, done: number) => ({
    en: `… and ${count} more (${done} done)`,
    ja: `… ほか ${count} 件 (うち ${done} 件完了)`,
  }),
  history: { en: '📜 Previous Plan History', ja: '📜 以前の計画の履歴' },
  firstPlan: (time: string) => ({ en: `First Plan (${time})`, ja: `最初の計画 (${time})` }),
  revision: (revision: number, time: string) => ({
    en: `Revision #${revision} (${time})`,
    ja: `改訂 #${revision} (${time})`,
  }),
  /** Of a revision, compared to the plan before it. */
  changed: { en: 'Changed', ja: '変更点' },
  changedNow: { en: 'Changed in the current plan', ja: '現在の計画での変更点' },
  changes: {
    added: { en: '➕ new', ja: '➕ 追加' },
    reworded: { en: '✏️ reworded', ja: '✏️ 書き換え' },
    dropped: { en: '➖ dropped', ja: '➖ 削除' },
  },
  noBoxChanged: { en: 'no subtask', ja: 'サブタスクの変更なし' },
  doneOf: (done: number, all: number) => ({ en: `${done} of ${all} done`, ja: `${all} 件中 ${done} 件完了` }),
  morePlans: (count: number) => ({
    en: `… and ${counted(count, 'earlier plan')}`,
    ja: `… ほか、以前の計画 ${count} 件`,
  }),
  /** Decisions about the plan. */
  log: (count: number) => ({
    en: `🔄 Plan revisions decided by AI (${count})`,
    ja: `🔄 AI による計画の見直し (${count} 件)`,
  }),
  notice: { en: '🔄 Plan Revision Decided by AI', ja: '🔄 AI が計画を見直すと判断しました' },
  phase: { en: 'Phase', ja: 'フェーズ' },
  confidence: { en: 'Confidence', ja: '確信度' },
  reasoning: { en: 'Reasoning', ja: '理由' },
  /** If the decision's reason is shown with a revision. */
  asRevision: (revision: number) => ({
    en: `the reason of revision ${revision}`,
    ja: `改訂 ${revision} の理由のとおり`,
  }),
  issues: { en: 'Issues Found', ja: '見つかった問題' },
  recommended: { en: 'Recommended Actions', ja: '推奨する対応' },
  leftForLater: {
    en: 'Left out, because at most ten actions are added at a time',
    ja: '一度に追加できる作業は 10 件までのため、見送ったもの',
  },
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
  outcome: { en: 'Outcome', ja: '結果' },
  moreNotices: (count: number) => ({
    en: `… and ${counted(count, 'earlier decision')}`,
    ja: `… ほか、以前の判断 ${count} 件`,
  }),
  points: {
    goal_understanding: { en: 'Goal Understanding', ja: '目標の理解' },
    task_decomposition: { en: 'Task Decomposition', ja: 'タスクの分解' },
    action_sequence: { en: 'Action Planning', ja: '手順の計画' },
    execution: { en: 'Execution', ja: '実行' },
    reflection: { en: 'Reflection', ja: '振り返り' },
  },
  /** What the re-plan does, as a short noun phrase. */
  kinds: {
    clarification: { en: 'asking on the issue', ja: 'Issue での質問' },
    goal: { en: 'reconsidering the goal', ja: '目標の再確認' },
    decomposition: { en: 'dividing the work again', ja: 'タスクの再分解' },
    actions: { en: 'replanning all actions', ja: '全手順の再計画' },
    partial: { en: 'replanning the remaining actions', ja: '残りの手順の再計画' },
    retry: { en: 'retrying the same action', ja: '同じ手順の再試行' },
    monitoring: { en: 'adding actions to the plan', ja: '計画への手順の追加' },
  },
  overrides: {
    limit_reached: {
      en: 'the limit for re-plans (in total, or of this kind) is reached, so the current plan stays',
      ja: '再計画の回数が上限 (全体またはこの種類) に達したため、現在の計画のまま進めます',
    },
    low_confidence: {
      en: 'the confidence is too low, so the current plan stays',
      ja: '確信度が低いため、現在の計画のまま進めます',
    },
    infinite_loop: {
      en: 'the same problem already led to the same revision, so I am looking for another approach',
      ja: '同じ問題で同じ見直しを繰り返しているため、別の方法を検討します',
    },
    loops_used: {
      en: 'verification has led back to work as often as it may, so the work ends here',
      ja: '検証から作業に戻る回数が上限に達したため、作業はここで終わります',
    },
    refused_by_person: {
      en: 'a person asked to keep the current plan',
      ja: '現在の計画のままにするよう指示がありました',
    },
    disabled: {
      en: 're-planning is switched off, so the current plan stays',
      ja: '再計画が無効に設定されているため、現在の計画のまま進めます',
    },
    unreadable: {
      en: 'the decision could not be understood, so the current plan stays',
      ja: '判断の内容を読み取れなかったため、現在の計画のまま進めます',
    },
  },
  outcomes: {
    started: { en: '🔄 started', ja: '🔄 開始しました' },
    /** Another judgement followed before there was a plan. */
    judgedAnew: { en: '🔄 carried out, then judged again', ja: '🔄 実施し、結果を改めて判断しました' },
    completed: { en: '✅ completed', ja: '✅ 完了しました' },
    failed: { en: '❌ failed', ja: '❌ 失敗しました' },
    waiting: { en: '❓ waiting for a human decision', ja: '❓ 人の判断を待っています' },
    skipped: { en: '➖ skipped', ja: '➖ 見送りました' },
    overridden: (why: string) => ({ en: `➖ not done: ${why}`, ja: `➖ 実施しません: ${why}` }),
  },
});
