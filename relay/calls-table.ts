/** The calls of a task by kind, compared with the plainest loop that takes the same steps. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareLoop } from '../bench/bare-loop.ts';
import { askedOf, type Asked } from '../bench/whole-task.ts';
import { tokens } from '../standins/anthropic/usage.ts';
import type { Json } from '../standins/anthropic/script.ts';

interface Call extends Asked {
  readonly answered: number;
}

export async function callsTable(
  folder: string,
  issue: { readonly title: string; readonly body: string; readonly files: readonly string[] },
): Promise<string> {
  const calls = await callsIn(folder);
  const kinds = [...new Set(calls.map(({ tool }) => tool))];
  const rows = kinds.map((kind) => rowOf(kind, calls.filter(({ tool }) => tool === kind)));
  const all = rowOf('all', calls);
  const bare = bareLoop(calls.filter(({ tool }) => tool === 'work').map(({ body }) => body), issue);
  return [
    '| kind | calls | tokens sent | tokens answered |',
    '| --- | --- | --- | --- |',
    ...rows,
    all,
    `| a bare loop with the same steps | ${bare.length} | ${sent(bare)} | |`,
    '',
    `${(sent(calls) / sent(bare)).toFixed(2)} times the tokens of the bare loop, ${calls.length - bare.length} calls more.`,
    '',
  ].join('\n');
}

function rowOf(kind: string, calls: readonly Call[]): string {
  const answered = calls.reduce((sum, call) => sum + call.answered, 0);
  return `| ${kind} | ${calls.length} | ${sent(calls)} | ${answered} |`;
}

function sent(calls: readonly Asked[]): number {
  return calls.reduce((sum, call) => sum + call.tokens, 0);
}

async function callsIn(folder: string): Promise<readonly Call[]> {
  const names = (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const body = JSON.parse(await readFile(join(folder, name), 'utf8')) as Json;
      const answer = await readFile(join(folder, name.replace('.json', '.answer.json')), 'utf8').catch(() => '');
      return { ...askedOf(body), answered: tokens(Buffer.byteLength(answer)) };
    }),
  );
}
