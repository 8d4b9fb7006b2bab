/** What people read when the plan could not be changed as they asked. */
import type { WhyRefused } from '../state/refused-changes.ts';

export interface RefusedWords {
  readonly title: string;
  readonly intro: (mention: string) => string;
  readonly asked: string;
  readonly understood: string;
  readonly whyNot: string;
  readonly why: {
    readonly finished: (subtasks: string, count: number) => string;
    readonly unknown: (subtasks: string, count: number) => string;
    readonly too_many: (most: number) => string;
    readonly nothing_left: string;
    readonly inconsistent: string;
    readonly unreadable: string;
  };
  readonly next: { readonly [Why in WhyRefused['why']]: string };
  readonly howTo: (command: string) => string;
  /** Above the list in the result. */
  readonly listed: string;
  readonly quote: (text: string) => string;
  readonly more: (count: number) => string;
}

const en: RefusedWords = {
  title: '⚠️ I Could Not Change the Plan as Asked',
  intro: (mention) => `${mention}, your comment did not become part of the plan. The plan stays as it was.`,
  asked: 'What you asked',
  understood: 'How I understood it',
  whyNot: 'Why not',
  why: {
    finished: (subtasks, count) =>
      `${subtasks} ${count === 1 ? 'is' : 'are'} finished, and finished work is neither changed nor taken out of the plan.`,
    unknown: (subtasks) => `The plan has no ${subtasks}; it may have been taken out meanwhile.`,
    too_many: (most) => `The plan would have more than ${most} subtasks, which is the most that is allowed here.`,
    nothing_left: 'Nothing would be left of the plan to carry out.',
    inconsistent: 'The changes contradict each other, or the rest of the plan.',
    unreadable: 'The model did not turn it into changes that could be read.',
  },
  next: {
    finished:
      'Say what should be added instead, for example a step that takes the finished work back or does it in another way.',
    unknown: 'Look at the checklist in the progress comment, and name the subtask as it is called there.',
    too_many: 'Ask for fewer steps, say which ones to leave out, or ask the operator to raise `planning.max_subtasks`.',
    nothing_left: 'To end the task, comment `stop`. Otherwise say what is to be done instead.',
    inconsistent: 'Ask again in other words, with one change in each comment.',
    unreadable: 'Ask again in other words, with one change in each comment.',
  },
  howTo: (command) => `Begin the comment with ${command}.`,
  listed: 'Asked for in comments, and not made part of the plan',
  quote: (text) => `“${text}”`,
  more: (count) => `… and ${count} more`,
};

const ja: RefusedWords = {
  title: '⚠️ ご依頼どおりに計画を変更できませんでした',
  intro: (mention) => `${mention} さん、コメントの内容を計画に反映できませんでした。計画は元のままです。`,
  asked: 'ご依頼の内容',
  understood: '私の理解',
  whyNot: '理由',
  why: {
    finished: (subtasks) => `${subtasks} は完了しています。完了した作業は、変更も計画からの削除もしません。`,
    unknown: (subtasks) => `${subtasks} は計画にありません。すでに計画から外された可能性があります。`,
    too_many: (most) => `サブタスクの数が、この環境の上限である ${most} 個を超えます。`,
    nothing_left: '計画に実行する作業が残らなくなります。',
    inconsistent: '変更の内容が互いに、または計画のほかの部分と矛盾しています。',
    unreadable: 'モデルから、変更として読み取れる回答が得られませんでした。',
  },
  next: {
    finished: '完了した作業を取り消す手順や別の方法で行う手順など、代わりに追加してほしいことを書いてください。',
    unknown: '進捗コメントのチェックリストを見て、そこに書かれている名前でサブタスクを指定してください。',
    too_many:
      '手順を減らすか、省いてよい手順を書くか、運用担当者に `planning.max_subtasks` を増やすよう依頼してください。',
    nothing_left:
      'タスクを終了するには `停止` とコメントしてください。続ける場合は、代わりに何をするかを書いてください。',
    inconsistent: '1 つのコメントに変更を 1 つずつ、別の言い方でもう一度依頼してください。',
    unreadable: '1 つのコメントに変更を 1 つずつ、別の言い方でもう一度依頼してください。',
  },
  howTo: (command) => `コメントは ${command} で始めてください。`,
  listed: 'コメントで依頼され、計画に反映できなかったこと',
  quote: (text) => `「${text}」`,
  more: (count) => `… ほか ${count} 件`,
};

export function refusedWordsFor(language: 'en' | 'ja'): RefusedWords {
  return { en, ja }[language];
}
