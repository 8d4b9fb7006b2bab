import { describe, expect, it } from '@jest/globals';
import { refusalText } from '../../src/requests/reply-words.ts';

describe('what somebody is told when nothing begins (GH-3)', () => {
  it.each(['no_write_access', 'disabled', 'closed', 'among_bots', 'begun_by_bots'] as const)(
    '%s is said in both languages, each its own',
    (why) => {
      expect(refusalText(why, 'en')).toMatch(/^[\u0020-\u007e]+$/);
      expect(refusalText(why, 'ja')).toMatch(/[\u3040-\u30ff]/);
    },
  );

  it('says what to do next', () => {
    expect(refusalText('closed', 'en')).toContain('reopen');
    expect(refusalText('closed', 'ja')).toContain('再オープン');
    expect(refusalText('no_write_access', 'en')).toContain('write access');
    expect(refusalText('disabled', 'en')).toContain('.github/planwright.yml');
  });
});
