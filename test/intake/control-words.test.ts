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
