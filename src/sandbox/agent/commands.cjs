'use strict';
/** Runs `bash -c`, bounds what it prints, and ends its whole process tree on time-out or request. */
const childProcess = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const { createCapture } = require('./capture.cjs');
const { resolveInside } = require('./confine.cjs');
const { stopTree, killStrays, ticksNow, marker } = require('./processes.cjs');

/** After a command ended, what its background children still print is waited for this long at most. */
const drainQuietMs = 40;
const drainMaxMs = 400;
/** Whoever fills the disk is ended without much grace: it writes on meanwhile. */
const diskGraceMs = 200;
/** Commands come after the agent where they compete for a processor. */
const niceness = 5;

/** By its whole path, where that is known: it would be looked for in each folder of the PATH, by every command. */
const shell = fs.existsSync('/bin/bash') ? '/bin/bash' : 'bash';

function createCommands(baseEnv) {
  const running = new Map();
  /** Child processes of the agent itself (a search), which a time-out must spare. */
  const helpers = new Set();
  /** What happened while no command ran, told with the next one. */
  let news = [];

  function othersThan(run) {
    const commands = [...running.values()]
      .filter((other) => other !== run && other.target !== null)
      .map((other) => other.target);
    return [...commands, ...helpers];
  }

  async function run(request) {
    const folder = resolveInside(request.cwd ?? '.', 'folder');
    if (!folder.ok) return notBegun(folder.text);
    const startedAt = Date.now();
    const oomBefore = oomKills();
    const mark = crypto.randomBytes(12).toString('hex');
    const state = { target: null, stopping: null, reason: null, diskText: null, connectionLost: false };
    running.set(request.key, state);
    const told = news;
    news = [];
    try {
      if (request.alone === true && (await killStrays(othersThan(state))) > 0)
        news = [
          'What ran in the background was ended, because the files could not be saved beside it. Start again what is still needed.',
        ];
      const env = { ...baseEnv, ...request.env, PWD: folder.path, [marker]: mark };
      const started = ticksNow();
      let begun = begin(request, folder.path, env);
      if (begun.child.pid === undefined && (await begun.ended).error?.code === 'EAGAIN') {
        await killStrays(othersThan(state));
        told.push('No more processes could be started, so everything that ran in the background was ended first.');
        begun = begin(request, folder.path, env);
      }
      const { child, ended } = begun;
      if (child.pid !== undefined) {
        state.target = { pid: child.pid, started, mark };
        putBehind(child.pid);
      }
      state.stop = (reason) => {
        state.reason ??= reason;
        if (state.target === null) return;
        if (reason === 'disk') state.stopping ??= stopTree(state.target, () => [...helpers], diskGraceMs);
        else state.stopping ??= stopTree(state.target, () => othersThan(state), request.graceMs);
      };
      const timer = setTimeout(() => state.stop('timeout'), Math.min(request.timeoutMs, 2 ** 31 - 1));
      const outcome = await ended;
      clearTimeout(timer);
      // oxlint-disable-next-line await-thenable -- a promise, which is not said in plain JavaScript
      const left = state.stopping === null ? 0 : await state.stopping;
      const notes = told.concat(notesFor(state, request, left, oomKills() - oomBefore));
      const out = outcome.stdout.result();
      const err = outcome.stderr.result();
      return {
        exitCode: state.reason === null ? outcome.exitCode : null,
        signal: state.reason === null ? outcome.signal : (outcome.signal ?? 'SIGTERM'),
        timedOut: state.reason === 'timeout',
        stdout: out.text,
        stderr: withNotes(outcome.error === null ? err.text : couldNotStart(outcome.error), notes),
        omittedBytes: out.omitted + err.omitted,
        durationMs: Date.now() - startedAt,
        connectionLost: state.connectionLost,
      };
    } finally {
      running.delete(request.key);
    }
  }

  function stop(key) {
    running.get(key)?.stop?.('stopped');
  }

  /** Ends every command and whatever runs in the background. */
  async function stopAll(text) {
    const states = [...running.values()];
    for (const state of states) {
      state.diskText ??= text;
      state.stop?.('disk');
    }
    if (states.length === 0 && (await killStrays([...helpers])) > 0) news = [text];
    await Promise.all(states.map((state) => state.stopping));
  }

  function connectionsBroke() {
    for (const state of running.values()) state.connectionLost = true;
  }

  return { run, stop, stopAll, connectionsBroke, helpers };
}

