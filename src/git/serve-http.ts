/** Smart HTTP for one repository and its task's sandbox: `git http-backend` with a restricted interface. */
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { relayCgiAnswer } from './cgi-answer.ts';
import type { GitConfig, TaskRepository } from './git-environment.ts';
import { cpuSecondsAllowed, isCrowded, MAX_PUSHES, takeTurn, whyNoMore, type Effort } from './git-effort.ts';
import { packedBytes, removeLeftovers } from './pushed-packs.ts';
import { pushLimit, sizeLimit, upload, type Limit } from './limit-upload.ts';
import { hideHostPaths, refuseGit, refuseText } from './push-answer.ts';
import { killGroup, spawnLimitedGit, type LimitedGit } from './run-git.ts';
import { WORK_REF } from './task-repository.ts';

interface ServeContext {
  readonly repository: TaskRepository;
  readonly log: Logger;
  readonly effort: Effort;
}

interface Door {
  readonly service: 'info/refs' | 'git-upload-pack' | 'git-receive-pack';
  readonly method: 'GET' | 'POST';
  readonly query: string;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly door: Door;
}

const PREFIX = '/project.git/';
/** A large repository is fetched as fast as the sandbox reads it. */
const MAX_FETCH_MS = 10 * 60_000;
/** A fetch request, uncompressed; it names existing objects one by one. */
const MAX_QUESTION_BYTES = 10 * 1024 * 1024;
/** For one object of a push, or its object list: a few bytes can expand a thousandfold, and deltas without end. */
const PUSH_MEMORY = '128m';
const TOO_MANY = 'Too many git commands of this task at once: wait for the others to end, then try again.';
/** The children's processor time is reported in hundredths of a second, and less as zero. */
const UNTOLD_SECONDS = 0.01;
/** Git's answer to a push is kept until the push has ended. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The sandbox sees and writes one ref; hooks, other protocols and the repository's files are out of reach. */
const SERVED: GitConfig = [
  ['http.uploadpack', 'true'],
  ['http.receivepack', 'true'],
  ['http.getanyfile', 'false'],
  ['uploadpack.hideRefs', 'refs/'],
  ['uploadpack.hideRefs', `!${WORK_REF}`],
  ['receive.hideRefs', 'refs/'],
  ['receive.hideRefs', `!${WORK_REF}`],
  ['receive.fsckObjects', 'true'],
  // No command shows what follows a NUL, but it would be pushed on.
  ['receive.fsck.nulInCommit', 'error'],
  // Packs are kept as they are, so that no push can expand into gigabytes of loose files.
  ['receive.unpackLimit', '1'],
  ['receive.denyDeletes', 'true'],
  // An amended commit is allowed on `work`; the push to GitHub protects the branch there.
  ['receive.denyNonFastForwards', 'false'],
  ['receive.autogc', 'false'],
  ['receive.updateServerInfo', 'false'],
  ['receive.advertisePushOptions', 'false'],
  ['pack.threads', '1'],
];

export function serveRepository(context: ServeContext, request: IncomingMessage, response: ServerResponse): void {
  const door = doorOf(request);
  if (door === null)
    return refuseText(response, 404, 'Only git clone, fetch and push of /project.git are served here.');
  const exchange = { request, response, door };
  const refusal = isCrowded(context.effort) ? TOO_MANY : whyNoMore(context.effort);
  if (refusal !== null) return refuseGit(response, door.service, 503, refusal);
  if (door.service === 'git-receive-pack') void takePush(context, exchange);
  else relay(context, exchange);
}

function relay(context: ServeContext, exchange: Exchange): void {
  const { request, response, door } = exchange;
  const { child } = start(context, exchange, MAX_FETCH_MS);
  child.once('error', () => refuseText(response, 500, 'git could not be started on the host.'));
  upload(request, child.stdin, counted(context.effort, sizeLimit(MAX_QUESTION_BYTES)));
  relayCgiAnswer(child.stdout, response).catch(() => {
    killGroup(child);
    if (response.headersSent) response.destroy();
    else refuseGit(response, door.service, 502, 'git on the host ended without an answer; try again.');
  });
}

/**
 * One push at a time. Git's answer is inspected before it is passed on: it may contain host paths, or lack a reason.
 */
async function takePush(context: ServeContext, exchange: Exchange): Promise<void> {
  const { repository, effort } = context;
  const endTurn = await takeTurn(effort);
  try {
    const answer = whyNoMore(effort) ?? (await whyNotKept(context)) ?? (await push(context, exchange));
    // Done here, before another push begins.
    removeLeftovers(repository.gitDirectory);
    if (typeof answer === 'string') return refuseGit(exchange.response, 'git-receive-pack', 200, answer);
    hideHostPaths(answer, repository);
    if (!exchange.response.destroyed) await relayCgiAnswer(Readable.from([answer]), exchange.response);
  } catch {
    refuseGit(exchange.response, 'git-receive-pack', 200, 'git on the host ended without an answer; try again.');
  } finally {
    endTurn();
  }
}

