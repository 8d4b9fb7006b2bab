import { describe, expect, it } from '@jest/globals';
import { readControlWord } from '../../src/intake/control-words.ts';

describe('control words (GH-5)', () => {
  it.each(['stop', 'Stop.', ' STOP! ', '/stop', 'cancel', 'ｓｔｏｐ', '止めて', '停止。', '中止！', '/中止', 'stop...', 'stop !\n'])(
    '%j is stop',
    (message) => {
      expect(readControlWord(message)).toBe('stop');
    },
  );

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

  it.each(['plan the migration', 'continue with the tests', 'retry on 503', 'help me', 'lgtm but rename it', '計画を変更して'])(
    '%j is an instruction, not a command',
    (message) => {
      expect(readControlWord(message)).toBeNull();
    },
  );

  it.each([
    '',
    ' ',
    '/',
    '.',
    'stop please',
    'please stop',
    "don't stop",
    'stop the server when tests fail',
    'stopp',
    'st op',
    'ѕtop',
    '//stop',
    '停止して',
    '止めてください',
    'constructor',
    '__proto__',
    'toString',
    `stop${' '.repeat(3)}x`,
    `${'.'.repeat(70)}stop`,
  ])('%j is no command', (message) => {
    expect(readControlWord(message)).toBeNull();
  });
});
