import { describe, expect, it } from '@jest/globals';
import { issuePage } from '../../demo/issue-page.ts';

const bodyOf = (markdown: string) =>
  /<article[^>]*><header>[^<]*<\/header><div>([^]*)<\/div><\/article>/.exec(
    issuePage([{ author: 'mika', markdown, isPictured: false }]),
  )?.[1];

describe('the page of what people see (OPS-1)', () => {
  it('shows boxes, folds, line breaks and references as GitHub does', () => {
    expect(bodyOf('- [x] **a**: one\n- [ ] **b**: `two`')).toBe(
      '<ul><li class="task"><input type="checkbox" disabled checked> <strong>a</strong>: one</li>' +
        '<li class="task"><input type="checkbox" disabled> <strong>b</strong>: <code>two</code></li></ul>',
    );
    expect(bodyOf('<details><summary>Plan</summary>\n\n## Plan\n\n</details>')).toBe(
      '<details><summary>Plan</summary><h2>Plan</h2></details>',
    );
    expect(bodyOf('one\ntwo, see #2')).toBe('<p>one<br>two, see <a href="#">#2</a></p>');
  });

  it('shows a table as one', () => {
    expect(bodyOf('| Criterion | Verdict |\n| --- | --- |\n| **AC-1** | met |')).toBe(
      '<table><tr><th>Criterion</th><th>Verdict</th></tr><tr><td><strong>AC-1</strong></td><td>met</td></tr></table>',
    );
  });

  it('hides the marks for machines, and runs nothing that was written', () => {
    expect(bodyOf('<!-- planwright:progress task=1 -->\n\nHello')).toBe('<p>Hello</p>');
    const hostile =
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) <details ontoggle=alert(1)>';
    expect(bodyOf(hostile)).not.toMatch(/<(?:script|img)|javascript:|<details /);
  });

  it('marks what the picture of the README shows', () => {
    const page = issuePage([
      { title: 'A & B', author: 'mika', markdown: 'x', isPictured: false },
      { title: 'C', author: 'planwright[bot]', markdown: 'y', isPictured: true },
    ]);
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page.match(/class="pictured"/g)).toHaveLength(2);
  });
});
