/** Reads the App's credentials from the environment as Probot does, but checks them at once. No value is ever shown. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Fault, fileTroubleOf } from '../errors.ts';

export interface AppCredentials {
  /** The App's number, or its Client ID: GitHub accepts either as the issuer of tokens that the App signs. */
  readonly appId: number | string;
  readonly privateKey: string;
  /** The current one first; during a change the previous one is accepted as well. */
  readonly webhookSecrets: readonly [string, ...string[]];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_SECRET = 16;
const CLIENT_ID = /^Iv[0-9]+\.?[0-9A-Za-z]{8,40}$/;
const PAGE = 'the settings page of the GitHub App';
export const STRONGER_SECRET = `Choose a long random secret, set it on ${PAGE} and here.`;
const KEY_VARIABLES = ['PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'PRIVATE_KEY_FILE'];

/**
 * Throws `Fault('credentials')` for anything but a complete, usable set; all problems are named at once, including a
 * missing model key. One-line secrets have been read from their files before.
 */
export function readCredentials(
  env: Environment,
  { isModelKeyMissing }: { readonly isModelKeyMissing: boolean },
): AppCredentials {
  const faults: Fault[] = [];
  const unless = <Value>(read: () => Value): Value | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
      return null;
    }
  };
  unless(() => refuseMissing(env, isModelKeyMissing));
  const appId = unless(() => readAppId(valueOf(env, 'APP_ID')));
  const privateKey = unless(() => readPrivateKey(env));
  const [secret, previous] = ['WEBHOOK_SECRET', 'WEBHOOK_SECRET_PREVIOUS'].map((name) =>
    unless(() => readSecret(env, name)),
  );
  if (faults.length > 0) throw together(faults);
  const webhookSecrets: [string, ...string[]] = [secret ?? ''];
  if (previous && previous !== secret) webhookSecrets.push(previous);
  return { appId: appId ?? 0, privateKey: privateKey ?? '', webhookSecrets };
}

/** One message, so that the operator can fix everything before the next start. */
function together(faults: readonly Fault[]): Fault {
  const [first, second] = faults;
  if (first !== undefined && second === undefined) return first;
  const listed = faults.map(({ message, advice }) => `- ${message} ${advice}`).join('\n');
  return fault(
    `There are ${faults.length} mistakes in the credentials:\n${listed}`,
    'Put this right and start again; docs/operators.md shows where each of them comes from.',
  );
}

function refuseMissing(env: Environment, isModelKeyMissing: boolean): void {
  const isMissing = (...names: readonly string[]) => names.every((name) => valueOf(env, name) === null);
  const ofApp = [
    ...(isMissing('APP_ID', 'APP_ID_FILE') ? ['APP_ID'] : []),
    ...(isMissing('PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'PRIVATE_KEY_FILE') ? ['PRIVATE_KEY (or PRIVATE_KEY_PATH)'] : []),
    ...(isMissing('WEBHOOK_SECRET', 'WEBHOOK_SECRET_FILE') ? ['WEBHOOK_SECRET'] : []),
  ];
  if (ofApp.length > 0 || isModelKeyMissing) throw missing(ofApp, isModelKeyMissing);
}

function missing(ofApp: readonly string[], isModelKeyMissing: boolean): Fault {
  const names = [...ofApp, ...(isModelKeyMissing ? ['ANTHROPIC_API_KEY (or ANTHROPIC_API_KEY_FILE)'] : [])];
  const listed = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const advice = ['Set what is missing.'];
  if (ofApp.length > 0)
    advice.push(
      'The settings page of the GitHub App has its credentials. ' +
        'There is no App yet? With none of them set, "npm start" shows a page that creates it (docs/operators.md).',
    );
  if (isModelKeyMissing)
    advice.push(
      'ANTHROPIC_API_KEY is the key of the model API that the work is done with; OPENAI_API_KEY is that of another.',
    );
  return fault(`Credentials are missing: ${listed} ${names.length === 1 ? 'is' : 'are'} not set.`, advice.join(' '));
}

function readAppId(text: string | null): number | string | null {
  if (text === null || CLIENT_ID.test(text)) return text;
  const appId = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(appId) && appId >= 1) return appId;
  throw fault(
    'APP_ID is neither the App ID, a positive whole number, nor the Client ID, which begins with "Iv".',
    `Set APP_ID to the number that ${PAGE} shows as "App ID". Its name, and the number of an installation, are others.`,
  );
}

/** Null if there is none; an unusable key throws. */
function readPrivateKey(env: Environment): string | null {
  const inline = valueOf(env, 'PRIVATE_KEY');
  const variable = valueOf(env, 'PRIVATE_KEY_FILE') === null ? 'PRIVATE_KEY_PATH' : 'PRIVATE_KEY_FILE';
  const path = valueOf(env, variable);
  const given = KEY_VARIABLES.filter((name) => valueOf(env, name) !== null);
  if (given.length > 1)
    throw fault(`${given.slice(0, -1).join(', ')} and ${given.at(-1)} are set.`, 'Keep one of them.');
  if (inline === null && path === null) return null;
  const pem = unpackPem(inline ?? readKeyFile(variable, path ?? ''));
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // The library's own message could quote the key.
  }
  const holder = inline === null ? `The file ${JSON.stringify(path)}, which ${variable} names,` : 'PRIVATE_KEY';
  throw fault(
    `${holder} does not hold an RSA private key in PEM form.`,
    'Use the .pem file that GitHub gave you for the App, whole and unchanged; generate a new one if it is lost.',
  );
}

function readKeyFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw fault(
      `The private key file ${JSON.stringify(path)}, which ${variable} names, cannot be read: ${fileTroubleOf(error, path)}.`,
      `Set ${variable} to the .pem file that GitHub gave you for the App, and let this user read it.`,
    );
  }
}

/** Environment variables often contain the PEM in base64, with `\n` for line breaks, or with spaces instead. */
function unpackPem(text: string): string {
  const decoded = text.startsWith('-----') ? text : Buffer.from(text, 'base64').toString('utf8');
  const pem = decoded.replaceAll('\\n', '\n').trim();
  const parts = /^(-----BEGIN [A-Z ]+-----)([^-]+)(-----END [A-Z ]+-----)$/.exec(pem);
  if (parts === null || pem.includes('\n')) return pem;
  const [, begin = '', middle = '', end = ''] = parts;
  return `${begin}\n${middle.trim().replace(/\s+/g, '\n')}\n${end}`;
}

function readSecret(env: Environment, name: string): string | null {
  const secret = valueOf(env, name);
  const weakness = secret === null ? null : weaknessOf(secret);
  if (weakness === null || env['NODE_ENV'] !== 'production') return secret;
  throw fault(`${name} is ${weakness}: anybody could forge webhooks.`, STRONGER_SECRET);
}

/** Null if the secret is strong enough. */
export function weaknessOf(secret: string): string | null {
  if (secret === 'development') return 'the default "development"';
  return secret.length < SHORTEST_SECRET ? `shorter than ${SHORTEST_SECRET} characters` : null;
}

function valueOf(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function fault(message: string, advice: string): Fault {
  return new Fault('credentials', message, advice);
}
