/** At most this many characters (code points, the sign of the cut counted), and always whole ones. */
export function cut(text: string, maxCharacters: number): string {
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
  if (characters.length <= maxCharacters) return text.toWellFormed();
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .toWellFormed()}…`;
}
