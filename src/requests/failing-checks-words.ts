/** Replies on a pull request whose checks fail: what happened, why, and what to do next (GH-2). */
import { checksNamed } from '../comments/failing-checks-text.ts';
import { inBothLanguages, type Language } from '../comments/in-both-languages.ts';
import { code } from '../comments/safe-text.ts';
import type { FailedChecks } from '../state/request.ts';

interface Told {
  readonly names: string;
  /** '' if there are none. */
  readonly outside: string;
  readonly attempt: number;
  readonly of: number;
  readonly issue: string;
  readonly slug: string;
  readonly requester: string;
}

const answers = inBothLanguages({
  begun: ({ names, outside, attempt, of, issue, slug }: Told) => ({
    en:
      `Checks failed here: ${names}. I am working on it (attempt ${attempt} of ${of}), and will put the changes into ` +
      `this pull request. Progress, questions and the result are on ${issue}. ` +
      `To stop me, comment \`@${slug} stop\`, here or there.` +
      (outside === '' ? '' : ` I leave out what also fails on the base branch: ${outside}.`),
    ja:
      `チェックが失敗しました: ${names}。修正を開始しました (${of} 回中 ${attempt} 回目)。変更はこのプルリクエストに反映します。` +
      `進捗、質問、結果は ${issue} に書きます。停止するには、ここか ${issue} に \`@${slug} 停止\` とコメントしてください。` +
      (outside === '' ? '' : `次のチェックはベースブランチでも失敗しているため、対象にしません: ${outside}。`),
  }),
  outside: ({ names, slug }: Told) => ({
    en:
      `Checks failed here: ${names}. They fail on the base branch, too, so this pull request does not seem to be the ` +
      'cause, and I have not started anything. Fix them there, then run them again here. ' +
      `To have me work on them in this pull request all the same, comment \`@${slug} <what you want>\` here.`,
    ja:
      `チェックが失敗しました: ${names}。ベースブランチでも失敗しているため、このプルリクエストが原因ではないと判断し、` +
      '何も開始していません。ベースブランチで修正してから、ここで再実行してください。' +
      `それでもこのプルリクエストで対応してほしい場合は、ここに \`@${slug} <依頼内容>\` とコメントしてください。`,
  }),
  used_up: ({ names, of, slug }: Told) => ({
    en:
      `Checks still fail here: ${names}. I have tried to fix failing checks by myself as often as I may in a row ` +
      `(${of}, set by the operator as \`ci_fix_attempts\`), so I have not started anything. ` +
      `Look at the checks; to have me try again, comment \`@${slug} <what to do differently>\` here. ` +
      'The attempts then count anew.',
    ja:
      `チェックがまだ失敗しています: ${names}。続けて自動で修正を試みる回数の上限 ` +
      `(${of} 回、運用担当者の設定 \`ci_fix_attempts\`) に達したため、何も開始していません。` +
      `チェックの内容を確認してください。もう一度対応させるには、どう変えるべきかを ` +
      `\`@${slug} <依頼内容>\` の形でここにコメントしてください。回数はそこから数え直します。`,
  }),
  no_access: ({ names, requester, slug }: Told) => ({
    en:
      `Checks failed here: ${names}. I would fix them on behalf of ${requester}, who asked for this work, but GitHub says ` +
      'that this person no longer has write access, so I have not started anything. ' +
      `Somebody with write access can comment \`@${slug} <what you want>\` here.`,
    ja:
      `チェックが失敗しました: ${names}。修正はこの作業を依頼した ${requester} さんの権限で行いますが、` +
      'GitHub によると現在は書き込み権限がないため、何も開始していません。' +
      `書き込み権限を持つ方が、ここに \`@${slug} <依頼内容>\` とコメントしてください。`,
  }),
});

export type ChecksAnswer = keyof ReturnType<typeof answers>;

export function checksAnswer(
  what: ChecksAnswer,
  language: Language,
  given: { readonly checks: FailedChecks; readonly issue: number; readonly slug: string; readonly requester: string },
): string {
  const { checks, issue, slug, requester } = given;
  return answers(language)[what]({
    names: checksNamed(checks.failed, language),
    outside: checksNamed(
      checks.outside.map((name) => ({ name, url: null })),
      language,
    ),
    attempt: checks.attempt,
    of: checks.of,
    issue: `#${issue}`,
    slug,
    requester: code(requester),
  });
}
