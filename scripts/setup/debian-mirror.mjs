import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const release = 'bookworm';
const publicMirrors = { main: 'http://deb.debian.org/debian', security: 'http://deb.debian.org/debian-security' };

/**
 * The mirrors that the host's own apt uses for this Debian release; Debian's public ones where it names none.
 * @param {string} sources the text of its sources, in either of apt's formats
 * @returns {{ readonly main: string, readonly security: string }}
 */
export function mirrorsIn(sources) {
  const found = { ...publicMirrors };
  const take = (/** @type {string} */ uri, /** @type {readonly string[]} */ suites) => {
    if (!/^https?:\/\//.test(uri)) return;
    if (suites.includes(release)) found.main = uri.replace(/\/$/, '');
    if (suites.includes(`${release}-security`)) found.security = uri.replace(/\/$/, '');
  };
  for (const paragraph of sources.split(/\n\s*\n/)) {
    const uris = /^URIs:(.+)$/m.exec(paragraph)?.[1]?.trim().split(/\s+/)[0];
    const suites = /^Suites:(.+)$/m.exec(paragraph)?.[1]?.trim().split(/\s+/);
    if (uris !== undefined && suites !== undefined && !/^Enabled:\s*no/im.test(paragraph)) take(uris, suites);
    for (const match of paragraph.matchAll(/^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s/gm))
      take(match[1] ?? '', [match[2] ?? '']);
  }
  return found;
}

/** @returns {{ readonly main: string, readonly security: string }} */
export function hostMirrors() {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (!isDebian) return publicMirrors;
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const readable = ['/etc/apt/sources.list', ...files].filter(
    (file) => /\.(list|sources)$/.test(file) && existsSync(file),
  );
  return mirrorsIn(readable.map((file) => readFileSync(file, 'utf8')).join('\n\n'));
}
