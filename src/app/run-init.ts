/**
 * `planwright init`: writes `.github/planwright.yml` into the repository of the working directory, and overwrites
 * nothing.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { codeOf, Fault, fileTroubleOf } from '../errors.ts';
import { repositoryJsonSchema } from '../repository-config/repository-reference.ts';
import { CONFIG_PATH } from '../repository-config/repository-schema.ts';
import { sampleFile, SCHEMA_FILE } from '../repository-config/sample-file.ts';

export function runInit(cwd: string, stdout: { write(text: string): unknown }): void {
  const root = repositoryAround(cwd);
  if (root === null)
    throw new Fault(
      'configuration',
      `${cwd} is not in a git repository.`,
      'Go to the repository that Planwright is to work in, and run "planwright init" there.',
    );
  const config = join(root, CONFIG_PATH);
  const schema = join(dirname(config), SCHEMA_FILE);
  if (existsSync(config)) throw thereAlready(config);
  writeNew(config, sampleFile());
  // An existing schema belongs to a removed file; without it only editor support is lost.
  const isNew = !existsSync(schema);
  if (isNew) writeNew(schema, repositoryJsonSchema());
  const shown = [config, ...(isNew ? [schema] : [])].map((path) => relative(cwd, path));
  stdout.write(
    [
      `Wrote ${shown.join(' and ')}${isNew ? ' (by the latter, editors complete and check the former)' : ''}.`,
      `Next: remove the # in front of what you want to set, commit, and push to the default branch; it applies from the next task on.`,
      '',
    ].join('\n'),
  );
}

/** Worktrees and submodules have a file of that name. */
function repositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

function writeNew(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { flag: 'wx' });
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw thereAlready(path);
    throw new Fault(
      'configuration',
      `${path} cannot be written: ${fileTroubleOf(cause, path)}.`,
      'Make its folder writable for you, and try again.',
      cause,
    );
  }
}

function thereAlready(path: string): Fault {
  return new Fault(
    'configuration',
    `${path} is there already; nothing was written.`,
    'Change that file; docs/repository-configuration.md explains its keys. To create it again, move it away first.',
  );
}
