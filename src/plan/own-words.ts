/** Questions and sentences in our own words rather than the model's. */
import type { PutQuestion } from '../state/question.ts';
import type { Budget } from '../state/request.ts';
import type { Task } from '../state/task.ts';

const shown = (amount: number) => amount.toLocaleString('en-US');

const notMadeBecause = {
  en: (cause: string) =>
    `The automatic review could not be made, because ${cause}: look at this more closely than usual.`,
  ja: (cause: string) => `${cause}ため、自動レビューを行えませんでした。いつもより入念に確認してください。`,
};

const amountOf = {
  en: (limit: keyof Budget, amount: number) =>
    ({
      tokens: `${shown(amount)} tokens`,
      usd: `$${shown(amount)}`,
      minutes: `${shown(amount)} minutes`,
      modelCalls: `${shown(amount)} model calls`,
    })[limit],
  ja: (limit: keyof Budget, amount: number) =>
    ({
      tokens: `${shown(amount)} トークン`,
      usd: `$${shown(amount)}`,
      minutes: `${shown(amount)} 分`,
      modelCalls: `モデル呼び出し ${shown(amount)} 回`,
    })[limit],
};

/** In people's language (PLAN-6, REPLAN-5, 10). */
const en = {
  /** Too many revisions. */
  revisedTooOften:
    'The plan has been revised as often as allowed, but it seems to need another revision. How should I continue?',
  failedInARow: (count: number) =>
    `${count} ${count === 1 ? 'action' : 'actions in a row'} did not succeed. How should I continue?`,
  sameAgain:
    'The same problem has led to the same change of the plan as often as allowed, and I see no other way. ' +
    'How should I continue?',
  limitUsed:
    'The plan has been changed in this way as often as allowed, and I see no other way. How should I continue?',
  replanFailed: "I couldn't revise the plan, and found no other way. How should I continue?",
  /** The reason for people, if the problems were worded for the model. */
  noPlan: {
    misfit: 'The new plan contradicted itself or could not be read.',
    refusal: 'The model declined to make a new plan.',
    max_tokens: 'The new plan was cut off each time, because it was too long.',
    model_context_window_exceeded: 'What the model has to be shown left it no room for a new plan.',
  },
  currentPlanGoesOn: 'The current plan stays as it is.',
  earlierPlanGoesOn: 'I continue with the earlier plan.',
  /** Above the limit of questions. */
  leftToMe: (question: string) =>
    `I have asked as many questions as I may, so I use my best judgement here: ${question}`,
  mayIAssume: (assumption: string) => `May I assume this? ${assumption}`,
  budgetUsed: (limit: keyof Budget, amount: number) =>
    `The budget of this task, ${amountOf.en(limit, amount)}, is used up. May I continue and spend the original amount once more?`,
  dailyBudgetUsed: (limit: keyof Budget, amount: number) =>
    `The budget of this repository for today, ${amountOf.en(limit, amount)}, is used up.`,
  maySpendMoreToday: (limit: keyof Budget, amount: number, more: number) =>
    `The budget of this repository for today, ${amountOf.en(limit, amount)}, is used up. May I continue today, with ${amountOf.en(limit, more)} more?`,
  /** Why a carried-out plan is continued (EXEC-6). */
  notShown: (ids: string) => `Acceptance criteria without evidence so far: ${ids}`,
  /** The title of that subtask. */
  toBeShown: (ids: string) => `Show what is unproven yet: ${ids}`,
  /** Why the work continues after a conflict with a base branch that moved (GH-7). */
  baseConflicts: (branch: string, count: number) =>
    `The base branch ${branch} has moved on, and conflicts with the work in ${count} ${count === 1 ? 'file' : 'files'}`,
  /** The subtask that resolves it. */
  resolveConflicts: (branch: string, files: string) => `Resolve the conflicts with ${branch}: ${files}`,
  /** What is missing at the end if a conflict was not resolved (GH-7). */
  marksLeft: (branch: string, places: string) =>
    `The conflicts with ${branch} are not resolved: marks of them were left in ${places}. What came after the last save was not pushed.`,
  /** Why the work is not continued. */
  outOfLoops: (times: number) =>
    `I did not try again: verification led back to work ${times === 1 ? 'once' : `${times} times`}, which is the limit (planning.max_loops).`,
  /** For a subtask that was removed while it was being worked on. */
  takeBack: (id: string, title: string) => `Take back what was begun for ${id}, which is no longer wanted: ${title}`,
  shallIBeginBlocked: 'Shall I begin although they are open?',
  mayIPushProtected: 'May I push this change of protected files?',
  mayICarryOut: 'May I carry out the plan as my progress comment shows it?',
  mayICarryOutChanged: 'I have changed the plan. May I carry it out as my progress comment now shows it?',
  /** The progress of the work, for a person who has to look at it. */
  workIs: (branch: string | null, phase: 'planning' | 'work') =>
    branch === null
      ? `No change has been saved yet; I paused while ${phase === 'planning' ? 'planning' : 'carrying out the plan'}.`
      : `I paused while ${phase === 'planning' ? 're-planning' : 'carrying out the plan'}; the subtasks finished so far are on the branch \`${branch}\`.`,
  recommendations: [
    'Tell me here what to do differently, or what I can leave out.',
    'Or comment "stop" and finish the work by hand; what is saved stays on its branch.',
  ],
  /** Why a review was not made; `call_refused`: by the model's API (MODEL-4). */
  reviewNotMade: {
    refused: notMadeBecause.en('the model refused to review it'),
    empty: notMadeBecause.en('the answer was empty'),
    cut_off: notMadeBecause.en('the answer was cut off'),
    context_full: notMadeBecause.en('there was no room left for the answer'),
    unclear: notMadeBecause.en('the answer held no verdict'),
    unfit: notMadeBecause.en('none of the answers had the form of a verdict'),
    no_reason: notMadeBecause.en('it rejected the work twice without saying what is wrong'),
    call_refused:
      "The automatic review could not run, because the model's API refused it: look at this more closely than usual.",
  },
};

