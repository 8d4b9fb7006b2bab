/** A small repository with a bug, its issue, and the steps to fix it. */
import { toolUse } from '../standins/anthropic/script.ts';
import type { ReplyBlock } from '../standins/anthropic/script.ts';

export const ISSUE = {
  title: 'Discounts are added instead of subtracted',
  body: [
    'A cart of 100 with a 10 % discount costs 110. It should cost 90; see `src/total.js`.',
    '',
    '`npm test` shows it. Please keep the signature of `total`. A discount above 100 % should never make the price negative.',
  ].join('\n'),
};

const WRONG = '  return sum * (1 + discountPercent / 100);';
const RIGHT = '  return Math.max(0, sum * (1 - discountPercent / 100));';

const PARTS = ['currency', 'shipping', 'stock', 'tax', 'voucher'] as const;

function partText(name: string): string {
  const functions = ['read', 'check', 'merge', 'format'].map((verb) =>
    [
      `/** ${verb}s the ${name} of every item of a cart; an item without one is left as it is. */`,
      `export function ${verb}${name[0]?.toUpperCase()}${name.slice(1)}(items, options = {}) {`,
      `  const { isStrict = false, fallback = null } = options;`,
      '  return items.map((item) => {',
      `    const given = item.${name} ?? fallback;`,
      `    if (given === null && isStrict) throw new TypeError('An item has no ${name}.');`,
      `    return given === null ? item : { ...item, ${name}: given };`,
      '  });',
      '}',
    ].join('\n'),
  );
  return `${functions.join('\n\n')}\n`;
}

const TOTAL = [
  "import { readTax } from './tax.js';",
  "import { readVoucher } from './voucher.js';",
  '',
  '/** What one item costs, as often as it is in the cart. */',
  'function priceOf({ price, count = 1 }) {',
  "  if (!Number.isFinite(price) || price < 0) throw new RangeError('A price is a number of 0 or more.');",
  "  if (!Number.isInteger(count) || count < 0) throw new RangeError('A count is a whole number of 0 or more.');",
  '  return price * count;',
  '}',
  '',
  '/** What all items cost before a discount. */',
  'export function subtotal(items) {',
  '  return items.reduce((all, item) => all + priceOf(item), 0);',
  '}',
  '',
  '/** The tax on all items, each by its own rate in percent. */',
  'export function taxOn(items) {',
  '  return readTax(items).reduce((all, item) => all + (priceOf(item) * (item.tax ?? 0)) / 100, 0);',
  '}',
  '',
  '/** The price of all items, less the discount in percent. */',
  'export function total(items, discountPercent = 0) {',
  '  const sum = subtotal(items);',
  WRONG,
  '}',
  '',
  '/** The same with vouchers, which count before the discount does. */',
  'export function totalWithVouchers(items, discountPercent = 0) {',
  '  const worth = readVoucher(items).reduce((all, item) => all + (item.voucher ?? 0), 0);',
  '  return Math.max(0, total(items, discountPercent) - worth);',
  '}',
  '',
  '/** What stands on the bill, in the order of the cart. */',
  'export function lines(items) {',
  '  return items.map((item, at) => `${at + 1}. ${item.name ?? "An item"}: ${priceOf(item).toFixed(2)}`);',
  '}',
  '',
].join('\n');

const CASES = ['one item', 'two items', 'none of an item', 'a free item', 'a long cart', 'cents', 'a large count'];

const TEST = [
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { lines, subtotal, total } from '../src/total.js';",
  '',
  ...CASES.flatMap((name, at) => [
    `test('adds up ${name}', () => {`,
    `  const items = [{ name: '${name}', price: ${at * 3}, count: ${at} }, { price: 5, count: 1 }];`,
    `  assert.equal(subtotal(items), ${at * 3 * at + 5});`,
    `  assert.equal(lines(items).length, 2);`,
    '});',
    '',
  ]),
  "test('subtracts the discount', () => {",
  '  assert.equal(total([{ price: 100, count: 1 }], 10), 90);',
  '});',
  '',
].join('\n');

export const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'small-cart', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': '# small-cart\n\nAdds up what is in a cart, with taxes, vouchers and shipping.\n\n    npm test\n',
  'src/total.js': TOTAL,
  ...Object.fromEntries(PARTS.map((name) => [`src/${name}.js`, partText(name)])),
  'test/total.test.js': TEST,
};

const NEW_TEST = [
  '',
  "test('never goes below zero', () => {",
  '  assert.equal(total([{ price: 100, count: 1 }], 150), 0);',
  '});',
  '',
].join('\n');

/** Up to the step that says that it is done. */
export const STEPS: readonly ReplyBlock[] = [
  toolUse('list_files', {}),
  toolUse('read_file', { path: 'src/total.js' }),
  toolUse('read_file', { path: 'test/total.test.js' }),
  toolUse('run_command', { command: 'npm test' }),
  toolUse('edit_file', { path: 'src/total.js', old_text: WRONG, new_text: RIGHT }),
  toolUse('run_command', { command: `cat >> test/total.test.js <<'END'${NEW_TEST}END` }),
  toolUse('run_command', { command: 'npm test' }),
];
