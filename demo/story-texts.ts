/** The texts of people and of the scripted model in the demo, in both languages. */
type Pair<T> = readonly [T, T];

export interface StoryTexts {
  readonly issue: { readonly title: string; readonly body: string };
  readonly goal: {
    readonly main_objective: string;
    readonly success_criteria: readonly string[];
    readonly constraints: readonly string[];
    readonly context: string;
  };
  readonly reasoning: string;
  readonly subtasks: Pair<string>;
  readonly criteria: Pair<string>;
  readonly actions: Pair<{
    readonly purpose: string;
    readonly expected_outcome: string;
    readonly fallback_strategy: string;
  }>;
  readonly environmentReason: string;
  readonly evaluations: Pair<string>;
  /** The review of the change. */
  readonly review: string;
  readonly outcomes: readonly string[];
  readonly pullRequest: { readonly title: string; readonly body: string };
}

const en: StoryTexts = {
  issue: {
    title: 'Discounts are added instead of subtracted',
    body: [
      'A cart of 100 with a 10 % discount costs 110. It should cost 90.',
      '',
      '`npm test` shows it. Please fix `total` and keep its signature. A discount above 100 % should never make the price negative.',
    ].join('\n'),
  },
  goal: {
    main_objective: 'Subtract the discount from the total instead of adding it, and never go below zero.',
    success_criteria: ['`npm test` passes', 'A discount above 100 % gives 0'],
    constraints: ['The signature of `total` stays'],
    context: '`total` in src/total.js multiplies by 1 + discount/100.',
  },
  reasoning: 'The bug is in one expression; the new rule about negative prices needs a test of its own.',
  subtasks: [
    'Subtract the discount in total() and stop at zero',
    'Test that a large discount never makes the price negative',
  ],
  criteria: ['A cart of 100 with a 10 % discount costs 90', 'A discount of 150 % gives 0'],
  actions: [
    {
      purpose: 'Correct the expression',
      expected_outcome: 'total() subtracts the discount',
      fallback_strategy: 'Rewrite the function',
    },
    {
      purpose: 'Add a test for large discounts and run all tests',
      expected_outcome: 'npm test passes with three tests',
      fallback_strategy: 'Look at what fails',
    },
  ],
  environmentReason: 'package.json without dependencies',
  evaluations: [
    'total() now subtracts the discount and never goes below zero.',
    'Added a test for large discounts; all three tests pass.',
  ],
  review: 'The sign is right, the price stops at zero, and a test shows both.',
  outcomes: ['Discounts are subtracted'],
  pullRequest: { title: 'Subtract discounts instead of adding them', body: 'Corrects the sign and stops at zero.' },
};

const ja: StoryTexts = {
  issue: {
    title: '割引が引かれずに足されてしまう',
    body: [
      '100 の買い物に 10 % の割引を適用すると 110 になります。正しくは 90 です。',
      '',
      '`npm test` で再現します。`total` の引数は変えずに直してください。割引が 100 % を超えても、価格が負になってはいけません。',
    ].join('\n'),
  },
  goal: {
    main_objective: '割引を合計に足さずに引き、合計が 0 を下回らないようにする。',
    success_criteria: ['`npm test` が成功する', '100 % を超える割引では 0 になる'],
    constraints: ['`total` の引数は変えない'],
    context: 'src/total.js の `total` が 1 + 割引/100 を掛けている。',
  },
  reasoning: '誤りは一つの式にある。負の価格についての新しい決まりには専用のテストが要る。',
  subtasks: ['total() で割引を引き、0 で止める', '大きな割引でも価格が負にならないことをテストする'],
  criteria: ['100 の買い物に 10 % の割引で 90 になる', '150 % の割引で 0 になる'],
  actions: [
    { purpose: '式を直す', expected_outcome: 'total() が割引を引く', fallback_strategy: '関数を書き直す' },
    {
      purpose: '大きな割引のテストを加え、すべてのテストを実行する',
      expected_outcome: '三つのテストで npm test が成功する',
      fallback_strategy: '失敗の原因を調べる',
    },
  ],
  environmentReason: '依存関係のない package.json',
  evaluations: [
    'total() は割引を引き、0 を下回らなくなりました。',
    '大きな割引のテストを加え、三つのテストがすべて成功しました。',
  ],
  review: '符号が正しくなり、価格は 0 で止まります。どちらもテストで確かめられています。',
  outcomes: ['割引が引かれる'],
  pullRequest: { title: '割引を足さずに引く', body: '符号を直し、0 で止めます。' },
};

export const STORY_TEXTS: Readonly<Record<'en' | 'ja', StoryTexts>> = { en, ja };
