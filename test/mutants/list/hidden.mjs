/** What GitHub does not show of a text. [ID, what stands there exactly once, what takes its place] */
const MARKDOWN = [
  ['GH-2', 'if (references.footnotes.delete(labelOf(label))) continue;', 'continue;'],
  ['GH-2', 'if (references.footnotes.delete(labelOf(label))) continue;', ''],
  ['GH-2', "isReferredTo ? piece.defines.shown : ''", 'piece.defines.shown'],
  ['GH-2', "isReferredTo ? piece.defines.shown : ''", "''"],
  ['GH-2', 'withinColumns(texts[header + at] ??', '(texts[header + at] ??'],
  ['GH-2', "texts.slice(0, header).join('\\n')", "texts.join('\\n')"],
  ['GH-2', 'return { shown: withLanguage(text) };', 'return { shown: text };'],
  ['GH-2', 'return isLanguage ? marks + space + first : marks;', 'return marks;'],
  ['GH-2', 'references.links.delete(', 'references.links.has('],
  ['GH-2', 'references.footnotes.delete(', 'references.footnotes.has('],
  ['GH-2', 'if (!hidesRest && (opened === null || mayEnd)) continue;', 'continue;'],
  ['GH-2', "if (isDrawing(opening)) return [piece('drawing', 0)];", ''],
  ['GH-2', 'return { shown: shownOfDiagram(text) };', 'return { shown: text };'],
];

const PROSE = [
  ['GH-2', 'isImage && !OWN_ALTERNATIVE.test(inner)', 'isImage'],
  ['GH-2', 'isImage && !OWN_ALTERNATIVE.test(inner)', 'false'],
  [
    'GH-2',
    'const { isWhole, shown, to } = resource;\n    if (!isImage &&',
    'const { isWhole, shown, to } = resource;\n    if (false &&',
  ],
  [
    'GH-2',
    'null;\n  const to = second?.to ?? close + 1;\n  if (!isImage &&',
    'null;\n  const to = second?.to ?? close + 1;\n  if (false &&',
  ],
  ['GH-2', 'const hidden = isWhole ?', 'const hidden = true ?'],
  ['GH-2', 'hidesRest = found.hidesRest === true;', ''],
  ['GH-2', 'const hidden = isName ?', 'const hidden = true ?'],
  ['GH-2', 'if (brackets.length === 0 && !isRaw) next', 'if (false) next'],
  ['GH-2', 'if (isText) break;', ''],
];

const OPEN_VALUES = [
  ['GH-2', 'mayEnd ? shown + MAY_BE_HIDDEN : shown', 'shown'],
  ['GH-2', '!hidesRest && (opened === null || mayEnd)', '!hidesRest'],
];

const HTML = [
  ['GH-2', 'name.length <= LONGEST_NAME && ', ''],
  ['GH-2', ' && TAG_NAME.test(name)', ''],
  ['GH-2', 'isRaw ? endOfTag(text, at + start.length) :', 'isRaw ? endOfTag(text, at + 1) :'],
  ['GH-2', 'if (/^[\\s/]*$/.test(rest)) return whole;', 'return whole;'],
  ['GH-2', '? matches(UNSEEN_RAW, text, at)', '? false'],
  ['GH-2', 'last > at && matches(start, text, at)', 'matches(start, text, at)'],
];

const ELEMENTS = [
  ['GH-2', 'if (undrawn !== null) return undrawn;', ''],
  ['GH-2', 'if (!KEPT.includes(name)) return null;', ''],
  ['GH-2', 'hidesRest: isRaw ||', 'hidesRest:'],
  ['GH-2', 'hidesRest: isRaw || /<[A-Za-z]/.test(text.slice(from))', 'hidesRest: isRaw'],
  ['GH-2', 'hidesRest: isRaw || /<[A-Za-z]/.test(text.slice(from))', 'hidesRest: true'],
];

const TAG_ENDS = [
  ['GH-2', "character === '=' && hasName", "character === '='"],
  ['GH-2', "if (character === '/') hasName = false;", 'if (false) hasName = false;'],
  ['GH-2', '      hasName = false;\n    } else if', '    } else if'],
  ['GH-2', 'to: null, opens: quote', 'to: null, opens: null'],
  ['GH-2', 'opened === \'"\' ? QUOTED.test(markdown) : markdown.includes("\'")', 'true'],
  ['GH-2', 'opened === \'"\' ? QUOTED.test(markdown) : markdown.includes("\'")', 'QUOTED.test(markdown)'],
  ['GH-2', 'opened === \'"\' ? QUOTED.test(markdown) : markdown.includes("\'")', 'markdown.includes("\'")'],
];

const LINKS = [
  ['GH-2', '/^\\S{0,300}$/', '/^\\S*$/'],
  ['GH-2', '/^\\S{0,300}$/', '/^.{0,300}$/'],
  ['GH-2', 'title === target && shown === given', 'title === target'],
  ['GH-2', 'title === target && shown === given', 'shown === given'],
];

const FORMULAS = [
  ['GH-2', 'let left = count;', 'let left = 1;'],
  ['GH-2', 'groupEnd(text, OPEN.lastIndex, end) : end;', 'groupEnd(text, OPEN.lastIndex, end) : to;'],
];

const DIAGRAMS = [
  ['GH-2', '&& CLOSING.test(line)) return line;', '&& false) return line;'],
  ['GH-2', 'at === first && SETTINGS.test(line)', 'false'],
  ['GH-2', 'if (!long.end.test(line.slice(from))) end = long.end;', ''],
  ['GH-2', '[STATEMENT, MENU, COMMENT]', '[MENU, COMMENT]'],
  ['GH-2', '[STATEMENT, MENU, COMMENT]', '[STATEMENT, COMMENT]'],
  ['GH-2', '[STATEMENT, MENU, COMMENT]', '[STATEMENT, MENU]'],
  ['GH-2', '|[^ \\t`~]*&)', ')'],
];

const BLOCKS = [
  ['GH-2', 'paragraph !== null && paragraph.block.table === undefined;\n    let', 'paragraph !== null;\n    let'],
  ['GH-2', 'return container.isEmpty ? null : place;', 'return place;'],
  ['GH-2', 'isIndented ? 0 : columnsOf(above, rest)', 'isIndented ? 0 : 0'],
  ['GH-2', 'isParagraph && paragraph.block.table === undefined;', 'isParagraph;'],
];

const TESTS = ['test/prompts/unseen.test'];

export const HIDDEN = [
  { file: 'src/people/unseen-markdown.ts', tests: TESTS, mutants: [...MARKDOWN, ...OPEN_VALUES] },
  { file: 'src/people/unseen-prose.ts', tests: TESTS, mutants: PROSE },
  { file: 'src/people/html-blocks.ts', tests: TESTS, mutants: [...HTML, ...ELEMENTS] },
  { file: 'src/people/html-tag-end.ts', tests: TESTS, mutants: TAG_ENDS },
  { file: 'src/people/link-parts.ts', tests: TESTS, mutants: LINKS },
  { file: 'src/people/unseen-formula.ts', tests: TESTS, mutants: FORMULAS },
  { file: 'src/people/unseen-diagram.ts', tests: TESTS, mutants: DIAGRAMS },
  { file: 'src/people/markdown-blocks.ts', tests: TESTS, mutants: BLOCKS },
];
