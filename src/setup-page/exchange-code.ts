/** `POST /app-manifests/{code}/conversions`: exchanges the code from GitHub for the App's credentials, once. */
import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { messageOf } from '../errors.ts';

/** The fields that are needed, of many. */
const Conversion = z.object({
  id: z.number().int().positive(),
  slug: z.string().min(1),
  name: z.string().min(1),
  client_id: z.string().min(1),
  // It becomes a link.
  html_url: z.url({ protocol: /^https?$/ }),
  pem: z.string().refine(isRsaKey),
  webhook_secret: z.string().min(1),
});

export interface CreatedApp {
  readonly appId: number;
  readonly slug: string;
  /** It may have been changed on GitHub's page. */
  readonly name: string;
  readonly clientId: string;
  readonly htmlUrl: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
}

export type Exchange =
  | { readonly kind: 'created'; readonly app: CreatedApp }
  /** GitHub does not know this code, or no longer. */
  | { readonly kind: 'code_spent' }
  /** The exchange seems to have failed; the code may still be valid. */
  | { readonly kind: 'not_reached'; readonly reason: string }
  /** The code is used up, and the answer is unusable. */
  | { readonly kind: 'unusable' };

const CODE = /^[A-Za-z0-9_-]{8,200}$/;
const TIMEOUT_MS = 20_000;
const MOST_BYTES = 1024 * 1024;

export function isCreationCode(text: string): boolean {
  return CODE.test(text);
}

export async function exchangeCode(apiUrl: string, code: string): Promise<Exchange> {
  try {
    const answer = await fetch(`${apiUrl}/app-manifests/${code}/conversions`, {
      method: 'POST',
      headers: {
        accept: 'application/vnd.github+json',
        'user-agent': 'planwright',
        'x-github-api-version': '2022-11-28',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 404 || answer.status === 422) return { kind: 'code_spent' };
    if (answer.status !== 201) return { kind: 'not_reached', reason: `HTTP ${answer.status}` };
    return readConversion(await readBounded(answer));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { kind: 'not_reached', reason: messageOf(cause ?? error).slice(0, 200) };
  }
}

function readConversion(text: string): Exchange {
  const read = Conversion.safeParse(parsed(text));
  if (!read.success) return { kind: 'unusable' };
  const { id, slug, name, client_id: clientId, html_url: htmlUrl, pem, webhook_secret: webhookSecret } = read.data;
  return { kind: 'created', app: { appId: id, slug, name, clientId, htmlUrl, privateKey: pem, webhookSecret } };
}

/** The error of JSON.parse would quote what it read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
