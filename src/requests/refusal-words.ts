/** What somebody is told who asked for something that does not begin: what happened, why, and what to do next (GH-3). */
const REFUSALS = {
  no_write_access: {
    en:
      'I only act on behalf of people who have write access to this repository, and GitHub tells me that you do not have it yet. ' +
      'Somebody with write access can ask me instead, or an administrator can give you access.',
    ja:
      'このリポジトリへの書き込み権限を持つ方の依頼だけをお受けしています。GitHub によると、あなたにはまだ書き込み権限がありません。' +
      '書き込み権限を持つ方に依頼してもらうか、管理者に権限の付与を頼んでください。',
  },
  disabled: {
    en:
      'Planwright is switched off in this repository, so I have not started anything. ' +
      'To use it, switch it on in `.github/planwright.yml` on the default branch and ask again.',
    ja:
      'このリポジトリでは Planwright が無効になっているため、何も開始していません。' +
      '利用するには、既定ブランチの `.github/planwright.yml` で有効にしてから、もう一度依頼してください。',
  },
  closed: {
    en: 'This issue is closed, so I have not started anything. To have me work on it, reopen it and ask again.',
    ja: 'この Issue はクローズされているため、何も開始していません。作業を依頼するには、再オープンしてからもう一度依頼してください。',
  },
  issue_closed: {
    en: 'The issue that this pull request is for is closed, so I have not started anything. To have me work on it, reopen the issue and ask again.',
    ja: 'このプルリクエストの元の Issue はクローズされているため、何も開始していません。作業を依頼するには、Issue を再オープンしてからもう一度依頼してください。',
  },
} as const satisfies Readonly<Record<string, { readonly [Language in 'en' | 'ja']: string }>>;

export type Refusal = keyof typeof REFUSALS;

export function refusalText(why: Refusal, language: 'en' | 'ja'): string {
  return REFUSALS[why][language];
}
