import { spawn } from 'node:child_process';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostMirrors, release } from './debian-mirror.mjs';
import { engineCall } from './engine-api.mjs';
import { installPackages, rootPrefix, runAsRoot } from './packages.mjs';
import { has, tail } from './run.mjs';
import { SetupProblem } from './say.mjs';

const published = { name: 'debian', tag: `${release}-slim` };
const ownImage = { name: 'planwright/debian', tag: release };
const firstAnswerMs = 8_000;
const pullMs = 300_000;

/** @param {string} reference */
export async function inspectImage(reference) {
  const { status, text } = await engineCall('GET', `/images/${encodeURIComponent(reference)}/json`);
  return status === 200
    ? /** @type {{ Id: string, RepoTags: readonly string[], Config: { Labels: Record<string, string> | null } }} */ (
        JSON.parse(text)
      )
    : null;
}

/** Pulls the published base; false when no registry answers within seconds. @param {(text: string) => void} note */
async function pullPublished(note) {
  const stop = new AbortController();
  const first = setTimeout(() => stop.abort(), firstAnswerMs);
  const whole = setTimeout(() => stop.abort(), pullMs);
  let refused = false;
  note(`pulling ${published.name}:${published.tag}`);
  try {
    const { status } = await engineCall('POST', `/images/create?fromImage=${published.name}&tag=${published.tag}`, {
      signal: stop.signal,
      onLine: (line) => {
        clearTimeout(first);
        refused ||= line.error !== undefined;
      },
    });
    return status === 200 && !refused;
  } catch {
    return false;
  } finally {
    clearTimeout(first);
    clearTimeout(whole);
  }
}

/** What a slim image lacks, and where its apt finds packages. */
const slim = `
set -eu
cd "$1"
rm -rf var/cache/apt/archives/*.deb var/cache/apt/*.bin var/lib/apt/lists/* var/log/*.log var/log/apt
rm -rf usr/share/man/?? usr/share/man/??_* usr/share/man/man* usr/share/info usr/share/groff
find usr/share/doc -mindepth 2 ! -name copyright -type f -delete
find usr/share/locale -mindepth 1 -maxdepth 1 -exec rm -rf {} +
mkdir -p usr/share/man/man1
printf 'path-exclude /usr/share/doc/*\\npath-include /usr/share/doc/*/copyright\\npath-exclude /usr/share/man/*\\npath-exclude /usr/share/locale/*\\n' > etc/dpkg/dpkg.cfg.d/slim
printf 'APT::Install-Recommends "false";\\nAcquire::Languages "none";\\n' > etc/apt/apt.conf.d/slim
printf '#!/bin/sh\\nexit 101\\n' > usr/sbin/policy-rc.d
chmod 0755 usr/sbin/policy-rc.d
rm -f etc/apt/sources.list etc/resolv.conf etc/hostname
printf 'deb %s %s main\\ndeb %s %s-updates main\\ndeb %s %s-security main\\n' "$2" "$4" "$2" "$4" "$3" "$4" > etc/apt/sources.list
`;

/** @param {string} rootfs */
async function importFolder(rootfs) {
  const prefix = (await rootPrefix()) ?? [];
  const packer = spawn('env', [...prefix, 'tar', '--create', '--numeric-owner', '--directory', rootfs, '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const query = new URLSearchParams({ fromSrc: '-', repo: ownImage.name, tag: ownImage.tag, changes: 'CMD ["bash"]' });
  const { status, text } = await engineCall('POST', `/images/create?${query}`, { body: packer.stdout });
  if (status !== 200) throw new SetupProblem('The engine refused the base image.', [text.trim()]);
}

/** @param {(text: string) => void} note */
async function makeOwn(note) {
  if (!(await has('apt-get'))) {
    throw new SetupProblem('No container registry answers, and without apt no base image can be made here.', [
      `On a machine that reaches one: docker pull ${published.name}:${published.tag} && docker save ${published.name}:${published.tag} > base.tar`,
      'Here: docker load < base.tar, then `npm run setup` again.',
    ]);
  }
  if (!(await has('debootstrap')) && !(await has('/usr/sbin/debootstrap')))
    await installPackages(['debootstrap', 'debian-archive-keyring'], note);
  const mirrors = hostMirrors();
  const rootfs = mkdtempSync(join(tmpdir(), 'planwright-debian-'));
  try {
    note(`no registry answers: making Debian ${release} with debootstrap`);
    const made = await runAsRoot('debootstrap', [
      '--variant=minbase',
      '--include=ca-certificates',
      release,
      rootfs,
      mirrors.main,
    ]);
    if (made.code !== 0) throw new SetupProblem('debootstrap could not make the base image.', tail(made.output, 8));
    const slimmed = await runAsRoot('sh', ['-c', slim, 'sh', rootfs, mirrors.main, mirrors.security, release]);
    if (slimmed.code !== 0)
      throw new SetupProblem('The base image could not be made smaller.', tail(slimmed.output, 8));
    note('importing it into the engine');
    await importFolder(rootfs);
  } finally {
    await runAsRoot('rm', ['-rf', '--one-file-system', rootfs]);
    rmSync(rootfs, { recursive: true, force: true });
  }
}

/**
 * The Debian that every image stands on: one that is there already, the published one, or one made here.
 * @param {(text: string) => void} note
 * @returns {Promise<string>} its name
 */
export async function ensureBase(note) {
  const names = [`${ownImage.name}:${ownImage.tag}`, `${published.name}:${published.tag}`];
  for (const name of names) if ((await inspectImage(name)) !== null) return name;
  if (await pullPublished(note)) return names[1] ?? '';
  await makeOwn(note);
  return names[0] ?? '';
}
