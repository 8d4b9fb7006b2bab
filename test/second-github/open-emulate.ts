/** A world as in `flows/world.ts`, with another GitHub: emulate, an emulator by other people. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { createEmulator } from 'emulate';
import { FILES, OWNER, REPOSITORY, SCRIPT } from '../../demo/story.ts';
import { freePort, startProcess, untilReady } from '../../demo/bench.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { git } from '../../standins/github/git/run-git.ts';
import { writeCommit } from '../../standins/github/git/commit.ts';
import { DEFAULT_EVENTS, DEFAULT_PERMISSIONS } from '../../standins/github/options.ts';
import { startFront } from './front.ts';
import { tellEmulate } from './tell-emulate.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Front } from './front.ts';

export interface EmulatedWorld {
  readonly front: Front;
  readonly service: ServiceProcess;
  /** What the owner does or reads, through emulate's own API. */
  ask(path: string, method?: 'GET' | 'POST', body?: object): Promise<unknown>;
  /** The tokens emulate has given to the App. */
  tokens(): Promise<readonly GivenToken[]>;
  close(): Promise<void>;
}

interface GivenToken {
  readonly permissions: Readonly<Record<string, string>>;
  readonly repository_ids: readonly number[];
}

const FULL_NAME = `${OWNER}/${REPOSITORY}`;
const APP_ID = 4711;
/** For collaborators emulate says `push` where GitHub says `write`, so the owner makes the request. */
const OWNER_TOKEN = 'owner-token';

export async function openEmulate(): Promise<EmulatedWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-emulate-'));
  const [servicePort, emulatePort, frontPort] = [await freePort(), await freePort(), await freePort()];
  const webhookSecret = `canary-webhook-${randomBytes(12).toString('hex')}`;
  const modelKey = `sk-ant-api03-canary-${randomBytes(12).toString('hex')}`;
  const emulate = await createEmulator({
    service: 'github',
    port: emulatePort,
    baseUrl: `http://127.0.0.1:${frontPort}`,
    seed: {
      tokens: { [OWNER_TOKEN]: { login: OWNER, scopes: ['repo'] } },
      github: {
        users: [{ login: OWNER }],
        repos: [{ owner: OWNER, name: REPOSITORY, private: true, auto_init: false }],
        apps: [
          {
            app_id: APP_ID,
            slug: 'planwright',
            name: 'Planwright',
            permissions: { ...DEFAULT_PERMISSIONS },
            events: [...DEFAULT_EVENTS],
            webhook_url: `http://127.0.0.1:${servicePort}/api/github/webhooks`,
            webhook_secret: webhookSecret,
            installations: [{ installation_id: 100, account: OWNER, repository_selection: 'all' }],
          },
        ],
      },
    },
  });
  const emulateUrl = `http://127.0.0.1:${emulatePort}`;
  const gitDir = join(folder, 'repository.git');
  const front = await startFront({ port: frontPort, emulateUrl, repository: FULL_NAME, gitDir });
  const anthropic = await startAnthropic({ script: SCRIPT, apiKey: modelKey });

  const ask = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const answer = await fetch(`${emulateUrl}/repos/${FULL_NAME}${path}`, {
      method,
      headers: { authorization: `token ${OWNER_TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  await firstCommit(gitDir, `${emulateUrl}/repos/${FULL_NAME}`);

  const service = startProcess({
    port: servicePort,
    cwd: folder,
    env: {
      GHE_HOST: front.host,
      GHE_PROTOCOL: 'http',
      APP_ID: String(APP_ID),
      PRIVATE_KEY: emulate.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value ?? '',
      WEBHOOK_SECRET: webhookSecret,
      ANTHROPIC_API_KEY: modelKey,
      ANTHROPIC_BASE_URL: anthropic.url,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'debug',
      PLANWRIGHT_GITHUB__PACE_WRITES: 'false',
    },
  });
  await untilReady(service);
  return {
    front,
    service,
    ask,
    async tokens() {
      const answer = await fetch(`${emulateUrl}/_emulate/installation-tokens`);
      return ((await answer.json()) as { readonly installation_tokens: readonly GivenToken[] }).installation_tokens;
    },
    async close() {
      service.child.kill('SIGKILL');
      await service.ended;
      await Promise.all([front.close(), emulate.close(), anthropic.close()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function firstCommit(gitDir: string, repositoryUrl: string): Promise<void> {
  await mkdir(gitDir);
  await git(gitDir, ['init', '--quiet', '--bare', '--initial-branch', 'main', gitDir]);
  for (const key of ['http.receivepack', 'uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant'])
    await git(gitDir, ['config', key, 'true']);
  const commit = await writeCommit(gitDir, FILES, { message: 'Initial commit\n', parent: null });
  await git(gitDir, ['update-ref', 'refs/heads/main', commit]);
  await tellEmulate({ gitDir, repositoryUrl, token: OWNER_TOKEN }, new Map(), new Map([['refs/heads/main', commit]]));
}
