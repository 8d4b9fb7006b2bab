/** Words about a task that only a terminal shows, in the language of the request. */
import { counted, inBothLanguages } from '../comments/in-both-languages.ts';

export const terminalWords = inBothLanguages({
  begun: {
    now: (id: string, base: string) => ({ en: `Task ${id}, from ${base}`, ja: `タスク ${id} (${base} から開始)` }),
    before: (id: string, base: string) => ({
      en: `Continues task ${id}, from ${base}`,
      ja: `タスク ${id} の続き (${base} から開始)`,
    }),
    ended: (id: string) => ({
      en: `Task ${id} has ended already; this is its result. To repeat it: planwright retry ${id}`,
      ja: `タスク ${id} は終了済みです。その結果を表示します。やり直すには: planwright retry ${id}`,
    }),
  },
  log: { en: 'Log', ja: 'ログ' },
  hasSecret: {
    en: 'What looks like a secret in it was masked: it is neither kept nor shown to the model.',
    ja: '秘密情報と思われる部分は伏せました。保存もモデルへの送信もしません。',
  },
  notCommitted: {
    en: 'What is not committed is not seen: the work begins from the last commit of the branch.',
    ja: 'コミットしていない変更は対象外です。作業はブランチの最後のコミットから始めます。',
  },
  elsewhere: { en: 'from another terminal', ja: '別の端末から' },
  moreBoxes: (count: number) => ({ en: `${count} more`, ja: `ほか ${count} 件` }),
  moreLines: (count: number) => ({ en: counted(count, 'more line'), ja: `残り ${count} 行` }),
  saved: (command: string) => ({
    en: `Saved. The same command goes on, or: ${command}`,
    ja: `保存しました。同じコマンド、または次のコマンドで続けられます: ${command}`,
  }),
  nobodyHere: (command: string) => ({
    en: `Nobody is here to answer. Answer in a file (--answers FILE) or at a terminal: ${command}`,
    ja: `回答する人がいません。ファイル (--answers FILE) か端末で回答してください: ${command}`,
  }),
  unheard: {
    en: 'Said when it was over, and not taken into account:',
    ja: '終了後に届いたため、反映していません:',
  },
  askForIt: {
    en: 'To have it done, ask for it: planwright run --issue "…"',
    ja: '反映するには、改めて依頼してください: planwright run --issue "…"',
  },
  result: {
    branch: { en: 'Branch', ja: 'ブランチ' },
    check: { en: 'Check', ja: 'チェック' },
    note: { en: 'Note', ja: 'ノート' },
    log: { en: 'Log', ja: 'ログ' },
    used: { en: 'Used', ja: '使用量' },
    look: { en: 'Look', ja: '確認' },
    keep: { en: 'Keep', ja: '取り込み' },
    again: { en: 'Again', ja: '再実行' },
  },
  size: (files: number, insertions: number, deletions: number) => ({
    en: `${counted(files, 'file')}, +${insertions} −${deletions}`,
    ja: `${files} ファイル、+${insertions} −${deletions}`,
  }),
  from: (branch: string, base: string) => ({ en: `${branch}, from ${base}`, ja: `${branch} (${base} から)` }),
  verdict: {
    passed: { en: 'passed', ja: '成功' },
    failed: { en: 'failed', ja: '失敗' },
    flaky: { en: 'flaky: failed, then passed', ja: '不安定: 失敗した後に成功' },
    as_on_base: { en: 'failed, as without the change', ja: '失敗 (変更前と同じ)' },
  },
});
