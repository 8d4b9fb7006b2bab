import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNeverAssumed } from '../../src/replan/never-assumed.ts';
import { ownQuestions } from '../../src/plan/own-words.ts';

const ENGLISH_PHRASES = [
  'credential',
  'password',
  'api key',
  'ssh key',
  'connection string',
  'database url',
  'security policy',
  'permission',
  'access rule',
  'root certificate',
  'firewall',
  'admin page',
  'user role',
  'personal detail',
  'phone number',
  'birth date',
  'credit card',
  'bank account',
];
const JAPANESE_WORDS = [
  'パスワード',
  '秘密鍵',
  '接続先',
  'セキュリティ',
  '権限',
  'ログイン',
  '個人情報',
  '電話番号',
  '顧客名',
];

// What plans and judges goes with `system`, what acts with `act-system`.
it.each(['system', 'act-system', 'decide-goal', 'plan-patch'])(
  'the prompt %s says what is never assumed (PLAN-2)',
  async (name) => {
    const text = await readFile(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8');
    expect(text.toLowerCase()).toMatch(/security settings, credentials, connection strings (and|or) personal data/);
  },
);

describe('what is never assumed, always asked (PLAN-2, attack 4)', () => {
  it.each([
    'Which credentials does the job use?',
    'Where is the DB password kept?',
    'May I put an API key into the example?',
    'What is the connection string of the test database?',
    'Which personal data may be logged?',
    'Should I relax the security settings for CORS?',
    'Disable authentication on this route?',
    'アクセストークンはどこに置きますか。',
    'どのパスワードを使いますか。',
    '接続文字列を教えてください。',
    '個人情報をログに残してよいですか。',
    'セキュリティ設定を変えてよいですか。',
    'ＡＰＩキーは何ですか。',
    'What is the value of DB_PASSWORD?',
    'dbPassword?',
    'Which OAuth token and client_secret should be used?',
    'Which names, birth dates and e-mail addresses of customers may be logged?',
    'Should TLS certificate verification be switched off?',
    'Should I set rejectUnauthorized to false?',
    'Use NODE_TLS_REJECT_UNAUTHORIZED=0?',
    'May I run curl with --insecure?',
    'What is the API token?',
    'Which GitHub token should be used?',
    'Is GITHUB_TOKEN or NPM_TOKEN set?',
    'What is the value of the token?',
    'Which tokens does the deployment need?',
    'Which SSH key?',
    'What is the DSN?',
    'Should CORS allow all origins?',
    'DATABASE_URL?',
    'Which database user and host?',
    'What is the host name of the database?',
    'postgres://app:hunter2@db.example/app – is that right?',
    'Which phone numbers and addresses of users are stored?',
    'Should login be required?',
    'May this endpoint be reached without authentication?',
    "May customers' names be written to the log?",
    'Which settings for security apply?',
    'firewall rules',
    'トークンの値は？',
    '接続情報は？',
    'データベースの接続先は？',
    '利用者のメールアドレスを保存してよいですか',
    '氏名と住所をログに残してよいですか',
    'SSL証明書は',
    'GitHubトークンは？',
    'TLSの検証を省いてよいですか。',
    '権限の設定はどうしますか',
    '認証方式は',
    'ﾊﾟｽﾜｰﾄﾞは？',
  ])('is known by its words: %s', (text) => {
    expect(isNeverAssumed([text])).toBe(true);
  });

  it.each([
    'Is the new admin endpoint public, without login?',
    'Who may delete accounts?',
    'Should users be authenticated?',
    'Who can read the reports?',
    'Who has access to the export?',
    'Who should be able to download the file?',
    'Which roles may edit a post?',
    'Which users are allowed to see prices?',
    'Can anyone delete a comment?',
    'May everybody read it?',
    'Do visitors have to log in first?',
    'Must users sign in?',
    'Should signing in be possible with Google?',
    'Is an authorised person needed?',
    'Should unauthenticated requests be answered?',
    'Should the bucket be public?',
    'Is the endpoint public or private?',
    'May the code go to a public repository?',
    'Should the page be visible to everyone?',
    'What is the role of users that are new?',
    'Is it for administrators?',
    'Does the route check isAdmin?',
    'Should access be restricted, or may I grant access?',
    'Is the delete button for only the admins to see?',
    'Which colour has the login button?',
    'ログインは必要ですか。',
    'サインインしなくても見られますか。',
    '公開範囲はどうしますか。',
    '管理者だけですか。',
    '誰がアカウントを削除できますか。',
    'だれでも読めてよいですか。',
    'どのロールが編集できますか。',
    'このエンドポイントは公開しますか。',
    'ﾛｸﾞｲﾝは？',
  ])('is access control as well, which errs on the side of asking: %s', (text) => {
    expect(isNeverAssumed([text])).toBe(true);
  });

  it.each([
    'Is the function public or private in TypeScript?',
    'Which class is public?',
    'Is this part of the public API?',
    'Should the repository class be public?',
    'Should the method of the page be a public function?',
    'Should the log in production be JSON?',
    'Which lines of the log in the example are wrong?',
    'Is the minus sign in the formula right?',
    'Who is named as the author in the header?',
    'Which member of the enum can be dropped?',
    'What role does the cache play?',
    'Should the function access the file by its name?',
    'Should the page be written in HTML?',
    'Which members of the class should be sorted?',
    '公開メソッドの名前は何ですか。',
    '関数は公開ですか、非公開ですか。',
    '誰の名前を書きますか。',
    'ロールバックはどうしますか。',
  ])('does not take what only sounds like access control: %s', (text) => {
    expect(isNeverAssumed([text])).toBe(false);
  });

  it.each([
    'Which prices are meant?',
    'Is a token of the parser a word or a character?',
    'The current plan stays as it is.',
    'Should the key of the map be the id?',
    'どの価格のことですか。',
    '現在の計画のまま進めます。',
    'Which tokenizer should be used?',
    'How many tokens may the parser look ahead?',
    'Which design tokens name the colours?',
    'What should the title of the mailing list be?',
    'Which e-mail subject should the report have?',
    'Is the monkey a keyboard or a mouse?',
    'Should the port be 8080?',
    'Which database should be used?',
    'Should the passenger list be sorted?',
    'Should the secretary be named in the footer?',
    'Which names should the variables of the module have?',
    'Should the course end with a certificate?',
    'Is the sequence of passes right?',
    'Which host should the page name?',
    'トークナイザーはどれを使いますか。',
    '構文解析のトークンは単語ですか。',
    '住所録の画面の題名は何ですか。',
    'メーリングリストの題名は何ですか。',
  ])('is not seen in what anybody may decide: %s', (text) => {
    expect(isNeverAssumed([text])).toBe(false);
  });

  const noLetters = fc
    .string({ unit: 'binary', maxLength: 4 })
    .map((text) => text.replace(/\p{L}/gu, ''))
    .filter((text) => text.isWellFormed());

  it('is known whatever stands around its words but letters, and however they are joined', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ENGLISH_PHRASES),
        noLetters,
        noLetters,
        fc.constantFrom(' ', '_', '-', '.', '  ', '/', ''),
        fc.boolean(),
        (phrase, before, after, joint, isLoud) => {
          const words = phrase.replaceAll(' ', joint);
          expect(
            isNeverAssumed([`What about${before || ' '}${isLoud ? words.toUpperCase() : words}${after || ' '}here?`]),
          ).toBe(true);
          expect(isNeverAssumed([`次の${before}${words}${after}は？`])).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is known in the plural', () => {
    for (const phrase of ENGLISH_PHRASES) {
      const plural = phrase.endsWith('y') && !phrase.endsWith('ey') ? `${phrase.slice(0, -1)}ies` : `${phrase}s`;
      expect([plural, isNeverAssumed([plural])]).toEqual([plural, true]);
    }
  });

  it('is known in Japanese wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...JAPANESE_WORDS),
        fc.string(),
        fc.constantFrom('は？', 'を使いますか。', ' '),
        (word, before, after) => {
          expect(isNeverAssumed([`${before}\n${word}${after}`])).toBe(true);
        },
      ),
    );
  });

  it('is not seen in the words of ours that ask how to go on', () => {
    for (const language of ['en', 'ja'] as const) {
      const own = ownQuestions(language);
      const texts = [
        own.revisedTooOften,
        own.sameAgain,
        own.limitUsed,
        own.replanFailed,
        own.currentPlanGoesOn,
        own.earlierPlanGoesOn,
      ];
      expect(texts.filter((text) => isNeverAssumed([text]))).toEqual([]);
      expect(isNeverAssumed([own.leftToMe('x'), own.mayIAssume('x')])).toBe(false);
    }
  });

  it('is read without failing, and in no time, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) =>
        expect(typeof isNeverAssumed(texts)).toBe('boolean'),
      ),
    );
    expect(
      isNeverAssumed([
        'disable a '.repeat(10_000),
        'who may be able to '.repeat(10_000),
        '誰が'.repeat(30_000),
        `${'a '.repeat(50_000)}password`,
      ]),
    ).toBe(true);
  });
});
