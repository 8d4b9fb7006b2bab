import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { engineAddress, enginePing } from './engine-api.mjs';
import { isAlive, withLock } from './lock.mjs';
import { installPackages, rootPrefix, runAsRoot } from './packages.mjs';
import { has, run, tail } from './run.mjs';
import { SetupProblem, stepDone, stepReady } from './say.mjs';

const pingMs = 2_000;
const readyMs = 60_000;

/**
 * @typedef {object} EngineFacts what is known of this machine's engine
 * @property {string | null} unreachable why it does not answer; null when it does
 * @property {boolean} local it is asked for on this machine's own socket
 * @property {boolean} linux
 * @property {boolean} running a dockerd process lives
 * @property {boolean} installed
 * @property {boolean} systemd
 * @property {boolean} root this user may act as root without a password
 */

/**
 * What to do about the engine. Never starts one beside another: the second takes the first one's network bridge away.
 * @param {EngineFacts} facts
 * @returns {'ready' | 'denied' | 'elsewhere' | 'by-hand' | 'wait' | 'install' | 'needs-root' | 'start-service' | 'start-own'}
 */
export function decideEngine(facts) {
  if (facts.unreachable === null) return 'ready';
  if (facts.unreachable === 'EACCES' || facts.unreachable === 'EPERM') return 'denied';
  if (!facts.local) return 'elsewhere';
  if (!facts.linux) return 'by-hand';
  if (facts.running) return 'wait';
  if (!facts.installed) return 'install';
  if (!facts.root) return 'needs-root';
  return facts.systemd ? 'start-service' : 'start-own';
}

/** Whether a dockerd lives, by its pid file or by the process list. @param {string} proc @param {string} pidFile */
export function isEngineRunning(proc = '/proc', pidFile = '/var/run/docker.pid') {
  if (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    if (isAlive(pid) && nameOf(proc, String(pid)) === 'dockerd') return true;
  }
  if (!existsSync(proc)) return false;
  return readdirSync(proc).some((pid) => /^\d+$/.test(pid) && nameOf(proc, pid) === 'dockerd');
}

/** @param {string} proc @param {string} pid */
function nameOf(proc, pid) {
  try {
    return readFileSync(join(proc, pid, 'comm'), 'utf8').trim();
  } catch {
    return '';
  }
}

/** @returns {Promise<EngineFacts>} */
async function engineFacts() {
  return {
    unreachable: await enginePing(pingMs),
    local: engineAddress(process.env).local,
    linux: process.platform === 'linux',
    running: isEngineRunning(),
    installed: (await has('dockerd')) || existsSync('/usr/sbin/dockerd'),
    systemd: existsSync('/run/systemd/system'),
    root: (await rootPrefix()) !== null,
  };
}

/** @param {string | null} logFile */
async function untilReady(logFile) {
  const deadline = performance.now() + readyMs;
  let reason = await enginePing(pingMs);
  while (reason !== null && performance.now() < deadline) {
    if (reason === 'EACCES') throw deniedProblem();
    if (logFile !== null && /failed to start daemon/i.test(readLog(logFile))) break;
    await wait(200);
    reason = await enginePing(pingMs);
  }
  if (reason === null) return;
  const log =
    logFile === null
      ? ['Its log: `journalctl -u docker`, or the terminal it was started in.']
      : tail(readLog(logFile), 8);
  throw new SetupProblem(`The Docker engine did not become ready (${reason}).`, log);
}

/** @param {string} file */
function readLog(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function deniedProblem() {
  return new SetupProblem('This user may not use the Docker engine.', [
    'Run `sudo usermod -aG docker "$USER"`, log in again, then run `npm run setup` again.',
    'Whoever may use Docker is as good as root on this machine: Planwright is best given a machine or a user of its own.',
  ]);
}

/** Starts one engine in a session of its own, so that it outlives this set-up. @param {string} root @returns {Promise<string>} its log */
async function startOwn(root) {
  const asRoot = process.getuid?.() === 0;
  const folder = asRoot ? '/var/log' : join(root, 'data');
  mkdirSync(folder, { recursive: true });
  const logFile = join(folder, 'planwright-dockerd.log');
  const log = openSync(logFile, 'w');
  const prefix = (await rootPrefix()) ?? [];
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
  const engine = spawn('env', [...prefix, 'dockerd'], { cwd: '/', env, detached: true, stdio: ['ignore', log, log] });
  engine.on('error', () => undefined);
  engine.unref();
  return logFile;
}

/** @param {EngineFacts} facts */
function problemOf(facts) {
  const address = engineAddress(process.env).shown;
  switch (decideEngine(facts)) {
    case 'denied':
      return deniedProblem();
    case 'elsewhere':
      return new SetupProblem(`The Docker engine at ${address} does not answer (${facts.unreachable}).`, [
        "Start it, correct DOCKER_HOST, or unset it to use this machine's own.",
      ]);
    case 'by-hand':
      return new SetupProblem('No Docker engine answers.', [
        'Start Docker Desktop, or set DOCKER_HOST, then run `npm run setup` again.',
      ]);
    default:
      return new SetupProblem('The Docker engine is installed, but not running, and starting it needs root.', [
        'Run `sudo systemctl start docker` (or `sudo dockerd &`), then `npm run setup` again.',
      ]);
  }
}

/** @param {string} root @param {(text: string) => void} note @returns {Promise<void>} */
async function bringUp(root, note) {
  const facts = await engineFacts();
  switch (decideEngine(facts)) {
    case 'ready':
      return;
    case 'wait':
      note('an engine is starting: waiting for it');
      return untilReady(null);
    case 'install':
      await installPackages(await enginePackages(), note);
      // On most machines the package starts its service by itself: check again, and give it time to appear.
      return bringUp(root, note);
    case 'start-service': {
      note('starting the docker service');
      const started = await runAsRoot('systemctl', ['start', 'docker']);
      if (started.code !== 0)
        throw new SetupProblem('systemd could not start the docker service.', tail(started.output, 8));
      return untilReady(null);
    }
    case 'start-own':
      note('starting the engine');
      return untilReady(await startOwn(root));
    default:
      throw problemOf(facts);
  }
}

/** Newer Debian has the command in a separate package, and an engine there needs iptables. */
async function enginePackages() {
  const hasOwnCli = (await run('apt-cache', ['show', '--no-all-versions', 'docker-cli'])).code === 0;
  return ['docker.io', 'iptables', ...(hasOwnCli ? ['docker-cli'] : [])];
}

/** @param {string} root @param {(text: string) => void} note */
export async function ensureEngine(root, note) {
  if ((await enginePing(pingMs)) === null) return stepReady('it answers');
  await withLock(join(tmpdir(), 'planwright-engine.lock'), 300_000, () => bringUp(root, note));
  return stepDone('it answers');
}

/** @returns {Promise<string | null>} why it cannot be used */
export async function engineFault() {
  return enginePing(pingMs);
}
