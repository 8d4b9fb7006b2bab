/** Estimates the tokens of a text: four plain letters make about one token, every other letter about one each. */
export const WEIGHT_OF_TOKEN = 4;

export function weightOf(text: string): number {
  let weight = 0;
  for (const letter of text) weight += weightOfLetter(letter);
  return weight;
}

export function weightOfLetter(letter: string): number {
  return letter.charCodeAt(0) < 0x80 ? 1 : WEIGHT_OF_TOKEN;
}
