import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadPrompts, type Prompts } from '../../src/model-calls/catalogue.ts';
import { inSlices } from '../../src/note/in-slices.ts';
import { taskNote } from '../../src/note/task-note.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { END_REASONS, workOn } from '../progress/cases.ts';
import { parsed } from '../progress/markdown.ts';
import {
  assessedAs,
  BEGAN,
  command,
  planOf,
  prepared,
  recorded,
  REQUEST,
  stamped,
  subtask,
  usage,
} from '../task/task-world.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { EndReason } from '../../src/state/outcome.ts';

const SECRET = 'a-secret-of-the-service';
const PLAN = planOf([subtask('task_1', [], 'Round half up'), subtask('task_2', ['task_1'], 'Add a test')]);
const started = (effect: 'ask_next_step' | 'run_tests'): Fact => ({
  type: 'effect',
  name: 'started',
  effect,
  key: 'k',
});
const HEADINGS = {
  en: [
    '1. Summary',
    '2. Request',
    '3. Acceptance criteria',
    '4. Execution log',
    '5. Test results',
    '6. Notes and remaining risks',
  ],
  ja: [
    '1. 概要',
    '2. 依頼の概要',
    '3. 受け入れ条件 (Acceptance Criteria)',
    '4. 実行ログ',
    '5. テスト結果',
    '6. メモ・残課題',
  ],
} as const;
type Language = keyof typeof HEADINGS;

let prompts: Prompts;
beforeAll(async () => {
  prompts = await loadPrompts();
});

async function noteOf(history: readonly Recorded[]): Promise<string> {
  const redactor = createRedactor([SECRET]);
  return (
    (await taskNote(history, { prompts, redact: (text) => redactor.text(text), giveWay: async () => undefined })) ?? ''
  );
}

