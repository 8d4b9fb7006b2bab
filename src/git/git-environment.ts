import { join } from 'node:path';

/** Where git runs, and for which GitHub. `homeDirectory` is an empty folder, so that nobody's settings are read. */
export interface GitHost {
  readonly githubUrl: string;
  readonly homeDirectory: string;
}

/** The bare repository of a task on this machine. */
export interface TaskRepository {
  readonly host: GitHost;
  readonly gitDirectory: string;
  readonly objects: ObjectReader;
}

export interface ObjectReader {
  /** The id and size of each named object, or null where there is none. */
  info(names: readonly string[]): Promise<readonly (ObjectInfo | null)[]>;
  /** The content of each object; all must exist. The caller bounds their sizes. */
  contents(ids: readonly string[]): Promise<readonly Buffer[]>;
  /** Ends the process; the next question starts another. */
  close(): void;
}

export interface ObjectInfo {
  readonly id: string;
  readonly bytes: number;
}

export type GitConfig = readonly (readonly [key: string, value: string])[];

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const REDACTED = '[redacted]';
const TOKEN_SHAPES = /gh[pousr]_[A-Za-z0-9._-]{20,}|github_pat_[A-Za-z0-9_]{20,}/g;
const URL_CREDENTIALS = /:\/\/[^\s/@]{1,2000}@/g;
const AUTHORIZATION = /(authorization:[ \t]{0,4}(?:basic|bearer|token)[ \t]{1,4})[^\s'"]+/gi;

/** Old but harmless flaws of real histories; otherwise such repositories could not be fetched. */
const TOLERATED_FLAWS = [
  'zeroPaddedFilemode',
  'badTimezone',
  'missingSpaceBeforeDate',
  'missingNameBeforeEmail',
  'badEmail',
];

/**
 * The whole environment of a git process. Only the search path and the certificates are inherited: a `GIT_*` or proxy
 * variable of the service must not reach git. Settings are passed in the environment too, where they override every
 * file. The token is only in the environment of the process that needs it, never in argv.
 */
export function gitEnvironment(host: GitHost, token: string | null, config: GitConfig = []): Record<string, string> {
  const inherited = process.env;
  return {
    PATH: inherited['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: host.homeDirectory,
    XDG_CONFIG_HOME: host.homeDirectory,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: isOnThisMachine(host) ? localConfig(host) : '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    ...certificates(inherited),
    ...configVariables([...commonConfig(host), ...tokenConfig(host, token), ...config]),
  };
}

/** What git sends to GitHub for this token, and what must never appear anywhere else. */
function basicCredentials(token: string): string {
  return Buffer.from(`x-access-token:${token}`, 'utf8').toString('base64');
}

/** Removes the token, every form in which git carries it, and anything that looks like one. */
export function scrubToken(text: string, token: string | null): string {
  let clean = text;
  if (token !== null && token !== '') {
    for (const form of [
      basicCredentials(token),
      Buffer.from(token).toString('base64'),
      token,
      encodeURIComponent(token),
    ]) {
      clean = clean.replaceAll(form, REDACTED);
    }
  }
  return clean
    .replace(TOKEN_SHAPES, REDACTED)
    .replace(URL_CREDENTIALS, `://${REDACTED}@`)
    .replace(AUTHORIZATION, `$1${REDACTED}`);
}

/**
 * Settings for git at the other end, if it is on this machine, where these variables are not set: no hooks, and
 * permission to open a repository that its owner's git opened.
 */
export const AT_THE_OTHER_END =
  '[core]\n\thooksPath = /dev/null\n[safe]\n\tdirectory = *\n[receive]\n\tdenyCurrentBranch = refuse\n';

export function isOnThisMachine({ githubUrl }: GitHost): boolean {
  return new URL(githubUrl).protocol === 'file:';
}

export function localConfig({ homeDirectory }: GitHost): string {
  return join(homeDirectory, 'local.gitconfig');
}

function commonConfig(host: GitHost): GitConfig {
  const plainHttp = new URL(host.githubUrl).protocol === 'http:';
  return [
    ['protocol.allow', 'never'],
    ['protocol.https.allow', 'always'],
    ['protocol.http.allow', plainHttp ? 'always' : 'never'],
    ['protocol.file.allow', isOnThisMachine(host) ? 'always' : 'never'],
    // GitHub redirects the first request about a renamed repository.
    ['http.followRedirects', 'initial'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '30'],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.quotePath', 'false'],
    ['core.askPass', ''],
    ['core.bigFileThreshold', '20m'],
    // Newer git reads .gitattributes of HEAD in a bare repository, but the sandbox must not decide what a diff shows.
    ['attr.tree', EMPTY_TREE],
    ['credential.helper', ''],
    ['submodule.recurse', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['transfer.fsckObjects', 'true'],
    ['fetch.fsckObjects', 'true'],
    ...TOLERATED_FLAWS.map((flaw) => [`fetch.fsck.${flaw}`, 'ignore'] as const),
  ];
}

function tokenConfig(host: GitHost, token: string | null): GitConfig {
  if (token === null) return [];
  return [[`http.${host.githubUrl}/.extraHeader`, `Authorization: Basic ${basicCredentials(token)}`]];
}

function configVariables(config: GitConfig): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(config.length) };
  for (const [index, [key, value]] of config.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

/** Node adds NODE_EXTRA_CA_CERTS to its own list; git replaces its list, so the system's folder is named as well. */
function certificates(inherited: NodeJS.ProcessEnv): Record<string, string> {
  const bundle = inherited['GIT_SSL_CAINFO'] ?? inherited['SSL_CERT_FILE'];
  if (bundle !== undefined) return { GIT_SSL_CAINFO: bundle };
  const extra = inherited['NODE_EXTRA_CA_CERTS'];
  return extra === undefined
    ? {}
    : { GIT_SSL_CAINFO: extra, GIT_SSL_CAPATH: inherited['SSL_CERT_DIR'] ?? '/etc/ssl/certs' };
}
