import { describe, it, expect } from '@jest/globals';
import { renderChecklist } from '../../src/comments/checklist.ts';
import { HOSTILE, seen } from './replan-parsed.ts';
import type { ChecklistView } from '../../src/comments/checklist.ts';
import type { Box, PlanVersion } from '../../src/state/replans.ts';

const AT = Date.UTC(2026, 10, 18, 12, 0, 0);
const box = (id: string, state: Box['state'] = 'open', title = `What ${id} does`): Box => ({
  id,
  title,
  description: `${title}, whole`,
  state,
});
const boxes = (count: number, done: number, prefix = 'task_'): readonly Box[] =>
  Array.from({ length: count }, (_, index) => box(`${prefix}${index + 1}`, index < done ? 'done' : 'open'));
const version = (number: number, part: Partial<PlanVersion> = {}): PlanVersion => ({
  number,
  startedAt: AT + (number - 1) * 60_000,
  boxes: boxes(3, number),
  replacedBecause: `Reason ${number}`,
  replacedAt: AT + number * 60_000,
  ...part,
});

function view(part: Partial<ChecklistView> = {}): ChecklistView {
  return {
    boxes: boxes(5, 3),
    additional: [],
    number: 1,
    startedAt: AT,
    reason: null,
    previous: null,
    earlier: [],
    ...part,
  };
}

describe('the checklist of the first plan (PLAN-1)', () => {
  it('is titled so and counts its boxes, rounding down', () => {
    expect(
      renderChecklist(
        view({ boxes: [box('a', 'done'), box('b', 'running'), box('c', 'failed'), box('d', 'partial')] }),
        'en',
      ),
    ).toBe(`## 📋 Execution Plan

- [x] **a**: What a does
- [ ] **b**: What b does 🔄
- [ ] **c**: What c does ❌
- [ ] **d**: What d does ⚠️

*Progress: 1/4 (25%) complete*`);
    expect(renderChecklist(view({ boxes: boxes(3, 2) }), 'en')).toContain('*Progress: 2/3 (66%) complete*');
    expect(renderChecklist(view({ boxes: [] }), 'en')).toContain('*Progress: 0/0 (0%) complete*');
  });

  it('shows what verification added, and counts it', () => {
    const text = renderChecklist(view({ boxes: boxes(1, 1), additional: [box('fix_1')] }), 'en');
    expect(text).toContain(
      '### Additional Work (From Verification)\n- [ ] **fix_1**: What fix_1 does\n\n*Progress: 1/2 (50%) complete*',
    );
  });
});

