/**
 * How a line on the stream proves its author. Every process in a container can write to the agent's pipes and read from
 * them, so the pipes themselves are not trusted. A line is `<seal> <count> <text>`, sealed by a key that only the
 * service and this run of the agent know; a missing count reveals a lost line. `agent/seal.cjs` is the other side.
 */
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

export interface ContainerKeys {
  /** For the lines, as long as the container runs. */
  readonly lines: Buffer;
  /** For the agent's notes about its operations, which outlive a restart. */
  readonly notes: Buffer;
}

interface Opened {
  readonly count: number;
  readonly text: Buffer;
}

type Direction = 'to agent' | 'from agent';

const sealBytes = 18;
const sealChars = 24;
const unsealed = ' '.repeat(sealChars);
const maxCountDigits = 15;
const space = 32;

/** Every worker of the installation derives the same keys; they are stored nowhere. */
export function containerKeys(secret: string, containerId: string, startedAt: string): ContainerKeys {
  const derive = (what: string): Buffer => createHmac('sha256', secret).update(`sandbox ${what}`).digest();
  return { lines: derive(`lines ${containerId} ${startedAt}`), notes: derive(`notes ${containerId}`) };
}

export function lineKey(lines: Buffer, session: string, direction: Direction): KeyObject {
  return createSecretKey(createHmac('sha256', lines).update(`${direction} ${session}`).digest());
}

/** Begins with an empty line, so that unfinished output of others does not damage it. */
export function sealLine(key: KeyObject, count: number, text: string): Buffer {
  const line = Buffer.from(`\n${unsealed} ${count} ${text}\n`);
  const seal = createHmac('sha256', key)
    .update(line.subarray(sealChars + 2, -1))
    .digest('base64url');
  line.write(seal.slice(0, sealChars), 1, 'latin1');
  return line;
}

/** Null for a line that anybody may have written. */
export function openLine(key: KeyObject, line: Buffer): Opened | null {
  const from = sealChars + 1;
  if (line[sealChars] !== space) return null;
  const gap = line.subarray(from, from + maxCountDigits + 1).indexOf(space);
  if (gap < 1) return null;
  const seal = Buffer.from(line.toString('latin1', 0, sealChars), 'base64url');
  if (seal.length !== sealBytes) return null;
  const right = createHmac('sha256', key).update(line.subarray(from)).digest();
  if (!timingSafeEqual(seal, right.subarray(0, sealBytes))) return null;
  return {
    count: Number(line.toString('latin1', from, from + gap)),
    text: line.subarray(from + gap + 1),
  };
}
