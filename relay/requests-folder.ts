/** Writes each request of the service into a folder, and answers with the file that is put beside it. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { reply, stopping } from '../standins/anthropic/script.ts';
import { remember, requestText } from './request-text.ts';
import type { Reply, ReplyBlock, Script, SeenRequest } from '../standins/anthropic/script.ts';

/** As written by scripts/relay.mjs; blocks are those of the Messages API. */
interface Answer {
  readonly content: readonly ReplyBlock[];
  readonly stop_reason?: string;
}

const LOOK_MS = 300;

export interface RequestsFolder {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called once for each waiting request. */
  readonly onRequest: (file: string) => void;
}

/** `<n>.json` is the request, `<n>.md` the same for a person, `<n>.answer.json` the answer. */
export async function answersFrom({ folder, signal, onRequest }: RequestsFolder): Promise<Script> {
  await mkdir(folder, { recursive: true });
  const earlier = new Map<string, number>();
  const asked = new Map<string, Promise<Reply>>();

  async function ask(number: number, { body }: SeenRequest): Promise<Reply> {
    const file = join(folder, String(number).padStart(3, '0'));
    const text = requestText(number, body, earlier);
    remember(number, body, earlier);
    await writeFile(`${file}.json`, `${JSON.stringify(body, null, 1)}\n`);
    await writeFile(`${file}.md`, text);
    onRequest(`${file}.md`);
    for (;;) {
      const answer = await readFile(`${file}.answer.json`, 'utf8').catch(() => null);
      if (answer !== null) return replyOf(JSON.parse(answer) as Answer);
      await pause(LOOK_MS, undefined, { signal });
    }
  }

  return {
    // A repeated request, as after a crash, gets the same answer.
    everything: (request) => {
      const hash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
      const known = asked.get(hash) ?? ask(asked.size + 1, request);
      asked.set(hash, known);
      return known;
    },
  };
}

function replyOf({ content, stop_reason: stopReason }: Answer): Reply {
  return stopReason === undefined ? reply(...content) : stopping(stopReason, ...content);
}
