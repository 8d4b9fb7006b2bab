import { describe, expect, it } from '@jest/globals';
import { createLiveScreen, targetOf } from '../../src/cli/live-screen.ts';
import { plainInline, plainMarkdown } from '../../src/cli/plain-markdown.ts';

function screenOf(isLive: boolean, columns = 40) {
  const written: string[] = [];
  const screen = createLiveScreen({ write: (text) => written.push(text), isLive, columns: () => columns });
  return { screen, written };
}

describe('what is shown of a task at a terminal (OPS-3)', () => {
  it('has lines that are written over below those that stay', () => {
    const { screen, written } = screenOf(true);
    screen.show([{ text: 'one' }, { text: 'two', style: 'dim' }]);
    screen.show([{ text: 'one' }, { text: 'two', style: 'dim' }]);
    screen.put('kept');
    screen.show([{ text: 'x'.repeat(50) }]);
    expect(written).toEqual(['one\n\u001B[2mtwo\u001B[0m\n', '\u001B[2A\r\u001B[0Jkept\n', `${'x'.repeat(38)}…\n`]);
  });

  it('has neither colours nor lines that change where there is no terminal, or none are wanted', () => {
    const { screen, written } = screenOf(false);
    screen.show([{ text: 'passing' }]);
    screen.put({ text: 'kept', style: 'good' });
    expect(written).toEqual(['kept\n']);
    const stream = (isTTY: boolean) => ({ isTTY, columns: 20, write: () => true }) as unknown as NodeJS.WriteStream;
    expect(targetOf(stream(true), {}).isLive).toBe(true);
    expect(targetOf(stream(true), { NO_COLOR: '1' }).isLive).toBe(false);
    expect(targetOf(stream(true), { TERM: 'dumb' }).isLive).toBe(false);
    expect(targetOf(stream(false), {}).isLive).toBe(false);
    expect([targetOf(stream(true), {}).columns(), targetOf(stream(false), {}).columns()]).toEqual([40, 200]);
  });

  it('has the words of our comments, without their marks and without what a terminal would act on', () => {
    const comment = [
      '<!-- planwright:reply task=none id=1 -->',
      '## ✅ Done',
      '',
      '',
      'See [the **plan**](https://example.com/a) and `npm test` \\*now\\* &lt;b&gt;.',
      '<details><summary>More</summary>',
      '',
      '```text',
      'out\u001B[31mput',
      '```',
      '</details>',
    ].join('\n');
    expect(plainMarkdown(comment)).toEqual([
      '✅ Done',
      '',
      'See the plan and npm test *now* <b>.',
      '▾ More',
      '',
      'out[31mput',
    ]);
    expect(plainInline('**Now**: `a` \\`b\\`')).toBe('Now: a `b`');
    expect(plainMarkdown('x\n'.repeat(1_000))).toHaveLength(400);
  });
});
