import { describe, expect, it } from '@jest/globals';
import { inline } from '../../src/comments/safe-text.ts';
import { hazards, nodesOf, parsed, seen } from './markdown.ts';

describe('emphasis in a line of prose (GH-4)', () => {
  it.each([
    ['It is **important**, *not only* here', ['strong', 'emphasis']],
    ['**Change `round()` now**', ['strong']],
    ['***both***, **a *b* c**', ['emphasis', 'strong', 'strong', 'emphasis']],
    ['これは**「重要」**です。**ここ**も', ['strong', 'strong']],
    ['`a*` and b* and *`*`* and `c`', ['emphasis']],
    ['(**x**), **y**: **`z`**。', ['strong', 'strong', 'strong']],
    ['*a **b* c', ['emphasis']],
    ['a*b c* d', []],
    ['2*3*4, a**b**c, *args, **kwargs', []],
    ['**open *and never closed', []],
    ['`*a*` and \\*b\\* and * c * and __d__ and _e_', []],
    ['char **p, *q; src/**/*.test.ts and test/**, (*.ts,*.js)', []],
    ['****four**** and ** a **', []],
  ])('of %j keeps the emphasis: %j', (text, kinds) => {
    const line = inline(text);
    expect(hazards(line)).toEqual([]);
    const tree = parsed(line);
    expect(nodesOf(tree).flatMap(({ type }) => (type === 'strong' || type === 'emphasis' ? [type] : []))).toEqual(
      kinds,
    );
    if (kinds.length === 0) expect(seen(tree)).toBe(text.replaceAll('`', ''));
  });
});
