/** Why a Redis cannot be used, in one sentence with its own words, and what to do about it. */
import type { Redis } from 'ioredis';
import { Fault, messageOf } from '../errors.ts';
import { plainAnswer } from './redis-line.ts';

const MAX_WORDS = 260;
/** The beginning of a TLS server's refusal of a plain connection. */
const TLS_ALERT = '\u0015\u0003';

/** The beginning of the client's error if the answer is not from Redis. */
const NO_REDIS = 'Unknown RESP type';

/** `heard`: what the connection has reported so far, oldest first. */
export async function redisRefusal(redis: Redis, cause: unknown, heard: readonly string[]): Promise<Fault> {
  const { host = 'localhost', port = 6379, path, tls } = redis.options;
  const scheme = tls === undefined ? 'redis' : 'rediss';
  const name = `Redis (${path ?? `${scheme}://${host}:${port}`})`;
  const said = messageOf(cause);
  const known = answeredRefusal(name, said, `between "${scheme}://:" and "@${host}:${port}"`);
  if (known !== null) return known;
  // If Redis refuses before any command, the client loses its words.
  const plain = path === undefined ? await plainAnswer({ host, port }) : '';
  const denied = answeredRefusal(name, plain.replace(/^-/, ''), '');
  if (denied !== null && tls === undefined) return denied;
  if (tls !== undefined && /^[+-]/.test(plain))
    return fault(`${name} answers without TLS.`, 'Write redis:// instead of rediss:// in REDIS_URL.');
  if (tls === undefined && plain.startsWith(TLS_ALERT))
    return fault(`${name} answers with TLS alone.`, 'Write rediss:// instead of redis:// in REDIS_URL.');
  if (said.startsWith(NO_REDIS))
    return fault(
      `${name}: something else than Redis answers there.`,
      'Set REDIS_URL to the address and the port of Redis, which is 6379 unless its configuration says otherwise.',
    );
  const last = heard.at(-1);
  return fault(
    `${name} did not answer (${said}${last === undefined || last === said ? '' : `; the connection: ${wholeSentences(last)}`}).`,
    'Check that Redis runs, and that REDIS_URL has the right address and password.',
    cause,
  );
}

function answeredRefusal(name: string, said: string, where: string): Fault | null {
  const words = `it said "${wholeSentences(said.trim())}"`;
  switch (/^[A-Z]+/.exec(said)?.[0]) {
    case 'NOAUTH':
      return fault(
        `${name} wants a password: ${words}.`,
        `Put it into REDIS_URL, ${where}; or all of that into a file that REDIS_URL_FILE names.`,
      );
    case 'WRONGPASS':
      return fault(
        `${name} does not accept the user name or password of REDIS_URL: ${words}.`,
        'Compare them with "requirepass" or "user" in its configuration; in an address, @ : / # and % of a password are written %40 %3A %2F %23 and %25.',
      );
    case 'DENIED':
      return fault(
        `${name} lets in nobody from another machine or container: ${words}.`,
        'Give it a password ("requirepass") and put that into REDIS_URL; where nobody else reaches it, start it with "--protected-mode no".',
      );
    case 'LOADING':
      return fault(`${name} is still reading its data: ${words}.`, 'Wait until it has, then start again.');
    default:
      return null;
  }
}

/** Redis explains itself at length; this shortens it at the end of a sentence, or at a word with a mark. */
function wholeSentences(text: string): string {
  if (text.length <= MAX_WORDS) return text;
  const shown = text.slice(0, MAX_WORDS);
  const end = shown.lastIndexOf('. ');
  return end > 0 ? shown.slice(0, end + 1) : `${shown.slice(0, shown.lastIndexOf(' '))} …`;
}

function fault(message: string, advice: string, cause?: unknown): Fault {
  return new Fault('redis', message, advice, cause);
}
