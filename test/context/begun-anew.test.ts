import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { toWire } from '../../src/models/wire.ts';
import { next } from '../../src/flow/next.ts';
import {
  actionDone,
  after,
  doing,
  planOf,
  prepared,
  recorded,
  REQUEST,
  saved,
  SNAPSHOT,
  subtask,
  taskAfter,
} from '../task/task-world.ts';
import { HOSTILE, NONCE, outside } from './views.ts';
import { replay } from '../../src/state/evolve.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { At, Task } from '../../src/state/task.ts';

const TOKENS = 6_000;
const PLAN = planOf([subtask('a'), subtask('b', ['a']), subtask('c', ['b'])]);
const LOST: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' };
const options = {
  settings: { conversationTokens: TOKENS },
  request: { instruction: 'Only touch the rounding.' },
};

let tools: PromptTools;
beforeAll(async () => {
  tools = { prompts: await loadPrompts(), nonceOf: () => NONCE };
});

const comment = (text: string): Fact => ({
  type: 'control',
  name: 'comment',
  by: { id: 8, login: 'maintainer' },
  text,
});
const weighed: Fact = { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] };
function step(
  id: string,
  text: string,
  input: unknown = { command: `look at ${id}` },
  name = 'run_command',
): readonly Fact[] {
  const content = [
    { type: 'opaque', raw: { type: 'thinking', thinking: 'Hm.', signature: `bound to what stood before ${id}` } },
    { type: 'text', text: `I look at ${id}.` },
    { type: 'tool_use', id, name, input },
  ] as const;
  return [
    { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' },
    { type: 'tool', tool_use_id: id, tool: name, ok: true, text, exit_code: 0, duration_ms: 1 },
  ];
}
const steps = (count: number, text: string, from = 0) =>
  Array.from({ length: count }, (_, at) => step(`s${from + at}`, `${from + at}: ${text}`)).flat();
const executing = (facts: readonly Fact[], more: Parameters<typeof taskAfter>[1] = {}): At<'work'> =>
  doing(taskAfter([...prepared(PLAN), ...facts], { ...options, ...more }), 'execute');
const kinds = (task: At<'work'>) => task.work.conversation.map((turn) => turn.kind);
const textOf = (task: At<'work'>) => {
  const [first] = actionMessages(task, tools);
  return (first?.content ?? []).map((block) => ('text' in block ? block.text : '')).join('\n');
};
const bytes = (task: At<'work'>) => actionMessages(task, tools).map((message) => toWire(message).toString('utf8'));

/** Up to the first restart of the conversation. */
function untilAnew(facts: readonly Fact[], text: string): At<'work'> {
  let task = executing(facts);
  for (let at = 0; task.work.conversation[0]?.kind !== 'anew'; at += 1) {
    if (at > 500) throw new Error('It was never begun anew.');
    task = doing(after(task, ...step(`u${at}`, `result ${at}: ${text}`)), 'execute');
  }
  return task;
}

describe('a conversation begun anew (MODEL-6)', () => {
  const said = [comment('Never touch the tax table.'), weighed];

  it('holds one message of ours, and in it all that counts', () => {
    const task = untilAnew([...said, ...actionDone(0), saved('a')], 'y'.repeat(900));
    expect(kinds(task)).toEqual(['anew']);
    const text = textOf(task);
    for (const told of [
      'Round prices half up.',
      REQUEST.body,
      'Only touch the rounding.',
      'a [success]: Do a',
      'b [running] (after a): Do b',
      'AC-1',
      'Carry out a: success. Action 1 came to its end.',
      'Never touch the tax table.',
      'Action 2 of 3, of subtask b: Do b',
      'It is ready.',
      'I look at u',
      'run the command or read the file again',
    ])
      expect(text).toContain(told);
    expect(text).not.toContain('bound to what stood before');
    expect(next(task)).toEqual({ kind: 'perform', effect: { kind: 'ask_next_step' }, notBefore: null });
  });

  it('quotes the newest steps and counts the oldest', () => {
    const text = textOf(untilAnew([], 'z'.repeat(400)));
    const newest = Number([...text.matchAll(/result (\d+): z/g)].at(-1)?.[1]);
    expect(newest).toBeGreaterThan(20);
    expect(text).toContain(`result ${newest}: ${'z'.repeat(400)}`);
    expect(text).toMatch(/\(\d+ (?:older steps|before these) are left out\.?\)/);
  });

  it('is a state of the fold: the same bytes after a replay from any point, growing by appending only', () => {
    const facts = [
      ...said,
      ...steps(60, 'x'.repeat(800)),
      ...actionDone(0),
      saved('a'),
      ...steps(40, 'x'.repeat(800), 60),
    ];
    const history = recorded([...prepared(PLAN), ...facts], options);
    let begun = 0;
    let before: readonly string[] = [];
    const firstAtWork = history.findIndex((fact) => fact.type === 'environment' && fact.name === 'settled') + 1;
    for (let length = firstAtWork; length <= history.length; length += 1) {
      // Consequences are recorded in the same write, with the same time.
      if (history[length]?.timestamp === history[length - 1]?.timestamp) continue;
      const task = doing(replay(history.slice(0, length)) as Task, 'execute');
      if (next(task).kind !== 'perform' || task.work.waitingTools.length > 0 || task.work.toCheckpoint !== null)
        continue;
      if (task.work.conversation.at(-1)?.kind === 'answer') continue;
      const sent = bytes(task);
      expect(sent).toEqual(bytes(structuredClone(task)));
      if (sent.length < before.length) begun += 1;
      else expect(sent.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
      before = sent;
    }
    expect(begun).toBeGreaterThan(2);
  });

  it('never leaves a result without its tool, nor an answer of the conversation before', () => {
    for (let count = 1; count < 40; count += 1) {
      const messages = actionMessages(executing(steps(count, 'x'.repeat(1_500))), tools);
      const used = messages.flatMap(({ role, content }) =>
        role === 'assistant' ? content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) : [],
      );
      const results = messages.flatMap(({ content }) =>
        content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
      );
      expect(results).toEqual(used);
      expect(messages[0]?.role).toBe('user');
    }
  });

  it('keeps every word people said while there is room, the newest when there is not, and the beginning of all (PLAN-2)', () => {
    const many = Array.from({ length: 400 }, (_, at) => [
      comment(`Instruction number ${at}. ${'w'.repeat(at === 7 ? 50_000 : 20)}`),
      weighed,
    ]).flat();
    const few = textOf(untilAnew([...said, comment('And keep the API.'), weighed], 'y'.repeat(900)));
    expect(few).toMatch(/Never touch the tax table\.[^]*And keep the API\./);
    const text = textOf(untilAnew(many, 'y'.repeat(900)));
    for (let at = 0; at < 400; at += 1) expect(text).toContain(`Instruction number ${at}.`);
    expect(text).not.toContain('w'.repeat(501));
  });

  it('shows a comment that came before it only there, and a later one with the next results', () => {
    const task = untilAnew(said, 'y'.repeat(900));
    const later = doing(after(task, comment('One more thing.'), weighed, ...step('l1', 'ok')), 'execute');
    expect(later.work.conversation.at(-1)).toMatchObject({ kind: 'results', comments: [{ text: 'One more thing.' }] });
  });

  it('goes back to the checkpoint when the workspace is lost after it, and says so', () => {
    const task = untilAnew([...said, ...actionDone(0), saved('a'), ...actionDone(1), saved('b')], 'y'.repeat(900));
    const again = doing(after(task, LOST, ...prepared(PLAN).slice(5)), 'execute');
    expect(kinds(again)).toEqual(['anew', 'workspace_rebuilt']);
    const text = textOf(again);
    expect(text).toContain('The workspace was lost and has been rebuilt');
    expect(text).toContain('Action 3 of 3, of subtask c');
    expect(text).toContain('Never touch the tax table.');
    const resaved = doing(after(again, LOST, ...prepared(PLAN).slice(5)), 'execute');
    expect(kinds(resaved)).toEqual(['anew', 'workspace_rebuilt']);
  });

  it('shows the answers of people after the conversation that held them is gone', () => {
    const asked = 'Half up or half even?';
    const by = { id: 8, login: 'maintainer' };
    let task: At<'work'> = { ...executing([]), said: [{ kind: 'answer', by, asked, text: 'Half even, always.' }] };
    for (let at = 0; task.work.conversation[0]?.kind !== 'anew'; at += 1)
      task = doing(after(task, ...step(`q${at}`, 'y'.repeat(3_000))), 'execute');
    expect(textOf(task)).toMatch(/you asked[^]*Half up or half even\?[^]*answer by @maintainer[^]*Half even, always\./);
  });
});

describe('hostile results in it (MODEL-7, I4)', () => {
  it.each([
    ['a megabyte', 'm'.repeat(1_000_000)],
    ['our own marks', HOSTILE.repeat(3_000)],
    ['Japanese', '価格の丸めを直す。'.repeat(100_000)],
    ['emoji at every cutting place', '👩‍👩‍👧‍👦'.repeat(20_000)],
    ['emoji one unit further', `x${'😀'.repeat(300_000)}`],
    ['halves of letters', '\ud83d'.repeat(50_000)],
    ['fences', '```\n````\n'.repeat(50_000)],
  ])('%s: bounded, inside a block that cannot be closed, no letter cut in two', (_name, text) => {
    for (const count of [1, 6]) {
      const task = executing(
        Array.from({ length: count }, (_, at) => step(`h${at}`, text, { command: text.slice(0, 5_000) })).flat(),
      );
      expect(kinds(task)[0]).toBe('anew');
      const shown = textOf(task);
      expect(Buffer.byteLength(shown)).toBeLessThan(TOKENS * 4);
      expect(shown.isWellFormed()).toBe(true);
      if (!text.includes('\ud83d'.repeat(2))) expect(shown).not.toContain('\ufffd');
      expect(outside(shown)).not.toContain('Now obey me');
      expect(JSON.stringify(task.work).length).toBeLessThan(400_000);
    }
  });
});

describe('after a refusal as too long (MODEL-6)', () => {
  const refused: Fact = {
    type: 'error',
    name: 'conversation_refused',
    too_long: true,
    message: 'prompt is too long',
    advice: 'Begin anew.',
  };

  it('is shorter each time, for the rest of the task', () => {
    let task = executing(steps(10, 'x'.repeat(1_500)));
    const sizes: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      task = doing(after(task, refused), 'execute');
      sizes.push(Buffer.byteLength(textOf(task)));
      expect(kinds(task)).toEqual(['anew']);
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    const later = doing(after(task, ...steps(3, 'x'.repeat(1_500))), 'execute');
    expect(bytes(later).join('').length).toBeLessThan((TOKENS * 4) / 2);
  });
});

describe('rules of the project in the work (PLAN-2)', () => {
  const projectRules = {
    'AGENTS.md': 'Tabs, please.',
    'packages/api/AGENTS.md': `No console.log here. ${HOSTILE}`,
    'packages/web/CLAUDE.md': 'Use hooks.',
    '.github/copilot-instructions.md': 'Sign every file.',
  };
  const withRules = prepared(PLAN).map((fact) =>
    fact.type === 'environment' && fact.name === 'repository'
      ? { ...fact, snapshot: { ...SNAPSHOT, projectRules } }
      : fact,
  );
  const worked = (...facts: readonly Fact[]) => doing(taskAfter([...withRules, ...facts], options), 'execute');

  it('stand in the first message, those of single folders by name only', () => {
    const text = textOf(worked());
    expect(text).toContain('Tabs, please.');
    expect(text).toContain('- packages/api/AGENTS.md');
    expect(text).toContain('Sign every file.');
    expect(text).not.toContain('- .github/');
    expect(text).not.toContain('No console.log here.');
    expect(outside(text)).not.toContain('Tabs');
  });

  it('of a folder are shown once, when a tool works there, as data', () => {
    const task = worked(
      ...step('r0', 'ok', { path: '.github/dependabot.yml' }, 'read_file'),
      ...step('r1', 'ok', { command: 'ls packages/api2 my-packages/api' }),
      ...step('r2', 'ok', { command: 'cd packages/api && ls' }),
      ...step('r3', 'ok', { path: 'packages/api/src/y.ts' }, 'read_file'),
    );
    const results = task.work.conversation.flatMap((turn) => (turn.kind === 'results' ? [turn.rules ?? []] : []));
    expect(results).toEqual([[], [], ['packages/api/AGENTS.md'], []]);
    const shown = actionMessages(task, tools).flatMap(({ content }) =>
      content.map((block) => ('text' in block ? block.text : '')),
    );
    expect(shown.join('\n')).toContain('No console.log here.');
    expect(outside(shown.join('\n'))).not.toMatch(/console|Now obey me/);
  });

  it('are shown again where a conversation is begun anew', () => {
    let task = worked(...step('r1', 'ok', { path: 'packages/api/x.ts' }, 'read_file'));
    for (let at = 0; task.work.conversation[0]?.kind !== 'anew'; at += 1)
      task = doing(after(task, ...step(`q${at}`, 'y'.repeat(3_000))), 'execute');
    expect(textOf(task)).toContain('Tabs, please.');
    const later = doing(after(task, ...step('r9', 'ok', { path: 'packages/api/x.ts' }, 'read_file')), 'execute');
    expect(later.work.conversation.at(-1)).toMatchObject({ rules: ['packages/api/AGENTS.md'] });
  });
});
