/** What somebody is told whose request starts nothing: what happened, why, and what to do next (GH-3). */
import { inBothLanguages, type Language } from '../comments/in-both-languages.ts';

const refusals = inBothLanguages({
  no_write_access: {
    en:
      "I only act for people with write access to this repository, and GitHub says that you don't have it. " +
      'Ask somebody with write access to ask me instead, or an administrator to give you access.',
    ja:
      '依頼できるのは、このリポジトリへの書き込み権限を持つ方だけです。GitHub によると、あなたには書き込み権限がありません。' +
      '書き込み権限を持つ方に代わりに依頼してもらうか、管理者に権限の付与を頼んでください。',
  },
  disabled: {
    en:
      'Planwright is disabled in this repository, so I have not started anything. ' +
      'To use it, enable it in `.github/planwright.yml` on the default branch and ask again.',
    ja:
      'このリポジトリでは Planwright が無効になっているため、何も開始していません。' +
      '利用するには、既定ブランチの `.github/planwright.yml` で有効にしてから、もう一度依頼してください。',
  },
  closed: {
    en: 'This issue is closed, so I have not started anything. To have me work on it, reopen it and ask again.',
    ja:
      'この Issue はクローズされているため、何も開始していません。' +
      '作業を依頼するには、再オープンしてからもう一度依頼してください。',
  },
  issue_closed: {
    en:
      'The issue that this pull request belongs to is closed, so I have not started anything. ' +
      'To have me work on it, reopen the issue and ask again.',
    ja:
      'このプルリクエストの元の Issue はクローズされているため、何も開始していません。' +
      '作業を依頼するには、Issue を再オープンしてからもう一度依頼してください。',
  },
});

export type Refusal = keyof ReturnType<typeof refusals>;

export function refusalText(why: Refusal, language: Language): string {
  return refusals(language)[why];
}
