/** What a task on this machine is driven with: the ports of the service, with a local stand-in for GitHub (OPS-3). */
import { baseBranchOf, fileOnBranch, hasLocalBranch, serveLocally } from '../git/local-checkout.ts';
import { createLocalGitHub, LOCAL_OWNER } from '../local/local-github.ts';
import { createLocalInbox, type LocalInbox } from '../local/local-inbox.ts';
import { identityOfPlace, type LocalPlace } from './local-place.ts';
import { checkSandboxes, openPlainProcesses } from './local-sandboxes.ts';
import type { SandboxKind } from './local-commands.ts';
import { createToolbox } from './toolbox.ts';
import { join } from 'node:path';
import type { Toolbox } from '../effects/performer.ts';
import type { GitHub, Person, RepositoryRef } from '../ports/github.ts';
import type { Model } from '../ports/model.ts';
import type { TaskSettings } from '../state/request.ts';

export interface LocalSession {
  readonly github: GitHub;
  readonly repo: RepositoryRef;
  readonly person: Person;
  readonly baseBranch: string;
  readonly inbox: LocalInbox;
  readonly tools: Toolbox;
  /** Drops what this process kept for a task. */
  readonly forget: (taskId: string) => void;
}

interface SessionParts {
  readonly place: LocalPlace;
  readonly base: string | null;
  /** Called for a new comment of ours. */
  readonly posted: (body: string) => void;
  readonly task: () => string;
  /** Replaces the models that the task began with; null: no change. */
  readonly models: TaskSettings['models'] | null;
  readonly sandbox: SandboxKind;
}

/** A reserved name that no server has: images are fetched from nowhere. */
const NO_GITHUB = 'https://github.invalid';

export async function openLocalSession(parts: SessionParts): Promise<LocalSession> {
  const { place, base, posted, task, models, sandbox } = parts;
  const { checkout, dataDir, loaded, log, redactor, secrets, history, issues } = place;
  const baseBranch = await baseBranchOf(checkout, base);
  const person: Person = { id: 2, login: loginOf(checkout.person) };
  const repo: RepositoryRef = { installationId: 0, repositoryId: 1, owner: LOCAL_OWNER, name: checkout.name };
  const github = createLocalGitHub({
    issues,
    person,
    baseBranch,
    task,
    posted,
    hasBranch: (branch) => hasLocalBranch(checkout, branch),
    fileOnBase: (path) => fileOnBranch(checkout, baseBranch, path),
  });
  const processes = openPlainProcesses(place);
  const { tools, forget } = await createToolbox({
    ...identityOfPlace(place),
    loaded,
    log,
    redactor,
    secrets,
    github,
    githubUrl: NO_GITHUB,
    gitUrl: await serveLocally(checkout, join(dataDir, 'git'), LOCAL_OWNER),
    history,
    observed: (model) => (models === null ? model : askingOthers(model, models)),
    activeTasks: async () => [],
    watchIssues: async () => false,
    ...(sandbox === 'process' ? { sandboxes: processes } : {}),
  });
  await checkSandboxes(tools.sandboxes, sandbox);
  for (const kept of new Set([tools.sandboxes, processes]))
    void kept
      .reap({
        isAlive: async (id) => (await history.unfinished()).includes(id),
        keepStoppedMs: loaded.settings.sandbox.keep_hours * 3_600_000,
      })
      .catch((error: unknown) => log.warn({ err: error }, 'orphaned sandboxes could not be removed'));
  return { github, repo, person, baseBranch, inbox: createLocalInbox(), tools, forget };
}

function askingOthers(model: Model, models: TaskSettings['models']): Model {
  const group = models?.categories['meta'];
  return {
    ...model,
    ask: ({ asking, ...request }, signal) =>
      model.ask({ ...request, ...(group && asking ? { asking: { ...asking, group } } : {}) }, signal),
  };
}

/** As git knows the committer. */
function loginOf(name: string): string {
  const login = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 39);
  return login === '' ? 'you' : login;
}
