/**
 * Replies to control words that change nothing (GH-5): what is the case, why, and what to do instead; and the list of
 * commands.
 */
import { inBothLanguages, type Both, type Language } from '../comments/in-both-languages.ts';
import { placeOf } from '../comments/status-reply.ts';
import { RETRY, workWords } from '../comments/work-words.ts';
import { ALL_CONTROL_WORDS, type ControlWord, useOf } from '../people/control-words.ts';

/** The description of each command in the list, without `help`. */
const HELP: { readonly [Word in Exclude<ControlWord, 'help'>]: Both } = {
  stop: {
    en: 'I stop at once; what I did stays on its branch',
    ja: 'すぐに停止します。ここまでの作業はブランチに残ります',
  },
  pause: {
    en: 'I finish the current step, then pause until you tell me to continue',
    ja: '実行中の処理を終えてから、再開の指示があるまで一時停止します',
  },
  resume: {
    en: 'I continue where I left off, after a pause or when I ask whether to spend more',
    ja: '一時停止の後や予算の追加について質問したときに、続きから作業を進めます',
  },
  status: {
    en: 'I say where I am, what I am waiting for, and what it has cost',
    ja: '現在の状況、待っている回答、費用をお知らせします',
  },
  retry: {
    en: `after a task that is over: ${RETRY.en}`,
    ja: `作業が終わった後に使います。${RETRY.ja}`,
  },
  retry_same_plan: {
    en: 'after a task that is over: I carry out its plan again as it is, without planning, on a new branch from the base branch',
    ja: '作業が終わった後に使います。前回の計画を立て直さず、ベースブランチから新しいブランチを作って、もう一度実行します',
  },
  approve: {
    en: 'you say yes when I ask whether to carry out a plan, change it or spend more',
    ja: '計画の実行や変更、予算の追加についての質問に「はい」と答えます',
  },
  plan: {
    en: 'I only make a plan and show it, and start when you approve it',
    ja: '計画だけを立てて示し、承認されてから実行します',
  },
};

