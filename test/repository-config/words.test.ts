/** Every mistake has words in both languages (GH-9). */
import { describe, expect, it } from '@jest/globals';
import { NO_FILE, parseConfig } from '../../src/repository-config/parse-config.ts';
import { mistakesText } from '../../src/requests/configuration-words.ts';

const MAY = {
  environments: ['base'],
  images: [],
  hosts: [],
  networkMode: 'allowlist' as const,
  bots: [],
  profiles: [],
};

function told(text: string, over: object = {}) {
  const { mistakes } = parseConfig({ text, bytes: Buffer.byteLength(text) }, { ...MAY, ...over });
  const file = [{ repository: 'acme/sums', isPrivate: false, isHidden: false, mistakes }];
  return { en: mistakesText(file, 'en', 'planwright'), ja: mistakesText(file, 'ja', 'planwright') };
}

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

describe('the words for a mistake in the configuration (GH-9)', () => {
  it.each([
    ['nope: 1\n', 'Known here: `enabled`', '使えるもの: `enabled`'],
    ['budgt: 1\n', 'Did you mean `budget`?', '`budget` の誤りではありませんか。'],
    [
      'draft: 5\n',
      'found a number; expected one of auto, always',
      '数値が指定されています。指定できる値: auto、always のいずれか',
    ],
    ['a: [1\n', 'not valid YAML', 'YAML として正しくありません'],
    ['a: 1\na: 2\n', 'there twice', '同じキーが 2 回'],
    ['environment: { image: x }\n', 'add `name`', '`name` も指定'],
    [
      'environment: { name: x }\n',
      'no environment `x`. Known here: `base`',
      '環境 `x` はありません。使えるもの: `base`',
    ],
    ['environment: { name: x, image: y }\n', '`repositories.images`', '`repositories.images` への追加'],
    ['network: { allow: [a.example.com] }\n', '`repositories.hosts`', '`repositories.hosts` への追加'],
    ['allowed_bots: [7]\n', '`repositories.bots`', '`repositories.bots` への追加'],
    ['models: { profile: fast }\n', 'lists none; take the key out', 'このキーは削除してください'],
  ])('says of %j what is wrong and what to do', (text, english, japanese) => {
    const { en, ja } = told(text);
    expect(en).toContain(english);
    expect(en).not.toMatch(JAPANESE);
    expect(ja).toContain(japanese);
    expect(en).toContain('`@planwright retry`');
    expect(ja).toContain('`@planwright やり直して`');
  });

  it('says so of a file that is none, and of a network that there is not', () => {
    const file = [{ repository: 'acme/sums', isPrivate: false, isHidden: false, mistakes: NO_FILE.mistakes }];
    expect(mistakesText(file, 'en', 'planwright')).toContain('put a plain file there');
    expect(told('network: { allow: [a.example.com] }\n', { networkMode: 'none' }).en).toContain('have no network');
  });

  it('lets nothing of the file break out, and repeats no value', () => {
    const { en } = told('"`@admin` <!-- x --> [a](b)\\n# big": 1\nlanguage: "ghp_secret @admin"\n');
    expect(en).not.toContain('ghp_secret');
    expect(en).not.toMatch(/^# big/m);
    expect(en).not.toContain('<!--');
  });

  it('tells the first twenty, and how many more there are', () => {
    const { en, ja } = told(Array.from({ length: 23 }, (_, index) => `nope${index}: 1`).join('\n'));
    expect(en.match(/^- Line/gm)).toHaveLength(20);
    expect(en).toContain('… and 3 more.');
    expect(ja).toContain('ほか 3 件');
  });
});
