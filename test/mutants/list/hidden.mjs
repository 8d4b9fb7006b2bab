/** What GitHub does not show of a text. [ID, what stands there exactly once, what takes its place] */
const MARKDOWN = [
  ['GH-2', 'if (references.footnotes.has(labelOf(label))) continue;', 'continue;'],
  ['GH-2', 'if (references.footnotes.has(labelOf(label))) continue;', ''],
  ['GH-2', "isReferredTo ? piece.defines.shown : ''", 'piece.defines.shown'],
  ['GH-2', "isReferredTo ? piece.defines.shown : ''", "''"],
  ['GH-2', 'withinColumns(texts[header + at] ??', '(texts[header + at] ??'],
  ['GH-2', 'return withLanguage(text);', 'return text;'],
  ['GH-2', 'return isLanguage ? marks + space + first : marks;', 'return marks;'],
  ['GH-2', "text.replaceAll(/^[ \\t]*%%.*$/gm, '')", 'text'],
];

const PROSE = [
  ['GH-2', 'isImage && !OWN_ALTERNATIVE.test(inner)', 'isImage'],
  ['GH-2', 'isImage && !OWN_ALTERNATIVE.test(inner)', 'false'],
  ['GH-2', "!isImage && inner.trim() === ''", 'false'],
  ['GH-2', 'const titled = hasTitle ?', 'const titled = false ?'],
  ['GH-2', 'const hidden = isName ?', 'const hidden = true ?'],
  ['GH-2', 'if (brackets.length === 0 && !isRaw) next', 'if (false) next'],
  ['GH-2', 'if (isText) break;', ''],
];

const HTML = [
  ['GH-2', "name.length > LONGEST_NAME ? ''", "false ? ''"],
  ['GH-2', 'if (/^[\\s/]*$/.test(rest)) return whole;', 'return whole;'],
  ['GH-2', '? matches(UNSEEN_RAW, text, at)', '? false'],
  ['GH-2', 'last > at && matches(start, text, at)', 'matches(start, text, at)'],
];

const BLOCKS = [
  ['GH-2', 'return container.isEmpty ? null : place;', 'return place;'],
  ['GH-2', 'isIndented ? 0 : columnsOf(above, rest)', 'isIndented ? 0 : 0'],
  ['GH-2', 'paragraph.block.table === undefined;', 'true;'],
];

const TESTS = ['test/prompts/unseen'];

export const HIDDEN = [
  { file: 'src/people/unseen-markdown.ts', tests: TESTS, mutants: MARKDOWN },
  { file: 'src/people/unseen-prose.ts', tests: TESTS, mutants: PROSE },
  { file: 'src/people/html-blocks.ts', tests: TESTS, mutants: HTML },
  { file: 'src/people/markdown-blocks.ts', tests: TESTS, mutants: BLOCKS },
];
