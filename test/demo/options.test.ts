import { describe, expect, it } from '@jest/globals';
import { readOptions } from '../../demo/options.ts';

describe('the options of the demo', () => {
  it('are English and tidy unless told otherwise', () => {
    expect(readOptions([])).toEqual({ kind: 'run', options: { language: 'en', keep: false } });
    expect(readOptions(['--keep', '--language', 'ja'])).toEqual({
      kind: 'run',
      options: { language: 'ja', keep: true },
    });
    expect(readOptions(['--language=ja'])).toEqual({ kind: 'run', options: { language: 'ja', keep: false } });
  });

  it('are explained, and mistakes are named', () => {
    expect(readOptions(['--help']).kind).toBe('help');
    expect(readOptions(['--language', 'fr'])).toMatchObject({
      kind: 'mistake',
      text: expect.stringContaining('not "fr"'),
    });
    expect(readOptions(['--kepp'])).toMatchObject({ kind: 'mistake', text: expect.stringContaining('"--kepp"') });
  });
});
