/** Which credentials count: those of the environment, or those that the set-up page stored (GH-1). */
import { Fault } from '../errors.ts';
import type { StoredApp } from './stored-app.ts';

export type Variables = Readonly<Record<string, string>>;

export interface GivenApp {
  /** The variables including stored values, if those count. */
  readonly complete: Variables;
  readonly from: 'environment' | 'stored' | 'nowhere';
  /** The stored App, if it is the one that counts. */
  readonly stored: StoredApp | null;
  /** Whole sentences, without any value. */
  readonly warnings: readonly string[];
}

const ID = ['APP_ID', 'APP_ID_FILE'];
const KEY = ['PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'PRIVATE_KEY_FILE'];
const SECRET = ['WEBHOOK_SECRET', 'WEBHOOK_SECRET_FILE'];
const PREVIOUS = ['WEBHOOK_SECRET_PREVIOUS', 'WEBHOOK_SECRET_PREVIOUS_FILE'];

/**
 * The environment wins. Number and key belong together: if one of them is set, no stored value is combined with it. The
 * webhook secret may be set alone, as it is after a change on GitHub.
 */
export function givenApp(
  given: Variables,
  stored: { readonly app: StoredApp; readonly file: string } | null,
  githubUrl: string,
): GivenApp {
  const [id, key, secret] = [isSet(given, ID), isSet(given, KEY), isSet(given, SECRET)];
  if (stored === null)
    return {
      complete: given,
      from: isAnyGiven(given) ? 'environment' : 'nowhere',
      stored: null,
      warnings: [],
    };
  const { app, file } = stored;
  if (id || key) return { complete: given, from: 'environment', stored: null, warnings: [besides(app, file)] };
  if (app.githubUrl !== githubUrl)
    throw new Fault(
      'credentials',
      `The GitHub App stored in ${file} is on ${app.githubUrl}, and GHE_HOST leads to ${githubUrl}.`,
      'Set GHE_HOST and GHE_PROTOCOL as they were when it was created; or remove that file to create an App there.',
    );
  const complete = {
    APP_ID: String(app.appId),
    PRIVATE_KEY: app.privateKey,
    ...(secret ? {} : { WEBHOOK_SECRET: app.webhookSecret }),
    ...given,
  };
  return { complete, from: 'stored', stored: app, warnings: secret ? [mixed(app, file)] : [] };
}

/** Whether the environment has any credential of an App. */
export function isAnyGiven(given: Variables): boolean {
  return isSet(given, [...ID, ...KEY, ...SECRET, ...PREVIOUS]);
}

function isSet(given: Variables, names: readonly string[]): boolean {
  return names.some((name) => given[name] !== undefined);
}

function besides({ slug }: StoredApp, file: string): string {
  return `The environment has credentials of a GitHub App, and they win: those of "${slug}" in ${file} are not used.`;
}

function mixed({ slug }: StoredApp, file: string): string {
  return (
    `The webhook secret comes from the environment; number and key are those of "${slug}" in ${file}. ` +
    'That is right where the secret was changed on GitHub.'
  );
}
