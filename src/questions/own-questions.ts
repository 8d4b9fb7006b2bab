/** What is asked in our own words, not in the model's: in the language of the people (PLAN-6, REPLAN-5, 10). */
interface OwnQuestions {
  /** More revisions than allowed. */
  readonly revisedTooOften: string;
  readonly sameAgain: string;
  readonly limitUsed: string;
  readonly replanFailed: string;
  readonly currentPlanGoesOn: string;
  readonly earlierPlanGoesOn: string;
}

const en: OwnQuestions = {
  revisedTooOften: 'The plan has been revised as often as allowed, and another revision seems to be needed. How should I go on?',
  sameAgain: 'The same trouble led to the same change of the plan as often as allowed, and I see no other way. How should I go on?',
  limitUsed: 'The plan has been changed in this way as often as allowed, and I see no other way. How should I go on?',
  replanFailed: 'The plan could not be revised, and no other way was found. How should I go on?',
  currentPlanGoesOn: 'The current plan goes on as it is.',
  earlierPlanGoesOn: 'The earlier plan goes on as it is.',
};

const ja: OwnQuestions = {
  revisedTooOften: '計画の改訂が許された回数に達しましたが、さらに改訂が必要と思われます。どのように進めればよいですか。',
  sameAgain: '同じ問題による同じ計画変更が許された回数に達し、ほかの方法が見つかりません。どのように進めればよいですか。',
  limitUsed: 'この種の計画変更が許された回数に達し、ほかの方法が見つかりません。どのように進めればよいですか。',
  replanFailed: '計画を改訂できず、ほかの方法も見つかりませんでした。どのように進めればよいですか。',
  currentPlanGoesOn: '現在の計画をそのまま続けます。',
  earlierPlanGoesOn: '以前の計画をそのまま続けます。',
};

export function ownQuestions(language: 'en' | 'ja'): OwnQuestions {
  return { en, ja }[language];
}
