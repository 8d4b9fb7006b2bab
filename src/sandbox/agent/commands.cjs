'use strict';
/** Runs `bash -c`, limits its output, and ends its whole process tree on time-out or request. */
const crypto = require('node:crypto');
const fs = require('node:fs');
const { resolveInside } = require('./confine.cjs');
const { createLaunch } = require('./launch.cjs');
const { isShared } = require('./place.cjs');
const { stopTree, killStrays, ticksNow, marker } = require('./processes.cjs');

/** A process that fills the disk gets little grace, since it keeps writing. */
const diskGraceMs = 200;

/** `start`: how commands are started, for launch.cjs. */
function createCommands(start) {
  const launch = createLaunch(start);
  const running = new Map();
  /** Child processes of the agent itself (a search), which a time-out must spare. */
  const helpers = new Set();
  /** Events while no command ran; reported with the next one. */
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
      state.target = { pid: null, started: ticksNow(), mark };
      const isWanted = () => state.reason === null;
      const added = { ...request.env, PWD: folder.path, [marker]: mark };
      const launched = { command: request.command, cwd: folder.path, added, limitBytes: request.limitBytes, isWanted };
      const begin = async () => {
        const { pid = null, ended } = await launch(launched);
        state.target.pid = pid;
        return { pid, ended };
      };
      let begun = begin();
      state.stop = (reason) => {
        state.reason ??= reason;
        state.stopping ??= begun.then(({ pid }) => {
          if (pid === null) return 0;
          if (reason === 'disk') return stopTree(state.target, () => [...helpers], diskGraceMs);
          return stopTree(state.target, () => othersThan(state), request.graceMs);
        });
      };
      const timer = setTimeout(() => state.stop('timeout'), Math.min(request.timeoutMs, 2 ** 31 - 1));
      let { pid, ended } = await begun;
      if (pid === null && (await ended).error?.code === 'EAGAIN') {
        await killStrays(othersThan(state));
        told.push('No more processes could be started, so everything that ran in the background was ended first.');
        begun = begin();
        ({ pid, ended } = await begun);
      }
      const outcome = await ended;
      clearTimeout(timer);
      // oxlint-disable-next-line await-thenable -- a promise, which is not said in plain JavaScript
      const left = state.stopping === null ? 0 : await state.stopping;
      const facts = { left, isUnknown: outcome.isUnknown, oomKillCount: oomKills() - oomBefore };
      const notes = told.concat(notesFor(state, request, facts));
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

  /** Ends every command and everything in the background. */
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

  /** Ends everything at the end of the sandbox. */
  async function endAll() {
    for (const state of running.values()) state.stop?.('stopped');
    await Promise.all([...running.values()].map((state) => state.stopping));
    await killStrays([]);
  }

  return { run, stop, stopAll, endAll, connectionsBroke, helpers };
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

function notesFor(state, request, { left, isUnknown, oomKillCount }) {
  const notes = [];
  if (state.reason === 'timeout')
    notes.push(
      `Stopped: the command did not end within ${request.timeoutMs / 1000} s. It and everything running in the background were ended. Give it less to do, or run it in parts.`,
    );
  if (state.reason === 'disk') notes.push(state.diskText);
  if (state.reason === 'stopped') notes.push('Stopped on request.');
  if (isUnknown && state.reason === null)
    notes.push(
      'How this command ended is not known: meanwhile something ended the process that starts commands (a command such as "kill -9 $PPID" does). Look at what it did before you go on.',
    );
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
 * The container's own counter, in cgroups version 2 or 1; the engine's OOMKilled flag covers only process 1. On a
 * shared machine it would include others.
 */
const oomFile = ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'].find(
  (file) => !isShared && fs.existsSync(file),
);

const oomDescriptor = oomFile === undefined ? null : fs.openSync(oomFile, 'r');
const oomText = Buffer.alloc(1024);

function oomKills() {
  if (oomDescriptor === null) return 0;
  const length = fs.readSync(oomDescriptor, oomText, 0, oomText.length, 0);
  return Number(/^oom_kill (\d+)$/m.exec(oomText.toString('latin1', 0, length))?.[1] ?? 0);
}

module.exports = { createCommands };
