import { describe, expect, it } from '@jest/globals';
import { terminalColumns, fitTo, terminalLine, padTo, plainLines, wrapped } from '../../src/cli/terminal-text.ts';

describe('text for a terminal', () => {
  it('keeps nothing that a terminal acts on and nothing that hides', () => {
    expect(terminalLine('a\u001B[2Jb\u0007\r\nc\u009B31m \u202Ed\u200Be\u00ADf')).toBe('a[2Jb c31m def');
    expect(plainLines('+\tone\r\n-two\u001B]0;x\u0007')).toEqual(['+    one', '-two]0;x']);
  });

  it('counts Japanese and emoji as two columns and combining marks as none', () => {
    expect(terminalColumns('計画')).toBe(4);
    expect(terminalColumns('ハーフ')).toBe(6);
    expect(terminalColumns('ﾊﾝｶｸ')).toBe(4);
    expect(terminalColumns('か\u3099')).toBe(2);
    expect(terminalColumns('e\u0301')).toBe(1);
    expect(terminalColumns('👩‍💻✅')).toBe(4);
    expect(terminalColumns('✓ ☐ −')).toBe(5);
  });

  it('cuts between whole characters and says that something is missing', () => {
    expect(fitTo('abcdef', 6)).toBe('abcdef');
    expect(fitTo('abcdefg', 6)).toBe('abcde…');
    expect(fitTo('計画を立てる', 6)).toBe('計画…');
    expect(terminalColumns(fitTo('計画を立てる', 6))).toBeLessThanOrEqual(6);
    expect(padTo('計画', 6)).toBe('計画  ');
  });
});

describe('lines of a narrow terminal', () => {
  it('are broken at spaces, and within what has none (OPS-1)', () => {
    expect(wrapped('no key is set', 6)).toEqual(['no key', 'is set']);
    expect(wrapped('abcdefgh ij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapped('割引を引く', 4)).toEqual(['割引', 'を引', 'く']);
    expect(wrapped('', 4)).toEqual(['']);
    expect(wrapped('率が 100 を超える場合、止める', 12)).toEqual(['率が 100 を', '超える場合、', '止める']);
    expect(wrapped('場合、', 4)).toEqual(['場', '合、']);
    expect(wrapped('Ctrl-C で', 6)).toEqual(['Ctrl-C', 'で']);
  });
});
