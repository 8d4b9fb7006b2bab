/** The App's credentials from the environment, as Probot reads them, but checked at once. No value is ever shown. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf, Fault } from '../errors.ts';

export interface AppCredentials {
  readonly appId: number;
  readonly privateKey: string;
  /** The current one first; during a change the previous one is accepted as well. */
  readonly webhookSecrets: readonly [string, ...string[]];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_SECRET = 16;

/**
 * Throws `Fault('credentials')` for anything but a complete, usable set; what is missing is named
 * at once, the model's key too.
 */
export function readCredentials(
  env: Environment,
  { isModelKeyMissing }: { readonly isModelKeyMissing: boolean },
): AppCredentials {
  const appId = valueOf(env, 'APP_ID');
  const key = valueOf(env, 'PRIVATE_KEY') ?? valueOf(env, 'PRIVATE_KEY_PATH');
  const secret = valueOf(env, 'WEBHOOK_SECRET');
  if (appId === null || key === null || secret === null || isModelKeyMissing) {
    const ofApp = { APP_ID: appId, 'PRIVATE_KEY (or PRIVATE_KEY_PATH)': key, WEBHOOK_SECRET: secret };
    const names = Object.entries(ofApp).flatMap(([name, value]) => (value === null ? [name] : []));
    throw missing(names, isModelKeyMissing);
  }
  const app = { appId: readAppId(appId), privateKey: readPrivateKey(env) };
  const webhookSecrets: [string, ...string[]] = [checkSecret(env, 'WEBHOOK_SECRET', secret)];
  const previous = valueOf(env, 'WEBHOOK_SECRET_PREVIOUS');
  if (previous !== null && previous !== secret)
    webhookSecrets.push(checkSecret(env, 'WEBHOOK_SECRET_PREVIOUS', previous));
  return { ...app, webhookSecrets };
}

function missing(ofApp: readonly string[], isModelKeyMissing: boolean): Fault {
  const names = [...ofApp, ...(isModelKeyMissing ? ['ANTHROPIC_API_KEY (or ANTHROPIC_API_KEY_FILE)'] : [])];
  const listed = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const advice = ['Set what is missing.'];
  if (ofApp.length > 0)
    advice.push(
      'The settings page of the GitHub App has its credentials; ' +
        'docs/operators.md shows how to create the App from app.yml.',
    );
  if (isModelKeyMissing) advice.push('ANTHROPIC_API_KEY is the key of the model API that the work is done with.');
  return fault(`Credentials are missing: ${listed} ${names.length === 1 ? 'is' : 'are'} not set.`, advice.join(' '));
}

function readAppId(text: string): number {
  const appId = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(appId) || appId < 1) {
    throw fault(
      'APP_ID is not a positive whole number.',
      'Set APP_ID to the number shown as "App ID" on the settings page of the GitHub App.',
    );
  }
  return appId;
}

function readPrivateKey(env: Environment): string {
  const inline = valueOf(env, 'PRIVATE_KEY');
  const name = inline === null ? 'PRIVATE_KEY_PATH' : 'PRIVATE_KEY';
  const pem = unpackPem(inline ?? readKeyFile(valueOf(env, 'PRIVATE_KEY_PATH') ?? ''));
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // The library's own message could quote the key.
  }
  throw fault(
    `${name} does not hold an RSA private key in PEM form.`,
    'Use the .pem file that GitHub gave you for the App, whole and unchanged; generate a new one if it is lost.',
  );
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw fault(
      `The private key file named by PRIVATE_KEY_PATH cannot be read (${codeOf(error) ?? 'unknown'}).`,
      'Check that the file exists and that this user may read it.',
    );
  }
}

/** Environment variables often carry the PEM in base64, with `\n` for line breaks, or with spaces instead. */
function unpackPem(text: string): string {
  const decoded = text.startsWith('-----') ? text : Buffer.from(text, 'base64').toString('utf8');
  const pem = decoded.replaceAll('\\n', '\n').trim();
  const parts = /^(-----BEGIN [A-Z ]+-----)([^-]+)(-----END [A-Z ]+-----)$/.exec(pem);
  if (parts === null || pem.includes('\n')) return pem;
  const [, begin = '', middle = '', end = ''] = parts;
  return `${begin}\n${middle.trim().replace(/\s+/g, '\n')}\n${end}`;
}

function checkSecret(env: Environment, name: string, secret: string): string {
  const isDefault = secret === 'development';
  if (env['NODE_ENV'] !== 'production' || (!isDefault && secret.length >= SHORTEST_SECRET)) return secret;
  const weakness = isDefault ? 'the default "development"' : `shorter than ${SHORTEST_SECRET} characters`;
  throw fault(
    `${name} is ${weakness}: anybody could forge webhooks.`,
    'Choose a long random secret, set it on the settings page of the GitHub App and here.',
  );
}

function valueOf(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function fault(message: string, advice: string): Fault {
  return new Fault('credentials', message, advice);
}
