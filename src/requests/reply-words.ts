/**
 * Replies to a request for work, on an issue or a pull request: what happened, why, and what to do next (GH-2, GH-3).
 */
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
  daily_budget: {
    en:
      "I have not started anything: my tasks in this repository have used up today's budget. Ask me again after " +
      '00:00 UTC, when a new day begins, or ask the operator of this service for a higher `daily_budget`.',
    ja:
      'このリポジトリの本日の予算を使い切ったため、何も開始していません。予算が改まる 00:00 UTC (日本時間 9:00) 以降に' +
      'もう一度依頼するか、このサービスの運用担当者に `daily_budget` の引き上げを頼んでください。',
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
  among_bots: {
    en:
      'I have not started anything. The last requests here all came from bots, with no person in between, and bots can ' +
      'answer each other and me for ever. I now ignore bots here, except `stop`; a task that is at work goes on. ' +
      'To have me listen to bots again, comment here: any comment by somebody with write access will do.',
    ja:
      '何も開始していません。ここでの最近の依頼がすべて Bot によるもので、Bot どうしの応答が際限なく続くおそれがあるためです。' +
      '今後、ここでは Bot の依頼に応答しません (`stop` は除きます)。作業中のタスクは続行します。' +
      'Bot の依頼を再び受け付けるには、書き込み権限を持つ方がここにコメントしてください (内容は問いません)。',
  },
  begun_by_bots: {
    en:
      'I have not started anything. Within a day, bots have had me start 30 tasks in this repository, with no person in ' +
      'between. For up to a day I now start none for bots in this repository; tasks that are at work go on. To have me ' +
      'listen to bots at once, comment here or on any other issue: any comment by somebody with write access will do.',
    ja:
      '何も開始していません。人からの発言がないまま、Bot の依頼によるタスクの開始が、このリポジトリで 1 日のうちに 30 件に達したためです。' +
      '今後最長 1 日、このリポジトリでは Bot の依頼によるタスクを開始しません。作業中のタスクは続行します。' +
      'すぐに再開するには、書き込み権限を持つ方が、ここか別の Issue にコメントしてください (内容は問いません)。',
  },
});

export type Refusal = keyof ReturnType<typeof refusals>;

export function refusalText(why: Refusal, language: Language): string {
  return refusals(language)[why];
}

const followUps = inBothLanguages({
  begun: (issue: string, slug: string) => ({
    en:
      'I am working on it, and will put the changes into this pull request. Progress, ' +
      `questions and the result are on ${issue}. ` +
      `To give me instructions, begin a comment with \`@${slug}\`, here or there.`,
    ja:
      `作業を開始しました。変更はこのプルリクエストに反映します。進捗、質問、結果は ${issue} に書きます。` +
      `追加の指示は、ここか ${issue} に \`@${slug}\` で始まるコメントで書いてください。`,
  }),
  pull_request_over: (issue: string, slug: string) => ({
    en:
      'This pull request is closed or merged, so I have not started anything: ' +
      'what was said here may not fit a new branch. ' +
      `To have me work on it, comment \`@${slug} <what you want>\` on ${issue} (reopen it first if it is closed), ` +
      'or reopen this pull request and ask again.',
    ja:
      'このプルリクエストはクローズまたはマージされているため、何も開始していません。' +
      'ここでの内容は、新しいブランチには当てはまらないおそれがあります。' +
      `作業を依頼するには、${issue} に \`@${slug} <依頼内容>\` とコメントする (クローズされている場合は先に再オープンする) か、` +
      'このプルリクエストを再オープンしてからもう一度依頼してください。',
  }),
  nothing_said: (issue: string, slug: string) => ({
    en:
      "I couldn't find anything here that says what to change, so I have not started anything. " +
      `Say it in a comment that begins with \`@${slug}\`, here or on ${issue}, or in a review that requests changes.`,
    ja:
      '何を変更すればよいかを読み取れなかったため、何も開始していません。' +
      `\`@${slug}\` で始まるコメントをここか ${issue} に書くか、変更を求めるレビューに書いてください。`,
  }),
  issue_gone: (issue: string, slug: string) => ({
    en:
      `The issue that this pull request belongs to (${issue}) was deleted or transferred, ` +
      'so I have not started anything: ' +
      'my plan, my questions and the result would go there. ' +
      `Open an issue in this repository that says what to do, and ask me there with \`@${slug} <what you want>\`. ` +
      'The branch of this pull request stays as it is.',
    ja:
      `このプルリクエストの元の Issue (${issue}) は削除されたか別のリポジトリへ移されたため、何も開始していません。` +
      '計画、質問、結果はその Issue に書くためです。' +
      `このリポジトリに依頼内容を書いた Issue を作成し、そこで \`@${slug} <依頼内容>\` とコメントしてください。` +
      'このプルリクエストのブランチはそのまま残ります。',
  }),
  branch_not_mine: (_issue: string, slug: string) => ({
    en:
      "The branch of this pull request is not the one I created it from, so I can't tell which issue it belongs to, " +
      'and I have not changed anything. ' +
      `Give the branch its old name back and ask again, or comment \`@${slug} <what you want>\` on the issue.`,
    ja:
      'このプルリクエストのブランチは作成時のものと異なり、どの Issue のものか判断できないため、何も変更していません。' +
      `ブランチを元の名前に戻してからもう一度依頼するか、Issue に \`@${slug} <依頼内容>\` とコメントしてください。`,
  }),
});

export type FollowUpAnswer = keyof ReturnType<typeof followUps>;

export function followUpAnswer(
  answer: FollowUpAnswer,
  language: Language,
  { issue, slug }: { readonly issue: number | null; readonly slug: string },
): string {
  return followUps(language)[answer](issue === null ? '' : `#${issue}`, slug);
}
