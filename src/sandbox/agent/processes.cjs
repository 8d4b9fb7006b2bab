'use strict';
/**
 * Ends everything a command started. A process can leave its group (setsid), its parent (double fork) and its
 * environment (env -i). So if a command runs alone, every process in the container except this one and process 1 is
 * signalled. Beside other commands, every newer process that cannot be attributed to another command counts as its own.
 * Without a container, only processes that own-processes.cjs attributes to the agent are considered, and "all
 * processes" are never signalled at once.
 */
const fs = require('node:fs');
const { isShared } = require('./place.cjs');
const { ownOf } = require('./own-processes.cjs');

const marker = 'PLANWRIGHT_COMMAND';
const pollMs = 20;
const killForMs = 10_000;
/**
 * The process that starts commands (starter.pl) belongs to the agent; its children are commands, each known as such.
 */
let starter = null;

function spare(pid) {
  starter = pid;
}

function stat(pid) {
  let text;
  try {
    text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The name is in parentheses and may itself contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    state: fields[0],
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    started: Number(fields[19]),
  };
}

const tickMs = 10;
const firstTicks = stat(process.pid)?.started ?? 0;
const firstAt = performance.now() - process.uptime() * 1_000;

/** The earliest start time, as in `stat`, of a process started now. */
function ticksNow() {
  return firstTicks + Math.floor((performance.now() - firstAt) / tickMs) - 1;
}

/**
 * All living processes of the container except process 1 and the agent's own; on a shared machine, those attributed to
 * us.
 */
function living() {
  if (!isShared) return seen();
  const all = seen();
  const agent = stat(process.pid);
  return ownOf(agent === null ? all : all.set(process.pid, agent));
}

function seen() {
  const found = new Map();
  for (const name of fs.readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid || pid === starter) continue;
    const entry = stat(pid);
    if (entry !== null && entry.state !== 'Z' && entry.state !== 'X') found.set(pid, entry);
  }
  return found;
}

function markOf(pid) {
  try {
    const entry = fs
      .readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .find((text) => text.startsWith(`${marker}=`));
    return entry === undefined ? null : entry.slice(marker.length + 1);
  } catch {
    return null;
  }
}

function belongsTo(entry, root, all) {
  for (let at = entry, hops = 0; at !== undefined && hops < 200; at = all.get(at.parent), hops += 1) {
    if (at.pid === root || at.session === root || at.group === root) return true;
  }
  return false;
}

/** `target` and the entries of `others`: { pid, started, mark }. */
function victims(target, others) {
  const all = living();
  const entries = [...all.values()];
  if (others.length === 0) return entries;
  return entries.filter((entry) => {
    if (belongsTo(entry, target.pid, all)) return true;
    const mark = markOf(entry.pid);
    if (mark !== null) return mark === target.mark;
    if (entry.parent === starter) return false;
    return entry.started >= target.started && !others.some((other) => belongsTo(entry, other.pid, all));
  });
}

/**
 * Signals all at once, so that nothing multiplies faster than it is killed. Only if necessary, since it ends the
 * starter, too.
 */
function signal(target, others, name, isAll) {
  const found = victims(target, others);
  if (isAll && !isShared && found.length > 0 && others.length === 0) trySignal(-1, name);
  else for (const entry of found) trySignal(entry.pid, name, entry.started);
  return found.length;
}

/** On a shared machine only one process at a time, and only while it is the one that was found. */
function trySignal(pid, name, started) {
  if (isShared && (pid <= 1 || stat(pid)?.started !== started)) return;
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}

/** Resolves when nothing of the command is left. `others` is called each time, since commands come and go. */
async function stopTree(target, others, graceMs) {
  const askedAt = Date.now();
  let left = signal(target, others(), 'SIGTERM', true);
  while (left > 0 && Date.now() - askedAt < graceMs) {
    await pause();
    left = victims(target, others()).length;
  }
  const killedAt = Date.now();
  for (let round = 0; left > 0 && Date.now() - killedAt < killForMs; round += 1) {
    left = signal(target, others(), 'SIGKILL', round > 0);
    if (left > 0) await pause();
  }
  return left;
}

/** Kills processes that belong to none of `others`; resolves to their number. */
async function killStrays(others) {
  const strays = () => {
    const all = living();
    const marks = new Set(others.map((other) => other.mark));
    return [...all.values()].filter(
      (entry) =>
        (others.length === 0 || entry.parent !== starter) &&
        !others.some((other) => belongsTo(entry, other.pid, all)) &&
        (others.length === 0 || !marks.has(markOf(entry.pid))),
    );
  };
  const found = strays();
  const began = Date.now();
  let round = 0;
  for (let left = found; left.length > 0 && Date.now() - began < killForMs; left = strays()) {
    if (others.length === 0 && round > 0 && !isShared) trySignal(-1, 'SIGKILL');
    else for (const entry of left) trySignal(entry.pid, 'SIGKILL', entry.started);
    round += 1;
    await pause();
  }
  return found.length;
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, pollMs));
}

module.exports = { stat, spare, stopTree, killStrays, ticksNow, marker };
