/** How much of a model's attention a text takes: four plain letters make about one token, every other letter about one by itself. */
export const WEIGHT_OF_TOKEN = 4;

export const CUT = '\n… the rest is left out';

export function weightOf(text: string): number {
  let weight = 0;
  for (const letter of text) weight += weightOfLetter(letter);
  return weight;
}

/** Its beginning, where all of it is too much; what says so is counted too. */
export function within(text: string, maxWeight: number): string {
  const room = maxWeight - weightOf(CUT);
  let weight = 0;
  let end = 0;
  let fitting = 0;
  for (const letter of text) {
    weight += weightOfLetter(letter);
    end += letter.length;
    if (weight <= room) fitting = end;
    if (weight > maxWeight) return text.slice(0, fitting) + CUT;
  }
  return text;
}

function weightOfLetter(letter: string): number {
  return letter.charCodeAt(0) < 0x80 ? 1 : WEIGHT_OF_TOKEN;
}
