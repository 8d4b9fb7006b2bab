/**
 * Environment and test command, detected from the files of a repository when the plan leaves them open (ENV-2, EXEC-6).
 */
import type { Snapshot } from '../ports/repositories.ts';
import type { SelectedEnvironment } from '../state/plan.ts';
import type { TaskSettings } from '../state/request.ts';

type Files = Snapshot['environmentFiles'];

const CONDA_FILES = ['environment.yml', 'condaenv.yaml'];
const GRADLE_FILES = ['build.gradle', 'build.gradle.kts'];

export function detectEnvironmentName(files: Files, configured: readonly string[]): string {
  const has = (name: string) => name in files;
  const candidates = [
    ...(has('package.json') ? ['node'] : []),
    ...(CONDA_FILES.some(has) ? ['miniforge'] : []),
    ...(['requirements.txt', 'pyproject.toml', 'setup.py', 'Pipfile'].some(has) ? ['python'] : []),
    ...(has('pom.xml') || GRADLE_FILES.some(has) ? ['java'] : []),
    ...(has('go.mod') ? ['go'] : []),
    'python',
    'base',
  ];
  return candidates.find((name) => configured.includes(name)) ?? configured[0] ?? 'base';
}

/** The environment's usual set-up commands (ENV-2), without those whose files are missing. */
export function defaultSetup(environment: string, files: Files): readonly string[] {
  if (environment === 'node') {
    if ('package-lock.json' in files) return ['npm ci'];
    return declaresDependencies(files['package.json']) ? ['npm install --no-package-lock'] : [];
  }
  if (environment === 'python' && 'requirements.txt' in files) return ['pip install -r requirements.txt'];
  const conda = CONDA_FILES.find((name) => name in files);
  if (environment === 'miniforge' && conda !== undefined)
    return [`conda env create -f ${conda} -n project-env`, 'conda activate project-env'];
  if (environment === 'java' && 'pom.xml' in files) return ['mvn clean install -DskipTests'];
  if (environment === 'java' && GRADLE_FILES.some((name) => name in files)) return ['gradle build -x test'];
  if (environment === 'go' && 'go.mod' in files) return ['go mod download'];
  return [];
}

export function detectTestCommand(files: Files, tracked: readonly string[]): string | null {
  const script = scriptIn(files['package.json'], 'test');
  if (script !== null && !script.includes('no test specified')) return 'npm test';
  const isPython = ['requirements.txt', 'pyproject.toml', 'setup.py', 'Pipfile'].some((name) => name in files);
  const hasPythonTests = tracked.some((path) => /(?:^|\/)test_[^/]*\.py$|_test\.py$/.test(path));
  if (hasPythonTests) return 'python -m pytest -q';
  if (isPython && tracked.some((path) => path.startsWith('tests/'))) return 'python -m pytest -q';
  if ('go.mod' in files) return 'go test ./...';
  if ('pom.xml' in files) return 'mvn -q test';
  if (/^test:/m.test(files['Makefile'] ?? '')) return 'make test';
  return null;
}

/** What the repository pins overrides the choice, and none of it is guessed (ENV-2). */
export function completeEnvironment(
  chosen: Omit<SelectedEnvironment, 'name'> & { readonly name?: string | undefined },
  files: Files,
  { environments, pinned }: Pick<TaskSettings, 'environments' | 'pinned'>,
): SelectedEnvironment {
  const name = pinned.environment ?? chosen.name ?? detectEnvironmentName(files, environments);
  const setup = pinned.setup ?? (chosen.setup_commands.length > 0 ? chosen.setup_commands : defaultSetup(name, files));
  return {
    name,
    reason: chosen.reason,
    detected_files: chosen.detected_files,
    setup_commands: setup,
    verification: pinned.verification ?? chosen.verification,
  };
}

interface PackageFile {
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly dependencies?: object;
  readonly devDependencies?: object;
}

function readPackage(text: string | undefined): PackageFile | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** A script of a package.json; null if there is none of that name. */
export function scriptIn(text: string | undefined, name: 'test' | 'build' | 'lint'): string | null {
  const scripts = readPackage(text)?.scripts;
  const script = typeof scripts === 'object' && scripts !== null ? scripts[name] : undefined;
  return typeof script === 'string' && script.trim() !== '' ? script : null;
}

function declaresDependencies(text: string | undefined): boolean {
  const file = readPackage(text);
  return Object.keys(file?.dependencies ?? {}).length + Object.keys(file?.devDependencies ?? {}).length > 0;
}
