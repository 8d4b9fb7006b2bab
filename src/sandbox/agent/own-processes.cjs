'use strict';
/**
 * Which processes are the sandbox's, on a machine that it shares with others. Only what is shown to come of this agent
 * counts: what descends from it, what carries the mark of its workspace in the environment it was started with, and
 * whoever is in a session of one of those (each command begins one of its own, and nobody can join another's).
 */
const fs = require('node:fs');
const { idEntry } = require('./place.cjs');

/** `all`: every living process by pid, as processes.cjs reads it. Those of the sandbox, without the agent. */
function ownOf(all) {
  const own = new Map();
  for (const [pid, entry] of all) if (descends(entry, all) || isMarked(pid)) own.set(pid, entry);
  const agents = all.get(process.pid)?.session;
  const sessions = new Set([...own.values()].map((entry) => entry.session).filter((session) => session !== agents));
  for (const [pid, entry] of all) if (sessions.has(entry.session)) own.set(pid, entry);
  own.delete(process.pid);
  return own;
}

function descends(entry, all) {
  let child = entry;
  for (let hops = 0; hops < 1000; hops += 1) {
    const parent = all.get(child.parent);
    // Younger than its child: the number is another process's by now.
    if (parent === undefined || parent.started > child.started) return false;
    if (parent.pid === process.pid) return true;
    child = parent;
  }
  return false;
}

function isMarked(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(idEntry);
  } catch {
    // Another user's, or gone.
    return false;
  }
}

/** Whether the other end of a connection to a port of ours is a process of our own user: nobody else is let in. */
function isOwnPeer({ remotePort, localPort }) {
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of linesOf(table)) {
      const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/);
      if (portOf(local) === remotePort && portOf(remote) === localPort) return Number(user) === process.getuid();
    }
  return false;
}

function linesOf(table) {
  try {
    return fs.readFileSync(table, 'latin1').split('\n');
  } catch {
    return [];
  }
}

function portOf(address) {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}

module.exports = { ownOf, isOwnPeer };
