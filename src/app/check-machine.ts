/** The checks of the machine: programs, folders, Redis, the Docker engine, our own port. */
import { execFile } from 'node:child_process';
import { access, constants, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { LoadedSettings } from '../config/load.ts';
import { gitFinding } from '../doctor/check-git.ts';
import type { Check, Finding } from '../doctor/finding.ts';
import { loadPrompts } from '../model-calls/catalogue.ts';
import { lookAtRedis } from '../redis/check-redis.ts';
import { connectRedis, redisTarget } from '../redis/connect-redis.ts';
import { findExecutable } from '../redis/redis-child.ts';
import { whoListens } from '../redis/redis-line.ts';
import { redisSocketPath } from '../redis/redis-place.ts';
import { INSTALL_REDIS, REDIS_PROGRAMS } from '../redis/embedded-redis.ts';
import { lookAtEngine } from '../sandbox/look-at-engine.ts';
import { systemClock as clock } from './system-clock.ts';

const ANSWER_MS = 5_000;
const REDIS_ANSWER_MS = 2_000;
const GIB = 1024 ** 3;
/** Below the first value nothing can be recorded for much longer; the second is a warning. */
const DISK_FULL_BYTES = GIB / 4;
const DISK_SHORT_BYTES = GIB;

export const programs: Check = {
  part: 'Programs',
  silence: 'mend',
  todo: 'Try it by hand: git --version',
  async look() {
    const git = await promisify(execFile)('git', ['--version'], { timeout: ANSWER_MS }).catch(() => null);
    return [gitFinding(git?.stdout ?? null)];
  },
};

export function machineChecks({ settings, service }: LoadedSettings, needsDocker: boolean): readonly Check[] {
  const folder = {
    part: 'Data folder',
    silence: 'mend',
    todo: `See that its disk answers: df -h ${service.dataDir}`,
    look: () => dataFolder(service.dataDir),
  } as const;
  const redis = {
    part: 'Redis',
    silence: 'mend',
    todo: 'See that Redis runs, and that REDIS_URL has the right address.',
    look: () => redisFindings(service, settings.planning.history.storage_type === 'redis'),
  } as const;
  const docker = {
    part: 'Docker',
    silence: 'mend',
    todo: 'See that the engine runs, and that this user may use it: docker info',
    look: () => dockerFindings(settings),
  } as const;
  const own = {
    part: 'Service',
    silence: 'note',
    todo: 'See what its log says last.',
    look: () => serviceFindings(service),
  } as const;
  return [folder, redis, ...(needsDocker ? [docker, ...ownPrompts(service)] : []), own];
}

/** The operator's own prompts, if any; mistakes in them keep a worker from starting. */
function ownPrompts({ promptsDir }: LoadedSettings['service']): readonly Check[] {
  if (promptsDir === null) return [];
  const part = 'Prompts';
  const look = async (): Promise<readonly Finding[]> => {
    await loadPrompts({ overrideFolder: promptsDir });
    return [{ part, grade: 'fine', said: `Those in ${promptsDir} can be used.` }];
  };
  return [{ part, silence: 'mend', todo: 'See that the folder PROMPTS_DIR can be read.', look }];
}

async function dataFolder(dataDir: string): Promise<readonly Finding[]> {
  const part = 'Data folder';
  const there = await nearestFolder(dataDir);
  if (!(await stat(there)).isDirectory())
    return [{ part, grade: 'mend', said: `${there} is no folder.`, todo: 'Set DATA_DIR to a folder of its own.' }];
  const isWritable = await access(there, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [
      {
        part,
        grade: 'mend',
        said: `This user may not write to ${there}${there === dataDir ? '' : `, where ${dataDir} is to be made`}.`,
        todo: `Set DATA_DIR to a folder that it may write to, or: sudo install -d -o "$(id -un)" ${dataDir}`,
      },
    ];
  const free = await freeBytes(there);
  const room = `${(free / GIB).toFixed(1)} GiB free`;
  if (free >= DISK_SHORT_BYTES)
    return [
      {
        part,
        grade: 'fine',
        said: `${dataDir} can be written, with ${room}${there === dataDir ? '' : '; it is made at the first start'}.`,
      },
    ];
  const grade = free < DISK_FULL_BYTES ? 'mend' : 'note';
  return [{ part, grade, said: `${dataDir} has only ${room}.`, todo: `Make room: df -h ${there}` }];
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Service = LoadedSettings['service'];

/** Our own Redis belongs to the service: it is checked where it runs, and never started here. */
async function redisFindings({ redisUrl, dataDir }: Service, keepsHistory: boolean): Promise<readonly Finding[]> {
  const part = 'Redis';
  const place = redisUrl ?? (await runningEmbedded(join(dataDir, 'redis')));
  if (place === null) {
    const program = findExecutable(REDIS_PROGRAMS);
    return [
      program === null
        ? { part, grade: 'mend', said: 'There is no redis-server on this machine.', todo: INSTALL_REDIS }
        : {
            part,
            grade: 'fine',
            said: `The service starts one of its own (${program}), which keeps all that it accepts.`,
          },
    ];
  }
  const redis = connectRedis(place, 'worker', pino({ level: 'silent' }));
  try {
    const warnings = await lookAtRedis(redis, { keepsHistory, answerTimeoutMs: REDIS_ANSWER_MS });
    if (warnings.length === 0) {
      const name = redisUrl === null ? 'The one of the service' : redisTarget(redisUrl);
      return [{ part, grade: 'fine', said: `${name} answers, and keeps all that it accepts.` }];
    }
    return warnings.map(({ said, losesWork }) => ({ part, grade: losesWork ? 'mend' : 'note', said }));
  } finally {
    redis.disconnect();
  }
}

async function runningEmbedded(directory: string): Promise<string | null> {
  const folder = await realpath(directory).catch(() => null);
  if (folder === null) return null;
  const socket = redisSocketPath(folder);
  return (await whoListens(socket)) === null ? null : socket;
}

async function dockerFindings({ environments, sandbox }: LoadedSettings['settings']): Promise<readonly Finding[]> {
  const images = Object.values(environments).map(({ image }) => image);
  const { version, folder, missing, toPull } = await lookAtEngine(images, clock, ANSWER_MS);
  const free = await freeBytes(folder).catch(() => null);
  const reserve = sandbox.disk_reserve_mb * 1024 ** 2;
  const isShort = free !== null && free < reserve;
  return [
    { part: 'Docker', grade: 'fine', said: `Engine ${version} answers.` },
    ...(isShort
      ? [
          {
            part: 'Docker',
            grade: 'mend' as const,
            said: `Its disk (${folder}) has ${(free / GIB).toFixed(1)} GiB free, less than sandbox.disk_reserve_mb keeps free: nothing can be written in sandboxes.`,
            todo: 'Make room there: docker system df',
          },
        ]
      : []),
    missing.length === 0
      ? { part: 'Images', grade: 'fine', said: 'The sandbox images that are made here are there.' }
      : { part: 'Images', grade: 'mend', said: `There is no ${missing.join(', ')}.`, todo: 'npm run setup' },
    ...toPull.map((image) => ({
      part: 'Images',
      grade: 'note' as const,
      said: `${image} is pulled when it is first needed; to do that now: docker pull ${image}`,
    })),
  ];
}

async function serviceFindings({ host, port }: Service): Promise<readonly Finding[]> {
  const part = 'Service';
  const near = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  const url = `http://${near}:${port}`;
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  if (answer === null)
    return [{ part, grade: 'note', said: `It does not run at ${url}.`, todo: 'npm start, or what starts it here' }];
  const body = (await answer.json().catch(() => null)) as {
    readonly ready?: boolean;
    readonly checks?: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
  } | null;
  if (typeof body?.ready !== 'boolean')
    return [
      {
        part,
        grade: 'mend',
        said: `Another program answers at ${url}.`,
        todo: 'Stop it, or set PORT to another port.',
      },
    ];
  const troubles = Object.entries(body.checks ?? {}).filter(([, { ok }]) => !ok);
  const said = troubles.map(([name, { detail }]) => `${name}: ${detail.replace(/\.$/, '')}`).join('; ');
  if (body.ready && said === '') return [{ part, grade: 'fine', said: `It runs at ${url} and is ready.` }];
  if (body.ready)
    return [
      {
        part,
        grade: troubles.some(([name]) => name === 'model') ? 'mend' : 'note',
        said: `It runs at ${url} and is ready, but: ${said}.`,
        todo: 'It goes by what was set when it started, which may differ from what is set here: restart it with what is right.',
      },
    ];
  const todo = 'Mend what is told of that here; where all is well here, see what its log says.';
  return [{ part, grade: 'note', said: `It runs at ${url} and is not ready: ${said}.`, todo }];
}
