/** What is said on a pull request about what was asked there: what happened, why, and what to do next (GH-2, GH-3). */
export type FollowUpAnswer = 'begun' | 'pull_request_over' | 'nothing_said';

type Sentences = { readonly [Answer in FollowUpAnswer]: (issue: number, slug: string) => string };

const en: Sentences = {
  begun: (issue, slug) =>
    `I am on it and put the changes into this pull request. How far I am, my questions and the result are on #${issue}; to tell me something, begin a comment with \`@${slug}\`, here or there.`,
  pull_request_over: (issue, slug) =>
    `This pull request is closed or merged, so I have not started anything: what was said here would not fit a new branch. To have me work on it, comment \`@${slug} <what you want>\` on #${issue} (reopen it first if it is closed), or reopen this pull request and ask again.`,
  nothing_said: (issue, slug) =>
    `I found nothing in this that says what to change, so I have not started anything. Say it in a comment that begins with \`@${slug}\`, here or on #${issue}, or in a review that requests changes.`,
};

const ja: Sentences = {
  begun: (issue, slug) =>
    `承知しました。変更はこのプルリクエストに反映します。進み具合、質問、結果は #${issue} に書きます。伝えたいことは、こちらでも Issue でも、\`@${slug}\` で始まるコメントでお書きください。`,
  pull_request_over: (issue, slug) =>
    `このプルリクエストはクローズまたはマージされているため、何も開始していません。ここでの内容は新しいブランチには当てはまらないおそれがあるためです。作業を依頼するには、#${issue} に \`@${slug} <依頼内容>\` とコメントする (クローズされている場合は先に再オープンしてください) か、このプルリクエストを再オープンしてからもう一度依頼してください。`,
  nothing_said: (issue, slug) =>
    `何を変更すればよいかが書かれていなかったため、何も開始していません。\`@${slug}\` で始まるコメントをここか #${issue} に書くか、変更を求めるレビューでお知らせください。`,
};

export function followUpAnswer(
  answer: FollowUpAnswer,
  language: 'en' | 'ja',
  { issue, slug }: { readonly issue: number; readonly slug: string },
): string {
  return (language === 'ja' ? ja : en)[answer](issue, slug);
}
