import type { TroubleWords } from './trouble-words.ts';

const ASK_AGAIN = 'その後で、もう一度依頼してください。';
const OPERATOR = '詳細はこのサービスのログにあり、運用担当者が確認できます。対処の後で、もう一度依頼してください。';

export const troubleJa: TroubleWords = {
  codes: {
    configuration: { happened: 'このサービスの設定に誤りか不足があります。', next: OPERATOR },
    credentials: { happened: 'このサービスの認証情報が GitHub に拒否されました。', next: OPERATOR },
    redis: { happened: 'このサービスのキュー (Redis) を使えません。', next: OPERATOR },
    docker: { happened: '作業に使う Docker エンジンに必要な操作を拒否されました。', next: OPERATOR },
    image_missing: { happened: 'サンドボックスのイメージがこのサービスのマシンになく、取得もできませんでした。', next: OPERATOR },
    sandbox_failed: { happened: '作業用のサンドボックスが起動しなかったか、その中での処理に失敗しました。', next: OPERATOR },
    model_refused: {
      happened: 'モデルの API に要求を拒否されました。',
      next: `利用上限や使用中のモデルが理由であれば、運用担当者の対応が必要です。要求が長すぎる場合は、Issue を短くしてください。${ASK_AGAIN}`,
    },
    model_credentials: { happened: 'このサービスのキーがモデルの API に拒否されました。', next: OPERATOR },
    github_refused: {
      happened: 'GitHub に操作を拒否されました。',
      next: `GitHub が示す理由を確認してください。App の権限が足りないか、まだ承認されていないことがよくあります。${ASK_AGAIN}`,
    },
    github_gone: {
      happened: '必要なものが GitHub で見つかりません。削除または移動されたか、App から見えなくなっています。',
      next: `まだ存在するか、App がリポジトリにインストールされているかを確認してください。${ASK_AGAIN}`,
    },
    github_not_installed: {
      happened: 'App がアンインストールまたは停止されたか、このリポジトリを見られません。',
      next: `アカウントの所有者が、インストール済みの App の設定で変更できます。${ASK_AGAIN}`,
    },
    pull_request_closed: {
      happened: '作業中にプルリクエストが閉じられたため、代わりのものは作成していません。',
      next: '再オープンするか、まだ必要であればもう一度依頼してください。',
    },
    git_failed: { happened: 'git のコマンドが失敗しました。', next: OPERATOR },
    base_branch_missing: {
      happened: '作業の起点となるブランチがこのリポジトリにありません。',
      next: `リポジトリの既定ブランチに、存在するブランチを設定してください。${ASK_AGAIN}`,
    },
    history_damaged: { happened: 'このタスクの記録が壊れています。', next: OPERATOR },
    history_failed: { happened: 'このタスクの記録を読み書きできませんでした。', next: OPERATOR },
    internal: {
      happened: 'Planwright 自体の不具合です。',
      next: 'もう一度依頼してください。繰り返す場合は、運用担当者がこのサービスのログで詳細を確認し、報告できます。',
    },
    crashed: { happened: '同じ処理のたびに、このサービスが停止しました。', next: OPERATOR },
    github: { happened: 'GitHub が応答しないか、エラーを返しました。', next: '' },
    github_limit: { happened: 'GitHub から要求を減らすよう求められました。', next: '' },
    model: { happened: 'モデルの API が応答しないか、混み合っていました。', next: '' },
    engine: { happened: 'Docker エンジンが応答しませんでした。', next: '' },
    sandbox: { happened: 'サンドボックスが中断されました。', next: '' },
    git: { happened: 'git に時間がかかりすぎたか、使用中でした。', next: '' },
    history: { happened: 'このタスクの記録が別の所で使われていました。', next: '' },
    protected_paths: { happened: '変更してはならないファイルが含まれています。', next: '' },
    secret: { happened: '秘密情報と思われるものが含まれています。', next: '' },
    too_large: { happened: '大きすぎて確認できません。', next: '' },
    branch_gone: { happened: 'ブランチが削除されています。', next: '' },
    not_saved: { happened: 'サンドボックスからファイルを取り出せませんでした。', next: OPERATOR },
    rejected: { happened: 'GitHub またはリポジトリのルールにより拒否されました。', next: '' },
    no_write_access: { happened: '依頼者に書き込み権限がなくなっています。', next: '' },
    time_unknown: { happened: '依頼の時刻が GitHub から伝えられませんでした。', next: '' },
  },
  waiting: {
    github: 'GitHub の応答を待っています',
    github_limit: 'GitHub から要求を減らすよう求められたため、待っています',
    model: 'モデルの API の応答を待っています',
    engine: 'Docker エンジンの応答を待っています',
    sandbox: 'サンドボックスを待っています',
    git: 'git を再試行するまで待っています',
    history: 'このタスクの記録が使えるようになるのを待っています',
  },
  waitingForSomething: '外部サービスの復旧を待っています',
  secretKinds: {
    'AWS access key': 'AWS アクセスキー',
    'AWS secret key': 'AWS シークレットキー',
    'GitHub personal access token': 'GitHub の個人用アクセストークン',
    'credentials in a URL': 'URL 中の認証情報',
    'private key': '秘密鍵',
    'secret of this service': 'このサービスの秘密情報',
  },
  details: '技術的な詳細 (英語)',
  givenUp: {
    idle: 'モデルがこの行動を終えないまま停止しました。',
    misfits: 'モデルがツールを正しく使えない状態が続きました。',
    fruitless: 'モデルがツールで試したことが、いずれもうまくいきませんでした。',
  },
};