describe('the checklist of a revised plan (REPLAN-7)', () => {
  const revised = view({
    boxes: [box('task_1', 'done'), box('task_2', 'done'), box('task_3_revised'), box('task_4_new')],
    number: 3,
    startedAt: AT + 120_000,
    reason: 'A tool is missing',
    previous: { done: 2, all: 5 },
    earlier: [version(1), version(2)],
  });

  it('has the format of the specification', () => {
    expect(renderChecklist(revised, 'en')).toBe(`## 📋 Execution Plan (Revised #2)

**Revision Reason**: A tool is missing

**Previous Progress**: 2/5

### New Plan:
- [x] **task_1**: What task_1 does
- [x] **task_2**: What task_2 does
- [ ] **task_3_revised**: What task_3_revised does
- [ ] **task_4_new**: What task_4_new does

*Progress: 2/4 (50%) complete | Revision: #2 at 2026-11-18 12:02:00 UTC*
*Plan Revisions: 2 times*
*Current Plan: #3 (started at 2026-11-18 12:02:00 UTC)*

<details><summary>📜 Previous Plan History</summary>

**Changed in the current plan**:
- ➕ new **task_3_revised**: What task_3_revised does
- ➕ new **task_4_new**: What task_4_new does
- ➖ dropped **task_3**: What task_3 does

### Revision #1 (2026-11-18 12:01:00 UTC)

- [x] **task_1**: What task_1 does
- [x] **task_2**: What task_2 does
- [ ] **task_3**: What task_3 does

**Changed**: no subtask

**Revision Reason**: Reason 1

### First Plan (2026-11-18 12:00:00 UTC)

- [x] **task_1**: What task_1 does
- [ ] **task_2**: What task_2 does
- [ ] **task_3**: What task_3 does

</details>`);
  });

  it('says of each revision what is new, reworded or dropped, in both languages (REPLAN-7)', () => {
    const first = version(1, { boxes: [box('a'), box('b', 'done'), box('c')] });
    const second = version(2, { boxes: [box('b', 'done'), box('c', 'open', 'Do c in another way'), box('d')] });
    const at = { number: 3, earlier: [first, second], reason: 'Why', boxes: [...second.boxes, box('e @all #7')] };
    const en = renderChecklist(view(at), 'en');
    expect(en).toContain(
      '**Changed**:\n- ✏️ reworded **c**: Do c in another way\n- ➕ new **d**: What d does\n- ➖ dropped **a**: What a does\n',
    );
    expect(en).toContain('**Changed in the current plan**:\n- ➕ new **e @\u200Ball #\u200B7**: What e @\u200Ball');
    expect(en.split('Changed')).toHaveLength(3);
    const ja = renderChecklist(view(at), 'ja');
    for (const words of ['✏️ 書き換え **c**', '➕ 追加 **d**', '➖ 削除 **a**', '現在の計画での変更点'])
      expect(ja).toContain(words);
  });

  it('counts what work from a verification added as a change of the current plan', () => {
    const text = renderChecklist(
      view({ number: 2, boxes: boxes(3, 3), additional: [box('fix_1')], earlier: [version(1)] }),
      'en',
    );
    expect(text).toContain('**Changed in the current plan**:\n- ➕ new **fix_1**: What fix_1 does\n\n');
  });

  it('counts one revision as it counts many', () => {
    const text = renderChecklist({ ...revised, number: 2, earlier: [version(1)] }, 'en');
    expect(text).toContain('(Revised #1)');
    expect(text).toContain('*Plan Revisions: 1 time*\n*Current Plan: #2 ');
    expect(text).toContain('### First Plan (');
    expect(text).not.toContain('### Revision #');
  });

  it('has the same shape in Japanese', () => {
    const text = renderChecklist(revised, 'ja');
    expect(seen(text).headings).toEqual([
      '📋 実行計画 (改訂 #2)',
      '新しい計画:',
      '改訂 #1 (2026-11-18 12:01:00 UTC)',
      '最初の計画 (2026-11-18 12:00:00 UTC)',
    ]);
    expect(text).toContain(
      '*進捗: 2/4 (50%) 完了 | 改訂: #2 (2026-11-18 12:02:00 UTC)*\n*計画の改訂: 2 回*\n*現在の計画: #3 (2026-11-18 12:02:00 UTC 開始)*',
    );
    expect(text).not.toMatch(/Revision|Progress|Plan/);
  });

  it('lets nothing of the model out of its place', () => {
    const evil = HOSTILE.map((text) => box(text, 'open', text));
    const text = renderChecklist(
      {
        ...revised,
        boxes: evil,
        additional: evil,
        reason: HOSTILE.join(' '),
        earlier: HOSTILE.map((why, index) => version(index + 1, { boxes: evil, replacedBecause: why })),
      },
      'en',
    );
    const { kinds, html, text: plain } = seen(text);
    expect(html.map((tag) => tag.trim())).toEqual([
      '<details><summary>📜 Previous Plan History</summary>',
      '</details>',
    ]);
    expect(
      [...kinds].filter((kind) => ['link', 'image', 'table', 'definition', 'linkReference'].includes(kind)),
    ).toEqual([]);
    expect(plain).not.toMatch(/@\w|(?<!Revis(?:ed|ion:?) |Plan: )#\d|GH-\d/);
  });
});

describe('a checklist that grows (REPLAN-7)', () => {
  const forty = (number: number) =>
    version(number, {
      boxes: boxes(40, 12, 'a_subtask_with_a_long_name_').map((one) => ({ ...one, title: 'x'.repeat(200) })),
    });

  it('sums up the boxes of older versions first, and keeps the current plan whole', () => {
    const text = renderChecklist(
      view({ boxes: boxes(100, 40), number: 9, earlier: Array.from({ length: 8 }, (_, index) => forty(index + 1)) }),
      'en',
    );
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(text).toContain('- [ ] **task_100**: What task_100 does');
    expect(text.match(/^12 of 40 done$/gm)?.length).toBeGreaterThan(3);
    expect(text.indexOf('12 of 40 done')).toBeGreaterThan(text.lastIndexOf('a_subtask_with_a_long_name_'));
    expect(text.match(/^### Revision #/gm)).toHaveLength(7);
    expect(
      renderChecklist(view({ number: 9, earlier: Array.from({ length: 8 }, (_, index) => forty(index + 1)) }), 'ja'),
    ).toContain('40 件中 12 件完了');
  });

  it('counts the oldest versions when there are very many', () => {
    const text = renderChecklist(
      view({
        number: 1_001,
        earlier: Array.from({ length: 1_000 }, (_, index) =>
          version(index + 1, { replacedBecause: 'because '.repeat(60) }),
        ),
      }),
      'en',
    );
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(text).toMatch(/### Revision #999 /);
    expect(text).toMatch(/\*… and \d+ earlier plans\*/);
    expect(text).toContain('**Changed in the current plan**');
  });

  it.each(['<', '😀', '*', 'あ'])(
    'stays bounded with descriptions of %s, older boxes going before any of the current plan',
    (character) => {
      const long = boxes(150, 10).map((one) => ({ ...one, title: character.repeat(2_000) }));
      const text = renderChecklist(
        view({
          boxes: long,
          additional: long,
          number: 3,
          earlier: [version(1, { boxes: long }), version(2, { boxes: long })],
        }),
        'en',
      );
      expect(text.length).toBeLessThanOrEqual(40_000);
      expect(text.match(/^10 of 150 done$/gm)).toHaveLength(2);
      expect(text).toContain('*Current Plan: #3 ');
      expect(seen(text).html).toHaveLength(2);
    },
  );

  it('shows a plan of a hundred subtasks with every box', () => {
    const text = renderChecklist(view({ boxes: boxes(100, 33) }), 'ja');
    expect(text.match(/^- \[[ x]\] /gm)).toHaveLength(100);
    expect(text).toContain('*進捗: 33/100 (33%) 完了*');
  });
});
