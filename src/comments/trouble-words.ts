/**
 * What went wrong, for people. Messages of errors are for the log: English, partly about the machine, partly for the
 * model; those that help on the issue are quoted below a fold.
 */
import { inBothLanguages, type Both } from './in-both-languages.ts';
import type { TroubleCode } from '../state/outcome.ts';

/** `{retry}` is what to comment afterwards. */
export const ASK_OPERATOR: Both = {
  en: 'The operator of this service can find the details in its log. Once that is fixed, comment {retry}.',
  ja: '詳細はこのサービスのログにあり、運用担当者が確認できます。解決後、{retry} とコメントしてください。',
};
const NEXT: { readonly [Code in TroubleCode]?: Both } = {
  configuration: ASK_OPERATOR,
  credentials: ASK_OPERATOR,
  redis: ASK_OPERATOR,
  docker: ASK_OPERATOR,
  image_missing: ASK_OPERATOR,
  sandbox_failed: ASK_OPERATOR,
  model_refused: {
    en:
      'If the reason is a limit or the model in use, the operator of this service has to act; ' +
      'if the request was too long, shorten the issue. Then comment {retry}.',
    ja:
      '利用上限や使用中のモデルが理由であれば、運用担当者による対応が必要です。' +
      '要求が長すぎる場合は、Issue を短くしてください。その後で、{retry} とコメントしてください。',
  },
  model_credentials: ASK_OPERATOR,
  github_refused: {
    en:
      'Often the App lacks a permission, or a new permission has not been accepted yet. ' +
      'Once that is fixed, comment {retry}.',
    ja: 'App の権限が足りないか、まだ承認されていないことがよくあります。解決後、{retry} とコメントしてください。',
  },
  github_gone: {
    en: 'Check that it still exists and that the App is installed on the repository, then comment {retry}.',
    ja: 'まだ存在するか、App がリポジトリにインストールされているかを確認してから、{retry} とコメントしてください。',
  },
  github_not_installed: {
    en: 'An owner can change that in the settings of the installed App. Then comment {retry}.',
    ja:
      'アカウントの所有者が、インストール済みの App の設定で変更できます。' +
      'その後で、{retry} とコメントしてください。',
  },
  github_suspended: {
    en: 'An owner can lift that in the settings of the installed App. Then comment {retry}.',
    ja: 'アカウントの所有者が、インストール済みの App の設定で解除できます。解除後、{retry} とコメントしてください。',
  },
  pull_request_closed: {
    en: 'Reopen it, or comment {retry} if the work is still wanted.',
    ja: '再オープンするか、まだ必要であれば {retry} とコメントしてください。',
  },
  git_failed: ASK_OPERATOR,
  base_branch_missing: {
    en: 'Set the default branch of the repository to one that exists, then comment {retry}.',
    ja: 'リポジトリの既定ブランチに、存在するブランチを設定してから、{retry} とコメントしてください。',
  },
  history_damaged: ASK_OPERATOR,
  history_failed: ASK_OPERATOR,
  internal: {
    en:
      'Comment {retry}; if it happens again, the operator of this service can find the details in its log ' +
      'and report them.',
    ja:
      '{retry} とコメントしてください。繰り返す場合は、運用担当者がこのサービスのログで詳細を確認し、' +
      '報告できます。',
  },
  model_address: ASK_OPERATOR,
  model_declined: {
    en:
      'Describe what you want in other words, or leave out the part that the model may object to, and ask me again; ' +
      'or the operator of this service can choose another model.',
    ja:
      '求める内容を別の言い方にするか、モデルが断った可能性のある部分を除いて、もう一度依頼してください。' +
      'または、運用担当者が別のモデルを選べます。',
  },
  answers_cut: {
    en:
      'Split the issue into smaller ones and ask me again, or the operator of this service can raise ' +
      '`model.max_output_tokens`; then comment {retry}.',
    ja:
      'Issue を小さく分けてもう一度依頼するか、運用担当者に `model.max_output_tokens` を増やすよう依頼してから、' +
      '{retry} とコメントしてください。',
  },
  context_full: {
    en:
      'Shorten the issue, or the operator of this service can choose a model that takes longer prompts; ' +
      'then comment {retry}.',
    ja:
      'Issue を短くするか、より長い入力を扱えるモデルを選ぶよう運用担当者に依頼してから、' +
      '{retry} とコメントしてください。',
  },
  crashed: ASK_OPERATOR,
  not_saved: ASK_OPERATOR,
};
/** Kinds of secrets without a product name, as the scan names them. */
const SECRET_KINDS_JA: { readonly [kind: string]: string } = {
  'AWS access key': 'AWS アクセスキー',
  'AWS secret key': 'AWS シークレットキー',
  'GitHub personal access token': 'GitHub の個人用アクセストークン',
  'GitHub App token': 'GitHub App のトークン',
  'GitHub token': 'GitHub のトークン',
  'Anthropic key': 'Anthropic のキー',
  'OpenAI key': 'OpenAI のキー',
  'Slack token': 'Slack のトークン',
  'Google API key': 'Google の API キー',
  'Stripe key': 'Stripe のキー',
  'npm token': 'npm のトークン',
  'PyPI token': 'PyPI のトークン',
  'GitLab token': 'GitLab のトークン',
  'Hugging Face token': 'Hugging Face のトークン',
  'SendGrid key': 'SendGrid のキー',
  'DigitalOcean token': 'DigitalOcean のトークン',
  'Azure storage key': 'Azure ストレージのキー',
  'credentials in a URL': 'URL 中の認証情報',
  'private key': '秘密鍵',
  'secret of this service': 'このサービスの秘密情報',
};

