import { describe, expect, it } from '@jest/globals';
import { findingsOf, type Finding } from '../../src/doctor/finding.ts';
import { renderEnd, renderFinding } from '../../src/doctor/render.ts';
import { Fault, RetryLater } from '../../src/errors.ts';
import { systemClock } from '../../src/app/system-clock.ts';

const MEND: Finding = { part: 'Docker', grade: 'mend', said: 'It is not there.', todo: 'sudo systemctl start docker' };
const NOTE: Finding = { part: 'Model', grade: 'note', said: 'It could not be asked.' };
const FINE: Finding = { part: 'Redis', grade: 'fine', said: 'It answers.' };
const PLAIN = { hasColours: false, width: null };

describe('the list of the doctor (OPS-3)', () => {
  it('reads as plain text: one line for each thing, what to do below it', () => {
    expect([FINE, NOTE, MEND].map((one) => renderFinding(one, PLAIN)).join('')).toBe(
      [
        'ok    Redis           It answers.',
        'note  Model           It could not be asked.',
        'FIX   Docker          It is not there.',
        '                      → sudo systemctl start docker',
        '',
      ].join('\n'),
    );
  });

  it('is coloured in a terminal, and broken between words, under what it belongs to', () => {
    const long = {
      ...MEND,
      said: 'The engine does not answer: https://example.com/an-address-that-has-to-stay-whole-to-be-followed',
    };
    expect(renderFinding(long, { hasColours: true, width: 60 })).toBe(
      [
        '\u001b[31mFIX   \u001b[0mDocker          The engine does not answer:',
        '                      https://example.com/an-address-that-has-to-stay-whole-to-be-followed',
        '                      → sudo systemctl start docker',
        '',
      ].join('\n'),
    );
  });

  it('moves no cursor and turns no line around, whatever GitHub or a model said', () => {
    const said = 'a\u001b[2Jb\rc\u009b31md\u202ee\u0007\tf';
    expect(renderFinding({ ...NOTE, said, todo: 'x\u2066y\u2028' }, PLAIN)).toBe(
      [
        'note  Model           a\\u{1b}[2Jb\\u{d}c\\u{9b}31md\\u{202e}e\\u{7} f',
        '                      → x\\u{2066}y\\u{2028}',
        '',
      ].join('\n'),
    );
  });

  it('ends with what it comes to', () => {
    expect(renderEnd([FINE])).toBe('\nAll is well.\n');
    expect(renderEnd([FINE, NOTE])).toContain('Nothing needs fixing');
    expect(renderEnd([FINE, MEND, NOTE])).toContain('One thing must be fixed');
    expect(renderEnd([MEND, MEND])).toContain('2 things must be fixed');
  });
});

describe('a check that cannot be made', () => {
  const check = (silence: 'note' | 'mend', look: () => Promise<readonly Finding[]>) =>
    findingsOf({ part: 'X', silence, todo: 'Look.', look }, 20, systemClock);

  it('is a finding with its reason: refused, away, broken, or silent', async () => {
    const refusal = new Fault('docker', 'It refuses.', 'Let it.');
    expect(await check('note', () => Promise.reject(refusal))).toEqual([
      { part: 'X', grade: 'mend', said: 'It refuses.', todo: 'Let it.' },
    ]);
    const away = new RetryLater('It is away.', { of: 'github' });
    expect(await check('note', () => Promise.reject(away))).toEqual([
      { part: 'X', grade: 'note', said: 'It is away.', todo: 'Look.' },
    ]);
    expect(await check('mend', () => Promise.reject(away))).toMatchObject([{ grade: 'mend' }]);
    expect(await check('note', () => Promise.reject(new Error('odd')))).toMatchObject([
      { grade: 'note', said: 'It could not be looked at: odd.', todo: 'Look.' },
    ]);
    expect(await check('mend', () => new Promise(() => undefined))).toMatchObject([
      { grade: 'mend', said: 'There was no answer within 0.02 seconds.', todo: 'Look.' },
    ]);
  });
});
