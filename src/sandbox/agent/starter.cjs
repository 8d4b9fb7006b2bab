'use strict';
/**
 * Lets a small process of ours (starter.pl) start the commands instead of the agent. It is closed to commands like the
 * agent, but they can stop or kill it. Then the agent starts further commands itself, and running ones continue, but
 * their result is unknown. The process is never started a second time, since commands could look into it while it
 * starts.
 */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const util = require('node:util');
const { createOutputs } = require('./watch.cjs');
const { stat, spare } = require('./processes.cjs');
const text = require('./starter.pl');

const perl = '/usr/bin/perl';
/** In memory, and outside what commands clean up. */
const folder = '/dev/shm/planwright-agent';
/** This many pipes are made in advance; further commands wait until an earlier one has started. */
const ahead = 32;
const settleMs = 5_000;
/** Interval for checking whether somebody stopped it, while a request is pending. */
const lookMs = 250;
/** After this many checks without a response it is given up. */
const mostLooks = 40;
const pollMs = 20;
/** Output is read continuously only after this time; for a shorter command, its end wakes the agent. */
const hearAfterMs = 5;

const calls = {
  x64: { rt_sigprocmask: 14, setsid: 112, exit_group: 231, mknodat: 259, signalfd4: 289, dup3: 292 },
  arm64: { dup3: 24, mknodat: 33, signalfd4: 74, exit_group: 94, rt_sigprocmask: 135, setsid: 157 },
}[process.arch];
const reading = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW;
const signals = new Map(Object.entries(os.constants.signals).map(([name, number]) => [number, name]));

/** The command inherits this: if memory runs out, a command is killed, not the agent. */
const begins = 'echo 800 > /proc/self/oom_score_adj; exec "$@"';
const runs = 'eval delete $ENV{PLANWRIGHT_STARTER}';

