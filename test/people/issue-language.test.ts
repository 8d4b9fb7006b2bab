import { describe, expect, it } from '@jest/globals';
import { isInJapanese } from '../../src/people/issue-language.ts';

const fence = (text: string) => `\n\n\`\`\`\n${text}\n\`\`\`\n`;
const LOG = 'Error: something went wrong\n    at parse (lib/parse.js:12:3)\n'.repeat(20);

describe('the language of an issue (GH-9)', () => {
  it.each([
    ['prose', 'ログインできない', 'パスワードを入力しても画面が変わりません。'],
    ['a title alone', '日付の解析が一日ずれる', ''],
    ['a terse title', '設定画面表示不具合の修正', ''],
    ['long vowels', 'サーバーでエラー', ''],
    ['few other letters than long vowels', 'a b c サーバー', ''],
    [
      'names in Latin letters',
      'qs.parse の depth が無視される',
      'depth: 1 を渡しても parseArrays と同じ結果になります。',
    ],
    ['a long log in a fence', 'Crash on start', `起動するとすぐに落ちます。${fence(LOG)}よろしくお願いします。`],
    ['a long log without a fence', '起動するとすぐに落ちる', LOG],
    [
      'headings of an English template',
      'Bug',
      '### Steps to reproduce\n\n設定を開いて保存を押す。\n\n### Expected\n\n保存される。',
    ],
    [
      'what is quoted in English',
      'ボタンの文言',
      '> Press the button below to continue with the next step of it\n\n訳してください。',
    ],
    ['an address', '直してください', `https://example.com/${'a-long-name/'.repeat(40)}`],
  ])('GH-9: is Japanese: %s', (_, title, body) => {
    expect(isInJapanese({ title, body })).toBe(true);
  });

  it.each([
    ['English', 'Prices are rounded the wrong way', 'See `src/price.js`.'],
    ['nothing', '', ''],
    ['English about a Japanese label', 'The label 設定 is cut off in the menu', 'It shows only its first character.'],
    ['English with a Japanese word', 'The word テスト is shown twice in the menu', ''],
    ['English with Japanese code in a line', 'Parser', 'See `const 名前 = やまださんはここにいます` here.'],
    ['English with a link in Japanese', 'Parser', 'See [やまださんはここにいます](https://example.com) here.'],
    ['English that quotes Japanese', 'Mojibake', 'The page says "パスワードを入力してください" instead of it.'],
    [
      'English with Japanese code',
      'Parser',
      `It fails.${fence('const 名前 = "山田さんはここにいます";\n'.repeat(20))}`,
    ],
    [
      'English with a Japanese quotation',
      'Parser',
      '> 起動するとすぐに落ちます。よろしくお願いします。\n\nWhat does he mean?',
    ],
    ['English with hidden Japanese', 'Fix it', 'Please. <!-- パスワードを入力しても画面が変わりません。 -->'],
    ['Chinese', '登录失败', '输入密码后页面没有任何变化，请帮忙看一下这个问题。「ログイン」按钮也没有反应。'],
    ['Korean', '로그인할 수 없음', '비밀번호를 입력해도 화면이 바뀌지 않습니다.'],
    ['French', 'Les prix sont mal arrondis', 'Voir le fichier `src/price.js`.'],
    ['text that is made to be hard to read', 'x', `${'> '.repeat(2_000)}日本語です`],
  ])('GH-9: is not Japanese: %s', (_, title, body) => {
    expect(isInJapanese({ title, body })).toBe(false);
  });

  it('GH-9: is found at once, whatever the text', () => {
    const body = '[「'.repeat(40_000);
    const began = process.hrtime.bigint();
    isInJapanese({ title: body, body });
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(5_000);
  });
});
