/** Home folders of real containers, kept and put into others (ENV-6). */
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
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

  function homesIn(limits: { readonly mostBytes?: number; readonly diskReserveBytes?: number } = {}): Downloads {
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
    expect(await filesOf(1)).toEqual([`${'a'.repeat(64)}.tar`]);
    expect((await stat(join(directory, '1', `${'a'.repeat(64)}.tar`))).mode & 0o777).toBe(0o600);
  });

  it('belong to one repository and one state of its lock files', async () => {
    expect(await homes.restore(to, key(2), never)).toBe('nothing');
    expect(await homes.restore(to, key(1, 'b'.repeat(64)), never)).toBe('nothing');
  });

  it('are not kept above a size, or if the disk would be full', async () => {
    await run(source, 'head -c 3000000 /dev/zero > ~/large');
    await homesIn({ mostBytes: 1_000_000 }).keep(from, key(3), never);
    expect(lines.at(-1)).toBe('downloads could not be kept for later tasks: They have more than 1 MiB.');
    await homesIn({ diskReserveBytes: Number.MAX_SAFE_INTEGER }).keep(from, key(3), never);
    expect(await filesOf(3)).toEqual([]);
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

  it('say so if they cannot be put into a sandbox', async () => {
    await mkdir(join(directory, '5'));
    await writeFile(join(directory, '5', `${'a'.repeat(64)}.tar`), 'This is no archive.');
    expect(await homes.restore(to, key(5), never)).toBe('broken');
    expect(lines.at(-1)).toMatch(/^downloads of an earlier task could not be used: ./);
    expect(await homes.restore(newId(), key(1), never)).toBe('broken');
  });

  it('are few for each repository, and go after a week', async () => {
    for (const [at, letter] of ['c', 'd', 'e', 'f'].entries()) {
      await homes.keep(from, key(6, letter.repeat(64)), never);
      const past = Date.now() / 1_000 - 1_000 + at;
      await utimes(join(directory, '6', `${letter.repeat(64)}.tar`), past, past);
    }
    expect(await filesOf(6)).toHaveLength(3);
    await writeFile(join(directory, '6', 'of a killed process.part'), '');
    const past = (Date.now() - 8 * DAY_MS) / 1_000;
    for (const name of ['of a killed process.part', `${'d'.repeat(64)}.tar`])
      await utimes(join(directory, '6', name), past, past);

    expect(await homes.restore(to, key(6, 'd'.repeat(64)), never)).toBe('nothing');
    await homes.keep(from, key(6, 'd'.repeat(64)), never);
    expect(await homes.restore(to, key(6, 'd'.repeat(64)), never)).toBe('restored');
    expect(await homes.removeOld()).toBe(1);
    expect((await filesOf(6)).map((name) => name.charAt(0)).toSorted()).toEqual(['d', 'e', 'f']);
  });
});
