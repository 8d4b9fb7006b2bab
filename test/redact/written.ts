/** Ways to write a value so that it is not noticed, for searches in output and in changes. */
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const bytes = (text: string, write: (byte: number) => string) => Array.from(Buffer.from(text), write).join('');
const units = (text: string, write: (unit: string) => string) =>
  Array.from(Buffer.from(text, 'utf16le').swap16().toString('hex').matchAll(/.{4}/g), ([unit]) => write(unit)).join('');
const wrapped = (text: string) => text.replace(/.{76}/g, '$&\n');

function base32(text: string): string {
  const bits = bytes(text, (byte) => byte.toString(2).padStart(8, '0'));
  const groups = Array.from(bits.matchAll(/.{1,5}/g), ([group]) => Number.parseInt(group.padEnd(5, '0'), 2));
  const written = groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[group]).join('');
  return written.padEnd(Math.ceil(written.length / 8) * 8, '=');
}

/** Sixteen bytes per line, after an offset and before their text. */
function dump(text: string, line: (offset: string, bytes: string) => string, hasText = true): string {
  return Array.from(`config: ${text} end`.matchAll(/.{1,16}/gs), ({ 0: part, index }) => {
    const shown = hasText ? `  ${part}` : '';
    return `\n${line(index.toString(16).padStart(8, '0'), hex(part.padEnd(16)))}${shown}`;
  }).join('');
}

export const WRITTEN: readonly (readonly [name: string, write: (secret: string) => string])[] = [
  ['split over lines', (secret) => secret.replace(/.{9}/g, '$&\n   ')],
  ['URL-encoded', encodeURIComponent],
  ['URL-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['percent-encoded throughout', (secret) => hex(secret).replace(/../g, '%$&')],
  [
    'percent-encoded here and there',
    (secret) => secret.replace(/[e-pE-P0-4]/g, (found) => `%${hex(found).toUpperCase()}`),
  ],
  ['spaced hex', (secret) => hex(secret).replace(/../g, '$& ')],
  ['hex in mixed case', (secret) => hex(secret).replace(/[a-f]\d/g, (found) => found.toUpperCase())],
  ['base32', base32],
  ['base32, one byte further', (secret) => base32(`a${secret} and more`)],
  ['base32, four bytes further', (secret) => base32(`abcd${secret}`)],
  ['twice in base64', (secret) => base64(base64(secret))],
  ['twice in base64, two bytes further', (secret) => base64(`ab${base64(`ab${secret} and more`)}`)],
  [
    'twice in base64, wrapped as the command does it',
    (secret) => wrapped(base64(wrapped(base64(`${'it is '.repeat(7)}${secret}`)))),
  ],
  ['three times in base64', (secret) => base64(base64(base64(secret)))],
  ['UTF-16 in base64', (secret) => Buffer.from(secret, 'utf16le').toString('base64')],
  ['UTF-16 in base64, the high byte first', (secret) => Buffer.from(secret, 'utf16le').swap16().toString('base64')],
  ['UTF-16 in hex', (secret) => Buffer.from(secret, 'utf16le').toString('hex')],
  ['hex in base64', (secret) => base64(hex(secret))],
  ['base64 in hex', (secret) => hex(base64(secret))],
  ['base64 in base32', (secret) => base32(base64(secret))],
  ['hex with 0x and commas', (secret) => `{ ${bytes(secret, (byte) => `0x${byte.toString(16)}, `)}}`],
  ['hex with colons', (secret) => hex(secret).replace(/..(?!$)/g, '$&:')],
  [
    'upper-case hex with commas',
    (secret) =>
      hex(secret)
        .toUpperCase()
        .replace(/..(?!$)/g, '$&,'),
  ],
  ['hex in groups of two bytes', (secret) => hex(secret).replace(/.{4}/g, '$& ')],
  ['a list of decimal bytes', (secret) => JSON.stringify([...Buffer.from(secret)])],
  ['decimal bytes with spaces', (secret) => `[${[...Buffer.from(secret)].join(' ')}]`],
  [
    'a list of decimal bytes over lines, in JSON',
    (secret) => JSON.stringify(JSON.stringify([...Buffer.from(secret)], null, 2)),
  ],
  ['quoted-printable', (secret) => bytes(secret, (byte) => `=${byte.toString(16).toUpperCase()}`)],
  ['quoted-printable over lines', (secret) => secret.replaceAll('+', '=2B').replace(/.{10}/g, '$&=\r\n')],
  ['\\x', (secret) => hex(secret).replace(/../g, '\\x$&')],
  ['\\x in JSON', (secret) => JSON.stringify(hex(secret).replace(/../g, '\\x$&'))],
  ['\\u', (secret) => units(secret, (unit) => `\\u${unit}`)],
  ['\\u{}', (secret) => units(secret, (unit) => `\\u{${unit}}`)],
  ['\\U', (secret) => units(secret, (unit) => `\\U0000${unit}`)],
  ['octal', (secret) => bytes(secret, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
  ['entities', (secret) => units(secret, (unit) => `&#${Number.parseInt(unit, 16)};`)],
  ['entities in hex', (secret) => units(secret, (unit) => `&#x${unit};`)],
  ['entities of entities', (secret) => units(secret, (unit) => `&amp;#x${unit};`)],
  [
    'entities with names',
    (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('/', '&sol;'),
  ],
];

/** The output of dump programs, with surrounding text on the value's lines. */
export const DUMPED: readonly (readonly [name: string, write: (secret: string) => string])[] = [
  ['xxd', (secret) => dump(secret, (offset, line) => `${offset}: ${line.replace(/.{4}(?!$)/g, '$& ')}`)],
  [
    'hexdump -C',
    (secret) => dump(secret, (offset, line) => `${offset}  ${line.replace(/../g, '$& ').replace(/^.{24}/, '$& ')}`),
  ],
  [
    'od -x',
    (secret) =>
      dump(secret, (offset, line) => `${offset.slice(1)} ${line.replace(/(..)(..)/g, '$2$1 ').trim()}`, false),
  ],
];
