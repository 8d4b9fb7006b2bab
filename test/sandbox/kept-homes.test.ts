/** Home folders of real containers, kept and put into others (ENV-6). */
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeptHomes } from '../../src/sandbox/kept-homes.ts';
import { clock, closedGateway, docker, never, newId, run, sandboxesOf, specOf } from './rig.ts';
import type { Downloads } from '../../src/ports/downloads.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';

const DAY_MS = 86_400_000;

describe('kept home folders (ENV-6)', () => {
  const sandboxes = sandboxesOf(newId());
  const lines: string[] = [];
  const log = {
    info: (_fields: object, text: string) => void lines.push(text),
    warn: ({ reason = '' }: { readonly reason?: string }, text: string) => void lines.push(`${text}: ${reason}`),
  };
  let directory: string;
  let homes: Downloads;
  let source: Sandbox;
  let target: Sandbox;
  const [from, to] = [newId(), newId()];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planwright-homes-'));
    homes = homesIn();
    source = await sandboxes.create(specOf(from), closedGateway());
    target = await sandboxes.create(specOf(to), closedGateway());
  });
  afterAll(async () => {
    await Promise.all([from, to].map((id) => sandboxes.remove(id)));
    await rm(directory, { recursive: true, force: true });
  });

  type Limits = Partial<Record<'mostBytes' | 'mostBytesTogether' | 'diskReserveBytes', number>>;
  function homesIn(limits: Limits = {}): Downloads {
    return createKeptHomes({ docker, directory, diskReserveBytes: 0, clock, log: log as never, ...limits });
  }

  const key = (repositoryId: number, digest = 'a'.repeat(64)) => ({ repositoryId, digest });
  const filesOf = (repositoryId: number) => readdir(join(directory, String(repositoryId))).catch(() => []);

  it('keep names, links, modes and the owner, and are only put together once', async () => {
    await run(source, 'mkdir -p ~/日本 && echo one > ~/日本/file && ln -s file ~/日本/link && chmod 750 ~/日本/file');
    await homes.keep(from, key(1), never);
    await run(source, 'echo two > ~/日本/file');
    await homes.keep(from, key(1), never);

    expect(await homes.restore(to, key(1), never)).toBe('restored');
    const { stdout } = await run(target, 'cat ~/日本/link && stat -c "%a %u" ~/日本/file && echo more >> ~/日本/file');
    expect(stdout).toBe('one\n750 1000\n');
    const [file = ''] = await filesOf(1);
    expect(file).toMatch(/^a{64}-[0-9a-f]{16}\.tar$/);
    expect(await filesOf(1)).toHaveLength(1);
    expect((await stat(join(directory, '1', file))).mode & 0o777).toBe(0o600);
  });

  it('belong to one repository and one state of its lock files', async () => {
    expect(await homes.restore(to, key(2), never)).toBe('nothing');
    expect(await homes.restore(to, key(1, 'b'.repeat(64)), never)).toBe('nothing');
  });

  it('are not kept above a size, which no later task tries again, nor if the disk would be full', async () => {
    await run(source, 'head -c 3000000 /dev/zero > ~/large');
    await homesIn({ mostBytes: 1_000_000 }).keep(from, key(3), never);
    expect(lines.at(-1)).toBe('downloads are too large to be kept');
    expect(await homes.restore(to, key(3), never)).toBe('nothing');
    const before = lines.length;
    await homes.keep(from, key(3), never);
    expect(lines).toHaveLength(before);
    await homesIn({ diskReserveBytes: Number.MAX_SAFE_INTEGER }).keep(from, key(8), never);
    expect(await filesOf(8)).toEqual([]);
    await run(source, 'rm ~/large');
  });

  it('take no more than a limit together, the newest first', async () => {
    await run(source, 'head -c 500000 /dev/urandom > ~/large');
    const limited = homesIn({ mostBytesTogether: 1_200_000 });
    for (const repository of [11, 12, 13]) await limited.keep(from, key(repository), never);
    expect(await Promise.all([11, 12, 13].map(async (each) => (await filesOf(each)).length))).toEqual([0, 1, 1]);
    await run(source, 'rm ~/large');
  });

  it('contain nothing from elsewhere if the home folder is a link', async () => {
    await run(source, 'cd /workspace && mv home home.real && ln -s /etc home');
    await homes.keep(from, key(4), never);
    await run(source, 'cd /workspace && rm home && mv home.real home');
    expect(await homes.restore(to, key(4), never)).not.toBe('nothing');
    const { stdout } = await run(target, 'cd /workspace && find . -name passwd; ls -d home');
    expect(stdout).toBe('home\n');
    await run(target, 'cd /workspace && rm -rf home && mkdir home');
  });

  it('say so if they cannot be put into a sandbox, and are not tried again', async () => {
    await homes.keep(from, key(5), never);
    const [file = ''] = await filesOf(5);
    await writeFile(join(directory, '5', file), 'This is no archive.');
    expect(await homes.restore(to, key(5), never)).toBe('broken');
    expect(lines.at(-1)).toMatch(/^downloads of an earlier task could not be used: ./);
    expect(await homes.restore(to, key(5), never)).toBe('nothing');
    expect(await homes.restore(newId(), key(1), never)).toBe('nothing');
  });

  it('are few for each repository, and go after a week', async () => {
    const age = async (letter: string, ms: number) => {
      const [file = ''] = (await filesOf(6)).filter((name) => name.startsWith(letter));
      await utimes(join(directory, '6', file), (Date.now() - ms) / 1_000, (Date.now() - ms) / 1_000);
    };
    for (const [at, letter] of ['c', 'd', 'e', 'f'].entries()) {
      await homes.keep(from, key(6, letter.repeat(64)), never);
      await age(letter, 1_000_000 - at * 1_000);
    }
    expect((await filesOf(6)).map((name) => name.charAt(0)).toSorted()).toEqual(['d', 'e', 'f']);
    await writeFile(join(directory, '6', 'of a killed process.part'), '');
    await age('o', 3_600_000);
    await age('d', 8 * DAY_MS);

    expect(await homes.restore(to, key(6, 'd'.repeat(64)), never)).toBe('nothing');
    expect(await homes.removeOld()).toBe(2);
    await homes.keep(from, key(6, 'd'.repeat(64)), never);
    expect(await homes.restore(to, key(6, 'd'.repeat(64)), never)).toBe('restored');
    expect((await filesOf(6)).map((name) => name.charAt(0)).toSorted()).toEqual(['d', 'e', 'f']);
  });
});
