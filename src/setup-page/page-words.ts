/** The words of the set-up page, in both languages. Names of GitHub's own buttons stay English, as on its pages. */
import { inBothLanguages, type Language as LanguageOfTexts } from '../comments/in-both-languages.ts';

export type Language = LanguageOfTexts;

export const pageWords = inBothLanguages({
  title: { en: 'Set up Planwright', ja: 'Planwright のセットアップ' },
  steps: { en: 'Steps', ja: '手順' },
  stepChoose: { en: 'Choose', ja: '設定を選ぶ' },
  stepCreate: { en: 'Create', ja: '作成する' },
  stepInstall: { en: 'Install', ja: 'インストール' },
  chooseTitle: { en: 'Give Planwright its own GitHub App', ja: 'Planwright 用の GitHub App を作成します' },
  chooseIntro: (host: string) => ({
    en: `Planwright works on ${host} as a GitHub App that belongs to you. Answer three questions; GitHub then creates the App, and this service keeps its keys.`,
    ja: `Planwright は ${host} 上で、あなたが所有する GitHub App として動作します。次の質問に答えると GitHub が App を作成し、その鍵はこのサービスが保管します。`,
  }),
  otherGitHub: {
    en: 'For a GitHub Enterprise Server, set GHE_HOST and start again.',
    ja: 'GitHub Enterprise Server を使う場合は、GHE_HOST を設定して起動し直してください。',
  },
  modelKeyTitle: { en: 'One key is still missing', ja: 'キーがまだ 1 つ足りません' },
  modelKeyMissing: {
    en: 'ANTHROPIC_API_KEY is not set. You can create the App now; set the key before you start Planwright again.',
    ja: 'ANTHROPIC_API_KEY が設定されていません。App は今すぐ作成できますが、次に起動する前にこのキーを設定してください。',
  },
  lostTitle: { en: 'There may be an App without keys', ja: '鍵のない App が残っている可能性があります' },
  lost: (name: string) => ({
    en: `The last set-up was interrupted after GitHub was asked for the keys of “${name}”. GitHub hands them out once. If that App is in the list, delete it there (Advanced → Delete GitHub App) and create a new one here. Or keep it: set a new webhook secret and a new private key on its page, and start Planwright with APP_ID, PRIVATE_KEY_PATH and WEBHOOK_SECRET.`,
    ja: `前回のセットアップは、「${name}」の鍵を GitHub に要求した後に中断されました。鍵は一度しか受け取れません。一覧にその App があれば、そこで削除し（Advanced → Delete GitHub App）、ここで作り直してください。残して使う場合は、App のページで webhook secret と秘密鍵を新しく設定し、APP_ID、PRIVATE_KEY_PATH、WEBHOOK_SECRET を指定して Planwright を起動してください。`,
  }),
  lostLink: { en: 'Open the list of your Apps', ja: 'App の一覧を開く' },
  mistakesTitle: { en: 'Please check the marked fields', ja: '印の付いた項目を確認してください' },
  name: { en: 'Name', ja: '名前' },
  nameHint: {
    en: 'Unique on GitHub, 34 characters at most. People mention the App by it: “Acme Planwright” becomes @acme-planwright.',
    ja: 'GitHub 全体で重複しない名前を 34 文字以内で付けてください。メンションにも使われます（例:「Acme Planwright」→ @acme-planwright）。',
  },
  owner: { en: 'Who owns it?', ja: '所有者' },
  personal: { en: 'My personal account', ja: '個人アカウント' },
  personalHint: { en: 'Works on your own repositories.', ja: '自分のリポジトリで使います。' },
  organisation: { en: 'An organization', ja: '組織 (Organization)' },
  organisationHint: {
    en: 'Works on the repositories of the organization. You need to be one of its owners.',
    ja: '組織のリポジトリで使います。組織のオーナー権限が必要です。',
  },
  organisationName: { en: 'Name of the organization, as in its address', ja: '組織名（URL に表示される名前）' },
  way: { en: 'How does GitHub reach this service?', ja: 'GitHub からの接続方法' },
  direct: { en: 'At an address of its own', ja: '専用のアドレスで受け取る' },
  directHint: {
    en: 'A server behind a proxy, or a tunnel.',
    ja: 'プロキシの背後のサーバーやトンネルを使う場合です。',
  },
  address: { en: 'Address for webhooks', ja: 'Webhook のアドレス' },
  relay: { en: 'Through a relay, to try it on a laptop', ja: '中継サービスで受け取る（手元の PC で試す場合）' },
  relayHint: {
    en: 'smee.io passes webhooks on to this machine. Whoever knows the channel can read them: not for private code.',
    ja: 'smee.io が Webhook をこのマシンに転送します。チャンネルを知る人は内容を読めるため、非公開のコードには使わないでください。',
  },
  channel: { en: 'Channel of the relay', ja: '中継チャンネルのアドレス' },
  newChannel: { en: 'Get a new channel, then copy its address', ja: '新しいチャンネルを開き、アドレスをコピーする' },
  next: { en: 'Continue', ja: '次へ' },
  nextHint: { en: 'Nothing is created yet.', ja: 'この時点ではまだ何も作成されません。' },
  reviewTitle: { en: 'Ready to create it', ja: '作成の準備ができました' },
  reviewIntro: (host: string) => ({
    en: `The button opens ${host} with all of this filled in. Press “Create GitHub App” there; GitHub then brings you back here.`,
    ja: `ボタンを押すと、以下の内容が入力された状態で ${host} が開きます。そこで「Create GitHub App」を押すと、自動的にこのページに戻ります。`,
  }),
  ownerLabel: { en: 'Owner', ja: '所有者' },
  webhooks: { en: 'Webhooks', ja: 'Webhook' },
  redirect: { en: 'You come back to', ja: '戻り先' },
  permissions: { en: 'What it may do', ja: '許可される操作' },
  permissionsHint: {
    en: 'Only in repositories that you install it on. GitHub shows the same list when you install it.',
    ja: 'インストール先のリポジトリに限られます。インストール時に GitHub にも同じ一覧が表示されます。',
  },
  access: {
    read: { en: 'read', ja: '読み取り' },
    write: { en: 'read and write', ja: '読み書き' },
    admin: { en: 'administer', ja: '管理' },
  },
  create: (host: string) => ({ en: `Create it on ${host}`, ja: `${host} で作成する` }),
  change: { en: 'Change something', ja: '設定を変更する' },
  createdTitle: (name: string) => ({ en: `${name} is created`, ja: `${name} を作成しました` }),
  createdIntro: {
    en: 'Its keys are stored on this machine, readable for this user alone. One step is left: choose the repositories it may work on.',
    ja: '鍵はこのマシンに保存され、このユーザーだけが読めます。最後に、使用するリポジトリを選んでください。',
  },
  install: { en: 'Install it on your repositories', ja: 'リポジトリにインストールする' },
  thenTitle: { en: 'Then try it', ja: 'インストールしたら' },
  thenAsk: (label: string, slug: string) => ({
    en: `In such a repository, put the label “${label}” on an issue (create the label if it is not there yet), or comment on one: “@${slug} please fix this”.`,
    ja: `そのリポジトリの Issue に「${label}」ラベルを付けるか（ラベルがなければ作成してください）、Issue に「@${slug} 修正してください」とコメントします。`,
  }),
  thenSeen: {
    en: 'Within seconds you see 👀, then a comment that shows the progress.',
    ja: '数秒で 👀 が付き、続いて進捗を示すコメントが表示されます。',
  },
  goesOn: {
    en: 'Planwright is starting now; no restart is needed. The link that led here is used up.',
    ja: 'Planwright は起動中です。再起動は不要です。ここへのリンクは使用済みになりました。',
  },
  goesOnWithoutKey: {
    en: 'Planwright stops now, because ANTHROPIC_API_KEY is not set. Set it and run “npm start” again; the App is kept.',
    ja: 'ANTHROPIC_API_KEY が未設定のため、Planwright はいったん終了します。設定して「npm start」で起動し直してください。App の情報は保存済みです。',
  },
  usedUp: {
    en: 'It was created with this link, which is used up now; its keys are stored on this machine. What may be left: choose the repositories it may work on.',
    ja: 'このリンクで作成済みです。リンクは使用済みで、鍵はこのマシンに保存されています。まだの場合は、使用するリポジトリを選んでください。',
  },
  overTitle: { en: 'The set-up is over', ja: 'セットアップは終わっています' },
  over: {
    en: 'This Planwright has its GitHub App, and a link to the set-up page works once. Install the App from its page on GitHub (Settings → Developer settings → GitHub Apps); docs/operators.md says how to have another one created.',
    ja: 'この Planwright にはすでに GitHub App があり、セットアップページへのリンクは一度しか使えません。インストールは GitHub の App のページ（Settings → Developer settings → GitHub Apps）から行えます。別の App を作り直す方法は docs/operators.md にあります。',
  },
  readiness: { en: 'Is it all right? See its status', ja: '動作状況を確認する' },
  tryAgain: { en: 'Try again', ja: 'もう一度試す' },
  startOver: { en: 'Begin again', ja: '最初からやり直す' },
});

