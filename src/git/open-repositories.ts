import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Repositories } from '../ports/repositories.ts';
import { fetchFromGitHub } from './fetch-from-github.ts';
import { lookFirst } from './first-look.ts';
import { createEffort, type Effort, type EffortLimits } from './git-effort.ts';
import {
  AT_THE_OTHER_END,
  isOnThisMachine,
  localConfig,
  type GitHost,
  type TaskRepository,
} from './git-environment.ts';
import { findConflictMarks } from './conflict-marks.ts';
import { countLines, lookUp, readAtEnd } from './look-up.ts';
import { pushToGitHub } from './push-to-github.ts';
import { readChange, showChange } from './read-change.ts';
import { createObjectReader } from './object-reader.ts';
import { lookAtBase, mergeIntoWork } from './merge-base-branch.ts';
import { killGroup } from './run-git.ts';
import { restoreRepository, restoredState } from './restore-repository.ts';
import { serveRepository } from './serve-http.ts';
import { showPaths } from './show-paths.ts';
import { keepShown } from './shown-pieces.ts';
import { repositoryDirectory, resolveAll, WORK_REF } from './task-repository.ts';

interface RepositoriesOptions {
  /** Contains one bare repository per task, and an empty home folder for git. */
  readonly directory: string;
  /** `https://github.com`, or the root of an Enterprise server. */
  readonly githubUrl: string;
  readonly log: Logger;
  /** Limits for what sandboxes may have git do. */
  readonly effort?: Partial<EffortLimits>;
  /** Values that no pushed commit may contain; asked before each push. */
  readonly knownSecrets?: () => readonly string[];
}

export function createRepositories(options: RepositoriesOptions): Repositories {
  const { directory, log } = options;
  const host: GitHost = {
    githubUrl: options.githubUrl.replace(/\/+$/, ''),
    homeDirectory: join(directory, '.home'),
  };
  const efforts = new Map<string, Effort>();
  const showPieces = keepShown();
  const located = new Map<string, TaskRepository>();

  mkdirSync(host.homeDirectory, { recursive: true, mode: 0o700 });
  if (isOnThisMachine(host)) writeFileSync(localConfig(host), AT_THE_OTHER_END);

  function locate(taskId: string): TaskRepository {
    const known = located.get(taskId);
    if (known !== undefined) return known;
    const gitDirectory = repositoryDirectory(directory, taskId);
    const repository = { host, gitDirectory, objects: createObjectReader(host, gitDirectory) };
    located.set(taskId, repository);
    return repository;
  }

  return {
    async fetch(taskId, repo, wish) {
      const outcome = await fetchFromGitHub(locate(taskId), { repo, ...wish });
      log.info({ task: taskId, outcome: outcome.kind }, 'repository fetched');
      return outcome;
    },

    async restore(taskId, repo, wish) {
      const repository = locate(taskId);
      const state = await restoredState(repository);
      if (state !== 'missing') return state;
      await restoreRepository(repository, { ...wish, repo, token: await wish.token() });
      log.warn({ task: taskId }, 'the repository of the task was not on this machine and was fetched again');
      return 'restored';
    },

    async lookAtBase(taskId, repo, wish) {
      const look = await lookAtBase(locate(taskId), { repo, ...wish });
      if (look.kind === 'moved') log.info({ task: taskId, commits: look.commits }, 'the base branch has moved');
      return look;
    },

    async mergeBase(taskId, wish) {
      const outcome = await mergeIntoWork(locate(taskId), wish);
      log.info({ task: taskId, outcome: outcome.kind }, 'base branch merged into the work');
      return outcome;
    },

    conflictMarks: async (taskId, savedSha) => findConflictMarks(locate(taskId), savedSha),

    lookFirst: async (taskId, { startSha, files, fileCount, environmentFiles, projectRules }, names) => {
      const shown = [...Object.keys(environmentFiles), ...Object.keys(projectRules)];
      return lookFirst(locate(taskId), startSha, { names, files, fileCount, shown });
    },

    lookUp: async (taskId, sha, wanted) => lookUp(locate(taskId), sha, wanted),

    showPieces: async (taskId, sha, pieces) => showPieces(locate(taskId), sha, pieces),

    countLines: async (taskId, commits, paths) => countLines(locate(taskId), commits, paths),

    readAtEnd: async (taskId, paths) => readAtEnd(locate(taskId), paths),

    change: async (taskId, baseSha, savedSha) => readChange(locate(taskId), baseSha, savedSha),

    show: async (taskId, baseSha, maxBytes) => showChange(locate(taskId), baseSha, maxBytes),

    showPaths: async (taskId, savedSha, paths, maxBytes) =>
      showPaths(locate(taskId), { savedSha, paths, maxBytes, knownSecrets: options.knownSecrets?.() ?? [] }),

    async push(taskId, repo, publication) {
      const knownSecrets = [publication.token, ...(options.knownSecrets?.() ?? [])];
      const outcome = await pushToGitHub(locate(taskId), { repo, knownSecrets, ...publication });
      log.info({ task: taskId, outcome: outcome.kind, branch: publication.branch }, 'push finished');
      return outcome;
    },

    async workSha(taskId) {
      const [sha] = await resolveAll(locate(taskId), [WORK_REF]);
      return sha;
    },

    async idsOf(taskId, sha, paths) {
      // Git cannot be asked for a name with white space.
      return resolveAll(
        locate(taskId),
        paths.map((path) => (/\s/.test(path) ? `${sha}:` : `${sha}:${path}`)),
      );
    },

    serve(taskId, request, response) {
      const effort = efforts.get(taskId) ?? createEffort(options.effort);
      efforts.set(taskId, effort);
      serveRepository({ repository: locate(taskId), log, effort }, request, response);
    },

    async remove(taskId) {
      for (const child of efforts.get(taskId)?.running ?? []) killGroup(child);
      efforts.delete(taskId);
      const { gitDirectory, objects } = locate(taskId);
      objects.close();
      located.delete(taskId);
      await rm(gitDirectory, { recursive: true, force: true, maxRetries: 3 });
    },

    async kept() {
      const names = await readdir(directory);
      return names.filter((name) => name.endsWith('.git')).map((name) => name.slice(0, -4));
    },
  };
}
