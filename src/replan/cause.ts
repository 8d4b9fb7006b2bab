/** What went wrong, made comparable: the same trouble twice has the same cause although times and numbers differ. */
const MAX_CAUSE_CHARACTERS = 160;

export function causeOf(texts: readonly string[]): string {
  const text = texts.join(' ').toLowerCase().normalize('NFKC').slice(0, 4_000);
  return text
    .replace(/["'`“”「」][^"'`“”「」]{0,200}["'`“”「」]/g, '…')
    .replace(/(?:[\w.-]{0,100}\/){1,40}[\w.-]{0,100}/g, '…')
    .replace(/\b0x[0-9a-f]+\b|\b[0-9a-f]{7,64}\b/g, '…')
    .replace(/\d+/g, '0')
    .replace(/[\s…]+/g, ' ')
    .trim()
    .slice(0, MAX_CAUSE_CHARACTERS);
}