/** Git's complete answer, or why it was ended. */
async function push(context: ServeContext, exchange: Exchange): Promise<Buffer | string> {
  const { request, response } = exchange;
  const { limits } = context.effort;
  // The client left while it waited; nothing would ever end the child.
  if (response.destroyed) return '';
  const maxCpuSeconds = cpuSecondsAllowed(context.effort);
  const { child, spentSeconds } = start(context, exchange, limits.pushMs);
  upload(request, child.stdin, counted(context.effort, pushLimit(limits.pushBytes)));
  const said: Buffer[] = [];
  let room = MAX_ANSWER_BYTES;
  child.stdout.on('data', (chunk: Buffer) => {
    room -= chunk.length;
    if (room >= 0) said.push(chunk);
    else killGroup(child);
  });
  const seconds = await spentSeconds;
  if (room < 0)
    return 'git on the host had too much to say about this push: look at it with git fsck, and push less at once.';
  if (seconds === 'too_slow')
    return `This push took longer than ${limits.pushMs / 1_000} s and was refused: push less at once.`;
  const answer = Buffer.concat(said);
  // The kernel's count differs slightly from that of `times`.
  if (seconds < 0.8 * maxCpuSeconds || answer.includes('unpack ok')) return answer;
  context.effort.cpuSeconds += Math.max(0, maxCpuSeconds - seconds);
  return `To unpack this push took more than ${maxCpuSeconds} s of processor time, and it was refused: push less at once.`;
}

interface Started extends Pick<LimitedGit, 'child'> {
  readonly spentSeconds: Promise<number | 'too_slow'>;
}

function start({ repository, log, effort }: ServeContext, { request, response, door }: Exchange, ms: number): Started {
  const config: GitConfig = [...SERVED, ['receive.maxInputSize', String(effort.limits.pushBytes)]];
  const environment = cgiEnvironment(repository, request, door);
  const command = { args: ['http-backend'], config, environment };
  const { child, cpuSeconds } = spawnLimitedGit(repository.host, command, cpuSecondsAllowed(effort));
  const begunAt = performance.now();
  let isTooSlow = false;
  effort.running.add(child);
  const timer = setTimeout(() => {
    isTooSlow = true;
    killGroup(child);
  }, ms);
  response.once('close', () => {
    if (!response.writableFinished) killGroup(child);
  });
  child.stderr.resume();
  const ended = new Promise<void>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      log.error({ err: error }, 'git http-backend could not be started');
      resolve();
    });
  });
  const spent = async (): Promise<number | 'too_slow'> => {
    await ended;
    clearTimeout(timer);
    effort.running.delete(child);
    const seconds = (await cpuSeconds) ?? (performance.now() - begunAt) / 1_000;
    effort.cpuSeconds += seconds + UNTOLD_SECONDS;
    return isTooSlow ? 'too_slow' : seconds;
  };
  return { child, spentSeconds: spent() };
}

function counted(effort: Effort, allows: Limit): Limit {
  return (chunk) => {
    effort.bytes += chunk.length;
    return allows(chunk);
  };
}

async function whyNotKept({ repository, effort }: ServeContext): Promise<string | null> {
  const keptBytes = await packedBytes(repository.gitDirectory);
  if (keptBytes <= effort.limits.pushBytes * MAX_PUSHES) return null;
  return 'This task has pushed more than is kept for it: push smaller changes, or ask for the rest as another task.';
}

function doorOf(request: IncomingMessage): Door | null {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (!path.startsWith(PREFIX)) return null;
  const service = path.slice(PREFIX.length);
  if (service === 'info/refs' && request.method === 'GET' && /^service=git-(?:upload|receive)-pack$/.test(query)) {
    return { service, method: 'GET', query };
  }
  const isService = service === 'git-upload-pack' || service === 'git-receive-pack';
  return isService && request.method === 'POST' && query === '' ? { service, method: 'POST', query: '' } : null;
}

/** Without CONTENT_LENGTH, so that the backend reads until the end, whatever length the sandbox claims. */
function cgiEnvironment(
  { gitDirectory }: TaskRepository,
  request: IncomingMessage,
  door: Door,
): Record<string, string> {
  const protocol = request.headers['git-protocol'];
  const type = request.headers['content-type'];
  return {
    GIT_PROJECT_ROOT: dirname(gitDirectory),
    PATH_INFO: `/${basename(gitDirectory)}/${door.service}`,
    GIT_HTTP_EXPORT_ALL: '1',
    REQUEST_METHOD: door.method,
    QUERY_STRING: door.query,
    SERVER_PROTOCOL: 'HTTP/1.1',
    ...(typeof protocol === 'string' && /^version=[0-2]$/.test(protocol) ? { GIT_PROTOCOL: protocol } : {}),
    ...(door.service === 'git-receive-pack' ? { GIT_ALLOC_LIMIT: PUSH_MEMORY } : {}),
    ...(typeof type === 'string' && /^application\/x-git-[a-z-]{1,40}$/.test(type) ? { CONTENT_TYPE: type } : {}),
  };
}
