import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import Docker from 'dockerode';
import { sandboxImages } from './setup-modules.ts';

const docker = new Docker();
/** Runs a script the way a sandbox runs it: no network, no capability, nothing writable but the workspace and /tmp. */
async function inside(image: string, script: string): Promise<string> {
  const container = await docker.createContainer({
    Image: image,
    Tty: true,
    Cmd: ['bash', '-euc', script],
    Labels: { 'planwright.role': 'test' },
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Tmpfs: { '/tmp': 'exec' },
      Mounts: ['project', 'home'].map((name) => ({
        Type: 'volume' as const,
        Source: '',
        Target: `/workspace/${name}`,
      })),
    },
  });
  try {
    await container.start();
    const { StatusCode: code } = (await container.wait()) as { StatusCode: number };
    const log = (await container.logs({ stdout: true, stderr: true })).toString('utf8').replaceAll('\r', '');
    if (code !== 0) throw new Error(`exit ${code}: ${log}`);
    return log;
  } finally {
    await container.remove({ force: true, v: true });
  }
}

describe('the sandbox images (ENV-2, EXEC-2)', () => {
  it.each(sandboxImages)('$target has git, Node.js and npm for a user who is not root', async ({ tags }) => {
    const said = await inside(
      tags[0] ?? '',
      `id -u; pwd; node --version; npm --version > /dev/null; npx --version > /dev/null
       git init -q . && git commit -q --allow-empty -m first && git branch --show-current; touch /workspace/home/x`,
    );
    expect(said).toMatch(/1000\n\/workspace\/project\nv24\.\d+\.\d+\nmain\n$/);
  });

  it.each([
    ['base', ['git', 'curl', 'jq', 'rg', 'node', 'npm'], ['python3', 'make', 'g++', 'ssh', 'sudo', 'docker']],
    ['node', ['node', 'npm', 'make', 'g++', 'python3'], ['pip', 'ssh', 'sudo', 'docker']],
    ['python', ['python', 'pip', 'pytest-3', 'make', 'g++', 'node', 'npm'], ['ssh', 'sudo', 'docker']],
  ])('%s has what the model is told of it, and not what it is told is missing (MODEL-2)', async (name, there, gone) => {
    const said = await inside(
      `planwright/sandbox-${name}:0.1`,
      `for tool in ${[...there, ...gone].join(' ')}; do command -v $tool > /dev/null && echo "$tool there" || echo "$tool gone"; done
       grep -o 'Linux 12' /etc/os-release | head -n 1; python3 --version || true; python3 -m pytest --version || true`,
    );
    for (const tool of there) expect(said).toContain(`${tool} there`);
    for (const tool of gone) expect(said).toContain(`${tool} gone`);
    expect(said).toContain('Linux 12');
    if (name !== 'base') expect(said).toContain('Python 3.11.');
    if (name === 'python') expect(said).toMatch(/pytest 7\./);
  });

  it('python: python and pip install simply work, without a network and on a read-only root', async () => {
    const said = await inside(
      'planwright/sandbox-python:0.1',
      `mkdir -p greet && echo 'WORD = "kind"' > greet/__init__.py
       printf 'from setuptools import setup\\nsetup(name="greet", version="1.0", packages=["greet"])\\n' > setup.py
       pip install --quiet --no-build-isolation --no-index . && cd / && python -c 'import greet; print(greet.WORD, greet.__file__)'
       python -m pytest --version`,
    );
    expect(said).toContain('kind /workspace/home/.local/lib/python3.11/');
  });

  it('node: an add-on is compiled from the headers in the image, without a network', async () => {
    const said = await inside(
      'planwright/sandbox-node:0.1',
      `printf '{"targets":[{"target_name":"a","sources":["a.c"]}]}' > binding.gyp
       printf '#include <node_api.h>\\nNAPI_MODULE_INIT() { napi_value v; napi_create_int32(env, 41, &v); return v; }\\n' > a.c
       printf '{"name":"a","version":"1.0.0","gypfile":true,"scripts":{"install":"node-gyp rebuild"}}' > package.json
       npm run install >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
       node -p 'require("./build/Release/a.node") + 1'`,
    );
    expect(said).toContain('42');
  });

  it('are labelled with their recipe, and hold no file of the host but public certificates', async () => {
    const { Config } = await docker.getImage('planwright/sandbox-base:0.1').inspect();
    expect(Config.Labels['planwright.recipe']).toMatch(/^[0-9a-f]{64}$/);
    expect(
      await inside('planwright/sandbox-base:0.1', 'grep -rl PRIVATE /usr/local/share/ca-certificates || echo none'),
    ).toContain('none');
  });
});

describe('npm run setup -- --check', () => {
  it('finds nothing to do after a set-up, and says so', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      'scripts/setup.mjs',
      '--check',
      '--only',
      'redis,docker',
    ]);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stdout).toContain('✓ Docker engine');
  });
});
