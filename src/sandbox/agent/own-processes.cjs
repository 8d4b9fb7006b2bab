'use strict';
/**
 * Finds the sandbox's processes on a shared machine. A process counts only if it provably comes from this agent: it
 * descends from the agent, its initial environment carries the workspace's mark, or it is in a session of such a
 * process (each command starts its own session, which others cannot join).
 */
const fs = require('node:fs');
const { idEntry } = require('./place.cjs');

/** `all`: every living process by pid, as read by processes.cjs. Returns those of the sandbox, without the agent. */
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
    // The parent is younger than its child, so its number was reused.
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
    // It belongs to another user, or is gone.
    return false;
  }
}

/** Whether the other end of a connection to our port is a process of our own user; others are refused. */
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