const replies = inBothLanguages({
  help: (slug: string) => ({
    en: [
      'This is what I understand, after `/planwright` or my name; while I work on an issue, the word alone is enough:',
      '',
      '| you write | what happens |',
      '| --- | --- |',
      `| \`@${slug} <what you want>\` | I start, or take it into account if I am already working |`,
      ...helpLines('en', slug),
      '',
      'You need write access to this repository.',
    ].join('\n'),
    ja: [
      '次の言葉が使えます (前に `/planwright` か私の名前を付けてください。作業中の Issue では言葉だけでも構いません)。',
      '',
      '| コメント | 動作 |',
      '| --- | --- |',
      `| \`@${slug} <依頼内容>\` | 作業を始めます。作業中であれば、その内容を反映します |`,
      ...helpLines('ja', slug),
      '',
      'このリポジトリへの書き込み権限が必要です。',
    ].join('\n'),
  }),
  not_started: (slug: string) => ({
    en:
      'Your request is in the queue; I have not started yet. I will start as soon as a worker is free, ' +
      `and say so in a comment. To cancel it, comment \`@${slug} stop\`.`,
    ja:
      '依頼は順番待ちで、まだ開始していません。ワーカーが空き次第開始し、コメントでお知らせします。' +
      `取り消すには \`@${slug} 停止\` とコメントしてください。`,
  }),
  never_worked: (slug: string, place: Both) => ({
    en:
      `I am not working on ${place.en}, and know of no earlier task here. To have me work on it, ` +
      `comment \`@${slug}\`, or \`@${slug} <what you want>\`. If the issue is closed, reopen it first.`,
    ja:
      `${place.ja}では作業をしておらず、以前のタスクの記録もありません。依頼するには \`@${slug}\` または ` +
      `\`@${slug} <依頼内容>\` とコメントしてください。クローズされている場合は、先に再オープンしてください。`,
  }),
  idle: (slug: string, place: Both) => ({
    en: `I am not working on ${place.en}, so there was nothing to do. ${workWords('en').howToAskAgain(slug)} If the issue is closed, reopen it first.`,
    ja: `${place.ja}では作業をしていないため、何もしていません。${workWords('ja').howToAskAgain(slug)}クローズされている場合は、先に再オープンしてください。`,
  }),
  no_earlier_plan: (slug: string, place: Both) => ({
    en:
      `I have no earlier plan for ${place.en} that I could carry out again, so I did not start. ` +
      `To have me plan and do the work, comment \`@${slug} retry\`, or \`@${slug} plan\` to see the plan first.`,
    ja:
      `${place.ja}には、もう一度実行できる以前の計画がないため、何も開始していません。` +
      `計画から始めるには \`@${slug} やり直して\`、先に計画を確認するには \`@${slug} 計画\` とコメントしてください。`,
  }),
  at_work: (slug: string, place: Both) => ({
    en:
      `I am already working on ${place.en}, so I changed nothing. ` +
      `To give me instructions, comment \`@${slug} …\`; ` +
      `to have me plan anew, first \`@${slug} stop\`, and once I have stopped, \`@${slug} retry\`.`,
    ja:
      `${place.ja}についてはすでに作業中のため、何も変更していません。` +
      `追加の指示は \`@${slug} …\` とコメントしてください。` +
      `計画からやり直すには、まず \`@${slug} 停止\`、停止した後に \`@${slug} やり直して\` とコメントしてください。`,
  }),
  waiting: (slug: string) => ({
    en:
      'I am waiting for an answer to my question, so I changed nothing. ' +
      `Answer it in your own words in a comment, or end the task with \`@${slug} stop\`.`,
    ja:
      '質問への回答を待っているため、何も変更していません。' +
      `コメントに文章で回答するか、\`@${slug} 停止\` でタスクを終了してください。`,
  }),
  yes_or_no: (slug: string) => ({
    en:
      "My question whether to change the plan needs a yes or a no, and I couldn't tell which you meant. " +
      `Answer \`yes\` or \`no\`, or end the task with \`@${slug} stop\`.`,
    ja:
      '計画を変更するかどうかの質問には「はい」か「いいえ」が必要ですが、どちらか判断できませんでした。' +
      `「はい」か「いいえ」で回答するか、\`@${slug} 停止\` でタスクを終了してください。`,
  }),
  nothing_to_approve: (slug: string) => ({
    en:
      'Nothing is waiting for your approval at the moment, so I changed nothing. ' +
      `To give me instructions, comment \`@${slug} …\`.`,
    ja:
      '現在、承認を待っているものはないため、何も変更していません。' +
      `追加の指示は \`@${slug} …\` とコメントしてください。`,
  }),
  paused_already: (slug: string) => ({
    en:
      'I have already been asked to pause, so I changed nothing. ' +
      `To continue where I left off, comment \`@${slug} resume\`; to end the task, \`@${slug} stop\`.`,
    ja:
      '一時停止の依頼はすでに受けているため、何も変更していません。' +
      `続きから再開するには \`@${slug} 再開\`、タスクを終了するには \`@${slug} 停止\` とコメントしてください。`,
  }),
  too_late_to_pause: (slug: string) => ({
    en:
      'The work is over and I am about to post the result, so there is nothing left to pause. ' +
      `To stop me anyway, comment \`@${slug} stop\`.`,
    ja:
      '作業は終わり、これから結果を投稿するところなので、一時停止するものがありません。' +
      `それでも停止するには \`@${slug} 停止\` とコメントしてください。`,
  }),
  plans_already: (slug: string, place: Both) => ({
    en:
      `I am already working on ${place.en}, so I changed nothing; my plan is in my progress comment on the issue. ` +
      `To pause me, comment \`@${slug} pause\`. To have me plan anew and wait for your approval, ` +
      `comment \`@${slug} stop\`, and once I have stopped, \`@${slug} plan\`.`,
    ja:
      `${place.ja}についてはすでに作業中のため、何も変更していません。計画は Issue の進捗コメントにあります。` +
      `一時停止するには \`@${slug} 一時停止\` とコメントしてください。` +
      `計画の承認からやり直すには、まず \`@${slug} 停止\`、停止した後に \`@${slug} 計画\` とコメントしてください。`,
  }),
});

export type CommandReply = keyof ReturnType<typeof replies>;

export function commandReply(
  reply: CommandReply,
  language: Language,
  { slug, pullRequest }: { readonly slug: string; readonly pullRequest: number | undefined },
): string {
  return replies(language)[reply](slug, placeOf(pullRequest));
}

function helpLines(language: Language, slug: string): readonly string[] {
  return ALL_CONTROL_WORDS.flatMap((word) =>
    word === 'help' ? [] : [`| \`@${slug} ${useOf(word)[language][0]}\` | ${HELP[word][language]} |`],
  );
}