/** `guard`: how the agent was started so that commands cannot look into it; or null. */
function createStarter({ env, shell, niceness, guard }) {
  /** Requests without a free pipe. */
  const queued = [];
  /** By number. */
  const starting = new Map();
  /** By process. */
  const running = new Map();
  let child = null;
  let requests = null;
  let isReady = false;
  let next = 0;
  let begun = 0;
  let looks = 0;
  let watchdog = null;
  let rest = '';
  let settled;
  const settling = new Promise((resolve) => {
    settled = resolve;
  });

  if (calls !== undefined && fs.existsSync(perl)) open();
  else settled();

  function open() {
    const sayings = Object.entries(calls).flatMap(([name, number]) => [name, String(number)]);
    const settings = [folder, String(ahead), shell, String(niceness), String(fs.constants.O_NOFOLLOW), ...sayings];
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const command = [...(guard === null ? [] : [guard]), perl, '-e', runs, ...settings];
      child = childProcess.spawn(shell, ['-c', begins, 'bash', ...command], {
        env: { PLANWRIGHT_STARTER: text },
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      });
    } catch {
      settled();
      return;
    }
    spare(child.pid);
    const patience = setTimeout(giveUp, settleMs);
    void settling.then(() => clearTimeout(patience));
    child.on('error', lost);
    // Two sockets: a request that can no longer be written closes its own, and answers that came before are still read.
    const answers = child.stdio[4];
    requests = child.stdio[3];
    requests?.on('error', () => {});
    answers?.on('data', take).on('error', () => {});
    // A forked process that is not a command yet holds it open; once closed, nothing more is started.
    answers?.on('close', lost);
    send(Object.entries(env).map(([name, value]) => `${name}=${value}`));
  }

  function send(parts) {
    const body = Buffer.from(parts.join('\0'));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    requests?.write(Buffer.concat([length, body]));
  }

  /** Resolves once the process exists: to its pid, to { error }, or to null if it was not started. */
  function begin({ command, cwd, added, watch }) {
    if (!isReady || [command, ...Object.entries(added).flat()].some((part) => part.includes('\0')))
      return Promise.resolve(null);
    return new Promise((resolve) => {
      const parts = [cwd, command, ...Object.entries(added).map(([name, value]) => `${name}=${value}`)];
      queued.push({ parts, watch, resolve, number: 0, outputs: null, hearing: null, error: null });
      sendQueued();
    });
  }

  function sendQueued() {
    while (isReady && queued.length > 0 && next < begun + ahead) {
      const run = queued[0];
      const descriptors = openPipes(next);
      if (descriptors === null) {
        giveUp();
        return;
      }
      queued.shift();
      run.outputs = createOutputs(descriptors, run.watch);
      run.number = next;
      starting.set(next, run);
      next += 1;
      send(run.parts);
      watchdog ??= setInterval(look, lookMs);
    }
  }

  function openPipes(number) {
    const descriptors = [];
    try {
      for (const which of ['out', 'err']) descriptors.push(fs.openSync(`${folder}/${number}.${which}`, reading));
      // If the pipe was replaced by a file, nobody would see the output.
      if (descriptors.every((descriptor) => fs.fstatSync(descriptor).isFIFO())) return descriptors;
    } catch {
      // It is missing or unreadable.
    }
    for (const descriptor of descriptors) fs.closeSync(descriptor);
    return null;
  }

  function take(chunk) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop();
    looks = 0;
    for (const line of lines) {
      const [what, of, more] = line.split(' ');
      if (what === 'ended') ended(Number(of), Number(more));
      else if (what === 'started') started(Number(of), Number(more));
      else if (what === 'failed') failed(Number(of), Number(more));
      else if (what === 'ready') isReady = true;
    }
    if (isReady) settled();
    sendQueued();
    if (starting.size === 0 && running.size === 0) rested();
  }

  function rested() {
    clearInterval(watchdog);
    watchdog = null;
    looks = 0;
  }

  function started(number, pid) {
    const run = starting.get(number);
    starting.delete(number);
    begun += 1;
    running.set(pid, run);
    run.hearing = setTimeout(() => run.outputs.hear(), hearAfterMs);
    run.resolve({ pid });
  }

  function failed(number, errno) {
    const run = starting.get(number);
    const error = errno === 0 ? null : asError(errno);
    if (run === undefined) {
      // It was forked, but did not become the command.
      for (const other of running.values()) if (other.number === number) other.error = error;
      return;
    }
    starting.delete(number);
    begun += 1;
    run.outputs.discard();
    run.resolve(error === null ? null : { error });
    if (error === null) giveUp();
  }

  function ended(pid, status) {
    const run = running.get(pid);
    if (run === undefined) return;
    running.delete(pid);
    clearTimeout(run.hearing);
    run.outputs.take();
    const signal = status & 127;
    if (run.error !== null) run.watch.exited({ exitCode: 126, error: run.error });
    else if (signal === 0) run.watch.exited({ exitCode: status >> 8 });
    else run.watch.exited({ signal: signals.get(signal) ?? `SIG${signal}` });
  }

  /** A command may have stopped it, or blocked it. */
  function look() {
    looks += 1;
    const state = stat(child.pid)?.state;
    if (state === 'T' || state === 't' || (starting.size > 0 && looks > mostLooks)) giveUp();
  }

  function giveUp() {
    isReady = false;
    child?.kill('SIGKILL');
  }

  function lost() {
    isReady = false;
    // Another process may get its number soon.
    spare(null);
    rested();
    settled();
    const never = [...queued.splice(0), ...starting.values()];
    starting.clear();
    for (const run of never) {
      run.outputs?.discard();
      run.resolve(null);
    }
    for (const [pid, run] of running) {
      run.outputs.hear();
      void waitFor(pid).then(() => run.watch.exited({ isUnknown: true }));
    }
    running.clear();
  }

  /** Its children belong to init now, which reports no exit codes. */
  async function waitFor(pid) {
    const first = stat(pid);
    for (let at = first; at !== null && at.state !== 'Z' && at.started === first.started; at = stat(pid))
      await new Promise((resolve) => setTimeout(resolve, pollMs));
  }

  return { settling, begin };
}

function asError(errno) {
  const code = util.getSystemErrorName(-errno);
  return Object.assign(new Error(`${code}: bash could not be run`), { code });
}

module.exports = { createStarter };
