import { describe, expect, it } from '@jest/globals';
import { factLines, inHand } from '../../demo/fact-lines.ts';
import { createScreen } from '../../demo/screen.ts';
import { terminalColumns } from '../../src/cli/terminal-text.ts';
import { wordsFor } from '../../demo/words.ts';
import { BEGAN, command, recorded, usage } from './recorded.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';

const en = wordsFor('en');
const ja = wordsFor('ja');

const DECOMPOSITION: Fact = {
  type: 'phase',
  name: 'task_decomposition',
  acceptance_criteria: [],
  task_decomposition: {
    reasoning: '',
    subtasks: [
      {
        id: 'task_1',
        description: 'Correct the sign',
        dependencies: [],
        estimated_complexity: 'low',
        required_tools: [],
      },
      {
        id: 'task_2',
        description: '大きな割引を試す',
        dependencies: ['task_1'],
        estimated_complexity: 'low',
        required_tools: [],
      },
    ],
  },
};

function answer(id: string, name: string, input: unknown): Fact {
  return {
    type: 'action',
    name: 'answer',
    action: 0,
    content: [{ type: 'tool_use', id, name, input }],
    stop_reason: 'tool_use',
  };
}

function tool(id: string, name: string, more: Partial<Extract<Fact, { readonly type: 'tool' }>>): Fact {
  return { type: 'tool', tool_use_id: id, tool: name, ok: true, text: '', exit_code: null, duration_ms: 2, ...more };
}

function only(entries: readonly Recorded[], words = en) {
  const lines = factLines(entries, entries.length - 1, words);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

describe('the facts of a task as lines', () => {
  it('shows the plan as boxes', () => {
    const line = only(recorded([4_000, DECOMPOSITION]));
    expect(line).toMatchObject({ at: BEGAN + 4_000, label: 'plan', text: '2 subtasks' });
    expect(line.details).toEqual(['☐ task_1 Correct the sign', '☐ task_2 大きな割引を試す']);
  });

  it('says what a command was and how it ended, from the answer that asked for it', () => {
    const failing = recorded(
      [0, answer('a', 'run_command', { command: 'npm test' })],
      [1, tool('a', 'run_command', { ok: false, exit_code: 1, duration_ms: 340 })],
    );
    expect(only(failing)).toMatchObject({
      label: 'run_command',
      text: '$ npm test',
      mark: 'bad',
      note: 'exit 1 · 0.3 s',
    });
    const long = recorded(
      [0, answer('b', 'run_command', { command: 'cat <<END\nx\nEND' })],
      [1, tool('b', 'run_command', { exit_code: 0 })],
    );
    expect(only(long)).toMatchObject({ text: '$ cat <<END …', mark: 'good' });
  });

  it('says which file a tool worked on, and why it could not', () => {
    const read = recorded(
      [0, answer('a', 'read_file', { path: 'src/total.js' })],
      [1, tool('a', 'read_file', { text: 'one\ntwo\n' })],
    );
    expect(only(read)).toMatchObject({ text: 'src/total.js', note: '2 lines', mark: 'none' });
    const missing = recorded(
      [0, answer('b', 'edit_file', { path: 'nowhere' })],
      [1, tool('b', 'edit_file', { ok: false, text: 'There is no such file.\nLook again.' })],
    );
    expect(only(missing)).toMatchObject({ text: 'nowhere', note: 'There is no such file. …', mark: 'bad' });
  });

  it('shows the last lines of tests that fail, and none of tests that pass', () => {
    const failing: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1, 400) };
    expect(only(recorded([0, failing]))).toMatchObject({ label: 'tests', mark: 'bad', details: ['one', 'two'] });
    const passing: Fact = { type: 'verification', name: 'tests', command: command('npm test', 0, 400) };
    expect(only(recorded([0, passing]))).toMatchObject({ mark: 'good', details: [] });
  });

  it('says whether the pull request is ready', () => {
    const ready: Fact = { type: 'effect', name: 'pull_request', number: 2, url: '', draft: false, title: 'Fix' };
    expect(only(recorded([0, ready]))).toMatchObject({
      label: 'pull request',
      text: '#2 Fix',
      note: 'ready for review',
    });
    expect(only(recorded([0, { ...ready, draft: true }]), ja)).toMatchObject({ label: 'PR', note: 'ドラフト' });
  });

  it('passes over what tells nobody anything, and says what is in hand', () => {
    const entries = recorded(
      [0, usage(300)],
      [0, { type: 'environment', name: 'settled' }],
      [0, { type: 'effect', name: 'started', effect: 'run_tests', key: 'k' }],
    );
    expect(factLines(entries, 0, en)).toEqual([]);
    expect(inHand(entries, en)).toBe('running the tests');
    expect(inHand(entries, ja)).toBe('テストを実行しています');
    expect(inHand([], en)).toBe('');
  });

  it('writes lines that fit the terminal, whatever a model or a repository put into them', () => {
    const hostile = recorded([
      70_000,
      {
        type: 'phase',
        name: 'goal_error',
        error: {
          type: 'unclear_goal',
          message: `\u001B]0;title\u0007${'長い'.repeat(200)}`,
          clarification_needed: ['\u001B[31mred\u202E'],
          assumptions: [],
          evidence: [],
        },
      },
    ]);
    const written: string[] = [];
    const screen = createScreen({ write: (text) => written.push(text), isLive: false, columns: 80 });
    for (const line of factLines(hostile, 0, ja)) screen.fact(line, BEGAN);
    const lines = written.join('').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^ 1:10 min {2}目標 /);
    for (const line of lines) {
      expect(terminalColumns(line)).toBeLessThanOrEqual(80);
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
  });
});
