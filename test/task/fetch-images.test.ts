import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { imageBlocks } from '../../src/model-calls/issue-pictures.ts';
import { fetchImages } from '../../src/effects/fetch-images.ts';
import { REQUEST, after, taskAfter } from './task-world.ts';
import type { Keeping } from '../../src/ports/images.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const HOST = 'https://github.com/user-attachments/assets/';
const picture = (url: string): Keeping => ({
  kind: 'kept',
  image: { sha256: url.slice(HOST.length).padEnd(64, '0'), media_type: 'image/png', bytes: 10, width: 1, height: 1 },
});
const notNow = (afterMs: number | null = null): Keeping => ({ kind: 'not_now', why: 'GitHub answered 503', afterMs });

interface World {
  /** What the host says to the nth try for a picture. */
  readonly answer: (name: string, tries: number) => Keeping | null;
  readonly tookMs?: number;
  readonly signal?: AbortSignal;
}

async function fetched(names: readonly string[], { answer, tookMs = 0, signal = new AbortController().signal }: World) {
  const asked: string[] = [];
  const slept: number[] = [];
  let now = 0;
  const tools = {
    clock: {
      now: () => now,
      sleep: async (ms: number, until?: AbortSignal) => {
        until?.throwIfAborted();
        slept.push(ms);
        now += ms;
      },
    },
    log: pino({ level: 'silent' }),
    images: {
      keep: async (_task: string, _repo: unknown, url: string) => {
        const name = url.slice(HOST.length);
        asked.push(name);
        now += tookMs;
        return answer(name, asked.filter((one) => one === name).length) ?? picture(url);
      },
    },
  } as unknown as Toolbox;
  const task = taskAfter([], { request: { ...REQUEST, body: names.map((name) => `![](${HOST}${name})`).join('\n') } });
  const facts = await fetchImages({ effect: { kind: 'fetch_images' }, key: 'k', task, tools, signal });
  const [fact] = facts;
  if (fact?.type !== 'environment' || fact.name !== 'images') throw new Error('Nothing was looked at.');
  const shown = JSON.stringify(imageBlocks(after(task, ...facts).images, new Map(), 'ab'.repeat(16)));
  return {
    asked,
    slept,
    kept: fact.kept.map(({ url }) => url.slice(HOST.length)),
    leftOut: fact.left_out.map(({ why }) => why),
    shown,
  };
}

describe('pictures and trouble that passes (PLAN-2, GH-10)', () => {
  it('are asked for again after one pause for all of them, and keep their order', async () => {
    const found = await fetched(['a', 'b', 'c'], {
      answer: (name, tries) => (name !== 'b' && tries === 1 ? notNow() : null),
    });
    expect(found).toMatchObject({ asked: ['a', 'b', 'c', 'a', 'c'], kept: ['a', 'b', 'c'], leftOut: [] });
    expect(found.slept).toHaveLength(1);
  });

  it('are left out after the third try, and the model is told so', async () => {
    const found = await fetched(['a', 'b'], { answer: (name) => (name === 'a' ? notNow() : null) });
    expect(found.asked.filter((name) => name === 'a')).toHaveLength(3);
    expect(found).toMatchObject({ kept: ['b'], leftOut: ['GitHub answered 503, also when tried again'] });
    expect(found.shown).toContain('GitHub answered 503, also when tried again');
    expect(found.slept.every((ms, index) => ms > (found.slept[index - 1] ?? 0))).toBe(true);
  });

  it('wait as long as the host asks for, but no longer than a minute', async () => {
    const waits = { a: 1_000, b: 20_000 };
    const found = await fetched(['a', 'b'], {
      answer: (name, tries) => (tries === 1 ? notNow(waits[name as 'a' | 'b']) : null),
    });
    expect(found.slept).toEqual([20_000]);
    const long = await fetched(['a'], { answer: (_name, tries) => (tries === 1 ? notNow(3_600_000) : null) });
    expect(long).toMatchObject({ slept: [60_000], kept: ['a'] });
  });

  it('are not asked for again when the host would not have them', async () => {
    const found = await fetched(['a'], { answer: () => ({ kind: 'left_out', why: 'GitHub answered 404' }) });
    expect(found).toMatchObject({ asked: ['a'], slept: [], leftOut: ['GitHub answered 404'] });
  });

  it('hold nobody up for long where a host answers nobody', async () => {
    const found = await fetched(['a', 'b', 'c'], { answer: () => notNow(), tookMs: 45_000 });
    expect(found.asked).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
    expect(found.leftOut).toHaveLength(3);
    const many = await fetched(
      Array.from({ length: 30 }, (_, index) => `${index}`),
      { answer: () => notNow() },
    );
    expect(new Set(many.asked).size).toBe(10);
    expect(many.asked).toHaveLength(30);
    expect(many.leftOut.filter((why) => why.includes('503'))).toHaveLength(10);
  });

  it('are waited for no longer once a person has stopped the task', async () => {
    const stop = new AbortController();
    const answer = () => {
      stop.abort(new Error('stopped'));
      return notNow();
    };
    await expect(fetched(['a'], { answer, signal: stop.signal })).rejects.toThrow('stopped');
  });
});
