/** From verified bytes to a JSON object; anything else is answered with the reason. */
export type PayloadOutcome =
  | { readonly kind: 'payload'; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** GitHub's payloads stay below 15. Deeper ones would overflow the stack of a recursive walk. */
const MAX_DEPTH = 100;

const TOO_DEEP = Symbol('too deep');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** A payload up to this size cannot hurt the parser; its depth is checked afterwards, which costs a tenth. */
const SMALL_BYTES = 256 * 1024;

export function parsePayload(body: Buffer): PayloadOutcome {
  const isSmall = body.length <= SMALL_BYTES;
  const value = isSmall || !isTooDeep(body) ? parseJson(body) : TOO_DEEP;
  if (value === TOO_DEEP || (isSmall && isDeeper(value, MAX_DEPTH)))
    return { kind: 'unreadable', reason: 'The body is nested too deeply.' };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      kind: 'unreadable',
      reason: 'The body is not a JSON object. Set the content type of the webhook to application/json.',
    };
  }
  return { kind: 'payload', payload: value as Readonly<Record<string, unknown>> };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
  }
  return false;
}

/** Goes down no further than it is allowed to. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
