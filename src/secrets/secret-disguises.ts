const MIN_SECRET_LENGTH = 8;
/** Cut ends are still found when this much is left in the middle. */
const CUT = 7;
const MIN_MIDDLE_LENGTH = 16;

/** The forms of a known secret to search for: plain, reversed, hex, URL-encoded, base64 at every alignment. */
export function disguises(secret: string): readonly string[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const middle = secret.slice(CUT, -CUT);
  const core = middle.length >= MIN_MIDDLE_LENGTH ? middle : secret;
  const hex = Buffer.from(core, 'utf8').toString('hex');
  const forms = [
    core,
    reversed(core),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(core),
    JSON.stringify(core).slice(1, -1),
    ...base64Forms(core),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** What stands in the middle of the base64 of a longer text depends on where the secret starts in it. */
function base64Forms(core: string): readonly string[] {
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(core, 'utf8')]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
    const text = whole.toString('base64').slice(shift === 0 ? 0 : 4);
    forms.push(text, text.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
