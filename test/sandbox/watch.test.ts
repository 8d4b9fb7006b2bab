import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { agentPart } from './agent-part.ts';

interface Watch {
  readonly ended: Promise<{
    readonly exitCode: number | null;
    readonly stdout: { result(): { readonly text: string } };
  }>;
  listen(which: 0 | 1, stream: Socket): void;
  exited(how: { readonly exitCode: number }): void;
}

const { createWatch } = agentPart<{ createWatch(limitBytes: number): Watch }>('watch');
const streams: Socket[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pw-watch-'));
});
afterAll(() => {
  for (const stream of streams) stream.destroy();
  rmSync(folder, { recursive: true, force: true });
});

it('shows what a command printed though the agent, on a busy machine, hears of its end first and much later (EXEC-2)', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // Somebody in the background has it, too, and never lets go.
  const writing = openSync(path, constants.O_WRONLY);
  const stream = new Socket({ fd: reading, readable: true, writable: false });
  const watch = createWatch(1024);
  streams.push(stream);
  watch.listen(0, stream);
  watch.exited({ exitCode: 0 });
  writeSync(writing, 'printed\n');
  // No processor for longer than anything is waited for.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  const { exitCode, stdout } = await watch.ended;
  expect([exitCode, stdout.result().text]).toEqual([0, 'printed\n']);
});
