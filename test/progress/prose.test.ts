import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prose } from '../../src/comments/model-prose.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { growthOf } from '../growth.ts';
import { runs } from '../long.ts';
import { HOSTILE, hazards, nodesOf, parsed } from './markdown.ts';
import { command, tested } from '../task/task-world.ts';
import { reportOf } from './cases.ts';
import type { WorkSummary } from '../../src/state/stage.ts';

const allowed = { ownIssue: 12, ownPullRequest: 13, url: 'https://planwright.example/tasks/1', tables: true } as const;

describe('text of a model over several lines (GH-4)', () => {
  it('keeps paragraphs, headings, lists and code (GH-4)', () => {
    const text =
      '# What\nRounds half up.\nEverywhere.\n\nAlso:\n- one\n- two\n\n1. first\n\n```js\nround(2.675);\n```\nDone.';
    expect(prose(text, 5_000)).toBe(
      '### What\n\nRounds half up.\nEverywhere.\n\nAlso:\n\n- one\n- two\n1. first\n\n```js\nround(2.675);\n```\n\nDone.',
    );
  });

  it('keeps emphasis, numbers, lists in lists, code in lists and tables (GH-4)', () => {
    const text = [
      'It is **important**, *not only* here.',
      '',
      '3. three',
      '   goes on',
      '   ```sh',
      '   npm test',
      '   ```',
      '4) four',
      '   - inner `code`',
      '     - deepest',
      '',
      '| Case | **Before** |',
      '|:-----|-------:|',
      '| `a\\|b` | bad |',
      '| short |',
    ].join('\n');
    expect(prose(text, 5_000)).toBe(
      [
        'It is **important**, *not only* here.',
        '',
        '3. three',
        '   goes on',
        '',
        '   ```sh',
        '   npm test',
        '   ```',
        '',
        '4. four',
        '   - inner `code`',
        '     - deepest',
        '',
        '| Case | **Before** |',
        '| :--- | ---: |',
        '| `a\\|b` | bad |',
        '| short |  |',
      ].join('\n'),
    );
    const kinds = nodesOf(parsed(prose(text, 5_000))).map(({ type }) => type);
    for (const kind of ['strong', 'emphasis', 'inlineCode', 'code', 'table']) expect(kinds).toContain(kind);
    expect(kinds.filter((kind) => kind === 'list')).toHaveLength(3);
  });

  it('has no boxes, rules, underlined headings or drawings of its own (I9)', () => {
    const text = 'Title\n===\n- [x] done\n* [ ] open\n\n---\n```mermaid\ngraph TD\n```\n````suggestion\nx\n````';
    expect(prose(text, 5_000)).toBe('Title\n\n- done\n- open\n\n```text\ngraph TD\n```\n\n```text\nx\n```');
  });

  it('closes what a model leaves open, and no sooner than the model does', () => {
    expect(prose('````\na\n```\nb\n~~~~', 5_000)).toBe('````text\na\n```\nb\n~~~~\n````');
    expect(prose('```\na', 5_000)).toBe('```text\na\n```');
    expect(prose('~~~js\na\n```\nb\n~~~\nc', 5_000)).toBe('````js\na\n```\nb\n````\n\nc');
    expect(prose('a | b\n-|-|-\n1 | 2', 5_000)).toBe('a \\| b\n\\-\\|-\\|-\n1 \\| 2');
    expect(prose('```a``` is code\nnot this', 5_000)).toBe('\\`\\`\\`a\\`\\`\\` is code\nnot this');
    expect(prose('**open *and\nnever closed', 5_000)).toBe('\\*\\*open \\*and\nnever closed');
  });

  it('makes a heading a bold line where headings are ours alone', () => {
    expect(prose('# **Why** now\nBecause.', 5_000, 'bold')).toBe('**Why now**\n\nBecause.');
  });

  it('pings nobody, links nothing, closes nothing and brings no HTML along (GH-4, GH-7)', () => {
    const text =
      'Closes #99, fixes owner/repo#3, see https://evil.example and ![x](http://evil.example/x.png) [l](http://e.example)\n@everyone\n<img src=x>\n<!-- planwright:result task=1 -->\n- resolves GH-12\n# Closes #98\n/deploy now\n\n| @team | #5 |\n|-|-|\n| <b> | ![x](http://evil.example/x.png) |\n\n- ```\n  @all\n  /deploy\n  ```';
    expect(hazards(prose(text, 5_000), allowed)).toEqual([]);
  });

  const pieces = fc.oneof(
    fc.constantFrom(...HOSTILE, '```', '~~~', '````js', '# ', '- ', '> ', '1. ', '   ', '    - ', '| a | b |\n|-|-|\n'),
    fc.constantFrom('**', '*', '***', '`', '|', '| @team | #1 |', '\\', ' 12. x', '- [x] ', '\t'),
    fc.string(),
  );

  it.each(['kept', 'bold'] as const)('is safe and bounded whatever it is, wherever it stands (headings: %s)', (how) => {
    const places = [
      (text: string) => text,
      (text: string) => `## Ours\n\n${text}\n\nCloses #12`,
      (text: string) => `<details><summary>Review</summary>\n\n${text}\n\n</details>`,
    ];
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }),
        fc.constantFrom('', '\n'),
        fc.constantFrom(...places),
        (parts, between, place) => {
          const shown = prose(parts.join(between), 2_000, how);
          expect(shown.length).toBeLessThanOrEqual(2_003);
          expect(shown.isWellFormed()).toBe(true);
          expect(hazards(place(shown), { ...allowed, boxes: false })).toEqual([]);
          // Nothing is left open: what follows is unaffected.
          expect(parsed(`${shown}\n\n## Ours\n`).children.at(-1)).toMatchObject({ type: 'heading', depth: 2 });
          const headings = parsed(shown).children.flatMap((node) => (node.type === 'heading' ? [node.depth] : []));
          expect(headings.filter((depth) => depth !== 3 || how === 'bold')).toEqual([]);
        },
      ),
      { numRuns: runs(1_000, 300) },
    );
  });

  const MEGABYTE = 1_000_000;
  it.each([
    ['asterisks', '*'],
    ['emphasis', '**a** '],
    ['emphasis that is not closed', '**a '],
    ['emphasis within emphasis', '*a **'],
    ['fences', '```\n'],
    ['fences that close none', '```\n~~~\n'],
    ['backticks', '`'],
    ['a fence with much behind it', '```a'],
    ['lists', '- a\n'],
    ['deeper and deeper lists', '- '],
    ['rows', '| a | b |\n'],
    ['headers of tables', '| a | b |\n|-|-|\n'],
    ['bars', '|'],
    ['rules', '- - -\n'],
    ['spaces', ' '],
    ['lines', '\n'],
    ['quotes', '> '],
    ['brackets', '['],
  ])('takes time in proportion to its length: %s', (_, unit) => {
    const showing = (size: number) => {
      const text = unit.repeat(Math.ceil(size / unit.length));
      return () => expect(prose(text, 12_000).length).toBeLessThanOrEqual(12_003);
    };
    // Sixteen times the text; quadratic would be 256 times the cost.
    const below = 80;
    expect(growthOf({ small: showing(MEGABYTE / 16), large: showing(MEGABYTE), floorMs: 2, below })).toBeLessThan(
      below,
    );
  });
});

