/** What is said to a control word where it changes nothing (GH-5): what is the case, why, and what to do instead; and the list of them all. */
import { ALL_CONTROL_WORDS, type ControlWord, useOf } from '../people/control-words.ts';

type Language = 'en' | 'ja';
type Sentence = { readonly [Of in Language]: (slug: string) => string };

/** What happens, as the list says it. Whoever reads it knows `help`. */
const HELP: { readonly [Word in Exclude<ControlWord, 'help'>]: { readonly [Of in Language]: string } } = {
  stop: {
    en: 'I stop at once; what I did stays on its branch',
    ja: 'すぐに停止します。ここまでの作業はブランチに残ります',
  },
  pause: {
    en: 'I finish the step in hand and hold on, until you tell me to go on',
    ja: '実行中の処理を終えてから、再開の指示があるまで作業を止めます',
  },
  resume: {
    en: 'I go on where I was, after a pause or when the budget was used up',
    ja: '一時停止の後、または予算切れで待っている場合、続きから作業を進めます',
  },
  status: {
    en: 'I say where I am, what I am waiting for, and what it has cost',
    ja: '現在の状況、待っている回答、費用をお知らせします',
  },
  retry: {
    en: 'when I am done or have failed, I begin again, knowing what I did before',
    ja: '終了または失敗した作業を、前回の内容を踏まえてやり直します',
  },
  approve: {
    en: 'says yes to my question whether to carry out a plan, to change it or to spend more',
    ja: '計画の実行や変更、予算の追加についての質問に「はい」と答えます',
  },
  plan: {
    en: 'I only plan, show the plan, and begin when you approve it',
    ja: '計画だけを立てて示し、承認されてから実行します',
  },
};

const REPLIES = {
  help: {
    en: (slug) =>
      [
        'This is what I understand, with `/planwright` or my name before it; while I work on an issue the word alone will do:',
        '',
        '| you write | what happens |',
        '| --- | --- |',
        `| \`@${slug} <what you want>\` | I begin, or take it into account when I am at work already |`,
        ...helpLines('en', slug),
        '',
        'You need write access to this repository.',
      ].join('\n'),
    ja: (slug) =>
      [
        '次の言葉がわかります (前に `/planwright` か私の名前を付けてください。作業中の Issue では言葉だけでも構いません)。',
        '',
        '| 書くこと | 起きること |',
        '| --- | --- |',
        `| \`@${slug} <依頼内容>\` | 作業を始めます。作業中であれば、その内容を考慮します |`,
        ...helpLines('ja', slug),
        '',
        'このリポジトリへの書き込み権限が必要です。',
      ].join('\n'),
  },
  not_started: {
    en: (slug) =>
      `Your request is in the queue and I have not begun yet: I begin as soon as a worker is free, and say so in a comment. To call it off, comment \`@${slug} stop\`.`,
    ja: (slug) =>
      `ご依頼は順番待ちで、まだ開始していません。ワーカーが空き次第開始し、コメントでお知らせします。取り消すには \`@${slug} 停止\` とコメントしてください。`,
  },
  idle: {
    en: (slug) =>
      `I am not working on this issue, so there was nothing to do. To have me begin again, knowing what I did before, comment \`@${slug} retry\`; for something else, \`@${slug} <what you want>\`.`,
    ja: (slug) =>
      `この Issue では作業をしていないため、何もしていません。前回の内容を踏まえてやり直すには \`@${slug} やり直して\`、別の依頼は \`@${slug} <依頼内容>\` とコメントしてください。`,
  },
  at_work: {
    en: (slug) =>
      `I am already at work on this issue, so I changed nothing. To tell me something, comment \`@${slug} …\`; to begin anew, first \`@${slug} stop\`, and when I have stopped \`@${slug} retry\`.`,
    ja: (slug) =>
      `この Issue ではすでに作業中のため、何も変更していません。伝えたいことは \`@${slug} …\` とコメントしてください。最初からやり直すには、まず \`@${slug} 停止\`、停止した後に \`@${slug} やり直して\` とコメントしてください。`,
  },
  waiting: {
    en: (slug) =>
      `I am waiting for the answer to a question of mine, so I changed nothing. Answer it in words in a comment, or end the task with \`@${slug} stop\`.`,
    ja: (slug) =>
      `質問への回答を待っているため、何も変更していません。コメントに言葉で回答するか、\`@${slug} 停止\` でタスクを終了してください。`,
  },
  yes_or_no: {
    en: (slug) =>
      `My question whether to change the plan needs a yes or a no, and I could not tell which you meant. Answer \`yes\` or \`no\`, or end the task with \`@${slug} stop\`.`,
    ja: (slug) =>
      `計画を変えるかどうかの質問には「はい」か「いいえ」が必要ですが、どちらか判断できませんでした。「はい」か「いいえ」で回答するか、\`@${slug} 停止\` でタスクを終了してください。`,
  },
  nothing_to_approve: {
    en: (slug) =>
      `Nothing waits for your approval at the moment, so I changed nothing. To tell me something, comment \`@${slug} …\`.`,
    ja: (slug) =>
      `現在、承認を待っているものはないため、何も変更していません。伝えたいことは \`@${slug} …\` とコメントしてください。`,
  },
  paused_already: {
    en: (slug) =>
      `I have been asked to pause already, so I changed nothing. \`@${slug} resume\` lets me go on where I was, \`@${slug} stop\` ends the task.`,
    ja: (slug) =>
      `一時停止の依頼はすでに受けているため、何も変更していません。\`@${slug} 再開\` で続きから再開し、\`@${slug} 停止\` でタスクを終了します。`,
  },
  too_late_to_pause: {
    en: (slug) =>
      `The work is over and I am about to say what came of it, so there is nothing left to pause. To keep me from it, comment \`@${slug} stop\`.`,
    ja: (slug) =>
      `作業は終わり、これから結果をお知らせするところのため、一時停止するものがありません。取りやめるには \`@${slug} 停止\` とコメントしてください。`,
  },
  plans_already: {
    en: (slug) =>
      `I am at work on this issue already, so I changed nothing; my plan is in my progress comment. To have me hold on, comment \`@${slug} pause\`. To have me begin anew with a plan that you approve first, comment \`@${slug} stop\`, and when I have stopped \`@${slug} plan\`.`,
    ja: (slug) =>
      `この Issue ではすでに作業中のため、何も変更していません。計画は進捗コメントにあります。一時停止するには \`@${slug} 一時停止\` とコメントしてください。計画の承認からやり直すには、まず \`@${slug} 停止\`、停止した後に \`@${slug} 計画\` とコメントしてください。`,
  },
} as const satisfies Readonly<Record<string, Sentence>>;

export type CommandReply = keyof typeof REPLIES;

export function commandReply(reply: CommandReply, language: Language, slug: string): string {
  return REPLIES[reply][language](slug);
}

function helpLines(language: Language, slug: string): readonly string[] {
  return ALL_CONTROL_WORDS.flatMap((word) =>
    word === 'help' ? [] : [`| \`@${slug} ${useOf(word)[language][0]}\` | ${HELP[word][language]} |`],
  );
}
