/** Lower case for A–Z alone: Unicode folding would let look-alikes such as the Kelvin sign pass for a letter. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** At most `maxLength` UTF-16 units, never ending in half a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}
