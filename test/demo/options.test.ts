import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { readDemoOptions as readOptions } from '../scripts/setup-modules.ts';

describe('the options of the demo', () => {
  it('are English and tidy unless told otherwise', () => {
    expect(readOptions([])).toEqual({ kind: 'run', options: { language: 'en', keep: false, setUp: false } });
    expect(readOptions(['--keep', '--language', 'ja'])).toEqual({
      kind: 'run',
      options: { language: 'ja', keep: true, setUp: false },
    });
    expect(readOptions(['--language=ja'])).toEqual({
      kind: 'run',
      options: { language: 'ja', keep: false, setUp: false },
    });
    expect(readOptions(['--set-up'])).toMatchObject({ options: { setUp: true } });
  });

  it('are explained, and mistakes are named', () => {
    expect(readOptions(['--help']).kind).toBe('help');
    expect(readOptions(['--language', 'fr'])).toMatchObject({
      kind: 'mistake',
      text: expect.stringContaining('not "fr"'),
    });
    expect(readOptions(['--kepp'])).toMatchObject({ kind: 'mistake', text: expect.stringContaining('"--kepp"') });
  });

  it('are read before anything is set up', () => {
    const asked = (arg: string) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/demo.mjs', arg], { encoding: 'utf8' });
      return [status, stdout, stderr];
    };
    expect(asked('--help')).toEqual([0, expect.stringMatching(/^npm run demo -- /), '']);
    expect(asked('--kepp')).toEqual([2, '', expect.stringMatching(/^There is no option "--kepp"/)]);
  });
});
