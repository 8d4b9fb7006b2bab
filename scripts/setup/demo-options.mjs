/** @typedef {{ readonly language: 'en' | 'ja', readonly keep: boolean, readonly setUp: boolean }} DemoOptions */

const help = `npm run demo -- [--language en|ja] [--keep] [--set-up]

  --language  the language of everything people read (en unless told)
  --keep      leaves the service and the stand-ins running at the end, until Ctrl-C
  --set-up    begins without a GitHub App: you create and install it, and ask for the work, in a browser; as --keep

With ANTHROPIC_API_KEY in the environment the real model is used, without it a scripted stand-in.`;

/**
 * Read before the set-up, which takes minutes.
 * @param {readonly string[]} args
 * @returns {{ readonly kind: 'run', readonly options: DemoOptions } | { readonly kind: 'help' | 'mistake', readonly text: string }}
 */
export function readDemoOptions(args) {
  /** @type {DemoOptions['language']} */
  let language = 'en';
  let keep = false;
  let setUp = false;
  const rest = args.flatMap((arg) => (arg.startsWith('--language=') ? arg.split(/(?<=^--language)=/) : [arg]));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--help' || word === '-h') return { kind: 'help', text: help };
    if (word === '--keep') keep = true;
    else if (word === '--set-up') setUp = true;
    else if (word === '--language') {
      const wanted = rest.shift();
      if (wanted !== 'en' && wanted !== 'ja')
        return { kind: 'mistake', text: `--language is en or ja, not "${wanted ?? ''}".` };
      language = wanted;
    } else return { kind: 'mistake', text: `There is no option "${word}".\n\n${help}` };
  }
  return { kind: 'run', options: { language, keep, setUp } };
}
