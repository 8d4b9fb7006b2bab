/** Splits git's NUL-terminated output as it arrives: a million entries cost time, not memory. */

/** Git allows longer paths, which no list needs. */
const LONGEST_BYTES = 8 * 1024;

/** `take` gets each entry, and null for one that is too long. */
export function eachEntry(take: (entry: string | null) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  return (chunk) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, from)) {
      take(isTooLong || end - from > LONGEST_BYTES ? null : data.toString('utf8', from, end));
      isTooLong = false;
      from = end + 1;
    }
    isTooLong ||= data.length - from > LONGEST_BYTES;
    rest = isTooLong ? Buffer.alloc(0) : Buffer.from(data.subarray(from));
  };
}
