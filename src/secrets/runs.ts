/**
 * Runs of characters of one kind, walked by hand: a regular expression that repeats without bound keeps a way back
 * for every step, which overflows the stack on a run of some megabytes.
 */
export type CharacterKind = (code: number) => boolean;

/** Code units up to 0x7f from a table, all above it alike. */
export function kindOf(pattern: RegExp, above: boolean): CharacterKind {
  const table = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (code) => (code < 128 ? table[code] === true : above);
}

export function endOfRun(text: string, start: number, kind: CharacterKind): number {
  let end = start;
  while (end < text.length && kind(text.charCodeAt(end))) end += 1;
  return end;
}

export function startOfRun(text: string, end: number, kind: CharacterKind): number {
  let start = end;
  while (start > 0 && kind(text.charCodeAt(start - 1))) start -= 1;
  return start;
}
