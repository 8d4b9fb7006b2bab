/**
 * A driver in a separate process, so that it can be killed. The store is compiled once into a folder that plain Node
 * can run; the child appends as `script` says and prints one line for every acknowledged append.
 */
import { transformFile } from '@swc/core';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const HISTORY_FAILED = 9;
const SOURCE = path.resolve(import.meta.dirname, '../../src');

/** Appends batches of one to three entries until it is killed or has `limit` acknowledged; reopens when fenced. */
const DRIVER = `
import { createJsonlStore } from './history/jsonl-store.js';
const [directory, taskId, name, limit] = process.argv.slice(2);
const log = { warn() {}, info() {} };
const store = createJsonlStore({ directory, log });
let acknowledged = 0;
while (acknowledged < Number(limit)) {
  try {
    const history = await store.open({ taskId, issue: 'octo/shop#1', traceId: name });
    while (acknowledged < Number(limit)) {
      const size = 1 + (acknowledged % 3);
      const batch = Array.from({ length: size }, (_, part) => ({ type: 'action', key: name + ':' + acknowledged + ':' + part, filler: 'ä'.repeat(3000) }));
      const stored = await history.append(batch, Date.now(), (entries) => () => ({ entries: entries.at(-1).seq }));
      acknowledged += 1;
      process.stdout.write(JSON.stringify(stored.map(({ seq, key }) => [seq, key])) + '\\n');
    }
    await history.close();
  } catch (error) {
    if (error.code === 'history_failed') process.exit(${HISTORY_FAILED});
    if (error.name !== 'Fenced' && error.name !== 'RetryLater') throw error;
    process.stdout.write('[]\\n');
  }
}
`;

export async function compileStore(target: string): Promise<void> {
  for (const folder of ['', 'history', 'ports']) {
    await mkdir(path.join(target, folder), { recursive: true });
    for (const name of (await readdir(path.join(SOURCE, folder))).filter((file) => file.endsWith('.ts'))) {
      const { code } = await transformFile(path.join(SOURCE, folder, name), {
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      });
      await writeFile(
        path.join(target, folder, name.replace(/\.ts$/, '.js')),
        code.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"),
      );
    }
  }
  await writeFile(path.join(target, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(target, 'driver.js'), DRIVER);
}

export type Acknowledged = readonly (readonly [number, string])[];

export interface DriverProcess {
  /** Everything that was acknowledged. */
  readonly finished: Promise<Acknowledged>;
}

export interface DriverEnd {
  /** SIGKILL at this acknowledgement. */
  readonly killAfter?: number;
  /** No file may exceed this: the kernel cuts the write short, as on a full disk. */
  readonly largestFileKb?: number;
}

export function startDriver(
  compiled: string,
  args: readonly string[],
  { killAfter, largestFileKb }: DriverEnd = {},
): DriverProcess {
  const limit = largestFileKb === undefined ? ':' : `ulimit -f ${largestFileKb}`;
  const command = ['-c', `${limit}; exec "$@"`, 'bash', process.execPath, path.join(compiled, 'driver.js'), ...args];
  const child: ChildProcess = spawn('bash', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: [number, string][] = [];
  let count = 0;
  const finished = new Promise<Acknowledged>((resolve, reject) => {
    if (child.stdout === null) throw new Error('no pipe to the driver');
    createInterface({ input: child.stdout }).on('line', (line) => {
      acknowledged.push(...(JSON.parse(line) as [number, string][]));
      count += 1;
      if (count === killAfter) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL' || (code === HISTORY_FAILED && largestFileKb !== undefined))
        resolve(acknowledged);
      else reject(new Error(`the driver ended with ${code ?? signal}`));
    });
  });
  return { finished };
}
