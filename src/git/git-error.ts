import { Fault, RetryLater } from '../errors.ts';
import type { GitResult } from './run-git.ts';

const HTTP_STATUS = /(?:The requested URL returned error:|HTTP) (\d{3})/;
const BAD_LOGIN =
  /Authentication failed|could not read Username|could not read Password|Invalid username or (?:password|token)/i;
const NOT_FOUND = /repository '[^']{0,500}' not found|Repository not found/i;
const BAD_CERTIFICATE = /certificate verification failed|certificate problem|CAfile/i;
const DISK_FULL = /No space left on device|Disk quota exceeded/i;
const NETWORK =
  /Could not resolve|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out|closed)|Empty reply|Operation (?:timed out|too slow)|early EOF|RPC failed|hung up|unexpected disconnect|Recv failure|Send failure|GnuTLS recv error|SSL_(?:read|write|connect|ERROR)|TLS|transfer closed|expected flush|Unable to look up|bad line length|unexpected end of file/i;
const LIMITED = /rate limit|abuse detection/i;
const BUSY = /\.lock': File exists|cannot lock ref/i;

/** The only place that interprets a failed git command that talked to GitHub. */
export function gitFailure(what: string, result: GitResult): RetryLater | Fault {
  const text = result.stderr;
  if (result.timedOut) return new RetryLater(`${what} took too long and was stopped.`, { of: 'git' });
  const status = Number(HTTP_STATUS.exec(text)?.[1] ?? 0);
  if (status === 401 || BAD_LOGIN.test(text)) return refused(what, 'GitHub did not accept the installation token');
  if (status === 429 || (status === 403 && LIMITED.test(text)))
    return new RetryLater(`${what} failed: GitHub asks for fewer requests.`, { of: 'github_limit', afterMs: 60_000 });
  if (status === 403) return refused(what, remoteSentence(text) ?? 'GitHub refused access (403)');
  if (status === 404 || status === 410 || NOT_FOUND.test(text)) {
    return new Fault(
      'github_gone',
      `${what} failed: GitHub does not show this repository to Planwright.`,
      'Check that the repository still exists and that the App is installed on it.',
    );
  }
  if (status >= 500) return new RetryLater(`${what} failed: GitHub answered ${status}.`, { of: 'github' });
  if (BAD_CERTIFICATE.test(text)) {
    return new Fault(
      'git_failed',
      `${what} failed: the TLS certificate of GitHub is not trusted here. ${tail(text)}`,
      'Set GIT_SSL_CAINFO or SSL_CERT_FILE to a bundle with the right certificate authority.',
    );
  }
  if (DISK_FULL.test(text)) {
    return new Fault(
      'git_failed',
      `${what} failed: the disk of the service is full.`,
      'Free space below DATA_DIR, then ask for a retry.',
    );
  }
  if (NETWORK.test(text))
    return new RetryLater(`${what} failed: the connection to GitHub broke. ${tail(text)}`, { of: 'github' });
  if (BUSY.test(text))
    return new RetryLater(`${what} failed: another git process works in this repository.`, { of: 'git' });
  return gitBroken(what, result);
}

/** For commands that only read local data. */
export function gitBroken(what: string, result: GitResult): RetryLater | Fault {
  if (result.timedOut) return new RetryLater(`${what} took too long and was stopped.`, { of: 'git' });
  return new Fault(
    'git_failed',
    `${what} failed (exit ${result.exitCode ?? 'by signal'}): ${tail(result.stderr)}`,
    'Look at the message; a retry starts again from GitHub.',
  );
}

/** The other side's own words, fit for a comment. */
export function remoteSentence(stderr: string): string | null {
  const lines = stderr
    .split(/[\r\n]+/)
    .filter((line) => line.startsWith('remote:'))
    .map((line) => clean(line.slice('remote:'.length)).replace(/^error: /, ''))
    .filter(
      (line) =>
        line !== '' && !/^(?:Resolving deltas|Counting|Compressing|Enumerating|Total|Create a pull request)/.test(line),
    );
  return lines.length === 0 ? null : lines.join(' ').slice(0, 1_000);
}

function refused(what: string, why: string): Fault {
  return new Fault(
    'github_refused',
    `${what} failed: ${why}.`.replace(/\.\.$/, '.'),
    'Check that the App is installed on the repository with read and write access to contents, and that the repository is not archived.',
  );
}

function tail(stderr: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map(clean)
    .filter((line) => line !== '');
  return lines.slice(-4).join(' ').slice(-600);
}

function clean(line: string): string {
  return line
    .replace(/\u001b\[[0-9;]{0,20}[A-Za-z]/g, '')
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim();
}
