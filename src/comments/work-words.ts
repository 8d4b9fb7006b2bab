/** Words about the work itself: tests, review, environment, cost and outcome. */
import { counted, inBothLanguages, type Both } from './in-both-languages.ts';
import type { SetUpTrouble } from '../state/trouble-verdict.ts';

/** What `retry` does, wherever it is offered. */
export const RETRY: Both = {
  en: 'I plan anew, knowing what I did before, and go on from any work that is saved',
  ja: '前回の内容を踏まえて計画し直し、保存した作業があればそこから続けます',
};

const TROUBLE: { readonly [Kind in SetUpTrouble]: Both } = {
  network: { en: 'network', ja: 'ネットワーク' },
  server: { en: 'temporary server error', ja: 'サーバーの一時的なエラー' },
  lock: { en: 'lock of a package manager', ja: 'パッケージマネージャーのロック' },
  repairable: { en: 'commands or configuration', ja: 'コマンドまたは設定' },
  fatal: { en: 'fatal: out of memory or disk space', ja: '致命的: メモリまたはディスク容量の不足' },
};

/** A shell's exit code for an unknown command. */
const NOT_FOUND = 127;

export const workWords = inBothLanguages({
  pullRequest: { en: 'Pull request', ja: 'プルリクエスト' },
  /** At the end of a sentence. */
  stop: { en: '.', ja: '。' },
  changedFiles: (count: number, insertions: number, deletions: number) => ({
    en: `${counted(count, 'file')} changed, +${insertions} −${deletions}`,
    ja: `${count} ファイルを変更、+${insertions} −${deletions}`,
  }),
  subtasksDone: (completed: number, all: number) => ({
    en: `${completed} of ${counted(all, 'subtask')} completed`,
    ja: `サブタスク ${all} 件中 ${completed} 件完了`,
  }),
  /** Subjects of commits. */
  unfinished: { en: 'Work in progress', ja: '作業途中の変更' },
  mergeOf: (branch: string) => ({ en: `Merge ${branch}`, ja: `${branch} をマージ` }),
  workOn: (issue: number) => ({ en: `Work on issue ${issue}`, ja: `Issue ${issue} の作業` }),
  exit: (code: number | null) => ({
    en: code === null ? 'killed by a signal' : code === NOT_FOUND ? `exit ${code}: command not found` : `exit ${code}`,
    ja:
      code === null
        ? 'シグナルで終了'
        : code === NOT_FOUND
          ? `終了コード ${code}: コマンドが見つかりません`
          : `終了コード ${code}`,
  }),
  timedOut: { en: 'timed out', ja: '時間切れ' },
  notAsked: (reviewers: string) => ({
    en:
      `GitHub did not let me ask ${reviewers} for a review. ` +
      'Correct `reviewers` in `.github/planwright.yml`, or give them access to this repository.',
    ja:
      `${reviewers} にレビューを依頼できませんでした。` +
      '`.github/planwright.yml` の `reviewers` を修正するか、このリポジトリへのアクセス権を付与してください。',
  }),
  teamNotAsked: {
    en: 'For a team, the App also needs the organisation permission *Members: read-only*.',
    ja: 'チームに依頼するには、App に Organization の権限 *Members: Read-only* も必要です。',
  },
  reached: (percent: number) => ({
    en: `By my own judgement, ${percent} % of the goal is reached.`,
    ja: `自己評価では、目標の達成度は ${percent} % です。`,
  }),
  review: {
    ofPlan: (why: string) => ({ en: `**Review of the plan**: ${why}`, ja: `**計画のレビュー**: ${why}` }),
    failed: { en: 'Why the review rejected it', ja: 'レビューが不合格とした理由' },
    suggestions: { en: 'Suggestions from the review', ja: 'レビューからの提案' },
  },
  problems: { en: 'Remaining risks', ja: '残っているリスク' },
  found: { en: 'What I did and found', ja: '行ったことと分かったこと' },
  what: { en: 'What and why', ja: '内容と理由' },
  plan: { en: 'Plan', ja: '計画' },
  criteria: { en: 'Acceptance criteria', ja: '受け入れ条件' },
  constraints: { en: 'Constraints', ja: '制約' },
  settled: { en: 'Settled on the way', ja: '作業中に決めたこと' },
  mayCollide: { en: '⚠️ May collide with', ja: '⚠️ 衝突する可能性のあるもの' },
  environmentFailed: {
    title: { en: 'Environment setup failed', ja: '環境構築失敗' },
    goesOn: {
      en: '⚠️ The work continues anyway; commands may fail because something they need is not installed.',
      ja: '⚠️ 失敗しましたが、このまま作業を続けます。必要なものが入っていないため、コマンドが失敗することがあります。',
    },
    wentOn: {
      en: '⚠️ The work continued anyway; what it ran may have lacked something that was not installed.',
      ja: '⚠️ 失敗しましたが、そのまま作業を続けました。必要なものが入っていない状態で実行したコマンドがあるかもしれません。',
    },
    /** It did not succeed later either, and the tests pass at the end. */
    workedWithout: {
      en: 'ℹ️ The work continued without it, and the tests passed at the end.',
      ja: 'ℹ️ 失敗したまま作業を続けましたが、最終的にテストは成功しました。',
    },
    blocked: (places: string) => ({
      en: `Connections that the sandbox's network rules blocked meanwhile: ${places}`,
      ja: `このときサンドボックスのネットワーク設定でブロックされた接続: ${places}`,
    }),
    mended: {
      en: '✅ Mended: during the work, the same commands ran again and succeeded.',
      ja: '✅ 解消済み: 作業中に同じコマンドをもう一度実行し、成功しました。',
    },
  },
  environment: { en: 'Environment', ja: '環境' },
  /** The retries and repairs before the work began without it (ENV-4). */
  tried: (kind: SetUpTrouble, retries: number, repairs: string) => ({
    en: `**Class**: ${TROUBLE[kind].en} · **Retries**: ${retries} · **Repairs**: ${repairs}`,
    ja: `**分類**: ${TROUBLE[kind].ja} · **再試行**: ${retries} 回 · **修正**: ${repairs}`,
  }),
  error: { en: 'Error', ja: 'エラー' },
  /** The requester, who is told of the result. */
  askedFor: (mention: string) => ({ en: `Requested by ${mention}`, ja: `依頼者: ${mention} さん` }),
  duration: (hours: number, minutes: number, seconds: number) => ({
    en: hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`,
    ja: hours > 0 ? `${hours} 時間 ${minutes} 分` : minutes > 0 ? `${minutes} 分 ${seconds} 秒` : `${seconds} 秒`,
  }),
  tokens: (count: string, isEstimated: boolean) => ({
    en: isEstimated ? `about ${count} tokens (partly estimated)` : `${count} tokens`,
    ja: isEstimated ? `約 ${count} トークン (一部は推定値)` : `${count} トークン`,
  }),
  costUnknown: (models: string) => ({
    en: `cost not known: there is no price for ${models}, so budgets in dollars count nothing of it`,
    ja: `費用不明: ${models} の料金が登録されていないため、金額の予算には算入していません`,
  }),
  costPartlyKnown: (known: string, models: string) => ({
    en: `${known} without ${models}: there is no price for it, so budgets in dollars do not count it`,
    ja: `${known} (料金が登録されていない ${models} の分は含まず、金額の予算にも算入していません)`,
  }),
  /** In the short form. */
  counted: (calls: number, commands: number) => ({
    en: `${counted(calls, 'model call')}, ${counted(commands, 'command')}`,
    ja: `モデル呼び出し ${calls} 回、コマンド ${commands} 件`,
  }),
  howToAskAgain: (slug: string) => ({
    en: `To ask me again, comment \`@${slug} retry\` (${RETRY.en}) or \`@${slug} <what you want>\`.`,
    ja:
      `もう一度依頼するには、\`@${slug} やり直して\` (${RETRY.ja}) ` +
      `または \`@${slug} <依頼内容>\` とコメントしてください。`,
  }),
  /** Below a text that offers `retry` already. */
  howToAskElse: (slug: string) => ({
    en: `With \`retry\`, ${RETRY.en}. To ask for something else, comment \`@${slug} <what you want>\`.`,
    ja: `「やり直して」では、${RETRY.ja}。別の内容を依頼するには \`@${slug} <依頼内容>\` とコメントしてください。`,
  }),
});
