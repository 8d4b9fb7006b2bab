export const stepNames = /** @type {const} */ (['dependencies', 'redis', 'docker', 'images', 'browser', 'service']);
/** @typedef {typeof stepNames[number]} StepName */
/** @typedef {{ readonly kind: 'run', readonly only: readonly StepName[], readonly check: boolean }} RunOptions */

/** The service's own image is built only on request. */
export const stepsForTests = stepNames.filter((name) => name !== 'service');

/** The browser is only for the tests, which install it themselves. */
export const usualSteps = stepsForTests.filter((name) => name !== 'browser');

const help = `npm run setup -- [--only <step,step>] [--check]

Brings together what the service and \`npm run demo\` need; safe to repeat. \`npm test\` brings its browser by itself.
  --only   ${stepNames.join(', ')} (without it: ${usualSteps.join(', ')})
  --check  changes nothing: says what is missing, exits 1 if something is`;

/** @param {readonly string[]} args @returns {RunOptions | { readonly kind: 'help', readonly text: string, readonly exitCode: number }} */
export function readOptions(args) {
  let check = false;
  /** @type {readonly string[]} */
  let only = usualSteps;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help' || arg === '-h') return { kind: 'help', text: help, exitCode: 0 };
    if (arg === '--check') check = true;
    else if (arg === '--only') only = (rest.shift() ?? '').split(',');
    else if (arg.startsWith('--only=')) only = arg.slice('--only='.length).split(',');
    else return { kind: 'help', text: `There is no option ${arg}.\n\n${help}`, exitCode: 2 };
  }
  const known = stepNames.filter((name) => only.includes(name));
  if (known.length === new Set(only).size && known.length > 0) return { kind: 'run', only: known, check };
  return { kind: 'help', text: `--only takes names of steps, separated by commas.\n\n${help}`, exitCode: 2 };
}
