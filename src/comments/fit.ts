/** Puts the parts of a comment together under GitHub's limit: details are dropped, the oldest first, never cut in the middle. */
export const MAX_COMMENT_CHARACTERS = 64_000;

export interface Part {
  readonly text: string;
  /** Details go first when there is no room; the rest always stays. */
  readonly isDetail?: boolean;
}

export function fit(parts: readonly Part[], leftOut: string): string {
  const kept = parts.filter((part) => part.text !== '');
  const isLong = () => join(kept).length > MAX_COMMENT_CHARACTERS - leftOut.length - 2;
  let dropped = false;
  while (isLong()) {
    const detail = kept.findIndex((part) => part.isDetail === true);
    if (detail === -1) break;
    kept.splice(detail, 1);
    dropped = true;
  }
  return dropped ? `${join(kept)}\n\n${leftOut}` : join(kept);
}

function join(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('\n\n');
}
