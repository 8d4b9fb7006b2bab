/**
 * Files that pin versions of dependencies. They are not protected, but reviewers should know that they changed (GH-7).
 */
const LOCK_FILES: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pipfile.lock',
  'cargo.lock',
  'go.sum',
  'gemfile.lock',
  'composer.lock',
  'gradle.lockfile',
  'packages.lock.json',
  'mix.lock',
  'pubspec.lock',
  'podfile.lock',
  'package.resolved',
  'flake.lock',
  'pixi.lock',
  'conda-lock.yml',
]);

export function isLockFile(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
}
