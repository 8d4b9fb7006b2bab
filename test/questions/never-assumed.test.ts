import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { isNeverAssumed } from '../../src/questions/never-assumed.ts';

it.each(['system', 'act-system', 'goal-understanding', 'decide-goal', 'plan-patch'])(
  'the prompt %s says what is never assumed (PLAN-2)',
  async (name) => {
    const text = await readFile(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8');
    expect(text.toLowerCase()).toMatch(/security settings, credentials, connection strings (and|or) personal data/);
  },
);

describe('what is never assumed, always asked (PLAN-2)', () => {
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
  ])('is known by its words: %s', (text) => {
    expect(isNeverAssumed([text])).toBe(true);
  });

  it.each([
    'Which prices are meant?',
    'Is a token of the parser a word or a character?',
    'The current plan goes on as it is.',
    'Should the key of the map be the id?',
    'どの価格のことですか。',
    '現在の計画をそのまま続けます。',
  ])('is not seen in what anybody may decide: %s', (text) => {
    expect(isNeverAssumed([text])).toBe(false);
  });
});
