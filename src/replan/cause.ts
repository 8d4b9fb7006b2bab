/** What went wrong, made comparable: the same trouble twice has the same cause although times and numbers differ. */
const MAX_CAUSE_CHARACTERS = 160;
/** Read before anything else is done with it: normalising takes quadratic time on some texts. */
const MAX_READ_CHARACTERS = 4_000;

export function causeOf(texts: readonly string[]): string {
  const text = texts
    .join(' ')
    .slice(0, MAX_READ_CHARACTERS)
    .toLowerCase()
    .normalize('NFKC')
    .slice(0, MAX_READ_CHARACTERS);
  return text
    .replace(/["'`“”「」][^"'`“”「」]{0,200}["'`“”「」]/g, '…')
    .replace(/(?:[\w.-]{0,100}\/){1,40}[\w.-]{0,100}/g, '…')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\b[0-9a-f]{7,64}\b/g, '…')
    .replace(/\d+(?:[.:,]\d+)*/g, '0')
    .replace(/[\s…]+/g, ' ')
    .trim()
    .slice(0, MAX_CAUSE_CHARACTERS)
    .toWellFormed();
}
