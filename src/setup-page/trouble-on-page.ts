/** The set-up page's errors in both languages: what happened, why, and what to do next. */
import { inBothLanguages } from '../comments/in-both-languages.ts';
import type { Mistake } from './read-choice.ts';

export const mistakeWords = inBothLanguages({
  name_missing: { en: 'Enter a name.', ja: '名前を入力してください。' },
  name_long: { en: 'GitHub takes 34 characters at most.', ja: '34 文字以内で入力してください（GitHub の上限）。' },
  name_without_letters: {
    en: 'GitHub needs a Latin letter or a digit in it.',
    ja: '半角の英字か数字を含めてください（GitHub の制約）。',
  },
  organisation_missing: { en: 'Enter the organization.', ja: '組織名を入力してください。' },
  organisation_wrong: {
    en: 'Enter it as in github.com/acme: letters, digits and hyphens.',
    ja: 'github.com/acme の「acme」の部分を、英数字とハイフンで入力してください。',
  },
  address_missing: {
    en: 'Enter the address, or choose the relay.',
    ja: 'アドレスを入力するか、中継サービスを選んでください。',
  },
  address_wrong: {
    en: 'Enter a whole address, such as https://planwright.example.com.',
    ja: 'https://planwright.example.com のように、完全なアドレスを入力してください。',
  },
  address_plain: {
    en: 'Use https: webhooks carry your code.',
    ja: 'https のアドレスを使ってください。Webhook にはコードの内容が含まれます。',
  },
  address_local: {
    en: 'GitHub cannot reach an address of this machine or network. Use a public one, or the relay.',
    ja: 'このマシンやローカルネットワークのアドレスには GitHub から接続できません。公開アドレスか中継サービスを使ってください。',
  },
  channel_missing: { en: 'Enter the channel.', ja: 'チャンネルのアドレスを入力してください。' },
  channel_wrong: {
    en: 'Enter the address of a channel, such as https://smee.io/AbC123dEf456.',
    ja: 'https://smee.io/AbC123dEf456 のような、チャンネルのアドレスを入力してください。',
  },
} satisfies Record<Mistake, unknown>);

const ofTroubles = {
  link_refused: {
    title: { en: 'This link does not open the set-up page', ja: 'このリンクではセットアップページを開けません' },
    text: {
      en: 'Its token is missing or is not the one that this start printed. Copy the whole link from the newest output of “npm start”.',
      ja: 'トークンがないか、今回の起動時に表示されたものと違います。「npm start」の最新の出力から、リンク全体をコピーしてください。',
    },
  },
  link_expired: {
    title: { en: 'This link has expired', ja: 'リンクの有効期限が切れました' },
    text: {
      en: 'A link works for one hour. Stop Planwright with Ctrl-C and run “npm start” again: it prints a new one.',
      ja: 'リンクの有効期間は 1 時間です。Ctrl-C で Planwright を終了し、「npm start」で起動し直すと新しいリンクが表示されます。',
    },
  },
  too_many: {
    title: { en: 'Too many wrong links', ja: '誤ったリンクでのアクセスが多すぎます' },
    text: {
      en: 'Ten wrong links were tried within a minute. Copy the whole link from the newest output of “npm start”.',
      ja: '1 分以内に誤ったリンクが 10 回試されました。「npm start」の最新の出力から、リンク全体をコピーしてください。',
    },
  },
  foreign: {
    title: { en: 'This request came from elsewhere', ja: '別のサイトからのリクエストです' },
    text: {
      en: 'Only this page itself, at the address that was printed, may send this. Open the link from the output of “npm start” in a tab of its own.',
      ja: 'この操作は、表示されたアドレスで開いたこのページからのみ実行できます。「npm start」の出力にあるリンクを新しいタブで開いてください。',
    },
  },
  unknown_state: {
    title: { en: 'This set-up was not begun here', ja: 'ここで開始されたセットアップではありません' },
    text: {
      en: 'It was begun before the last start, more than an hour ago, or by somebody else; its keys were not fetched. If GitHub has created an App for you just now, delete it (Settings → Developer settings → GitHub Apps → Edit → Advanced), then open the link from the output of “npm start” and create it again.',
      ja: '前回の起動時や 1 時間以上前に開始されたか、別の人が開始したものです。鍵は取得していません。GitHub に App が作成されていたら削除し（Settings → Developer settings → GitHub Apps → Edit → Advanced）、「npm start」の出力にあるリンクを開いて作り直してください。',
    },
  },
  code_spent: {
    title: { en: 'GitHub does not accept this code any more', ja: 'GitHub がこのコードを受け付けませんでした' },
    text: {
      en: 'A code works once, within an hour. The App is on GitHub, but its keys did not arrive here. Delete it there (Edit → Advanced → Delete GitHub App), then begin again.',
      ja: 'コードは 1 時間以内に一度しか使えません。App は GitHub に作成されていますが、鍵を受け取れませんでした。GitHub で削除してから（Edit → Advanced → Delete GitHub App）、最初からやり直してください。',
    },
  },
  not_reached: {
    title: { en: 'GitHub could not be asked for the keys', ja: 'GitHub から鍵を取得できませんでした' },
    text: {
      en: 'The App is created, and its keys can still be fetched for an hour. See that this machine reaches GitHub, then try again.',
      ja: 'App は作成済みで、鍵は 1 時間以内であれば取得できます。このマシンから GitHub に接続できることを確認して、もう一度試してください。',
    },
  },
  unusable: {
    title: { en: 'GitHub sent keys that cannot be used', ja: 'GitHub から受け取った鍵を使用できません' },
    text: {
      en: 'The private key or the webhook secret is missing in the answer. Delete the App on GitHub (Edit → Advanced → Delete GitHub App), then begin again.',
      ja: '応答に秘密鍵または webhook secret が含まれていません。GitHub で App を削除してから（Edit → Advanced → Delete GitHub App）、最初からやり直してください。',
    },
  },
  not_stored: {
    title: { en: 'The keys could not be stored', ja: '鍵を保存できませんでした' },
    text: {
      en: 'They are kept in memory while Planwright runs: do not stop it. Make room or mend the rights of the data folder, then try again.',
      ja: '鍵は Planwright の実行中はメモリに保持されます。終了せずに、データフォルダーの空き容量や権限を直してから、もう一度試してください。',
    },
  },
} as const;

export type Trouble = keyof typeof ofTroubles;
export const setupTroubleWords = inBothLanguages(ofTroubles);
