/**
 * Stores what a world's people, model and GitHub saw, unchanged; differences between runs are removed when two are
 * compared.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from '@jest/globals';
import { repositoryState } from './repository-state.ts';
import type { AnthropicStandIn } from '../../standins/anthropic/server.ts';
import type { GitHubStandIn } from '../../standins/github/start.ts';

interface Seen {
  readonly github: GitHubStandIn;
  readonly anthropic: AnthropicStandIn;
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Worlds opened so far in this test file, by test. */
const opened = new Map<string, number>();

/** To be called when a world is opened, since the order names it; the returned function writes its record. */
export function recorderOf(): (seen: Seen) => Promise<void> {
  const folder = process.env['PLANWRIGHT_RECORD_STORIES'];
  if (folder === undefined || folder === '') return () => Promise.resolve();
  const { testPath = 'unknown', currentTestName = '' } = expect.getState();
  const file = basename(testPath, '.test.ts');
  const number = (opened.get(currentTestName) ?? 0) + 1;
  opened.set(currentTestName, number);
  const name = [file, slugOf(currentTestName), String(number)].filter((part) => part !== '').join('--');
  return async (seen) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(recordOf(seen), null, 1)}\n`);
  };
}

function recordOf({ github, anthropic, folder, secrets }: Seen) {
  return {
    test: { after: expect.getState().currentTestName ?? null },
    world: {
      folders: [folder, github.world.folder],
      urls: [github.url, anthropic.url],
      secrets,
      bot: github.world.app.bot.login,
    },
    repositories: github.world.repositories.map((one) => repositoryState(one)),
    calls: github.journal.requests.map(({ method, path, body, status, applied, fault, auth }) => ({
      method,
      path,
      body,
      status,
      applied,
      fault,
      auth,
    })),
    pushes: github.journal.pushes,
    model: anthropic.requests.map(({ path, status, headers, bodyText }) => ({
      path,
      status,
      beta: headers['anthropic-beta'] ?? null,
      body: parsed(bodyText),
    })),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A test name may be longer than a file name. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120);
}
