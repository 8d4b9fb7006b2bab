/**
 * Finds this code however it is laid out: spaces, line breaks, and the commas that the formatter puts.
 * @param {string} code
 */
export function anyLayout(code) {
  const tokens = code.match(/\w+|[^\w\s]/g) ?? [];
  const source = tokens.map((token, at) => {
    const literal = token.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    const before = tokens[at - 1];
    if (before === undefined) return literal;
    const between = /\w$/.test(before) && /^\w/.test(token) ? '\\s+' : '\\s*';
    return `${/^[)\]}]$/.test(token) ? ',?' : ''}${between}${literal}`;
  });
  const [lead, trail] = [/^\s+/.test(code) ? '\\s+' : '', /\s+$/.test(code) ? '\\s+' : ''];
  return new RegExp(`${lead}${source.join('')}${trail}`);
}
