/** What GitHub does not show of fences that it renders as drawings. Linear time. */

/** Their source is never shown; with a character reference in it, GitHub reads the language differently. */
const DRAWING = /^[ \t]*(?:`+|~+)[ \t]*(?:(?:geojson|topojson|stl)(?=[ \t]|$)|[^ \t`~]*&)/i;
const CLOSING = /^[ \t]*(?:`{3,}|~{3,})[ \t]*$/;
const SETTINGS = /^[ \t]*-{3,}[ \t]*$/;
/** Constructs that continue up to a line with their end. */
const LONG = [
  { start: /%%\{/, end: /\}%%/ },
  { start: /(?:^|;)[ \t]*accDescr[ \t]*\{/i, end: /\}/ },
];
const STATEMENT = /(?:^|;)[ \t]*(?:acc(?:Title|Descr)[ \t]*:|(?:classDef|click|style|linkStyle)[ \t])/i;
const MENU = /(?:^|;)[ \t]*(?:links?|callback|properties|details)[ \t]+[\w ]+[:"]/i;
const COMMENT = /(?:^|[\s;])%%/;

export function isDrawing(opening: string): boolean {
  return DRAWING.test(opening);
}

/**
 * For Mermaid: without comments, settings, descriptions, and text that is shown only on hover; the number of lines
 * stays.
 */
export function shownOfDiagram(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  let end: RegExp | null = null;
  return lines
    .map((line, at) => {
      if (at === lines.length - 1 && CLOSING.test(line)) return line;
      if (end !== null) {
        if (end.test(line)) end = null;
        return '';
      }
      if (at === first && SETTINGS.test(line)) {
        end = SETTINGS;
        return '';
      }
      const long = LONG.find(({ start }) => start.test(line));
      if (long !== undefined) {
        const from = line.search(long.start);
        if (!long.end.test(line.slice(from))) end = long.end;
        return shownOfLine(line.slice(0, from));
      }
      return shownOfLine(line);
    })
    .join('\n');
}

function shownOfLine(line: string): string {
  const places = [STATEMENT, MENU, COMMENT].map((pattern) => line.search(pattern)).filter((at) => at !== -1);
  return places.length === 0 ? line : line.slice(0, Math.min(...places));
}
