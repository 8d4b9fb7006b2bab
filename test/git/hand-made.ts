/** Hand-made pushes, and the work they cause for git on the host. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { constants, deflateRawSync } from 'node:zlib';
import type { GitBench } from './git-bench.ts';

export const MIB = 1024 * 1024;
const NOWHERE = '0'.repeat(40);
export const pkt = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
export const command = (ref: string, extra = '') => pkt(`${NOWHERE} ${'1'.repeat(40)} ${ref}${extra}`);

export const update = Buffer.from(`${command('refs/heads/work', '\0report-status')}0000`);

/** The type and length before an object in a pack. */
export function objectHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

export function packOf(count: number, ...objects: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const body = Buffer.concat([head, ...objects]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** This many zero bytes, compressed a thousandfold: the same block repeatedly. */
export function nothing(size: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MIB), { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([3, 0, 0, 0, 0, 1]);
  end.writeUInt16BE(size % 65_521, 2);
  return Buffer.concat([Buffer.from([0x78, 1]), ...Array.from({ length: size / MIB }, () => block), end]);
}

/** Reports each git process of this bench every 5 ms, until the returned function is called. */
export function watchGit(
  bench: GitBench,
  see: (look: readonly { readonly pid: string; readonly program: string }[]) => void,
): () => void {
  const look = () => {
    const ours = readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(bench.data);
      } catch {
        return false;
      }
    });
    see(ours.map((pid) => ({ pid, program: ofProcess(pid, 'cmdline').split('\0').slice(0, 2).join(' ') })));
  };
  const timer = setInterval(look, 5).unref();
  return () => clearInterval(timer);
}

/** '' if it is gone. */
export function ofProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
