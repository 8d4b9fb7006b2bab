/**
 * Measures what stands before the pack of a push: lines that begin with their own length in four hex digits, up to
 * one of no length. Answers false once there is more of it than allowed; the pack itself is not looked at.
 */
export function createCommandLimit(maxBytes: number): (chunk: Uint8Array) => boolean {
  let bytes = 0;
  let leftInLine = 0;
  let digits = '';
  let isOver = false;

  function skip(chunk: Uint8Array, at: number): number {
    if (leftInLine > 0) {
      const taken = Math.min(leftInLine, chunk.length - at);
      leftInLine -= taken;
      return taken;
    }
    digits += String.fromCharCode(chunk[at] ?? 0);
    if (digits.length < 4) return 1;
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
    digits = '';
    // The end of the list, or something that git refuses; a line of four bytes is an empty one.
    if (length < 4) isOver = true;
    else leftInLine = length - 4;
    return 1;
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length && !isOver; ) {
      const taken = skip(chunk, at);
      at += taken;
      bytes += taken;
      if (bytes > maxBytes) return false;
    }
    return true;
  };
}
