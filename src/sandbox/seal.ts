/**
 * How a line on the stream proves who wrote it. Every process in a container may write to the agent's pipes and read
 * from them: they carry the lines, and no trust. `<seal> <count> <text>`, sealed by a key that only the service and
 * the agent of this start of the container know; a count that is missing tells of a line that was lost on its way.
 * `agent/seal.cjs` is the other side.
 */
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

export interface ContainerKeys {
  /** Of the lines, for as long as the container runs. */
  readonly lines: Buffer;
  /** Of the agent's notes about what it ran, which outlive a restart. */
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

/** Every worker of the installation finds the same keys, and none of them is kept anywhere. */
export function containerKeys(secret: string, containerId: string, startedAt: string): ContainerKeys {
  const derive = (what: string): Buffer => createHmac('sha256', secret).update(`sandbox ${what}`).digest();
  return { lines: derive(`lines ${containerId} ${startedAt}`), notes: derive(`notes ${containerId}`) };
}

export function lineKey(lines: Buffer, session: string, direction: Direction): KeyObject {
  return createSecretKey(createHmac('sha256', lines).update(`${direction} ${session}`).digest());
}

/** An empty line before it: what others left unended in the pipe spoils nothing. */
export function sealLine(key: KeyObject, count: number, text: string): Buffer {
  const line = Buffer.from(`\n${unsealed} ${count} ${text}\n`);
  const seal = createHmac('sha256', key)
    .update(line.subarray(sealChars + 2, -1))
    .digest('base64url');
  line.write(seal.slice(0, sealChars), 1, 'latin1');
  return line;
}

/** Null for what anybody may have written. */
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
