'use strict';
/**
 * The long-lived process of a sandbox. Results are kept by key until the host confirms that it recorded them, so that
 * an operation requested again by a restarted service is answered and not repeated.
 */
const fs = require('node:fs');
const { createWire } = require('./wire.cjs');
const { createCommands } = require('./commands.cjs');
const { createTunnel } = require('./tunnel.cjs');
const { readFile, writeFile, editFile, bad } = require('./files.cjs');
const { listFiles, searchFiles } = require('./search.cjs');
const { createDisk } = require('./disk.cjs');
const { isShared, workspace, project, home } = require('./place.cjs');
const journal = require('./journal.cjs');

const protocolVersion = 2;

// A command that signals everything (`kill -1`) should end itself, not the sandbox.
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGPIPE']) process.on(name, () => {});
process.on('uncaughtException', (error) => process.stderr.write(`${error.stack}\n`));

// Commands that kill the project's programs by name (`pkill node`) should miss this one.
process.title = 'planwright-agent';
// Creates the thread pool now: in a sandbox full of processes there may be no room for it later.
fs.stat('/', () => {});

// If it was started from an unreadable file (agent-source.ts), it is closed to processes of its own user.
const isGuarded = fs.statSync('/proc/self/fd').uid !== process.getuid();
const guard = process.execPath === '/tmp/planwright-agent' ? process.execPath : null;

const {
  PLANWRIGHT_AGENT_SOURCE: _source,
  PLANWRIGHT_PLACE: _place,
  PLANWRIGHT_DISK: diskLimits,
  ...baseEnv
} = process.env;
baseEnv.PATH = `${home}/.local/bin:${home}/.npm-global/bin:${process.env.PATH}`;
for (const folder of [project, home]) fs.mkdirSync(folder, { recursive: true });

/** Resolves with the tunnel's port, which is known late if it cannot be chosen. */
let opened;
const commands = createCommands({
  env: baseEnv,
  guard,
  isShared,
  opened: new Promise((resolve) => {
    opened = resolve;
  }),
  onReady: () => guard !== null && fs.rmSync(guard, { force: true }),
});
/** key → { result } once done; { } while it runs. */
const operations = new Map();
if (diskLimits !== undefined) createDisk(workspace, JSON.parse(diskLimits), commands.stopAll);

function perform(message) {
  const known = operations.get(message.key) ?? fromBefore(message);
  if (known !== null) {
    if (known.result !== undefined) wire.send({ t: 'result', key: message.key, result: known.result });
    return;
  }
  const operation = {};
  operations.set(message.key, operation);
  if (changesSomething(message)) journal.begin(message.key);
  void finish(message, operation);
}

/** Operations that a killed agent had started or finished. */
function fromBefore(message) {
  const known = changesSomething(message) ? journal.recall(message.key) : null;
  if (known !== null) operations.set(message.key, known);
  return known;
}

function changesSomething(message) {
  return message.t === 'run' || message.op.op === 'write_file' || message.op.op === 'edit_file';
}

async function finish(message, operation) {
  try {
    operation.result = await (message.t === 'run' ? commands.run(message) : fileOperation(message.op));
    if (changesSomething(message)) journal.finish(message.key, operation.result);
    wire.send({ t: 'result', key: message.key, result: operation.result });
  } catch (error) {
    operations.delete(message.key);
    journal.forget(message.key);
    wire.send({ t: 'failed', key: message.key, text: error.message });
  }
}

function isRunning(key) {
  const known = operations.get(key);
  return known !== undefined && known.result === undefined;
}

function forget(key) {
  operations.delete(key);
  journal.forget(key);
}

async function fileOperation(operation) {
  try {
    switch (operation.op) {
      case 'read_file':
        return readFile(operation);
      case 'write_file':
        return writeFile(operation);
      case 'edit_file':
        return editFile(operation);
      case 'list_files':
        return listFiles(operation);
      case 'search_files':
        return await searchFiles(operation, commands.helpers);
      default:
        return bad('This file operation is not known.');
    }
  } catch (error) {
    return bad(`That did not work: ${reason(error)}`);
  }
}

function reason(error) {
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied.';
    case 'ELOOP':
      return 'the path goes through a symbolic link that leads nowhere safe.';
    case 'ENXIO':
      return 'it is a pipe or socket, not a regular file.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk of the sandbox is full. Remove what is not needed.';
    case 'ENOTDIR':
      return 'a part of the path is a file, not a folder.';
    case 'ENAMETOOLONG':
      return 'the path is too long.';
    default:
      return error.message;
  }
}

const wire = createWire({
  onKeys: journal.useKey,
  onMessage(message) {
    switch (message.t) {
      case 'run':
      case 'file':
        perform(message);
        return;
      case 'stop':
        commands.stop(message.key);
        return;
      case 'forget':
        for (const key of message.keys) if (!isRunning(key)) forget(key);
        return;
      case 'reset':
        tunnel.reset();
        return;
      default:
        tunnel.take(message);
    }
  },
  onSession(hasSession) {
    if (!hasSession) {
      tunnel.breakAll();
      return;
    }
    wire.send({ t: 'hello', version: protocolVersion, isGuarded });
    tunnel.openNext();
  },
});

const tunnel = createTunnel(wire, commands.connectionsBroke, (port) =>
  opened(
    Object.fromEntries(
      Object.entries(baseEnv)
        .filter(([, value]) => value.includes('{port}'))
        .map(([name, value]) => [name, value.replaceAll('{port}', String(port))]),
    ),
  ),
);

// On a shared machine nothing may outlive the driver, which holds the other end of standard input.
if (isShared)
  process.stdin.once('end', () => {
    void commands.endAll().finally(() => process.exit());
  });
