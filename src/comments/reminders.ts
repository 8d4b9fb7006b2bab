/** Reminders, as separate comments since an edit notifies nobody; each is posted once (EXEC-1, REPLAN-5, GH-6). */
import { explanationMarker, pauseReminderMarker, reminderMarker } from '../ports/comment-marker.ts';
import { inBothLanguages } from './in-both-languages.ts';
import { heldBackBecause } from './held-change-text.ts';
import { openTexts } from './open-questions.ts';
import { inline } from './safe-text.ts';
import { mentionOf, mentionsOf, say } from './say.ts';
import { addressees, type QuestionContext } from './question-comment.ts';
import type { Question } from '../state/question.ts';
import type { Paused, Task } from '../state/task.ts';

const MAX_TEXTS = 5;

const reminderWords = inBothLanguages({
  question: {
    title: { en: '⏰ I Am Still Waiting for Your Answer', ja: '⏰ 回答をお待ちしています' },
    text: (mention: string) => ({
      en:
        `${mention}, I asked the question below at least a week ago, and I can't continue without an answer. ` +
        'Please answer in a comment on this issue, as my earlier comment says. ' +
        'Without an answer I will stop 30 days after I asked; the work so far is kept.',
      ja:
        `${mention} さん、1 週間以上前に下の質問をしましたが、回答がないと先に進めません。` +
        '前のコメントの案内に従って、この Issue にコメントで回答してください。' +
        '質問から 30 日たっても回答がなければ停止します。ここまでの作業は失われません。',
    }),
  },
  pause: {
    title: { en: '⏰ I Am Still Paused', ja: '⏰ 一時停止したままです' },
    text: (mention: string, slug: string) => ({
      en:
        `${mention}, I was asked to pause at least a week ago. ` +
        `Comment \`@${slug} resume\` and I will continue where I left off, ` +
        `or \`@${slug} stop\` to end the task. Otherwise I will stop 30 days after the pause began; ` +
        'the work so far is kept.',
      ja:
        `${mention} さん、一時停止の依頼から 1 週間以上たちました。続きから再開するには \`@${slug} 再開\`、` +
        `タスクを終了するには \`@${slug} 停止\` とコメントしてください。` +
        '一時停止から 30 日たつと停止しますが、ここまでの作業は残ります。',
    }),
  },
  /** For an answer that was neither yes nor no. */
  explanation: {
    title: { en: '❓ Yes or No?', ja: '❓ 「はい」か「いいえ」で回答してください' },
    text: {
      en:
        "I couldn't tell from the last comment whether the plan should change, so I am still waiting. " +
        'Please write a new comment, or edit that one, so that it begins with `yes` (change the plan) or `no` ' +
        '(keep it). ' +
        'I will take into account whatever you add after that. ' +
        'I say this only once; without an answer I will continue with the current plan, as my question says.',
      ja:
        '直前のコメントからは、計画を変更してよいかどうかを読み取れなかったため、まだ回答を待っています。' +
        '「はい」(計画を変更する) または「いいえ」(現在の計画のまま) で始まるコメントを新しく書くか、そのコメントを編集してください。' +
        '続けて書かれた内容も考慮します。このお知らせは一度だけです。' +
        '回答がなければ、質問に書いたとおり現在の計画のまま進めます。',
    },
  },
  /** For a comment on a plan that changes nothing. */
  unchanged: {
    title: { en: '❓ What Should Be Different?', ja: '❓ どこを変更すればよいですか' },
    text: {
      en:
        "I couldn't find a change request in the last comment, so the plan stays as it is and I am still waiting. " +
        'To change it, say what should be different (which subtask, and how); ' +
        'comment `approve` and I will carry it out, or `stop` to end the task. I say this only once.',
      ja:
        '最後のコメントから計画の変更点を読み取れなかったため、計画はそのままにして、回答を待っています。' +
        '変更したい場合は、どのサブタスクをどう変えるかを書いてください。' +
        'このまま実行してよければ「承認」、タスクを終了する場合は `停止` とコメントしてください。' +
        'このお知らせは一度だけです。',
    },
  },
  /** For an amount that does not raise the limit. */
  notMore: {
    title: { en: '❓ How Much More May I Spend?', ja: '❓ どれだけ追加してよいですか' },
    text: {
      en:
        'The amount in the last comment is no more than I may spend already, or not of the budget that is used up, or the ' +
        "operator's limit is reached, so I am still waiting. Comment how much to add, such as `$2 more`, what it may be in " +
        'all, such as `up to $25`, or `no` to end here. I say this only once.',
      ja:
        '直前のコメントの量では予算が増えません (すでに使える量以下か、使い切った予算の単位と異なるか、運用担当者の上限に達しています)。' +
        '引き続き回答を待っています。追加する量を「あと $2」のように、合計を「$25 まで」のように書くか、終了する場合は「いいえ」とコメントしてください。' +
        'このお知らせは一度だけです。',
    },
  },
  /** For a yes with additions, or a counter-question. */
  unapproved: {
    title: { en: '❓ Do You Approve?', ja: '❓ 承認しますか' },
    text: {
      en:
        "I couldn't tell from the last comment whether you approve of the change to protected files, so nothing of it " +
        'is pushed and I am still waiting. Write a comment that says `approve` and nothing else, ' +
        'or `no` with what should be different. I say this only once.',
      ja:
        '直前のコメントからは、保護対象のファイルの変更を承認するかどうかを読み取れなかったため、push せずに回答を待っています。' +
        '「承認」とだけ書いたコメントか、「いいえ」で始めて変更したい点を書いたコメントをお願いします。' +
        'このお知らせは一度だけです。',
    },
  },
});

/** For a question that only a person may settle. */
export function reminderComment(
  question: Question,
  { taskId, language, requester }: Omit<QuestionContext, 'timeoutMinutes'>,
): string {
  const { title, text } = reminderWords(language).question;
  return say(language, [
    reminderMarker(taskId, question.id),
    `## ${title}`,
    text(mentionsOf(addressees(question, requester), language)),
    openTexts(question)
      .slice(0, MAX_TEXTS)
      .map((open) => `- ${inline(open, 500)}`)
      .join('\n'),
  ]);
}

export function pauseReminder(
  { id, request, settings: { language, botSlug } }: Pick<Task, 'id' | 'request' | 'settings'>,
  { pause }: Pick<Paused, 'pause'>,
): string {
  const { title, text } = reminderWords(language).pause;
  return say(language, [pauseReminderMarker(id, pause), `## ${title}`, text(mentionOf(request.requester), botSlug)]);
}

/** Kinds with an explanation of their own. */
const EXPLAINED: Partial<Record<Question['kind'], 'unchanged' | 'unapproved' | 'notMore'>> = {
  approval: 'unchanged',
  protected_paths: 'unapproved',
  budget: 'notMore',
  daily_budget: 'notMore',
};

/** Explains how to answer a question, after a reply that could not be used or changed nothing of a plan. */
export function explanationComment(
  { id, kind, held }: Question,
  { taskId, language }: Pick<QuestionContext, 'taskId' | 'language'>,
): string {
  const words = reminderWords(language);
  const { title, text } = words[EXPLAINED[kind] ?? 'explanation'];
  const because = held?.unseen === undefined ? '' : heldBackBecause(held, language);
  return say(language, [explanationMarker(taskId, id), `## ${title}`, because || text]);
}
