/** The cells of a table row in GitHub's Markdown. */

const COLUMNS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The number of columns of a table that begins with these two lines; 0 if they begin none. */
export function columnsOf(header: string, line: string): number {
  if (!line.includes('|') || !COLUMNS.test(line)) return 0;
  const columns = cellEnds(line).length;
  return cellEnds(header).length === columns ? columns : 0;
}

/** Without cells beyond the table's columns. */
export function withinColumns(row: string, columns: number): string {
  const end = cellEnds(row)[columns - 1];
  return end === undefined || !/[^\s|]/.test(row.slice(end)) ? row : row.slice(0, end + 1);
}

function cellEnds(row: string): readonly number[] {
  const ends: number[] = [];
  const begin = /^\s*\|?/.exec(row)?.[0].length ?? 0;
  for (let at = begin; at < row.length; at += 1) {
    if (row[at] === '\\') at += 1;
    else if (row[at] === '|') ends.push(at);
  }
  if (row.slice((ends.at(-1) ?? begin - 1) + 1).trim() !== '') ends.push(row.length);
  return ends;
}
