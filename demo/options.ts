/** What the demo was asked for on its command line. */
export interface DemoOptions {
  readonly language: 'en' | 'ja';
  /** Leave everything running at the end, until Ctrl-C. */
  readonly keep: boolean;
}

export type OptionsReading =
  | { readonly kind: 'run'; readonly options: DemoOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'mistake'; readonly text: string };

const HELP = `npm run demo -- [--language en|ja] [--keep]

  --language  the language of everything people read (en unless told)
  --keep      leaves the service and the stand-ins running at the end, until Ctrl-C

With ANTHROPIC_API_KEY in the environment the real model is used, without it a scripted stand-in.`;

export function readOptions(args: readonly string[]): OptionsReading {
  let language: DemoOptions['language'] = 'en';
  let keep = false;
  const words = args.flatMap((arg) =>
    arg.startsWith('--language=') ? ['--language', arg.slice('--language='.length)] : [arg],
  );
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === '--help' || word === '-h') return { kind: 'help', text: HELP };
    if (word === '--keep') keep = true;
    else if (word === '--language') {
      const wanted = words[(index += 1)];
      if (wanted !== 'en' && wanted !== 'ja')
        return { kind: 'mistake', text: `--language is en or ja, not "${wanted ?? ''}".` };
      language = wanted;
    } else return { kind: 'mistake', text: `There is no option "${word ?? ''}".\n\n${HELP}` };
  }
  return { kind: 'run', options: { language, keep } };
}
