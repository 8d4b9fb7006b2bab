/** Unknown variables whose names are nearly ours: typos that would otherwise go unnoticed (OPS-4). */
import { distance } from 'fastest-levenshtein';
import { FROM_FILES, type GivenVariables } from './environment.ts';
import { NAMED_OVERRIDES, VARIABLE_PREFIX } from './overrides.ts';
import { CREDENTIALS, ServiceEnvironment } from './service-settings.ts';

const KNOWN = [
  ...Object.keys(ServiceEnvironment.shape),
  ...Object.keys(CREDENTIALS),
  ...[...FROM_FILES, 'PRIVATE_KEY'].map((name) => `${name}_FILE`),
  ...Object.keys(NAMED_OVERRIDES),
];
/** Shorter names are similar to too many others: HOME is no typo of HOST. */
const SHORTEST = 7;
const MOST_SLIPS = 2;

/** Whole sentences, without any value. */
export function mistypedIn(given: GivenVariables): readonly string[] {
  return Object.keys(given)
    .filter((name) => !KNOWN.includes(name) && !name.startsWith(VARIABLE_PREFIX))
    .toSorted()
    .flatMap((name) => {
      const meant = meantBy(name);
      return meant === undefined || given[meant] !== undefined
        ? []
        : [`${name} is not a known variable and was ignored. Did you mean ${meant}?`];
    });
}

function meantBy(name: string): string | undefined {
  const written = plain(name);
  const same = KNOWN.find((known) => plain(known) === written);
  if (same !== undefined || written.length < SHORTEST) return same;
  const most = written.length < 2 * SHORTEST ? MOST_SLIPS - 1 : MOST_SLIPS;
  return KNOWN.find((known) => known.length >= SHORTEST && distance(plain(known), written) <= most);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}