export const troubleWords = inBothLanguages({
  happened: {
    configuration: {
      en: 'A setting of this service is wrong or missing.',
      ja: 'このサービスの設定に誤りか不足があります。',
    },
    credentials: {
      en: "GitHub rejected this service's credentials.",
      ja: 'このサービスの認証情報が GitHub に拒否されました。',
    },
    redis: {
      en: 'The queue of this service (Redis) is unavailable.',
      ja: 'このサービスのキュー (Redis) を使用できません。',
    },
    docker: {
      en: 'The Docker engine, in which I work, refused what I needed.',
      ja: '作業に使う Docker エンジンに処理を拒否されました。',
    },
    image_missing: {
      en: 'The image of the sandbox is missing on the machine of this service and could not be fetched.',
      ja: 'サンドボックスのイメージがこのサービスのマシンになく、取得もできませんでした。',
    },
    sandbox_failed: {
      en: 'The sandbox in which I work did not start, or one of my steps failed in it.',
      ja: '作業用のサンドボックスが起動しなかったか、その中での処理が失敗しました。',
    },
    model_refused: { en: "The model's API refused my request.", ja: 'モデルの API に要求を拒否されました。' },
    model_credentials: {
      en: "The model's API rejected the key of this service.",
      ja: 'このサービスのキーがモデルの API に拒否されました。',
    },
    github_refused: { en: 'GitHub refused my request.', ja: 'GitHub に要求を拒否されました。' },
    github_gone: {
      en: 'GitHub no longer shows me what I need: it was deleted or moved, or the App may not see it.',
      ja: '必要なものが GitHub で見つかりません。削除または移動されたか、App から見えなくなっています。',
    },
    github_not_installed: {
      en: 'The App is no longer installed there, is suspended, or may not see this repository.',
      ja: 'App がアンインストールまたは停止されたか、App からこのリポジトリが見えません。',
    },
    github_suspended: {
      en: 'An owner of the account suspended the App.',
      ja: 'アカウントの所有者が App を一時停止しました。',
    },
    pull_request_closed: {
      en: 'Somebody closed the pull request while I was working, so I did not open another in its place.',
      ja: '作業中にプルリクエストがクローズされたため、代わりのプルリクエストは作成していません。',
    },
    git_failed: { en: 'A git command failed.', ja: 'git のコマンドが失敗しました。' },
    base_branch_missing: {
      en: 'The branch that I should start from does not exist in this repository.',
      ja: '作業の起点となるブランチがこのリポジトリにありません。',
    },
    history_damaged: { en: 'The record of this task is damaged.', ja: 'このタスクの記録が壊れています。' },
    history_failed: {
      en: 'The record of this task could not be read or written.',
      ja: 'このタスクの記録を読み書きできませんでした。',
    },
    internal: { en: 'This is a bug in Planwright itself.', ja: 'Planwright 自体の不具合です。' },
    crashed: {
      en: 'One of my steps crashed this service repeatedly.',
      ja: '同じ処理を行うたびに、このサービスが停止しました。',
    },
    github: {
      en: 'GitHub did not respond, or returned an error.',
      ja: 'GitHub が応答しないか、エラーを返しました。',
    },
    github_limit: { en: "GitHub's rate limit was reached.", ja: 'GitHub のレート制限に達しました。' },
    model: {
      en: "The model's API did not respond, or was overloaded.",
      ja: 'モデルの API が応答しないか、混み合っていました。',
    },
    model_limit: {
      en: "The usage limit of the model's API was reached.",
      ja: 'モデルの API の利用上限に達しました。',
    },
    model_address: {
      en: "Where the model's API should be, something else answered.",
      ja: 'モデルの API のアドレスから、API のものではない応答が返りました。',
    },
    model_declined: { en: 'The model declined to work on this.', ja: 'モデルがこの作業を断りました。' },
    answers_cut: {
      en: "The model's answers were cut off each time, because they were too long.",
      ja: 'モデルの回答が長すぎて、毎回途中で切れました。',
    },
    context_full: {
      en: 'What the model has to be shown leaves it no room to answer.',
      ja: 'モデルに示す内容が多すぎて、回答する余地が残りませんでした。',
    },
    engine: { en: 'The Docker engine did not respond.', ja: 'Docker エンジンが応答しませんでした。' },
    sandbox: { en: 'The sandbox was interrupted.', ja: 'サンドボックスが中断されました。' },
    git: { en: 'git took too long, or was busy.', ja: 'git に時間がかかりすぎたか、使用中でした。' },
    history: {
      en: 'The record of this task was in use elsewhere.',
      ja: 'このタスクの記録がほかで使用中でした。',
    },
    protected_paths: {
      en: 'It touches protected files, and nobody approved that.',
      ja: '保護対象のファイルが含まれ、その変更は承認されていません。',
    },
    secret: { en: 'It contains what looks like a secret.', ja: '秘密情報と思われるものが含まれています。' },
    too_large: { en: 'It is too large to check.', ja: '大きすぎて確認できません。' },
    branch_gone: { en: 'Somebody deleted the branch.', ja: 'ブランチが削除されています。' },
    not_saved: {
      en: 'The files could not be taken out of the sandbox.',
      ja: 'サンドボックスからファイルを取り出せませんでした。',
    },
    rejected: {
      en: 'GitHub, or a rule of the repository, refused it.',
      ja: 'GitHub またはリポジトリのルールにより拒否されました。',
    },
    no_write_access: {
      en: 'The person who asked me no longer has write access to it.',
      ja: '依頼した方に書き込み権限がなくなりました。',
    },
    time_unknown: {
      en: 'GitHub did not say when the task was requested.',
      ja: '依頼の時刻を GitHub から取得できませんでした。',
    },
  },
  /** '' if the ending itself says what to do. */
  next: (code: TroubleCode) => NEXT[code] ?? { en: '', ja: '' },
  secretKind: (kind: string) => ({ en: kind, ja: SECRET_KINDS_JA[kind] ?? kind }),
  details: { en: 'Technical details', ja: '技術的な詳細 (英語)' },
});
