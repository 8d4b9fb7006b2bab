import { describe, expect, it } from '@jest/globals';
import { cachedCalls } from '../../bench/cached-calls.ts';
import { askGathering } from '../../src/effects/gather.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { Settings } from '../../src/config/schema.ts';
import { taskSettings } from '../../src/app/task-settings.ts';
import { capabilitiesOf } from '../../src/models/capabilities.ts';
import { requestBody } from '../../src/models/wire.ts';
import { createPromptCache } from '../../standins/anthropic/usage.ts';
import { planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { NONCE } from './views.ts';
import type { InputUsage } from '../../standins/anthropic/usage.ts';
import type { Json } from '../../standins/anthropic/script.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { Piece } from '../../src/ports/repository-look.ts';
import type { Fact } from '../../src/state/facts.ts';

const MODEL = 'claude-sonnet-5-5';
const DEFAULTS = taskSettings(Settings.parse({}), 'planwright');
const WANTED = { read: [{ path: 'b.js' }], search: [], list: [] };

describe('the prompt cache (MODEL-6)', () => {
  it('MODEL-6: every call of the work reads all that the one before it sent; the uncached rest does not grow', async () => {
    const work = (await cachedCalls({ actions: 10, steps: 5 })).filter(({ part }) => part === 'work');
    expect(work).toHaveLength(60);
    for (const [at, call] of work.entries()) {
      const before = work[at - 1];
      if (before) expect(call.read).toBe(before.read + before.written);
      expect(call.plain).toBe(1);
    }
    const uncached = work.slice(1).map(({ written }) => written);
    expect(Math.max(...uncached.slice(40)) / Math.max(...uncached.slice(0, 20))).toBeLessThan(1.1);
  });

  it('MODEL-6, REPLAN-2: a second look at one answer writes nothing: no other judgement comes after it', async () => {
    const settings = { planning: { ...DEFAULTS.planning, review: { plan: false, diff: false } } } as const;
    // More than ten subtasks, so decomposition and plan get a second look.
    const asked = await cachedCalls({ actions: 11, steps: 1, settings });
    const looks = asked.filter(({ part, tool }) => part === 'planning' && tool === 'submit_replan_decision');
    expect(looks).toHaveLength(2);
    for (const { written } of looks) expect(written).toBe(0);
  });

  it('MODEL-6: writes nothing to the cache that no other call reads', async () => {
    const calls = await cachedCalls({ actions: 10, steps: 1 });
    const asked = calls.filter(({ part }) => part !== 'work');
    expect(asked.length).toBeGreaterThan(4);
    for (const { tool, written } of asked) expect([tool, written]).toEqual([tool, 0]);
  });

  it('MODEL-6: of a question with one tool only what it says itself is marked', () => {
    const question = (isShared: object): ModelRequest => ({
      system: 'You are Planwright.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Known.', ...isShared }] }],
      tools: [{ name: 'submit_review', description: 'Hand it in.', inputSchema: { type: 'object' } }],
      answerWithTool: true,
      maxTokens: 1_000,
    });
    const marks = (request: ModelRequest) =>
      Buffer.from(requestBody(MODEL, request, capabilitiesOf(MODEL)))
        .toString()
        .split('cache_control').length - 1;
    expect([marks(question({})), marks(question({ isShared: true }))]).toEqual([0, 1]);
  });

  it('MODEL-6: what is gathered comes behind what was shown before, which the next call reads', async () => {
    const first = { pieces: [piece('a.js')], leftOut: [{ what: 'c.js', why: 'missing' }], ...NOT_ALL };
    const [greeted, looked] = prepared(planOf([subtask('a')])) as readonly [Fact, Fact];
    const begun = [greeted, { ...looked, first_look: first } as Fact];
    const gathered: readonly Fact[] = [
      { type: 'phase', name: 'gathering', reason: '', wanted: WANTED },
      { type: 'environment', name: 'gathered', found: { pieces: [piece('b.js')], leftOut: [] } },
    ];
    const [one, two, last] = await usageOf([begun, [...begun, ...gathered], [...begun, ...gathered, ...gathered]]);
    expect(one?.cache_read_input_tokens).toBe(0);
    expect(two?.cache_read_input_tokens).toBe(one?.cache_creation_input_tokens);
    expect(two?.cache_read_input_tokens).toBeGreaterThan(2_000);
    // Nothing reads the last of three.
    expect(last?.cache_read_input_tokens).toBe(
      (one?.cache_creation_input_tokens ?? 0) + (two?.cache_creation_input_tokens ?? 0),
    );
    expect(last?.cache_creation_input_tokens).toBe(0);
  });

  it('MODEL-6: is counted as the API keeps it: five minutes from the last use', () => {
    let minutes = 0;
    const cache = createPromptCache(() => minutes * 60_000);
    const text = { type: 'text', text: 'word '.repeat(2_000), cache_control: { type: 'ephemeral' } };
    const isReadAt = (at: number) => {
      minutes = at;
      const body = { model: MODEL, system: [text], messages: [{ role: 'user', content: 'Go on.' }] };
      return cache.use(body).cache_read_input_tokens > 0;
    };
    expect([0, 4, 8, 14].map(isReadAt)).toEqual([false, true, true, false]);
  });
});

const NOT_ALL = { namesSomething: true, showsAllNamed: false, isWhole: false };

function piece(path: string): Piece {
  return { is: 'lines', path, from: 1, to: 2, of: 2 };
}

/** The cost of gathering with one cache, at each point. */
async function usageOf(points: readonly (readonly Fact[])[]): Promise<readonly InputUsage[]> {
  const cache = createPromptCache();
  const used: InputUsage[] = [];
  const input = { reason: '', ...WANTED };
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const tools = {
    prompts: await loadPrompts(),
    clock: { now: () => 0 },
    nonceOf: () => NONCE,
    redact: (text: string) => text,
    maxOutputTokens: 1_000,
    repositories: {
      showPieces: async (_task: string, _sha: string, pieces: readonly Piece[]) =>
        pieces.map((one) => JSON.stringify(one).repeat(200)),
    },
    model: {
      price: () => 0,
      ask: async (request: ModelRequest) => {
        used.push(
          cache.use(JSON.parse(Buffer.from(requestBody(MODEL, request, capabilitiesOf(MODEL))).toString()) as Json),
        );
        const content = [{ type: 'tool_use', id: 'g', name: 'submit_gathering', input }];
        return { content, stopReason: 'tool_use', usage, attempts: 1, model: MODEL };
      },
    },
  } as unknown as Toolbox;
  for (const facts of points) {
    const effect = { kind: 'ask_gathering' } as const;
    const task = taskAfter(facts);
    await askGathering({ effect, key: 'k', task, tools, signal: new AbortController().signal });
  }
  return used;
}
