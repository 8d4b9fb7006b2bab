/**
 * The agent's source, as passed to the container: its files in one text, each a small CommonJS module. They are plain
 * JavaScript and read from disk, also by the bundled service.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

const parts = [
  'place',
  'capture',
  'confine',
  'own-processes',
  'processes',
  'disk',
  'seal',
  'journal',
  'wire',
  'watch',
  'starter',
  'launch',
  'commands',
  'files',
  'search',
  'tunnel',
  'main',
] as const;

/** Environment variable with the agent's source; as an argument it would fill every `ps` in the sandbox. */
export const agentVariable = 'PLANWRIGHT_AGENT_SOURCE';
/**
 * A process started from a file that its user may not read is closed to other processes of that user: no tracing, no
 * access to its memory and descriptors. That file is a copy of the dynamic loader, which then runs node; nothing else
 * runs in the container at that time. If node cannot be run that way it runs normally, and the agent says so.
 */
const start = `node=$(command -v node)
copy=/tmp/planwright-agent
for loader in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1 /lib/ld-musl-*.so.1; do
  { [ -e "$loader" ] && cp "$loader" $copy && chmod 111 $copy && $copy --list "$node"; } > /dev/null 2>&1 &&
    exec $copy "$node" -e "$1"
  rm -f $copy
done
exec node -e "$1"`;
const program = `new Function('require', process.env.${agentVariable})(require)`;
export const agentCommand: readonly string[] = ['bash', '-c', start, 'planwright-agent', program];
/** As a plain process, with the service's own node. */
export const plainAgentArguments: readonly string[] = ['-e', program];

let cached: string | null = null;

export function agentSource(): string {
  cached ??= bundle();
  return cached;
}

function bundle(): string {
  const folder = join(packageRoot(), 'src', 'sandbox', 'agent');
  const modules = parts.map(
    (name) => `parts['./${name}.cjs'] = (module, require) => {${readFileSync(join(folder, `${name}.cjs`), 'utf8')}};`,
  );
  const starter = JSON.stringify(readFileSync(join(folder, 'starter.pl'), 'utf8'));
  return [
    'const parts = {}, loaded = {};',
    'const load = (name) => { if (!(name in parts)) return require(name); if (!(name in loaded)) { const module = { exports: {} }; loaded[name] = module; parts[name](module, load); } return loaded[name].exports; };',
    ...modules,
    `parts['./starter.pl'] = (module) => { module.exports = ${starter}; };`,
    "load('./main.cjs');",
  ].join('\n');
}
