/** Words about a change of protected paths that waits for approval (GH-7). */
import { counted, inBothLanguages } from './in-both-languages.ts';

const INSTEAD = {
  en:
    'So it cannot be approved on this issue. Comment what I should leave out or make smaller, and I will ask again; ' +
    'or comment `no`, and I will take it back and go on with the rest. What you need of it you can then change yourself.',
  ja:
    'そのため、この Issue では承認できません。何を省くか、どこを小さくするかをコメントしてください。変更してもう一度確認します。' +
    '「いいえ」とコメントすると、この変更を取り消して残りの作業を続けます。必要な部分は、ご自身で変更してください。',
};

export const heldChangeWords = inBothLanguages({
  files: { en: 'Protected files', ja: '保護対象のファイル' },
  more: (count: number) => ({ en: `- … and ${counted(count, 'more file')}`, ja: `- … ほか ${count} 件` }),
  change: { en: 'What I changed', ja: '変更内容' },
  changeInPart: { en: 'What I changed, in part', ja: '変更内容 (一部)' },
  needsWorkflows: {
    en:
      '⚠️ GitHub does not let me push files in `.github/workflows/`: that takes the permission `workflows`, which this ' +
      'App does not have. Either give the App that permission and accept it where it is installed, then comment ' +
      '`approve`; or make this change yourself from the diff above and comment `no`: I will leave it out of my change ' +
      'and go on with the rest.',
    ja:
      '⚠️ `.github/workflows/` のファイルを push するには、この App にない `workflows` 権限が必要です。' +
      'App にこの権限を追加し、インストール先で承認してから「承認」とコメントしてください。' +
      'または、上の差分をもとにご自身で変更し、「いいえ」とコメントしてください。' +
      'その場合は、この変更を取り除いて残りの作業を続けます。',
  },
  partHeldBack: {
    en:
      'Only a part of the work is saved on its branch: the last changes touch protected files, so I have not pushed ' +
      'them. If you end here, I will leave them out and turn the rest into a draft pull request.',
    ja:
      'ブランチに保存してあるのは作業の一部だけです。最後の変更は保護対象のファイルに及ぶため、push していません。' +
      'ここで終了する場合は、その変更を除いてドラフトのプルリクエストにします。',
  },
  allHeldBack: {
    en:
      'Nothing is on a branch yet: the change so far touches protected files, so I have not pushed it. ' +
      'If you end here, it will be left out.',
    ja:
      'ブランチにはまだ何も保存していません。ここまでの変更は保護対象のファイルに及ぶため、push していないからです。' +
      'ここで終了する場合、この変更は残りません。',
  },
  unseen: {
    too_large: {
      en: `⚠️ This change is too large to show you all of it, and nobody should approve what they cannot see. ${INSTEAD.en}`,
      ja: `⚠️ 変更が大きすぎて、すべてを表示できません。見えない変更は承認の対象にできません。${INSTEAD.ja}`,
    },
    not_text: {
      en: `⚠️ Part of this change is not text, so I cannot show it to you, and nobody should approve what they cannot see. ${INSTEAD.en}`,
      ja: `⚠️ テキストではない部分があり、表示できません。見えない変更は承認の対象にできません。${INSTEAD.ja}`,
    },
    masked: {
      en: `⚠️ Part of this change looks like a secret, so I masked it, and nobody should approve what they cannot see. ${INSTEAD.en}`,
      ja: `⚠️ 秘密情報と思われる部分を伏せたため、すべてを表示できません。見えない変更は承認の対象にできません。${INSTEAD.ja}`,
    },
  },
});
