import { describe, it, expect } from '@jest/globals';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { noticeLog } from '../../src/comments/notices.ts';
import { at } from '../replan/situations.ts';
import { HOSTILE, seen } from './replan-parsed.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { OverrideReason, ReplanRecord } from '../../src/state/replans.ts';

const AT = Date.UTC(2026, 10, 18, 12, 0, 0);

function record(part: Partial<ReplanRecord> = {}, decision: Partial<ReplanDecision> = {}): ReplanRecord {
  return {
    id: 'r1',
    point: 'task_decomposition',
    kind: 'decomposition',
    situation: at('task_decomposition'),
    executed: true,
    override: null,
    at: AT,
    result: 'success',
    decision: ReplanDecisionSchema.parse({
      replan_needed: true,
      confidence: 0.85,
      reasoning: 'Steps are missing.',
      issues_found: ['No tests'],
      recommended_actions: ['Add tests', 'Divide again'],
      ...decision,
    }),
    ...part,
  };
}

describe('the log of notices (REPLAN-7)', () => {
  it('has the format of the specification, folded', () => {
    expect(noticeLog([record()], 'en')).toBe(`<details><summary>🔄 Plan revisions decided by AI (1)</summary>

## 🔄 Plan Revision Decided by AI

**Phase**: Task Decomposition
**Confidence**: 85%

**Reasoning**: Steps are missing.

**Issues Found**:
- No tests

**Recommended Actions**:
- Add tests
- Divide again

**Outcome**: ✅ completed (dividing the work again)

*2026-11-18 12:00:00 UTC*

</details>`);
  });

  it('has the same shape in Japanese', () => {
    const text = noticeLog([record()], 'ja');
    expect(text).toContain('**フェーズ**: タスクの分解\n**確信度**: 85%\n\n**理由**: Steps are missing.');
    expect(text).toContain('**結果**: ✅ 完了しました (タスクの再分解)');
  });

  it('does not say again what a revision gives as its reason (REPLAN-7)', () => {
    const reasons = ['Another one.', 'Steps are missing.'];
    expect(noticeLog([record()], 'en', reasons)).toContain('**Reasoning**: the reason of revision 2\n');
    expect(noticeLog([record()], 'ja', reasons)).toContain('**理由**: 改訂 2 の理由のとおり\n');
    for (const other of [record({ executed: false, result: 'skipped' }), record({}, { reasoning: 'No.' })])
      expect(noticeLog([other], 'en', reasons)).not.toContain('revision 2');
  });

  it('is empty when the model never wanted another plan', () => {
    expect(noticeLog([], 'en')).toBe('');
    expect(
      noticeLog([record({ kind: null, executed: false, result: 'skipped' }, { replan_needed: false })], 'en'),
    ).toBe('');
  });

  it.each<[Partial<ReplanRecord>, string]>([
    [{ result: 'pending' }, '🔄 started'],
    [{ result: 'failure' }, '❌ failed'],
    [{ result: 'pending', executed: false }, '❓ waiting for a human decision'],
  ])('tells how it goes: %j', (part, words) => {
    expect(noticeLog([record(part)], 'en')).toContain(`**Outcome**: ${words}`);
  });

  it.each<[OverrideReason, string, string]>([
    ['limit_reached', 'limit', '上限'],
    ['low_confidence', 'confidence is too low', '確信度が低い'],
    ['infinite_loop', 'another approach', '別の方法'],
    ['refused_by_person', 'a person asked', '指示がありました'],
    ['disabled', 'switched off', '無効'],
    ['unreadable', 'could not be understood', '読み取れなかった'],
  ])('says why it was overridden: %s (REPLAN-5)', (override, en, ja) => {
    const records = [record({ override, executed: false, result: 'skipped' })];
    expect(noticeLog(records, 'en')).toMatch(new RegExp(`not done: .*${en}`));
    expect(noticeLog(records, 'ja')).toMatch(new RegExp(`実施しません: .*${ja}`));
  });

  it.each([
    [0.799, 79],
    [0.8, 80],
    [0.29, 29],
    [0.57, 57],
    [1, 100],
    [0, 0],
    [0.4999, 49],
  ])('shows a confidence of %d as %d percent', (confidence, percent) => {
    expect(noticeLog([record({}, { confidence })], 'en')).toContain(`**Confidence**: ${percent}%`);
  });

  it('shows the newest ten whole, newest first, and a line for each older one', () => {
    const text = noticeLog(
      Array.from({ length: 15 }, (_, index) => record({ at: AT + index * 1_000 }, { reasoning: `Reason ${index}` })),
      'en',
    );
    expect(seen(text).headings).toHaveLength(10);
    expect(text.indexOf('Reason 14')).toBeLessThan(text.indexOf('Reason 5'));
    expect(text).not.toContain('Reason 4');
    expect(text.match(/^- 2026-11-18 12:00:0\d UTC · Task Decomposition · 85% · ✅ completed/gm)).toHaveLength(5);
  });

  it.each(['en', 'ja'] as const)('stays bounded and harmless whatever the model wrote, in %s', (language) => {
    const text = noticeLog(
      Array.from({ length: 500 }, (_, index) =>
        record(
          {},
          {
            reasoning: HOSTILE[index % HOSTILE.length] ?? '',
            issues_found: HOSTILE,
            recommended_actions: HOSTILE.map((one) => one.repeat(50)),
          },
        ),
      ),
      language,
    );
    const { kinds, html, text: plain } = seen(text);
    expect(text.length).toBeLessThan(22_000);
    expect(html).toHaveLength(2);
    expect(
      [...kinds].filter((kind) => ['link', 'image', 'table', 'definition', 'linkReference', 'code'].includes(kind)),
    ).toEqual([]);
    expect(plain).not.toMatch(/@\w|#\d|GH-\d/);
  });
});
