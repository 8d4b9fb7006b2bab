/** What the real service holds in memory while nobody asks anything of it, and with the Redis that it brings along. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startProcess, untilReady } from '../demo/bench.ts';
import { removeContainers } from '../demo/containers.ts';
import { instanceId } from '../src/app/join-installation.ts';
import { startAnthropic } from '../standins/anthropic/server.ts';
import { startGitHub } from '../standins/github/start.ts';
import { atMost, row, type Row } from './measure.ts';
import type { Rig } from './rig.ts';

const MOST_MB = 150;
const APART_MS = 2_000;

export async function idleService(rig: Rig, { rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const secret = () => randomBytes(20).toString('hex');
  const [port, webhookSecret, key] = [await freePort(), secret(), `sk-ant-api03-${secret()}`];
  const dataDir = join(rig.folder, 'data');
  const github = await startGitHub({
    folder: join(rig.folder, 'github'),
    app: { webhookUrl: `http://127.0.0.1:${port}/api/github/webhooks`, webhookSecret },
    repositories: [],
  });
  rig.onClose(() => github.close());
  const anthropic = await startAnthropic({ script: {}, apiKey: key });
  rig.onClose(() => anthropic.close());
  const service = startProcess({
    port,
    cwd: rig.folder,
    env: {
      GHE_HOST: `${github.host}:${github.port}`,
      GHE_PROTOCOL: 'http',
      APP_ID: String(github.credentials.appId),
      PRIVATE_KEY: github.credentials.privateKey,
      WEBHOOK_SECRET: webhookSecret,
      DATA_DIR: dataDir,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: anthropic.url,
    },
  });
  const { pid } = service.child;
  if (pid === undefined) throw new Error('The service of the bench did not start.');
  const samples: { readonly alone: number; readonly together: number }[] = [];
  try {
    await untilReady(service);
    for (let round = 0; round < rounds; round += 1) {
      await wait(APART_MS);
      const alone = await megabytesOf(pid);
      const others = await Promise.all((await childrenOf(pid)).map(megabytesOf));
      samples.push({ alone, together: others.reduce((sum, each) => sum + each, alone) });
    }
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
    await removeContainers(instanceId(dataDir));
  }
  const common = { bench: 'idle service', unit: 'MB', baseline: [MOST_MB], baselineIs: `${MOST_MB} MB` };
  return [
    row({ ...common, what: 'memory of an idle service', ours: samples.map(({ alone }) => alone), target: atMost(1) }),
    row({ ...common, what: '  with its Redis', ours: samples.map(({ together }) => together) }),
  ];
}

/** Resident, as the kernel counts it. */
async function megabytesOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_000;
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