/** A command that the model requested in the first action. */
function working(line: string, output: string): readonly Fact[] {
  return [
    ...prepared(PLAN),
    started('ask_next_step'),
    {
      type: 'action',
      name: 'answer',
      action: 0,
      content: [
        { type: 'text', text: `I look first. ${SECRET}` },
        { type: 'tool_use', id: 't1', name: 'run_command', input: { command: line } },
      ],
      stop_reason: 'tool_use',
    },
    usage({ call: 'next_step' }),
    { type: 'tool', tool_use_id: 't1', tool: 'run_command', ok: false, text: output, exit_code: 1, duration_ms: 2_000 },
    started('ask_next_step'),
    { type: 'action', name: 'answer', action: 0, content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' },
    usage({
      call: 'next_step',
      usd: null,
      phase: 'execute',
      effort: 'high',
      prompt: { sha256: 'ab12'.repeat(16), prompts: 'cd34', after: 12 },
    }),
  ];
}

/** The top-level headings as GitHub renders them; headings inside a fence do not count. */
function headingsOf(note: string): readonly string[] {
  return parsed(note).children.flatMap((node) =>
    node.type === 'heading' && node.depth === 2
      ? [node.children.map((child) => ('value' in child ? child.value : '')).join('')]
      : [],
  );
}

describe('the Task Note (EXEC-8)', () => {
  const ended = (reason: EndReason, language: Language): readonly Recorded[] => {
    const history = recorded(workOn(PLAN), { settings: { language } });
    const status = reason === 'finished' ? 'succeeded' : 'failed';
    const ending = { status, reason, detail: 'of it', list: ['an entry'] } as const;
    const fact = { type: 'phase', name: 'ending', ending, ended_in: 'execute' } as const;
    return [...history, stamped(fact, history.length + 1, BEGAN + 60_000)];
  };

  it.each(['en', 'ja'] as const)('has the six headings of the template for every ending: %s', async (language) => {
    for (const reason of END_REASONS)
      expect(headingsOf(await noteOf(ended(reason, language)))).toEqual(HEADINGS[language]);
  });

  it('can be had of a task at work, at every moment of it', async () => {
    const history = recorded(working('npm test', 'not ok'));
    for (let length = 1; length <= history.length; length += 1)
      expect(headingsOf(await noteOf(history.slice(0, length)))).toEqual(HEADINGS.en);
    expect(await noteOf(history)).toContain('- Finished At: not yet');
    expect(await taskNote([], { prompts, redact: (text) => text, giveWay: async () => undefined })).toBeNull();
  });

  it('begins with what the template has in its head', async () => {
    const [title, , ...head] = (await noteOf(recorded(prepared(PLAN)))).split('\n');
    expect(title).toMatch(/^# Task Note - [0-9a-f-]{36} - Prices are rounded the wrong way$/);
    expect(head.slice(0, 6).map((line) => line.split(':')[0])).toEqual([
      '- Task ID',
      '- Title',
      '- Issue',
      '- Started At',
      '- Finished At',
      '- State',
    ]);
    expect(head[3]).toBe('- Started At: 2026-05-01 12:00:00 UTC');
  });

  it('has each call with its kind, tokens, price, request and answer, rendered again from the history', async () => {
    const note = await noteOf(recorded(working('npm test', 'not ok 1 - rounding')));
    const [, first = '', second = ''] = note.split(/^#### \d+\. Work /m);
    expect(first).toContain('(action 1 of 2: Round half up) — 2026-05-01 12:00:');
    expect(first).toContain('120 tokens (100 in, 0 of them from the cache; 20 out) · $0.0100 · 0.9 s');
    // The request: the action and the issue.
    expect(first).toContain('Carry out task_1');
    expect(first).toContain(REQUEST.body);
    expect(first).toContain('tool: run_command');
    expect(first).toContain('command: npm test');
    // The next call shows what is new, without the issue.
    expect(second).toContain('not ok 1 - rounding');
    expect(second.slice(0, second.indexOf('### 4.2'))).not.toContain(REQUEST.body);
    expect(second).toContain('price not known');
    expect(second).toContain('high effort · SHA-256 `ab12ab12ab12ab12`');
  });

  it('has what each phase used, and each day where there were several (MODEL-6)', async () => {
    const facts = working('npm test', 'ok');
    const en = await noteOf(recorded([...facts, usage({ phase: 'execute', usd: 0.5 })]));
    expect(en).toContain('**Calls of the model by phase**');
    expect(en).toContain('- Work: 2 calls · 240 tokens · $0.5000 and 1 call whose price is not known');
    expect(en).not.toContain('by day');
    const ja = await noteOf(recorded(facts, { settings: { language: 'ja' } }));
    expect(ja).toContain('- 作業: 1 回 · 120 トークン · 料金不明');
    const late = [...recorded(facts)];
    const last = stamped(usage(), late.length + 1, BEGAN + 24 * 3_600_000);
    expect(await noteOf([...late, last])).toMatch(/- 2026-05-02: 1 call · 120 tokens · \$0\.0100\n/);
  });

  it('has each command with its exit code, times and output, and says which other tools were used', async () => {
    const note = await noteOf(recorded(working('npm test', 'not ok 1 - rounding')));
    const run = note.slice(note.indexOf('### 4.2 Commands'), note.indexOf('## 5.'));
    expect(run).toContain('`npm ci` — set-up');
    expect(run).toMatch(/`npm test` — work\n\nExit code 1 · (\S+ \S+) UTC – (?!\1)/);
    expect(run).toContain('not ok 1 - rounding');
  });

  it('says that no test was run, or how it ended', async () => {
    const tests = (note: string) => note.slice(note.indexOf('## 5. Test'), note.indexOf('## 6.'));
    expect(tests(await noteOf(recorded(workOn(PLAN))))).toContain('No test was run yet.');
    expect(tests(await noteOf(ended('stopped', 'en')))).toContain('No test was run.');
    const failed = command('npm test', 1, 'not ok 3\n# fail 1');
    const note = await noteOf(
      recorded([...workOn(PLAN), { type: 'verification', name: 'tests', command: failed }, assessedAs(PLAN)]),
    );
    expect(tests(note)).toContain('- Command: `npm test` (tests)\n- Exit code: 1\n- Result: failed · `fail 1`');
  });

  it('ticks the criteria that are shown to be met, and says where none was judged', async () => {
    expect(await noteOf(recorded(workOn(PLAN)))).toContain('- [ ] AC-1: The tests pass\n\nThey have not been judged');
    const passed = { type: 'verification', name: 'tests', command: command('npm test', 0, 'ok') } as const;
    expect(await noteOf(recorded([...workOn(PLAN), passed, assessedAs(PLAN)]))).toContain(
      '- [x] AC-1: The tests pass\n',
    );
  });

  it('masks secrets wherever they stand', async () => {
    const note = await noteOf(
      recorded(working(`echo ${SECRET}`, `${'x'.repeat(15_000)}${SECRET}${'y'.repeat(60_000)}`)),
    );
    expect(note).not.toContain(SECRET);
    expect(note).not.toContain(SECRET.slice(0, 12));
    expect(note).toContain('I look first. [redacted]');
  });

  it('lets no text out of its fence or fold', async () => {
    const hostile = '```\n</details>\n\n## 7. Mine\n\n````\n<!-- x -->\n~~~\n# Task Note\n';
    const note = await noteOf(
      recorded(working(`echo '${hostile}'`, hostile), {
        request: { body: hostile, title: `# t </details> ${hostile}` },
      }),
    );
    expect(headingsOf(note)).toEqual(HEADINGS.en);
    const tree = parsed(note).children.filter(({ type }) => type === 'html');
    const folds = tree.map((node) => ('value' in node ? node.value : ''));
    expect(folds.filter((html) => html.startsWith('<details>'))).toHaveLength(folds.length / 2);
    expect(folds.filter((html) => html === '</details>')).toHaveLength(folds.length / 2);
  });

  it('stays below a megabyte, and says what it leaves out', async () => {
    const long = Array.from({ length: 700 }, (_, at): readonly Fact[] => [
      started('ask_next_step'),
      {
        type: 'action',
        name: 'answer',
        action: 0,
        content: [{ type: 'tool_use', id: `u${at}`, name: 'run_command', input: { command: `step ${at}` } }],
        stop_reason: 'tool_use',
      },
      usage({ call: 'next_step' }),
      {
        type: 'tool',
        tool_use_id: `u${at}`,
        tool: 'run_command',
        ok: true,
        text: 'line\n'.repeat(2_000),
        exit_code: 0,
        duration_ms: 1,
      },
    ]).flat();
    const history = [...recorded(prepared(PLAN))];
    for (const fact of long) history.push(stamped(fact, history.length + 1, BEGAN + history.length));
    const note = await noteOf(history);
    expect(note.length).toBeLessThan(1_000_000);
    expect(note).toMatch(/texts longer than [\d,]+ characters are shown without their middle/);
    expect(note).toMatch(/… \d+ to \d+ are left out …/);
    expect(note).toContain('`step 0`');
    expect(note).toContain('`step 699`');
  });

  it('gives way all the time: no piece of a long one takes as much as a tenth of it', async () => {
    const looks = Array.from({ length: 700 }, () =>
      working('cat big', 'a line of output\n'.repeat(200)).slice(prepared(PLAN).length),
    );
    const history = recorded([...prepared(PLAN), ...looks.flat()]);
    const began = performance.now();
    let last = began;
    let longest = 0;
    const giveWay = async () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    };
    await taskNote(history, { prompts, redact: (text) => text, giveWay });
    expect(Math.max(longest, performance.now() - last) / (performance.now() - began)).toBeLessThan(0.1);
  });

  it('lets others have their turn once a slice is over, and not before', async () => {
    let now = 0;
    let turns = 0;
    const giveWay = inSlices(() => now);
    const waiting = setInterval(() => (turns += 1), 0);
    await giveWay();
    setImmediate(() => (turns += 10));
    await giveWay();
    expect(turns).toBe(0);
    now = 100;
    await giveWay();
    expect(turns).toBeGreaterThanOrEqual(10);
    clearInterval(waiting);
  });
});
