/**
 * What tasks are driven with, by a worker and on a person's own machine alike: the ports, and what was set up at start.
 */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Docker from 'dockerode';
import { withLog } from './log-model-calls.ts';
import { openModels } from './providers.ts';
import { noteUrlOf } from '../config/service-settings.ts';
import { imageOf, sandboxLimits } from './task-settings.ts';
import { createImages } from '../github/kept-images.ts';
import { createRepositories } from '../git/open-repositories.ts';
import { loadPrompts } from '../model-calls/catalogue.ts';
import { createDockerSandboxes } from '../sandbox/docker-sandboxes.ts';
import { permittedBy } from '../repository-config/apply-config.ts';
import { isHostPermitted } from '../repository-config/permitted.ts';
import { defaultEgressHosts, type EgressPolicy } from '../sandbox/egress-rules.ts';
import { createGateway, createGateways } from '../sandbox/gateway.ts';
import { createKeptHomes } from '../sandbox/kept-homes.ts';
import { SandboxLost } from '../sandbox/session.ts';
import { systemClock as clock } from './system-clock.ts';
import { createSandboxSessions } from '../effects/sandbox-sessions.ts';
import { readEarlierWork } from './read-neighbours.ts';
import { readEarlierTasks } from './records.ts';
import { watchModel } from './readiness.ts';
import type { ReadinessCheck } from '../intake/health.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { Logger } from 'pino';
import type { Redactor } from '../secrets/redactor.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { Downloads } from '../ports/downloads.ts';
import type { GitHub } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Model } from '../ports/model.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

interface ToolParts extends Pick<Toolbox, 'activeTasks' | 'watchIssues'>, Partial<Pick<Toolbox, 'spending'>> {
  readonly loaded: Pick<LoadedSettings, 'settings' | 'service'>;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly secrets: readonly string[];
  /** The name for containers. */
  readonly instance: string;
  /** Known only to the processes of the installation. */
  readonly secret: string;
  readonly github: GitHub;
  /** The GitHub whose attachments are fetched. */
  readonly githubUrl: string;
  /** Where git finds `owner/name.git`. */
  readonly gitUrl: string;
  readonly history: HistoryStore;
  readonly observed: (model: Model) => Model;
  /** Replaces containers. */
  readonly sandboxes?: Sandboxes;
}

interface Tools {
  readonly tools: Toolbox;
  readonly modelState: () => Promise<ReadinessCheck>;
  /** Drops what this process kept for an ended task. */
  readonly forget: (taskId: string) => void;
}

interface OfInstallation {
  readonly instance: string;
  readonly secret: string;
  readonly log: Logger;
}

export function openSandboxes(settings: LoadedSettings['settings'], of: OfInstallation): Sandboxes {
  return createDockerSandboxes({
    ...of,
    docker: new Docker(),
    limits: sandboxLimits(settings.sandbox),
    images: Object.values(settings.environments).map((environment) => environment.image),
    clock,
  });
}

export function keptDownloads({ settings, service }: ToolParts['loaded'], log: Logger): Downloads {
  const directory = join(service.dataDir, 'downloads');
  const { diskReserveBytes } = sandboxLimits(settings.sandbox);
  return createKeptHomes({ docker: new Docker(), directory, diskReserveBytes, clock, log });
}

export async function createToolbox(parts: ToolParts): Promise<Tools> {
  const {
    log,
    redactor,
    instance,
    github,
    gitUrl,
    history,
    observed,
    activeTasks,
    watchIssues,
    spending = null,
  } = parts;
  const { settings, service } = parts.loaded;
  const modelWatch = watchModel(log);
  const model = openModels(parts.loaded, (attempt) => modelWatch.note(attempt), log);
  /** The same in every worker, and stored nowhere. */
  const derived = (what: string): string => createHmac('sha256', parts.secret).update(what).digest('hex');
  const { sandbox } = settings;
  const sandboxes = parts.sandboxes ?? openSandboxes(settings, { instance, secret: derived('sandbox'), log });
  const repositories = createRepositories({
    directory: join(service.dataDir, 'repositories'),
    githubUrl: gitUrl,
    log,
    knownSecrets: () => parts.secrets,
  });
  const { hosts: permitted, networkMode: kind } = permittedBy(settings);
  /** Hosts that were permitted for the repository when its task began, and still are. */
  const egressTo = (hosts: readonly string[]): EgressPolicy =>
    kind === 'allowlist'
      ? {
          kind,
          hosts: [
            ...defaultEgressHosts,
            ...sandbox.network.allow,
            ...hosts.filter((host) => isHostPermitted(host, permitted)),
          ],
        }
      : { kind };
  const gateways = createGateways((taskId, hosts) =>
    createGateway({
      git: (request, response) => repositories.serve(taskId, request, response),
      egress: egressTo(hosts),
      log: log.child({ task: taskId }),
    }),
  );
  const tools: Toolbox = {
    clock,
    log,
    github,
    model: withLog(observed(model), log, clock),
    images: createImages({
      directory: join(service.dataDir, 'images'),
      githubUrl: parts.githubUrl,
      token: (repo) => github.gitToken(repo, 'read'),
    }),
    sandboxes,
    repositories,
    downloads: parts.sandboxes === undefined ? keptDownloads(parts.loaded, log) : null,
    maxOutputTokens: settings.model.max_output_tokens,
    sessions: createSandboxSessions(
      sandboxes,
      (taskId, hosts) => gateways.of(taskId, hosts),
      (error) => error instanceof SandboxLost,
    ),
    prompts: await loadPrompts({ overrideFolder: service.promptsDir }),
    imageOf: (name, pinned) => imageOf(settings, name, pinned),
    redact: (text) => redactor.text(text),
    nonceOf: (taskId) => derived(`prompt ${taskId}`).slice(0, 32),
    noteUrl: (taskId) => noteUrlOf(service, taskId),
    queued: null,
    earlierTasks: (taskId, about) => readEarlierTasks(history, log, taskId, about),
    activeTasks,
    watchIssues,
    spending,
    earlierWork: (about, files) => readEarlierWork({ history, log }, about, files),
  };
  return { tools, modelState: () => modelWatch.check(), forget: (taskId) => gateways.close(taskId) };
}
