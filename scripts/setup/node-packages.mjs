import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { run, tail } from './run.mjs';
import { SetupProblem } from './say.mjs';

/**
 * The packages that this machine's images need, as pinned in images/node.sha512 (the format of sha512sum).
 * @param {string} pins
 * @param {string} arch as Node names it
 * @returns {readonly { readonly file: string, readonly sha512: string, readonly spec: string }[]}
 */
export function pinnedPackages(pins, arch) {
  const packages = pins.split('\n').flatMap((line) => {
    const match = /^([0-9a-f]{128}) {2}((.+)-(\d+\.\d+\.\d+)\.tgz)$/.exec(line);
    return match
      ? [{ sha512: match[1] ?? '', file: match[2] ?? '', name: match[3] ?? '', spec: `${match[3]}@${match[4]}` }]
      : [];
  });
  const chosen = packages.filter(({ name }) => name === 'npm' || name === `node-linux-${arch}`);
  if (chosen.length === 2) return chosen;
  throw new SetupProblem(`There is no Node.js for sandboxes on "${arch}" processors.`, [
    'Add its package to images/node.sha512 (x64 and arm64 are there).',
  ]);
}

/** @param {string} path @param {string} sha512 */
function isIntact(path, sha512) {
  return existsSync(path) && createHash('sha512').update(readFileSync(path)).digest('hex') === sha512;
}

/**
 * Fetches what is missing with this host's npm, so that its registry and proxy settings hold.
 * @param {string} imagesFolder
 * @param {(text: string) => void} note
 */
export async function gatherNode(imagesFolder, note) {
  const folder = join(imagesFolder, 'context/node');
  const wanted = pinnedPackages(readFileSync(join(imagesFolder, 'node.sha512'), 'utf8'), process.arch);
  for (const { file, sha512, spec } of wanted) {
    const path = join(folder, file);
    if (isIntact(path, sha512)) continue;
    note(`fetching ${spec} with npm`);
    const temporary = mkdtempSync(join(folder, '.tmp-'));
    try {
      const { code, output } = await run('npm', ['pack', '--silent', '--pack-destination', temporary, spec], {
        cwd: temporary,
      });
      if (code !== 0) throw new SetupProblem(`npm could not fetch ${spec}.`, tail(output, 8));
      const packed = join(temporary, file);
      if (!isIntact(packed, sha512))
        throw new SetupProblem(`${spec} is not what images/node.sha512 pins.`, [
          'Do not use it; check the registry that npm is set to.',
        ]);
      renameSync(packed, path);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  const keep = new Set(wanted.map(({ file }) => file));
  for (const name of readdirSync(folder)) if (name.endsWith('.tgz') && !keep.has(name)) rmSync(join(folder, name));
}
