/**
 * git's proc-receive hook: decides about every pushed branch. An accepted one falls through to git itself; a refused
 * one is answered with the reason, which the pusher sees as "! [remote rejected] branch -> branch (reason)". The server
 * passes the pusher's rights in STANDIN_WORKFLOWS ("0": may not change workflows) and STANDIN_PROTECTED (branches).
 */
import { execFileSync } from 'node:child_process';
import { readSync, writeSync } from 'node:fs';

const ZERO = /^0+$/;
const mayTouchWorkflows = process.env.STANDIN_WORKFLOWS !== '0';
const protectedBranches = JSON.parse(process.env.STANDIN_PROTECTED ?? '[]');

readPackets();
sendPacket('version=1\0');
sendFlush();
const commands = readPackets().map((line) => {
  const [before, after, ref] = line.split(' ');
  return { before, after, ref };
});
for (const { ref, after } of commands) {
  const reason = refusal(ref, after);
  if (reason === undefined) {
    sendPacket(`ok ${ref}`);
    sendPacket('option fall-through');
  } else {
    sendPacket(`ng ${ref} ${reason}`);
  }
}
sendFlush();

function refusal(ref, after) {
  if (protectedBranches.includes(ref.replace('refs/heads/', ''))) return 'protected branch hook declined';
  if (mayTouchWorkflows || ZERO.test(after)) return undefined;
  const workflow = newWorkflow(after);
  return (
    workflow &&
    `refusing to allow a GitHub App to create or update workflow \`${workflow}\` without \`workflows\` permission`
  );
}

/** The first workflow file changed by a commit that no branch here has yet. */
function newWorkflow(after) {
  const commits = git('rev-list', after, '--not', '--branches', '--', '.github/workflows').split('\n').filter(Boolean);
  for (const commit of commits) {
    const [path] = git(
      'diff-tree',
      '--no-commit-id',
      '--root',
      '-r',
      '-m',
      '--name-only',
      commit,
      '--',
      '.github/workflows',
    ).split('\n');
    if (path) return path;
  }
  return undefined;
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function readPackets() {
  const lines = [];
  for (;;) {
    const size = Number.parseInt(readExactly(4).toString(), 16);
    if (size < 4) return lines;
    lines.push(
      readExactly(size - 4)
        .toString()
        .replace(/\n$/, ''),
    );
  }
}

function readExactly(length) {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(0, buffer, filled, length - filled, null);
    if (got === 0) process.exit(0);
    filled += got;
  }
  return buffer;
}

function sendPacket(text) {
  writeSync(1, `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`);
}

function sendFlush() {
  writeSync(1, '0000');
}