type OwnQuestions = typeof en;

const ja: OwnQuestions = {
  revisedTooOften: '計画の改訂回数が上限に達しましたが、さらに改訂が必要と思われます。どのように進めればよいですか。',
  failedInARow: (count) =>
    count === 1
      ? 'アクションが成功しませんでした。どのように進めればよいですか。'
      : `アクションが ${count} 回続けて成功しませんでした。どのように進めればよいですか。`,
  sameAgain: '同じ問題による同じ計画変更が上限の回数に達し、ほかの方法が見つかりません。どのように進めればよいですか。',
  limitUsed: 'この種の計画変更が上限の回数に達し、ほかの方法が見つかりません。どのように進めればよいですか。',
  replanFailed: '計画を改訂できず、ほかの方法も見つかりませんでした。どのように進めればよいですか。',
  noPlan: {
    misfit: '新しく立てた計画に矛盾があるか、内容を読み取れませんでした。',
    refusal: 'モデルが新しい計画を立てることを断りました。',
    max_tokens: '新しい計画が長すぎて、毎回途中で切れました。',
    model_context_window_exceeded: 'モデルに示す内容が多すぎて、新しい計画を立てる余地が残りませんでした。',
  },
  currentPlanGoesOn: '現在の計画のまま進めます。',
  earlierPlanGoesOn: '以前の計画で進めます。',
  leftToMe: (question) => `質問の回数が上限に達したため、次の点は最も妥当と思われる解釈で進めます: ${question}`,
  mayIAssume: (assumption) => `次の前提で進めてよいですか。${assumption}`,
  budgetUsed: (limit, amount) =>
    `このタスクの予算 (${amountOf.ja(limit, amount)}) を使い切りました。最初と同じ量の予算を追加して続けてもよいですか。`,
  dailyBudgetUsed: (limit, amount) => `このリポジトリの本日の予算 (${amountOf.ja(limit, amount)}) を使い切りました。`,
  maySpendMoreToday: (limit, amount, more) =>
    `このリポジトリの本日の予算 (${amountOf.ja(limit, amount)}) を使い切りました。本日の予算を ${amountOf.ja(limit, more)} 増やして続けてもよいですか。`,
  notShown: (ids) => `${ids} を満たすことを示す根拠がまだありません`,
  toBeShown: (ids) => `根拠がまだない条件の確認: ${ids}`,
  baseConflicts: (branch, count) =>
    `ベースブランチ ${branch} が更新され、${count} 個のファイルが作業内容と競合しています`,
  resolveConflicts: (branch, files) => `${branch} との競合を解消する: ${files}`,
  marksLeft: (branch, places) =>
    `${branch} との競合が解決されていません。競合の印が残っています: ${places}。最後に保存した後の変更は push していません。`,
  outOfLoops: (times) =>
    `検証から作業に戻る回数が上限の ${times} 回に達したため、これ以上はやり直しませんでした (planning.max_loops)。`,
  takeBack: (id, title) => `不要になった ${id} のために途中まで行った変更を元に戻す: ${title}`,
  shallIBeginBlocked: 'これらが閉じられる前に始めてもよいですか。',
  mayIPushProtected: '保護対象のファイルへのこの変更を push してもよいですか。',
  mayICarryOut: '進捗コメントにある計画を実行してもよいですか。',
  mayICarryOutChanged: '計画を変更しました。進捗コメントにある現在の計画を実行してもよいですか。',
  workIs: (branch, phase) =>
    branch === null
      ? `保存した変更はまだありません。${phase === 'planning' ? '計画中' : '計画の実行中'}に一時停止しました。`
      : `${phase === 'planning' ? '再計画中' : '計画の実行中'}に一時停止しました。完了したサブタスクはブランチ \`${branch}\` にあります。`,
  recommendations: [
    'どう変えるべきか、または何を省いてよいかを、ここに書いてください。',
    'または「停止」とコメントし、残りをご自身で仕上げてください。保存した作業はブランチに残ります。',
  ],
  reviewNotMade: {
    refused: notMadeBecause.ja('モデルにレビューを断られた'),
    empty: notMadeBecause.ja('モデルの回答が空だった'),
    cut_off: notMadeBecause.ja('モデルの回答が途中で切れた'),
    context_full: notMadeBecause.ja('モデルが回答する余地が残っていなかった'),
    unclear: notMadeBecause.ja('モデルの回答に判定がなかった'),
    unfit: notMadeBecause.ja('モデルの回答が判定の形式に合わなかった'),
    no_reason: notMadeBecause.ja('何が問題かを示さない不合格が 2 回続いた'),
    call_refused: notMadeBecause.ja('モデルの API に拒否された'),
  },
};

