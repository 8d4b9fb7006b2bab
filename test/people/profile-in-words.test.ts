/** A model profile in words (MODEL-5): a strict beginning, and never a part of the request. */
import { describe, expect, it } from '@jest/globals';
import { growthOf } from '../growth.ts';
import { readProfile } from '../../src/people/profile-in-words.ts';
import { isTrigger, profileIn, sayingHow } from '../../src/people/same-label.ts';
import { mayNameProfile } from '../../src/ports/model-provider.ts';
import { StateLabel } from '../../src/state/outcome.ts';

const PROFILES = ['balanced', 'fast', 'opus', 'v2.1'];
const read = (text: string) => readProfile(text, PROFILES);

describe('the words that choose a profile (MODEL-5)', () => {
  it.each([
    ['with fast: fix the parser', 'fast', 'fix the parser'],
    ['With Fast : fix it\nand test it', 'fast', 'fix it\nand test it'],
    ['with the fast profile: fix it', 'fast', 'fix it'],
    ['with model opus: fix it', 'opus', 'fix it'],
    ['use opus', 'opus', null],
    ['use the profile `v2.1`.', 'v2.1', null],
    ['using "fast"\nfix it', 'fast', 'fix it'],
    ['please use fast, thanks', 'fast', null],
    ['fast で：直して', 'fast', '直して'],
    ['fastで: 直して', 'fast', '直して'],
    ['「fast」のプロファイルで：直して', 'fast', '直して'],
    ['opusで', 'opus', null],
    ['opus を使って：直して', 'opus', '直して'],
    ['fastでお願いします', 'fast', null],
    ['fast で実行してください', 'fast', null],
    ['プロファイルは fast：直して', 'fast', '直して'],
    ['with fast:', 'fast', null],
  ])('%j', (text, name, rest) => {
    expect(read(text)).toMatchObject({ name, isKnown: true, rest });
  });

  it.each([
    ['with sonnet: fix the parser', 'sonnet'],
    ['with the gpt-5.2 model: fix it', 'gpt-5.2'],
    ['gpt5 モデルで：直して', 'gpt5'],
    ['use fsat: fix it', 'fsat'],
    ['use fsat', 'fsat'],
    ['use balaced', 'balaced'],
    ['use ballanced', 'ballanced'],
    ['use lalanced', 'lalanced'],
    ['with sonnet', 'sonnet'],
    ['geminiで', 'gemini'],
  ])('that name what people call models by, or nearly one of ours, are told to be none: %j', (text, name) => {
    expect(read(text)).toMatchObject({ name, isKnown: false });
  });

  it.each([
    'works with opus codec',
    'with opus files the player stops',
    'with opus, the decoder crashes',
    'use opus for the audio: it is smaller',
    'use fast paths where there are any',
    'make it fast: the loop is slow',
    'the parser is slow. use fast: it exists',
    'fix it with fast',
    'use case: a customer pays twice',
    'use the data model: it has an index',
    'with user profile: show the picture',
    'use profile pictures',
    'turbo で：直して',
    'use llamaindex: it has a parser',
    'use tabs',
    'use last',
    'use Redis',
    'use best',
    'withfast: fix it',
    'with care',
    'base64でエンコードして',
    'fastではなく balanced に直して',
    'opusで圧縮した音声を直して',
    'opusで、デコーダが落ちます',
    'npmで',
    'using: it',
    '',
  ])('what is no such beginning is what is asked for: %j', (text) => {
    // 'last' is one letter from 'fast', and means itself here.
    expect(readProfile(text, text === 'use last' ? ['balanced'] : PROFILES)).toBeNull();
  });

  it('of two that differ in case the one that is written so; a short name has no slips', () => {
    expect(readProfile('use Fast', ['fast', 'Fast'])?.name).toBe('Fast');
    expect(readProfile('use abd', ['abc'])).toBeNull();
  });

  it('takes no longer for a long text than that is long', () => {
    const reading = (size: number) => {
      const text = `fast${' '.repeat(size)}${'a '.repeat(size)}`;
      return () => void Array.from({ length: 20 }, () => read(text));
    };
    // Ten times the text: a factor of ten, or a hundred if it is not linear.
    expect(growthOf({ small: reading(10_000), large: reading(100_000), floorMs: 1, below: 32 })).toBeLessThan(32);
  });
});

describe('the labels that choose a profile (MODEL-5)', () => {
  it('are the trigger label, a colon and a name; plans and states keep theirs', () => {
    expect(profileIn('planwright:fast', 'planwright')).toBe('fast');
    expect(profileIn('Planwright:V2.1', 'planwright')).toBe('V2.1');
    for (const other of ['plan', 'PLAN', ...StateLabel.options]) {
      expect(profileIn(`planwright:${other}`, 'planwright')).toBeNull();
      expect(mayNameProfile(other)).toBe(false);
    }
    for (const label of [
      'planwright',
      'planwright:',
      'planwright: fast',
      'planwright:fa st',
      'bot:fast',
      'fast',
      'other-name:fast',
    ])
      expect(profileIn(label, 'planwright')).toBeNull();
    expect(profileIn('ai:go:fast', 'ai:go')).toBe('fast');
  });

  it('ask for work as the trigger label does', () => {
    expect(isTrigger('planwright:fast', 'planwright')).toBe(true);
    expect(isTrigger('planwright:working', 'planwright')).toBe(false);
    expect(sayingHow(['bug', 'planwright:plan', 'bot:fast', 'priority: high'])).toEqual([
      'planwright:plan',
      'bot:fast',
    ]);
  });
});
