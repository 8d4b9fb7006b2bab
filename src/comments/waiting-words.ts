/** Words for a task that waits for something other than people: for what, how often it was tried, and until when. */
import { counted, inBothLanguages } from './in-both-languages.ts';

export const waitingWords = inBothLanguages({
  limited: (utc: string, japan: string) => ({
    en: `waiting until ${utc} UTC: the provider of the model says that its usage limit is reached until then; I will continue by myself`,
    ja: `モデルの提供元から、利用上限に達したと通知されました。日本時間 ${japan} (UTC では ${utc}) まで待ち、自動で再開します`,
  }),
  waitingFor: {
    github: { en: 'waiting for GitHub to respond', ja: 'GitHub の応答を待っています' },
    github_limit: {
      en: "waiting, because GitHub's rate limit is reached",
      ja: 'GitHub のレート制限に達したため、待っています',
    },
    model: { en: "waiting for the model's API to respond", ja: 'モデルの API の応答を待っています' },
    model_limit: {
      en: "waiting, because the usage limit of the model's API is reached",
      ja: 'モデルの API の利用上限に達したため、待っています',
    },
    model_address: {
      en: "waiting, because something else answers where the model's API should be; the operator can see it in the log",
      ja: 'モデルの API のアドレスから別の応答が返るため、待っています (詳細は運用担当者がログで確認できます)',
    },
    engine: { en: 'waiting for the Docker engine to respond', ja: 'Docker エンジンの応答を待っています' },
    sandbox: { en: 'waiting for the sandbox', ja: 'サンドボックスを待っています' },
    git: { en: 'waiting to retry git', ja: 'git を再試行するまで待っています' },
    history: { en: 'waiting for the record of this task', ja: 'このタスクの記録が使えるようになるのを待っています' },
  },
  /** How often it was tried, and when the next try is. */
  retried: (tries: number, nextAt: string) => ({
    en: `${counted(tries, 'attempt')} so far; next at ${nextAt} UTC`,
    ja: `これまでの試行 ${tries} 回、次回は ${nextAt} (UTC)`,
  }),
});
