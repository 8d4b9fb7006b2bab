/** Parses the JSON that a model wrote as a tool's input. */

/** Later code walks it recursively. */
const MAX_DEPTH = 100;

/** Unreadable input becomes an object that fits no schema and says why, so that it is repaired like any other. */
export function readToolInput(json: string): object {
  const read = json.trim() === '' ? {} : parsedObject(json);
  return typeof read === 'string' ? { unreadable_input: read } : read;
}

export function isWholeInput(json: string): boolean {
  return typeof parsedObject(json) === 'object';
}

/** The only JSON object in the text, or what is wrong with it. */
function parsedObject(json: string): object | string {
  if (isDeeperThan(json, MAX_DEPTH)) return `The input was nested deeper than ${MAX_DEPTH} levels.`;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? value
      : 'The input was not a JSON object.';
  } catch {
    return 'The input was not valid JSON.';
  }
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
