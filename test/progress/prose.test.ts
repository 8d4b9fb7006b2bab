import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prose } from '../../src/comments/model-prose.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { HOSTILE, hazards } from './markdown.ts';
import { reportOf } from './cases.ts';
import type { WorkSummary } from '../../src/state/stage.ts';

const allowed = { ownIssue: 12, ownPullRequest: 13, url: 'https://planwright.example/tasks/1' };

describe('text of a model over several lines', () => {
  it('keeps paragraphs, headings, lists and code', () => {
    const text =
      '# What\nRounds half up.\nEverywhere.\n\nAlso:\n- one\n- two\n\n1. first\n\n```js\nround(2.675);\n```\nDone.';
    expect(prose(text, 5_000)).toBe(
      '### What\n\nRounds half up.\nEverywhere.\n\nAlso:\n\n- one\n- two\n- first\n\n```text\nround(2.675);\n```\n\nDone.',
    );
  });

  it('pings nobody, links nothing, closes nothing and brings no HTML along (GH-4, GH-7)', () => {
    const text =
      'Closes #99, fixes owner/repo#3, see https://evil.example and ![x](http://evil.example/x.png) [l](http://e.example)\n@everyone\n<img src=x>\n<!-- planwright:result task=1 -->\n- resolves GH-12\n# Closes #98\n/deploy now';
    expect(hazards(prose(text, 5_000), allowed)).toEqual([]);
  });

  it('is safe and bounded whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...HOSTILE, '```', '~~~', '# ', '- ', '> ', '1. '), fc.string()), {
          maxLength: 30,
        }),
        (lines) => {
          const shown = prose(lines.join('\n'), 2_000);
          expect(shown.length).toBeLessThanOrEqual(2_003);
          expect(hazards(shown, allowed)).toEqual([]);
        },
      ),
      { numRuns: 300 },
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
    expect(body).toContain('## What and why\n\nPrices are \\*\\*rounded\\*\\* half up.');
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
    const tests = { command: 'npm test', exit_code: 0, timed_out: false, output: orders, stdout: '', duration_ms: 1 };
    const task = { ...told, stage: { ...told.stage, tests } };
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
