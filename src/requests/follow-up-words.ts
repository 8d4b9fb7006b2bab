/** What is said on a pull request about what was asked there: what happened, why, and what to do next (GH-2, GH-3). */
type Sentence = { readonly [Language in 'en' | 'ja']: (issue: string, slug: string) => string };

const ANSWERS = {
  begun: {
    en: (issue, slug) =>
      `I am on it and put the changes into this pull request. How far I am, my questions and the result are on ${issue}; to tell me something, begin a comment with \`@${slug}\`, here or there.`,
    ja: (issue, slug) =>
      `承知しました。変更はこのプルリクエストに反映します。進み具合、質問、結果は ${issue} に書きます。伝えたいことは、こちらでも Issue でも、\`@${slug}\` で始まるコメントでお書きください。`,
  },
  pull_request_over: {
    en: (issue, slug) =>
      `This pull request is closed or merged, so I have not started anything: what was said here would not fit a new branch. To have me work on it, comment \`@${slug} <what you want>\` on ${issue} (reopen it first if it is closed), or reopen this pull request and ask again.`,
    ja: (issue, slug) =>
      `このプルリクエストはクローズまたはマージされているため、何も開始していません。ここでの内容は新しいブランチには当てはまらないおそれがあるためです。作業を依頼するには、${issue} に \`@${slug} <依頼内容>\` とコメントする (クローズされている場合は先に再オープンしてください) か、このプルリクエストを再オープンしてからもう一度依頼してください。`,
  },
  nothing_said: {
    en: (issue, slug) =>
      `I found nothing in this that says what to change, so I have not started anything. Say it in a comment that begins with \`@${slug}\`, here or on ${issue}, or in a review that requests changes.`,
    ja: (issue, slug) =>
      `何を変更すればよいかが書かれていなかったため、何も開始していません。\`@${slug}\` で始まるコメントをここか ${issue} に書くか、変更を求めるレビューでお知らせください。`,
  },
  issue_gone: {
    en: (issue, slug) =>
      `The issue that this pull request is for (${issue}) was deleted or transferred, so I have not started anything: my plan, my questions and the result belong there. Open an issue in this repository that says what is to be done, and ask me there with \`@${slug} <what you want>\`. What is on the branch of this pull request stays.`,
    ja: (issue, slug) =>
      `このプルリクエストの元の Issue (${issue}) は削除されたか別のリポジトリへ移されたため、何も開始していません。計画、質問、結果はその Issue に書くためです。このリポジトリに依頼内容を書いた Issue を作成し、そこで \`@${slug} <依頼内容>\` と書いて依頼してください。このプルリクエストのブランチの内容はそのまま残ります。`,
  },
  branch_not_mine: {
    en: (_issue, slug) =>
      `The branch of this pull request is not the one that I made it from, so I cannot tell which issue it is for, and I have not changed anything. Give the branch its old name back and ask again, or comment \`@${slug} <what you want>\` on the issue.`,
    ja: (_issue, slug) =>
      `このプルリクエストのブランチは私が作成したときのものではなく、どの Issue のものか判断できないため、何も変更していません。ブランチを元の名前に戻してからもう一度依頼するか、Issue に \`@${slug} <依頼内容>\` とコメントしてください。`,
  },
} as const satisfies Readonly<Record<string, Sentence>>;

export type FollowUpAnswer = keyof typeof ANSWERS;

export function followUpAnswer(
  answer: FollowUpAnswer,
  language: 'en' | 'ja',
  { issue, slug }: { readonly issue: number | null; readonly slug: string },
): string {
  return ANSWERS[answer][language](issue === null ? '' : `#${issue}`, slug);
}
