import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkActs } from './acts/checks.ts';
import { issueActs } from './acts/issues.ts';
import { pullActs } from './acts/pulls.ts';
import { reviewActs } from './acts/reviews.ts';
import { settingsActs } from './acts/settings.ts';
import { createControl } from './control.ts';
import { createWorld } from './create-world.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { createEvents } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLimits, type Limits } from './limits.ts';
import { createValidator } from './openapi/validate.ts';
import type { GitHubOptions } from './options.ts';
import { createPages } from './pages/serve-page.ts';
import { createRest } from './rest.ts';
import { createGitHubServer } from './server.ts';
import type { World } from './world.ts';

export type Acts = ReturnType<typeof issueActs> &
  ReturnType<typeof pullActs> &
  ReturnType<typeof checkActs> &
  ReturnType<typeof reviewActs> &
  ReturnType<typeof settingsActs>;

export interface Credentials {
  readonly appId: number;
  readonly slug: string;
  readonly clientId: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
}

export interface GitHubStandIn {
  readonly url: string;
  /** What octokit calls `baseUrl`. */
  readonly apiUrl: string;
  readonly host: string;
  readonly port: number;
  /** Of the App that existed at the start. */
  readonly credentials: Credentials;
  /** What people do, and what only a test can do. */
  readonly acts: Acts;
  readonly faults: Faults;
  readonly limits: Limits;
  readonly journal: Journal;
  readonly deliveries: Deliveries;
  /** Answers that violate GitHub's published description, with `strict`. */
  readonly violations: readonly string[];
  /** The state itself, for inspection. */
  readonly world: World;
  /** While on, REST and git answer 503. */
  setOutage(on: boolean): void;
  close(): Promise<void>;
}

/** A local GitHub: REST under /api/v3, git under /<owner>/<name>.git, webhooks to the App's address. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubStandIn> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'github-standin-')));
  const world = await createWorld(options, folder);
  const deliveries = createDeliveries(world);
  const stage = { world, events: createEvents(world, deliveries) };
  const limits = createLimits(world.now, options.requestsPerHour, options.contentLimits);
  const faults = createFaults();
  const journal = createJournal();
  const violations: string[] = [];
  const rest = createRest({
    stage,
    deliveries,
    limits,
    validator: createValidator(),
    violations: options.strict === true ? violations : undefined,
  });
  const pages = createPages(stage, deliveries);
  let out = false;
  const control = options.control === true ? createControl(() => standin) : undefined;
  const server = createGitHubServer({ stage, journal, faults, rest, pages, control, isOut: () => out });
  const host = options.host ?? '127.0.0.1';
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  world.url = `http://${host}:${port}`;
  const { app } = world;
  const standin: GitHubStandIn = {
    url: world.url,
    apiUrl: `${world.url}/api/v3`,
    host,
    port,
    credentials: {
      appId: app.id,
      slug: app.slug,
      clientId: app.clientId,
      privateKey: app.privateKey,
      webhookSecret: app.webhookSecret,
    },
    acts: {
      ...issueActs(stage),
      ...pullActs(stage),
      ...checkActs(stage),
      ...reviewActs(stage),
      ...settingsActs(stage, deliveries),
    },
    faults,
    limits,
    journal,
    deliveries,
    violations,
    world,
    setOutage(on) {
      out = on;
    },
    async close() {
      deliveries.stop();
      await deliveries.settle();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
  return standin;
}
