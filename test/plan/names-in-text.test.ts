import { describe, expect, it } from '@jest/globals';
import { namesIn } from '../../src/environments/names-in-text.ts';
import { createResolver } from '../../src/git/resolve-names.ts';
import { runs } from '../long.ts';
import { growthOf } from '../growth.ts';

const TREE = [
  'README.md',
  'app.py',
  'src/foo.js',
  'src/index.js',
  'test/index.js',
  'pkg/app/bar.py',
  'src/main/java/com/acme/pay/Invoice.java',
  'src/main/java/com/acme/old/Invoice.java',
  'cmd/main.go',
  'app/models/user.rb',
  'src/Foo.php',
  'src/Bar.cs',
  'src/main.rs',
  'app/[id]/page.tsx',
  'src/資料/設計 書.md',
  'src/flow/next.ts',
];

/** The files of the tree that a text means, with the line if one is named. */
function meant(text: string): readonly string[] {
  const resolver = createResolver(namesIn(text));
  TREE.forEach(resolver.take);
  return resolver.files().map(({ path, line }) => (line === null ? path : `${path}:${line}`));
}

describe('the files that an issue names (PLAN-2)', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['a path', 'See src/foo.js.', ['src/foo.js']],
    ['a path with a line', 'src/foo.js:12:3 is wrong', ['src/foo.js:12']],
    ['a file name', 'foo.js is wrong', ['src/foo.js']],
    ['one in Japanese text', 'src/foo.jsの12行目が落ちる', ['src/foo.js']],
    ['a quoted one with blanks, in Japanese', '「src/資料/設計 書.md」を見て', ['src/資料/設計 書.md']],
    ['a path with brackets', 'in app/[id]/page.tsx', ['app/[id]/page.tsx']],
    ['a frame of Node', 'at run (/home/x/project/src/foo.js:10:5)', ['src/foo.js:10']],
    ['a frame of a browser', 'at http://localhost:3000/src/foo.js:1:2', ['src/foo.js:1']],
    ['a frame of a bundler', 'webpack:///./src/foo.js:7', ['src/foo.js:7']],
    ['a frame of Python', 'File "/srv/pkg/app/bar.py", line 12, in f', ['pkg/app/bar.py:12']],
    [
      'a frame of Java',
      'at com.acme.pay.Invoice.total(Invoice.java:42)',
      ['src/main/java/com/acme/pay/Invoice.java:42'],
    ],
    ['a frame of Go', '/home/u/x/cmd/main.go:12 +0x1d', ['cmd/main.go:12']],
    ['a frame of Ruby', "app/models/user.rb:12:in 'name'", ['app/models/user.rb:12']],
    ['an error of PHP', 'in /var/www/src/Foo.php on line 9', ['src/Foo.php:9']],
    ['a frame of .NET', String.raw`in C:\work\src\Bar.cs:line 17`, ['src/Bar.cs:17']],
    ['an error of a compiler of .NET', 'src/Bar.cs(17,3): error', ['src/Bar.cs:17']],
    ['an error of Rust', '--> src/main.rs:3:5', ['src/main.rs:3']],
    ['an address on GitHub', 'https://github.com/o/r/blob/main/src/foo.js#L10-L20', ['src/foo.js:10']],
    ['no address elsewhere', 'https://example.com/docs/foo.js', []],
    ['no frame of a dependency', 'at x (/app/node_modules/express/foo.js:1:1)', []],
    ['a module, as code imports it', "require('shop/flow/next')", ['src/flow/next.ts']],
    ['no module elsewhere', 'and/user, src/flow', []],
    ['a name that two have, both', 'index.js is wrong', ['src/index.js', 'test/index.js']],
    ['of two, the one whose folder fits', 'lib/test/index.js is wrong', ['test/index.js']],
    ['none by its name alone, where several have it and the folder is another', 'lib/index.js is wrong', []],
    ['a file at the top, wherever it was copied to', '/srv/x/app.py:3', ['app.py:3']],
    ['whatever its case', 'readme.md is old', ['README.md']],
    ['no word like another', 'Prices, e.g. 2.675, and/or v1.2.3 in Node.js', []],
  ])('are found by %s', (_, text, files) => {
    const own = meant(text);
    // The class of a Java frame names its file; the file name alone may be that of others, too.
    expect(own.filter((path) => !path.includes('/old/'))).toEqual(expect.arrayContaining([...files]));
    if (files.length === 0) expect(own).toEqual([]);
    expect(own[0]).toEqual(files[0]);
  });

  it('are folders, too', () => {
    const resolver = createResolver(namesIn('Everything in src/flow is slow.'));
    TREE.forEach(resolver.take);
    expect(resolver.folders()).toEqual(['src/flow']);
  });
});

describe('the names in code that an issue has (PLAN-2)', () => {
  const symbols = (text: string) =>
    namesIn(text).symbols.map(({ text: name, isQuoted }) => (isQuoted ? `"${name}"` : name));

  it('are those in quotes of any kind, with the name after the class alone, and words that look like code', () => {
    expect(symbols('`Store.put()` と「parseDate」と "Invalid token" は don’t')).toEqual([
      '"Store.put"',
      '"put"',
      '"parseDate"',
      '"Invalid token"',
    ]);
    expect(symbols('`this` and `None` are no names, `thisValue` is one')).toEqual(['"thisValue"']);
    expect(symbols('subtractDiscount and max_size and runs() but not Prices or price')).toEqual([
      'subtractDiscount',
      'max_size',
      'runs',
    ]);
    expect(symbols("parse('abc').then('parsed', 'fail_all', 'x y')")).toEqual(['"parsed"', '"fail_all"']);
  });

  it('are bounded, and read in time that grows with the text', () => {
    const many = Array.from({ length: 200 }, (_, at) => `\`nameNumber${at}\` src/file-${at}.ts`).join(' ');
    expect([namesIn(many).symbols.length, namesIn(many).files.length]).toEqual([20, 40]);
    for (const piece of ['a/', '"`', "'x", 'at a.', '`a', '[](', ': line ', '-', '.', ']'])
      expect(
        growthOf({
          small: () => namesIn(`${piece.repeat(1_000)}a`),
          large: () => namesIn(`${piece.repeat(16_000)}a`),
          floorMs: runs(1, 2),
          below: 64,
        }),
      ).toBeLessThan(64);
  });
});
