'use strict';
/**
 * Uses starter.cjs by itself, in the folder given: commands begin while its process is busy elsewhere; then the process
 * that started them is killed, and more commands are requested before anything of it was read. Prints how many commands
 * ran, and how many were reported as started or never started.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { join } = require('node:path');

const [source, folder] = process.argv.slice(2);
require.extensions['.pl'] = (module, file) => {
  module.exports = fs.readFileSync(file, 'utf8');
};
const { createStarter } = require(join(source, 'starter.cjs'));

const busy = (seconds) => execFileSync('sleep', [String(seconds)]);
const nobody = new Proxy({}, { get: () => () => {} });

async function main() {
  const env = { PATH: process.env.PATH };
  const starter = createStarter({ env, shell: '/bin/bash', niceness: 0, guard: null });
  await starter.settling;
  const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const command = `echo >> ${join(folder, 'runs')}`;
  const begin = (count) =>
    Array.from({ length: count }, () => starter.begin({ command, cwd: folder, added: {}, watch: nobody }));
  const first = begin(20);
  busy(0.5);
  process.kill(Number(children[0]), 'SIGKILL');
  busy(0.2);
  const results = await Promise.all([...first, ...begin(5)]);
  const ran = fs.readFileSync(join(folder, 'runs'), 'utf8').length;
  const never = results.filter((result) => result === null).length;
  process.stdout.write(JSON.stringify({ ran, never, started: results.length - never }));
  fs.rmSync('/dev/shm/planwright-agent', { recursive: true, force: true });
  process.exit();
}

void main();
