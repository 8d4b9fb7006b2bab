/** Searches for secrets in everything a task leaves behind, plain or disguised, whole or cut at either end. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Place {
  readonly name: string;
  readonly text: string;
}

/** Characters that may be missing at either end. */
const CUT = 6;
/** A piece of this many characters reveals a secret. */
const PIECE = 18;

/** `secret in place (disguise)` for each match; never the value. */
export function findLeaks(secrets: Readonly<Record<string, string>>, places: readonly Place[]): readonly string[] {
  const wanted = Object.entries(secrets).flatMap(([name, value]) =>
    pieces(value)
      .flatMap(disguises)
      .map((disguise) => ({ name, ...disguise })),
  );
  const found = new Set<string>();
  for (const place of places) {
    const shapes = { exact: place.text, lower: place.text.toLowerCase(), joined: place.text.replace(/\s|\\n/g, '') };
    for (const { name, kind, text } of wanted) {
      const isHit =
        kind === 'hex' || kind === 'percent'
          ? shapes.lower.includes(text)
          : shapes.exact.includes(text) || shapes.joined.includes(text);
      if (isHit) found.add(`${name} in ${place.name} (${kind})`);
    }
  }
  return [...found];
}

/** Every file below a folder, as text. */
export async function filesBelow(folder: string): Promise<readonly Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(name, 'latin1').catch(() => '') })),
  );
  return [...read, { name: `file names below ${folder}`, text: files.join('\n') }];
}

/** Each line of a multi-line text, such as a private key, is a secret of its own. */
function pieces(value: string): readonly string[] {
  return value
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('-----'))
    .flatMap((line) => {
      const core = line.length > PIECE + 2 * CUT ? line.slice(CUT, -CUT) : line;
      if (core.length < PIECE) return [];
      return Array.from({ length: Math.floor(core.length / PIECE) }, (_, index) =>
        core.slice(index * PIECE, (index + 1) * PIECE),
      );
    });
}

interface Disguise {
  readonly kind: 'plain' | 'reversed' | 'hex' | 'percent' | 'url' | 'base64';
  readonly text: string;
}

function disguises(piece: string): readonly Disguise[] {
  const hex = Buffer.from(piece).toString('hex');
  const base64 = [0, 1, 2].map((offset) => base64At(piece, offset));
  return [
    { kind: 'plain', text: piece },
    { kind: 'reversed', text: piece.split('').toReversed().join('') },
    { kind: 'hex', text: hex },
    { kind: 'percent', text: hex.replace(/../g, '%$&') },
    { kind: 'url', text: encodeURIComponent(piece) },
    ...base64.flatMap((text): readonly Disguise[] => [
      { kind: 'base64', text },
      { kind: 'base64', text: text.replaceAll('+', '-').replaceAll('/', '_') },
    ]),
  ];
}

/** The base64 characters that any text contains which has the piece this many bytes after a multiple of three. */
function base64At(piece: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(piece)]);
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
