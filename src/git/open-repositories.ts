import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Repositories } from '../ports/repositories.ts';
import { fetchFromGitHub } from './fetch-from-github.ts';
import type { GitHost } from './git-environment.ts';
import { pushToGitHub } from './push-to-github.ts';
import { readChange } from './read-change.ts';
import { killGroup } from './run-git.ts';
import { showChange } from './show-change.ts';
import { restoreRepository, stateOf } from './restore-repository.ts';
import { serveRepository } from './serve-http.ts';
import { repositoryDirectory } from './task-repository.ts';

export interface RepositoriesOptions {
  /** Holds one bare repository per task, and an empty home folder for git. */
  readonly directory: string;
  /** `https://github.com`, or the root of an Enterprise server. */
  readonly githubUrl: string;
  readonly botName: string;
  readonly botEmail?: string;
  readonly log: Logger;
  /** The largest push that a sandbox may make at once. */
  readonly maxPushBytes?: number;
  /** Values that no pushed commit may hold; asked before each push. */
  readonly knownSecrets?: () => readonly string[];
}

const MAX_PUSH_BYTES = 200 * 1024 * 1024;

export function createRepositories(options: RepositoriesOptions): Repositories {
  const { directory, log } = options;
  const host: GitHost = {
    githubUrl: options.githubUrl.replace(/\/+$/, ''),
    homeDirectory: join(directory, '.home'),
    botName: options.botName,
    botEmail: options.botEmail ?? `${options.botName}@users.noreply.github.com`,
  };
  const served = new Map<string, Record<'running' | 'pushing', Set<ChildProcess>>>();

  mkdirSync(host.homeDirectory, { recursive: true, mode: 0o700 });

  function locate(taskId: string): string {
    return repositoryDirectory(directory, taskId);
  }

  return {
    async fetch(taskId, repo, wish) {
      const outcome = await fetchFromGitHub(host, { gitDirectory: locate(taskId), repo, ...wish });
      log.info({ task: taskId, outcome: outcome.kind }, 'repository fetched');
      return outcome;
    },

    async restore(taskId, repo, { token, ...wish }) {
      const gitDirectory = locate(taskId);
      const state = await stateOf(host, gitDirectory);
      if (state !== 'missing') return state;
      await restoreRepository(host, { ...wish, gitDirectory, repo, token: await token() });
      log.warn({ task: taskId }, 'the repository of the task was not on this machine and was fetched again');
      return 'restored';
    },

    async change(taskId, baseSha, savedSha) {
      return readChange(host, { gitDirectory: locate(taskId), baseSha, savedSha });
    },

    async show(taskId, baseSha, maxBytes) {
      return showChange(host, { gitDirectory: locate(taskId), baseSha, maxBytes });
    },

    async push(taskId, repo, publication) {
      const knownSecrets = [publication.token, ...(options.knownSecrets?.() ?? [])];
      const outcome = await pushToGitHub(host, { gitDirectory: locate(taskId), repo, knownSecrets, ...publication });
      log.info({ task: taskId, outcome: outcome.kind, branch: publication.branch }, 'push finished');
      return outcome;
    },

    serve(taskId, request, response) {
      const children = served.get(taskId) ?? { running: new Set<ChildProcess>(), pushing: new Set<ChildProcess>() };
      served.set(taskId, children);
      serveRepository(
        { host, gitDirectory: locate(taskId), log, ...children, maxPushBytes: options.maxPushBytes ?? MAX_PUSH_BYTES },
        request,
        response,
      );
    },

    async remove(taskId) {
      for (const child of served.get(taskId)?.running ?? []) killGroup(child);
      served.delete(taskId);
      await rm(locate(taskId), { recursive: true, force: true, maxRetries: 3 });
    },

    async kept() {
      const names = await readdir(directory);
      return names.filter((name) => name.endsWith('.git')).map((name) => name.slice(0, -4));
    },
  };
}
