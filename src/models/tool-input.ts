/**
 * The JSON a model wrote as a tool's input. What cannot be read becomes an object that fits no schema and says
 * why, so that the ordinary repair answers it; nesting is bounded because later code walks it recursively.
 */
const MAX_DEPTH = 100;

export function readToolInput(json: string): unknown {
  if (json.trim() === '') return {};
  if (isDeeperThan(json, MAX_DEPTH)) return unreadable(`The input was nested deeper than ${MAX_DEPTH} levels.`);
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? value
      : unreadable('The input was not a JSON object.');
  } catch {
    return unreadable('The input was not valid JSON.');
  }
}

/** True when the text is the whole of one JSON object. */
export function isCompleteObject(json: string): boolean {
  if (isDeeperThan(json, MAX_DEPTH)) return false;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function unreadable(reason: string): { readonly unreadable_input: string } {
  return { unreadable_input: reason };
}

function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