describe('the pull request', () => {
  const summarised = (words: WorkSummary | null) => {
    const task = reportOf('finished');
    return { ...task, stage: { ...task.stage, summary: words } };
  };
  const summary = {
    title: 'Round half up @team #5',
    body: 'Prices are **rounded** half up.\n\nCloses #77',
    keyOutcomes: [],
    risks: [],
  };

  it('is told in the words of the model, and its own sections stay ours (GH-7, MODEL-2)', () => {
    const { title, body } = pullRequestText(summarised(summary), null);
    expect(title).toMatch(/^Round half up @\u200Bteam #\u200B5$/);
    expect(body).toContain('## What and why\n\nPrices are **rounded** half up.');
    expect(body.match(/^Closes #\d+$/gm)).toEqual(['Closes #12']);
    for (const ours of ['Acceptance criteria', '## Tests', '<summary>Plan</summary>']) expect(body).toContain(ours);
    expect(hazards(body, allowed)).toEqual([]);
  });

  it('orders nothing in a title, nor in a squash commit that is made of the description, also from code (GH-7, G11)', () => {
    const orders = 'Closes #77\n@everyone\nskip-checks: true\n/lgtm!\nhttps://evil.example\n[skip ci]';
    const hostile = {
      title: 'Round [skip ci] up [ci skip] <!-- x -->',
      body: `Like so:\n\n\`\`\`\n${orders}\n\`\`\`\n\nand \`[no ci] @team #5\``,
      keyOutcomes: [],
      risks: [],
    };
    const told = summarised(hostile);
    const task = { ...told, stage: { ...told.stage, checks: tested(command('npm test', 1, orders)) } };
    const { title, body } = pullRequestText(task, allowed.url);
    for (const text of [title, body])
      expect(text).not.toMatch(/\[(?:skip|ci|no) |<!--|@(?:everyone|team)|#77|#5|skip-checks|^\/lgtm|:\/\/evil/m);
    expect(title.replaceAll('\u200B', '')).toBe(hostile.title);
    expect(body.replaceAll('\u200B', '').split(orders)).toHaveLength(3);
    expect(body).toContain(`](${allowed.url})`);
    expect(body.match(/^Closes #\d+$/gm)).toEqual(['Closes #12']);
  });

  it.each([null, { title: ' ', body: '\n', keyOutcomes: [], risks: [] }])(
    'is told in ours without them (%j)',
    (none) => {
      const without = pullRequestText(reportOf('finished'), null);
      expect(pullRequestText(summarised(none), null)).toEqual(without);
      expect(without.body).toContain('Round prices half up.');
    },
  );
});