export function ownQuestions(language: 'en' | 'ja'): OwnQuestions {
  return { en, ja }[language];
}

export type InOwnWords = Pick<PutQuestion, 'texts' | 'assumptions' | 'english'>;

/** A question or assumption for people, and its English version for the model if theirs is another language. */
export function inOwnWords(
  { settings: { language } }: Pick<Task, 'settings'>,
  say: (words: OwnQuestions) => Omit<InOwnWords, 'english'>,
): InOwnWords {
  return { ...say(ownQuestions(language)), ...(language === 'en' ? {} : { english: say(en) }) };
}

/** Why an action ended that the model did not end itself: stored in the state and told to the model, by reason. */
export const GIVEN_UP = {
  idle: 'The model stopped without finishing this action.',
  misfits: 'The model kept using tools in ways that could not be understood.',
  fruitless: 'None of the tools that the model used worked.',
  cut_off: "The model's answers were cut off at the output limit each time.",
  refused: 'The model declined to go on with this action.',
  paused: 'The model paused again and again without going on.',
} as const;

export type GivenUp = keyof typeof GIVEN_UP;

/** Null for words of the model. */
export function givenUpBecause(evaluation: string): GivenUp | null {
  const reasons = Object.keys(GIVEN_UP) as readonly GivenUp[];
  return reasons.find((why) => evaluation === GIVEN_UP[why]) ?? null;
}

/** The reason of a revision made by the rules, for people and for the model. */
export function reasonInOwnWords(
  language: 'en' | 'ja',
  say: (words: OwnQuestions) => string,
): { readonly reason: string; readonly english?: string } {
  return { reason: say(ownQuestions(language)), ...(language === 'en' ? {} : { english: say(en) }) };
}