/** The purpose of each permission in app.yml; a test checks that none is missing. */
export const permissionWords = inBothLanguages({
  metadata: {
    name: { en: 'Metadata', ja: 'メタデータ' },
    why: { en: 'to see who has write access', ja: '書き込み権限の有無を確認するため' },
  },
  issues: {
    name: { en: 'Issues', ja: 'Issue' },
    why: { en: 'to read requests, to ask, and to show progress', ja: '依頼を読み、質問し、進捗を表示するため' },
  },
  pull_requests: {
    name: { en: 'Pull requests', ja: 'プルリクエスト' },
    why: { en: 'to open them and to answer reviews', ja: '作成し、レビューに対応するため' },
  },
  contents: {
    name: { en: 'Contents', ja: 'コンテンツ' },
    why: {
      en: 'to clone, and to push branches below planwright/',
      ja: 'クローンし、planwright/ 以下のブランチに push するため',
    },
  },
  checks: {
    name: { en: 'Checks', ja: 'チェック' },
    why: { en: 'to learn that checks on its pull requests failed', ja: 'プルリクエストのチェックの失敗を知るため' },
  },
  actions: {
    name: { en: 'Actions', ja: 'Actions' },
    why: { en: 'to read the logs of failed jobs', ja: '失敗したジョブのログを読むため' },
  },
});
