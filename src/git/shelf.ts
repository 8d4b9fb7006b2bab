/** Collects the lines of files to show, each once, within the available room. */
import { numbered } from './shown-pieces.ts';
import { weightOf } from '../ports/token-weight.ts';
import type { Piece } from '../ports/repository-look.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Ranges with a smaller gap are joined. */
const GAP = 3;
/** Fewer lines of a long part would be useless. */
const FEWEST = 10;
/** The marks around a piece. */
const MARKS = 160;

interface OnShelf {
  readonly lines: readonly string[];
  readonly shown: Set<number>;
}

export class Shelf {
  readonly #files = new Map<string, OnShelf>();
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  get room(): number {
    return this.#room;
  }

  /** All of it, or nothing. */
  put(path: string, lines: readonly string[], { from, to }: Range): boolean {
    const weight = this.#weightOf(path, lines, { from, to });
    if (weight > this.#room) return false;
    const file = this.#files.get(path) ?? { lines, shown: new Set<number>() };
    this.#files.set(path, file);
    for (let line = Math.max(1, from); line <= Math.min(to, lines.length); line += 1) file.shown.add(line);
    this.#room -= weight;
    return true;
  }

  /** As much of its beginning as fits; returns whether that is all. */
  putBeginning(path: string, lines: readonly string[], { from, to }: Range): boolean {
    for (let last = Math.min(to, lines.length); last >= from + FEWEST - 1; last -= Math.ceil((last - from + 1) / 4))
      if (this.put(path, lines, { from, to: last })) return last >= Math.min(to, lines.length);
    return this.put(path, lines, { from, to });
  }

  /** For content other than lines. */
  take(text: string): boolean {
    const weight = weightOf(text) + MARKS;
    if (weight > this.#room) return false;
    this.#room -= weight;
    return true;
  }

  pieces(): readonly Piece[] {
    return [...this.#files].flatMap(([path, { lines, shown }]) =>
      rangesOf([...shown].toSorted((one, other) => one - other)).map(
        ({ from, to }): Piece => ({ is: 'lines', path, from, to, of: lines.length }),
      ),
    );
  }

  #weightOf(path: string, lines: readonly string[], { from, to }: Range): number {
    const shown = this.#files.get(path)?.shown;
    let weight = shown === undefined ? MARKS + path.length : 0;
    for (let line = Math.max(1, from); line <= Math.min(to, lines.length); line += 1)
      if (shown?.has(line) !== true) weight += weightOf(numbered(lines[line - 1] ?? '', line)) + 1;
    return weight;
  }
}

function rangesOf(lines: readonly number[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last.to + GAP) ranges[ranges.length - 1] = { from: last.from, to: line };
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}
