/**
 * Build and lint commands, detected from the files of a repository whose configuration names none (EXEC-6). Only
 * certain ones: a script or target of that name, or a tool that is both configured and declared.
 */
import type { Snapshot } from '../ports/repositories.ts';
import { scriptIn } from './detect-environment.ts';

type Files = Snapshot['environmentFiles'];

export function detectBuildCommand(files: Files): string | null {
  if (scriptIn(files['package.json'], 'build') !== null) return 'npm run build';
  if (hasTarget(files, 'build')) return 'make build';
  return 'go.mod' in files ? 'go build ./...' : null;
}

export function detectLintCommand(files: Files, tracked: readonly string[]): string | null {
  if (scriptIn(files['package.json'], 'lint') !== null) return 'npm run lint';
  if (hasTarget(files, 'lint')) return 'make lint';
  if (tracked.includes('.pre-commit-config.yaml') && declares(files, 'pre-commit')) return 'pre-commit run --all-files';
  const hasRuff = /^\[tool\.ruff/m.test(files['pyproject.toml'] ?? '') || tracked.some((path) => RUFF.has(path));
  if (hasRuff && declares(files, 'ruff')) return 'ruff check .';
  return 'go.mod' in files ? 'go vet ./...' : null;
}

const RUFF: ReadonlySet<string> = new Set(['ruff.toml', '.ruff.toml']);

function hasTarget(files: Files, target: 'build' | 'lint'): boolean {
  return { build: /^build\s*:(?!=)/m, lint: /^lint\s*:(?!=)/m }[target].test(files['Makefile'] ?? '');
}

/** A tool that is not installed cannot be run. */
function declares(files: Files, tool: 'ruff' | 'pre-commit'): boolean {
  const [inRequirements, inProject] = DECLARED[tool];
  return inRequirements.test(files['requirements.txt'] ?? '') || inProject.test(files['pyproject.toml'] ?? '');
}

const DECLARED = {
  ruff: [/^ruff\b/m, /^ruff\s*=|["']ruff(?:["'\s=<>~![])/m],
  'pre-commit': [/^pre-commit\b/m, /^pre-commit\s*=|["']pre-commit(?:["'\s=<>~![])/m],
} as const;
