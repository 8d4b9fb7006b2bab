import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readControlWord } from '../../src/people/control-words.ts';

describe('control words (GH-5)', () => {
  it.each([
    'stop',
    'Stop.',
    ' STOP! ',
    '/stop',
    'cancel',
    'ｓｔｏｐ',
    '止めて',
    '停止。',
    '中止！',
    '/中止',
    'stop...',
    'stop !\n',
  ])('%j is stop', (message) => {
    expect(readControlWord(message)).toBe('stop');
  });

  it.each([
    ['pause', ['pause', 'Hold on!', '一旦停止', '一旦止めて。', '一時停止']],
    ['resume', ['resume', '/continue', '続けて', '再開！']],
    ['status', ['Status', '状況', 'ステータス', '状況教えて']],
    ['retry', ['retry.', 'やり直して']],
    ['approve', ['approve', 'LGTM!', '承認']],
    ['plan', ['plan', '/計画']],
    ['help', ['HELP', 'ヘルプ']],
  ] as const)('knows %s in English and Japanese', (word, messages) => {
    expect(messages.map(readControlWord)).toEqual(messages.map(() => word));
  });

  it.each([
    'plan the migration',
    'continue with the tests',
    'retry on 503',
    'help me',
    'lgtm but rename it',
    '計画を変更して',
  ])('%j is an instruction, not a command', (message) => {
    expect(readControlWord(message)).toBeNull();
  });

  it.each([
    '',
    ' ',
    '/',
    '.',
    "don't stop",
    'stop the server when tests fail',
    'stopp',
    'st op',
    'ѕtop',
    '//stop',
    'please',
    'ください',
    'お願いします',
    'thanks',
    '?',
    'constructor',
    '__proto__',
    'toString',
    `stop${' '.repeat(3)}x`,
    `${'.'.repeat(70)}stop`,
  ])('%j is no command', (message) => {
    expect(readControlWord(message)).toBeNull();
  });

  it.each([
    [
      'stop',
      [
        'please stop',
        'Stop, please!',
        'could you please stop? Thanks',
        '停止してください',
        '止めて下さい。',
        '中止をお願いします',
      ],
    ],
    [
      'stop',
      [
        'キャンセル',
        'キャンセルしてください',
        '停止して',
        'すみませんが、停止していただけますか？',
        '停止、よろしくお願いいたします🙏',
      ],
    ],
    ['pause', ['please hold on', '一旦止めてください', '一時停止お願いします']],
    ['resume', ['resume pls', 'please continue.', '再開してください', '続けてもらえますか？', '続行してください🙏🏻']],
    ['status', ['status?', 'Status please', '状況は？', '状況を教えてください', 'ステータス？']],
    ['retry', ['please retry', 'やり直してください', 'やり直しをお願いします']],
    ['approve', ['LGTM, thanks!', '承認してください']],
    ['plan', ['plan please']],
    ['help', ['help?', 'can you help?', 'ヘルプをお願いします']],
  ] as const)('knows %s however politely it is put: %j', (word, messages) => {
    expect(messages.map(readControlWord)).toEqual(messages.map(() => word));
  });

  const english = fc.constantFrom(
    'stop',
    'cancel',
    'pause',
    'hold on',
    'resume',
    'continue',
    'status',
    'retry',
    'approve',
    'lgtm',
    'plan',
    'help',
  );
  const japanese = fc.constantFrom(
    '停止',
    '中止',
    'キャンセル',
    '一時停止',
    '再開',
    '状況',
    'ステータス',
    'やり直し',
    '承認',
    '計画',
    'ヘルプ',
  );
  const before = fc.constantFrom('', 'please ', 'Pls, ', 'could you ', 'Can you please ', 'Kindly ');
  const after = fc.constantFrom('', ' please', ', thanks', '. Thank you very much', '?', '!', ' pls 🙏', ' ...');
  const prelude = fc.constantFrom('', 'すみません、', 'お手数ですが', '恐れ入りますが、', 'どうか');
  const request = fc.constantFrom(
    '',
    'して',
    'してください',
    'して下さい。',
    'をお願いします',
    'お願い致します！',
    'していただけますか？',
    '、よろしくお願いします',
  );

  it('a command stays the same command in whatever courtesy it is wrapped (GH-5)', () => {
    fc.assert(
      fc.property(english, before, after, after, (word, first, last, more) => {
        expect(readControlWord(`${first}${word}${last}${more}`)).toBe(readControlWord(word));
      }),
    );
    fc.assert(
      fc.property(japanese, prelude, request, (word, first, last) => {
        expect(readControlWord(`${first}${word}${last}`)).toBe(readControlWord(word));
      }),
    );
  });

  it.each([
    '/stop --base=$(id)',
    '/stop; rm -rf /',
    '/approve `id`',
    '/retry --force',
    'stop $(id)',
    '/../stop',
    '//stop',
    `/stop ${'x'.repeat(100_000)}`,
    `/${'stop'.repeat(25_000)}`,
  ])('a command takes no arguments: %# is an instruction like any other text (P15)', (message) => {
    expect(readControlWord(message)).toBeNull();
  });

  it('no courtesy makes a command of a sentence that says more than its word', () => {
    const said = fc.constantFrom(
      'using',
      'tabs',
      'the server',
      'with',
      'button',
      'when tests fail',
      'on 503',
      'do not',
      "don't",
      'it',
      'later',
    );
    fc.assert(
      fc.property(english, said, fc.boolean(), before, after, (word, rest, isFirst, first, last) => {
        expect(readControlWord(`${first}${isFirst ? `${rest} ${word}` : `${word} ${rest}`}${last}`)).toBeNull();
      }),
    );
    const goesOn = fc.constantFrom(
      'ボタンを追加',
      'しないで',
      'せずに続行',
      '時の処理を変更',
      'の表示を直',
      'を待って',
      '機能を削除',
      'を変更',
    );
    fc.assert(
      fc.property(japanese, goesOn, prelude, request, (word, rest, first, last) => {
        expect(readControlWord(`${first}${word}${rest}${last}`)).toBeNull();
      }),
    );
  });
});
