/**
 * A requested change of the plan that could not be made: as a separate comment, and wherever the result is shown
 * (GH-3).
 */
import { refusedChangeMarker } from '../ports/comment-marker.ts';
import { inBothLanguages } from './in-both-languages.ts';
import { code, inline } from './safe-text.ts';
import { atMost, bulleted, mentionOf, say, sentences } from './say.ts';
import { titleIn } from '../state/subtask-title.ts';
import type { RefusedChange, Task } from '../state/task.ts';

const MAX_QUOTE = 500;
const MAX_ENTRIES = 20;

const refusedWords = inBothLanguages({
  title: { en: '⚠️ I Could Not Change the Plan as Asked', ja: '⚠️ 依頼どおりに計画を変更できませんでした' },
  intro: (mention: string) => ({
    en: `${mention}, your comment did not become part of the plan. The plan stays as it was.`,
    ja: `${mention} さん、コメントの内容を計画に反映できませんでした。計画は元のままです。`,
  }),
  asked: { en: 'What you asked for', ja: '依頼の内容' },
  understood: { en: 'How I understood it', ja: '私の理解' },
  whyNot: { en: 'Why not', ja: '理由' },
  why: {
    finished: (subtasks: string, count: number) => ({
      en:
        `${subtasks} ${count === 1 ? 'is' : 'are'} finished, ` +
        'and I neither change finished work nor remove it from the plan.',
      ja: `${subtasks} は完了しています。完了した作業は変更せず、計画からも外しません。`,
    }),
    unknown: (subtasks: string) => ({
      en: `The plan has no ${subtasks}; it may have been removed meanwhile.`,
      ja: `${subtasks} は計画にありません。すでに計画から外された可能性があります。`,
    }),
    too_many: (most: number) => ({
      en: `The plan would have more than ${most} subtasks, the most that is allowed here.`,
      ja: `サブタスクの数が、上限の ${most} 個を超えます。`,
    }),
    nothing_left: {
      en: 'The plan would have nothing left to carry out.',
      ja: '計画に、実行する作業が残らなくなります。',
    },
    inconsistent: {
      en: 'The changes contradict each other, or the rest of the plan.',
      ja: '変更の内容が互いに、または計画のほかの部分と矛盾しています。',
    },
    unreadable: {
      en: 'The model did not turn it into changes that I could read.',
      ja: 'モデルの回答から、計画の変更を読み取れませんでした。',
    },
    declined: { en: 'The model declined to make this change.', ja: 'モデルがこの変更を断りました。' },
  },
  next: {
    finished: {
      en:
        'Say what should be added instead, for example a subtask that undoes the finished work ' +
        'or does it in another way.',
      ja: '完了した作業を取り消す、別の方法でやり直すなど、代わりに追加してほしいことを書いてください。',
    },
    unknown: {
      en: 'Look at the checklist in the progress comment, and use the name of the subtask given there.',
      ja: '進捗コメントのチェックリストを見て、そこに書かれている名前でサブタスクを指定してください。',
    },
    too_many: {
      en:
        'Ask for fewer subtasks, say which ones to leave out, ' +
        'or ask the operator of this service to raise `planning.max_subtasks`.',
      ja:
        'サブタスクを減らすか、省いてよいものを書くか、' +
        '運用担当者に `planning.max_subtasks` を増やすよう依頼してください。',
    },
    nothing_left: {
      en: 'To end the task, comment `stop`. Otherwise say what to do instead.',
      ja: 'タスクを終了するには `停止` とコメントしてください。続ける場合は、代わりに何をするかを書いてください。',
    },
    inconsistent: {
      en: 'Rephrase it and ask again, with one change per comment.',
      ja: '1 つのコメントに変更を 1 つだけ書き、別の言い方でもう一度依頼してください。',
    },
    unreadable: {
      en: 'Rephrase it and ask again, with one change per comment.',
      ja: '1 つのコメントに変更を 1 つだけ書き、別の言い方でもう一度依頼してください。',
    },
    declined: {
      en: 'Rephrase it, or leave out the part that the model may object to, and ask again.',
      ja: '別の言い方にするか、モデルが断った可能性のある部分を除いて、もう一度依頼してください。',
    },
  },
  howTo: (command: string) => ({
    en: `Begin the comment with ${command}.`,
    ja: `コメントは ${command} で始めてください。`,
  }),
  listed: {
    en: 'Asked for in comments, but not made part of the plan',
    ja: 'コメントで依頼されたが、計画に反映できなかったこと',
  },
  quote: (text: string) => ({ en: `“${text}”`, ja: `「${text}」` }),
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
});

type Shown = Pick<Task, 'id' | 'comments' | 'settings' | 'refusedChanges' | 'plan'>;

export function refusedChangeComment(task: Shown, comment: number): string {
  const { language, botSlug } = task.settings;
  const words = refusedWords(language);
  const change = task.refusedChanges.find((one) => one.comment === comment);
  const said = task.comments[comment];
  if (!change || !said) throw new TypeError(`No refused change came of comment ${comment}.`);
  const understood = inline(change.understanding, MAX_QUOTE);
  return say(language, [
    refusedChangeMarker(task.id, comment + 1),
    `## ${words.title}`,
    words.intro(mentionOf(said.by)),
    `**${words.asked}**: ${inline(said.answer ?? said.text, MAX_QUOTE)}`,
    understood === '' ? '' : `**${words.understood}**: ${understood}`,
    `**${words.whyNot}**: ${whyText(change, task)}`,
    `**→** ${sentences(language, [words.next[change.refused.why], words.howTo(code(`@${botSlug} …`))])}`,
  ]);
}

/** Part of a comment; '' if every change could be made. */
export function refusedChangesText(task: Omit<Shown, 'id'>): string {
  const { refusedChanges, comments, settings } = task;
  const words = refusedWords(settings.language);
  const entries = refusedChanges.map((change) => {
    const said = comments[change.comment];
    const asked = words.quote(inline(said?.answer ?? said?.text ?? '', 200));
    return `${code(said?.by.login ?? '')}: ${asked} – ${whyText(change, task)}`;
  });
  return bulleted(`**${words.listed}**:`, atMost(MAX_ENTRIES, entries, words.more));
}

function whyText({ refused }: RefusedChange, { plan, settings }: Pick<Shown, 'plan' | 'settings'>): string {
  const { why } = refusedWords(settings.language);
  switch (refused.why) {
    case 'finished':
    case 'unknown':
      return why[refused.why](refused.subtasks.map((id) => named(id, plan)).join(', '), refused.subtasks.length);
    case 'too_many':
      return why.too_many(refused.most);
    case 'nothing_left':
    case 'inconsistent':
    case 'unreadable':
    case 'declined':
      return why[refused.why];
  }
}

function named(id: string, plan: Shown['plan']): string {
  const title = inline(titleIn(plan, id));
  return `${code(id, 80)}${title === '' ? '' : ` (${title})`}`;
}
