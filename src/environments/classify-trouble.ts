/** Determines from the output of common tools why a set-up command failed (ENV-4). */
import type { SetUpTrouble } from '../state/trouble-verdict.ts';

/** The first kind with a matching pattern counts: a tool that is out of memory may print any other error after that. */
const PATTERNS: readonly (readonly [SetUpTrouble, readonly RegExp[]])[] = [
  [
    'fatal',
    [
      /no space left on device|\bENOSPC\b|disk quota exceeded|not enough free space|the disk of this sandbox is full/i,
      /killed: out of memory|heap out of memory|java\.lang\.OutOfMemoryError|cannot allocate memory|\bENOMEM\b/i,
      /^MemoryError\b|std::bad_alloc|virtual memory exhausted|signal: killed|killed signal terminated program|out of memory allocating/im,
    ],
  ],
  [
    'lock',
    [
      /could not get lock|unable to acquire the dpkg|unable to lock (?:directory|the administration)/i,
      /frontend lock was locked by|\bLockError\b|failed to acquire lock|timeout waiting to lock|is locked by another/i,
      /waiting for the other (?:yarn|npm) instance|another (?:yarn|npm) process is running/i,
    ],
  ],
  [
    'server',
    [
      /\b50[234]\s+(?:service\s+(?:temporarily\s+)?unavailable|bad gateway|gateway time-?out|server error)/i,
      /\bHTTP(?: error| status(?: code)?|\/[\d.]+)?:? 50[234]\b|\bstatus(?: ?code)?[:=]? ?50[234]\b|\bE50[234]\b/i,
      /too many 50[234] error responses|returned error: 50[234]|tunnel failed, response 50[234]/i,
    ],
  ],
  [
    'network',
    [
      /\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_TIMEOUT|ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b/,
      /temporary failure (?:in name resolution|resolving)|name or service not known|could not resolve|unknown ?host/i,
      /\b(?:ReadTimeoutError|ConnectTimeoutError|NewConnectionError|NameResolutionError|IncompleteRead|RemoteDisconnected)\b/,
      /connection (?:timed out|reset|refused|broken|aborted|failed)|network timeout at|read timed out|operation timed out|network is unreachable/i,
      /i\/o timeout|TLS handshake timeout|no such host|unexpected EOF|could not connect to|HTTP 000\b/i,
      /socket hang up|network request (?:failed|timed out)|failed to connect to/i,
    ],
  ],
];

/** Only both ends of a long output are searched. */
const LOOKED_AT = 64_000;

interface Failed {
  readonly exit_code: number | null;
  readonly output: string;
  readonly denied?: object;
}

/** Any other failure may be repairable by other commands, such as a host that the rules deny. */
export function classifyTrouble({ exit_code: exit, output, denied }: Failed): SetUpTrouble {
  // A check that exits 0 printed something else than expected.
  if (exit === 0) return 'repairable';
  const half = LOOKED_AT / 2;
  const text = output.length <= LOOKED_AT ? output : `${output.slice(0, half)}\n${output.slice(-half)}`;
  const found = PATTERNS.find(([, patterns]) => patterns.some((pattern) => pattern.test(text)))?.[0];
  const kind = found ?? (exit === 137 ? 'fatal' : 'repairable');
  return kind === 'network' && denied !== undefined ? 'repairable' : kind;
}