/** Its own session, so that signals reach it apart from everything else. */
function begin(request, cwd, env) {
  const captures = { stdout: createCapture(request.limitBytes), stderr: createCapture(request.limitBytes) };
  try {
    const child = childProcess.spawn(shell, ['-c', request.command], {
      argv0: 'bash',
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: watch(child, captures) };
  } catch (error) {
    return { child: {}, ended: Promise.resolve({ exitCode: 126, signal: null, error, ...captures }) };
  }
}

/**
 * Resolves at the end of the process plus a short drain: children in the background may hold its pipes open for
 * ever.
 */
function watch(child, { stdout, stderr }) {
  let lastDataAt = 0;
  let isDone = false;
  const collect = (capture) => (chunk) => {
    // Read on even after the result is given: a server left in the background must not die of a closed pipe.
    if (isDone) return;
    lastDataAt = Date.now();
    capture.add(chunk);
  };
  child.stdout?.on('data', collect(stdout)).on('error', () => {});
  child.stderr?.on('data', collect(stderr)).on('error', () => {});
  return new Promise((resolve) => {
    const finish = (exitCode, signal, error) => {
      if (isDone) return;
      isDone = true;
      resolve({ exitCode, signal, error, stdout, stderr });
    };
    child.once('error', (error) => finish(126, null, error));
    child.once('exit', (exitCode, signal) => {
      const exitedAt = Date.now();
      child.once('close', () => finish(exitCode, signal, null));
      const look = () => {
        const now = Date.now();
        if (now - Math.max(lastDataAt, exitedAt) >= drainQuietMs || now - exitedAt >= drainMaxMs)
          finish(exitCode, signal, null);
        else if (!isDone) setTimeout(look, 10);
      };
      setTimeout(look, 10);
    });
  });
}

function couldNotStart(error) {
  switch (error.code) {
    case 'EAGAIN':
      return 'The command could not be started: too many processes are running in the sandbox already. End some of them (background jobs count) and try again.';
    case 'E2BIG':
      return 'The command could not be started: it is too long (128 KB at most). Write it to a file and run that.';
    default:
      return `The command could not be started: ${error.message}.`;
  }
}

function notesFor(state, request, left, oomKillCount) {
  const notes = [];
  if (state.reason === 'timeout')
    notes.push(
      `Stopped: the command did not end within ${request.timeoutMs / 1000} s. It and everything running in the background were ended. Give it less to do, or run it in parts.`,
    );
  if (state.reason === 'disk') notes.push(state.diskText);
  if (state.reason === 'stopped') notes.push('Stopped on request.');
  if (left > 0) notes.push(`${left} processes could not be ended.`);
  if (oomKillCount > 0)
    notes.push(
      `Killed: out of memory (limit ${request.memoryText}). Use less memory: fewer parallel jobs, smaller inputs.`,
    );
  return notes;
}

function withNotes(text, notes) {
  if (notes.length === 0) return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${notes.map((note) => `[planwright] ${note}`).join('\n')}\n`;
}

function notBegun(text) {
  return {
    exitCode: 126,
    signal: null,
    timedOut: false,
    stdout: '',
    stderr: `${text}\n`,
    omittedBytes: 0,
    durationMs: 0,
    connectionLost: false,
  };
}

/**
 * When memory runs out, a command goes, not the agent; where the processors are busy, a command waits, not the
 * agent.
 */
function putBehind(pid) {
  try {
    os.setPriority(pid, niceness);
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '800');
  } catch {
    // Gone already.
  }
}

/** The container's own counter: the engine's OOMKilled flag speaks of process 1 only. Version 2 of cgroups, or 1. */
const oomFile = ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'].find((file) =>
  fs.existsSync(file),
);

const oomDescriptor = oomFile === undefined ? null : fs.openSync(oomFile, 'r');
const oomText = Buffer.alloc(1024);

function oomKills() {
  if (oomDescriptor === null) return 0;
  const length = fs.readSync(oomDescriptor, oomText, 0, oomText.length, 0);
  return Number(/^oom_kill (\d+)$/m.exec(oomText.toString('latin1', 0, length))?.[1] ?? 0);
}

module.exports = { createCommands };
