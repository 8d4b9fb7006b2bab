import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip, deflateSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { REPO, TASK, WISH, addHistory, startGitBench, tryGit, type GitBench } from './git-bench.ts';
import { MIB, command, nothing, objectHeader, ofProcess, packOf, pkt, update, watchGit } from './hand-made.ts';

/** Memory in MiB for one git process. */
const PLENTY = 300;

/** The maximum memory of a git process of this bench. */
function watchMemory(bench: GitBench): () => number {
  let most = 0;
  const stop = watchGit(bench, (processes) => {
    for (const { pid } of processes) {
      const peak = Number(/VmHWM:\s+(\d+)/.exec(ofProcess(pid, 'status'))?.[1] ?? 0) / 1024;
      most = Math.max(most, peak);
    }
  });
  return () => {
    stop();
    return most;
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (const giveUp = Date.now() + 60_000; !isSo(); await new Promise((again) => setTimeout(again, 10)))
    if (Date.now() > giveUp) throw new Error('Waited in vain.');
}

describe('a push made by hand (G19, I6)', () => {
  let bench: GitBench;
  let sandbox: string;
  beforeEach(async () => {
    bench = await startGitBench();
    bench.seed({ 'a.txt': 'one\n' });
    await bench.repositories.fetch(TASK, REPO, WISH);
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(async () => {
    await bench.close();
  });

  /** A closed connection is an answer too. */
  const send = async (
    body: Buffer,
    { path = 'git-receive-pack', ...headers }: Readonly<Record<string, string>> = {},
  ) => {
    const memory = watchMemory(bench);
    const request = {
      method: 'POST',
      headers: { 'content-type': `application/x-${path}-request`, ...headers },
      body: new Uint8Array(body),
    };
    const text = await fetch(`${bench.sandboxUrl}/project.git/${path}`, request)
      .then((answer) => answer.text())
      .catch(() => 'cut off');
    return { text, mib: memory() };
  };
  it.each<readonly [string, () => Buffer]>([
    ['a tree', () => Buffer.concat([objectHeader(2, 600 * MIB), nothing(600 * MIB)])],
    ['a commit', () => Buffer.concat([objectHeader(1, 600 * MIB), nothing(600 * MIB)])],
  ])('that unfolds %s into gigabytes costs the machine little', async (_, object) => {
    const outcome = await send(Buffer.concat([update, packOf(1, object())]));
    expect(outcome.mib).toBeLessThan(PLENTY);
    expect(await tryGit(bench, sandbox, 'fetch', 'origin')).toMatchObject({ code: 0 });
  });

  it('that unfolds a delta into gigabytes costs the machine little', async () => {
    // Copies the same 16 MB of its base repeatedly.
    const base = Buffer.concat([objectHeader(3, 16 * MIB), nothing(16 * MIB)]);
    const copies = 100;
    const varint = (size: number) => {
      const bytes: number[] = [];
      let rest = size;
      for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
      bytes.push(rest);
      return Buffer.from(bytes);
    };
    const delta = Buffer.concat([
      varint(16 * MIB),
      varint(copies * (16 * MIB - 1)),
      ...Array.from({ length: copies }, () => Buffer.from([0xf0, 255, 255, 255])),
    ]);
    // OFS_DELTA: the distance back to the base, 7 bits at a time.
    const distance = base.length;
    const back = [distance & 127];
    for (let rest = distance >> 7; rest > 0; rest >>= 7) back.unshift(128 | (--rest & 127));
    const object = Buffer.concat([objectHeader(6, delta.length), Buffer.from(back), deflateSync(delta)]);
    const outcome = await send(Buffer.concat([update, packOf(2, base, object)]));
    expect(outcome.text).toContain('unpacker error');
    expect(outcome.mib).toBeLessThan(PLENTY);
  });

  it.each<readonly [string, string, string]>([
    ['names refs', 'git-receive-pack', command('refs/heads/work')],
    ['says nothing', 'git-receive-pack', '0004'.repeat(25)],
    ['has what it wants to fetch', 'git-upload-pack', pkt(`have ${'1'.repeat(40)}\n`)],
  ])('that %s without end costs the machine little', async (_, path, line) => {
    const many = Buffer.from(line.repeat(10_000));
    const first =
      path === 'git-receive-pack' ? command('refs/heads/work', '\0report-status') : `${pkt('command=fetch')}0001`;
    const source = Readable.from(
      (function* () {
        yield Buffer.from(first);
        for (let count = 0; count < 500; count += 1) yield many;
        yield Buffer.from('0000');
      })(),
    );
    const body = await buffer(source.pipe(createGzip()));
    const outcome = await send(body, { path, 'content-encoding': 'gzip', 'git-protocol': 'version=2' });
    expect(['cut off', '']).toContain(outcome.text);
    expect(outcome.mib).toBeLessThan(PLENTY);
    expect(await tryGit(bench, sandbox, 'fetch', 'origin')).toMatchObject({ code: 0 });
  });

  it('that breaks off again and again leaves nothing on the disk', async () => {
    const objects = join(bench.data, `${TASK}.git`, 'objects');
    const before = readdirSync(objects);
    const pack = packOf(9, Buffer.concat([objectHeader(3, 8 * MIB), deflateSync(randomBytes(8 * MIB))]));
    for (let count = 0; count < 3; count += 1) {
      const abort = new AbortController();
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new Uint8Array(Buffer.concat([update, pack.subarray(0, -20)])));
        },
      });
      const request = { method: 'POST', body, duplex: 'half', signal: abort.signal };
      const cutOff = fetch(`${bench.sandboxUrl}/project.git/git-receive-pack`, {
        ...request,
        headers: { 'content-type': 'application/x-git-receive-pack-request' },
      } as RequestInit).catch(() => 'cut off');
      await until(() => readdirSync(objects).length > before.length);
      abort.abort();
      await cutOff;
      await until(() => readdirSync(objects).length === before.length);
    }
    expect(readdirSync(objects)).toEqual(before);
    expect(await tryGit(bench, sandbox, 'fetch', 'origin')).toMatchObject({ code: 0 });
  });

  it('of many commits is taken all the same, and fetched again', async () => {
    addHistory(bench, sandbox, 5_000);
    expect(await tryGit(bench, sandbox, 'push', '-q', 'origin', 'HEAD:work')).toMatchObject({ code: 0 });
    const other = await bench.cloneInSandbox('other');
    addHistory(bench, other, 3_000);
    expect(await tryGit(bench, other, 'fetch', 'origin')).toMatchObject({ code: 0 });
  });
});
