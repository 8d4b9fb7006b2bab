import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/schema.ts';
import { digestOf } from '../../src/effects/hold-protected.ts';
import { protectedPaths, touchesWorkflows } from '../../src/plan/protected-paths.ts';

const changed = (...paths: string[]) => paths.map((path) => ({ path, oldPath: null }));

describe('protected paths (G9)', () => {
  it('finds what decides about rights and runs, however it is written', () => {
    const paths = [
      '.github/workflows/ci.yml',
      '.GitHub/Workflows/deep/x.yml',
      '.github/actions/a/action.yml',
      '.github/planwright.yml',
      'codeowners',
      '.github/CODEOWNERS',
      'docs/CodeOwners',
      '.gitmodules',
      'packages/a/.gitattributes',
      '.NPMRC',
      'packages/a/.npmrc',
      'tools/my-action/action.yml',
      '.husky/pre-commit',
      '.husky',
      '.devcontainer/devcontainer.json',
      '.claude/settings.json',
      '.gemini/settings.json',
      '.mcp.json',
      '.circleci/config.yml',
      '.GitLab-CI.yml',
      'deploy/Jenkinsfile',
      '.yarnrc.yml',
      'packages/a/.yarnrc.yml',
      '.yarn/releases/yarn-4.cjs',
      '.yarn/plugins/x.cjs',
      '.pnpmfile.cjs',
      'packages/a/.pnpmfile.mjs',
      'gradle/wrapper/gradle-wrapper.jar',
      '.mvn/extensions.xml',
      '.githooks/pre-commit',
      'lefthook.yml',
      '.lefthook.toml',
      '.pre-commit-config.yaml',
      '.envrc',
      'packages/a/.envrc',
      '.vscode/tasks.json',
      'packages/a/.vscode/settings.json',
      '.vscode/mcp.json',
      '.cursor/mcp.json',
      '.codex/config.toml',
      '.git\u200bmodules',
      '.hu\u017fky/pre-commit',
      '.github/work\ufb02ows/ci.yml',
      '.github/workflows',
      '.github',
    ];
    expect(protectedPaths(changed(...paths), DEFAULT_PROTECTED_PATHS)).toEqual(paths);
  });

  it('leaves everything else alone', () => {
    expect(
      protectedPaths(
        changed(
          'src/a.ts',
          'github/workflows/x.yml',
          '.github/ISSUE_TEMPLATE.md',
          'src/CODEOWNERS',
          'a/.gitmodules',
          'docs',
          'docs/x.md',
          'package-lock.json',
          'Cargo.lock',
          'src/transaction.yml',
          'claude/x.md',
          'package.json',
          'pnpm-workspace.yaml',
          '.vscode/launch.json',
          '.yarn/cache/a.zip',
          'build.gradle',
          '.env.example',
          '.editorconfig',
          'Makefile',
        ),
        DEFAULT_PROTECTED_PATHS,
      ),
    ).toEqual(['docs']);
  });

  it('counts both names of a rename', () => {
    expect(
      protectedPaths(
        [
          { path: 'old.yml', oldPath: '.github/workflows/ci.yml' },
          { path: '.github/workflows/new.yml', oldPath: 'x' },
        ],
        DEFAULT_PROTECTED_PATHS,
      ),
    ).toEqual(['.github/workflows/ci.yml', '.github/workflows/new.yml']);
  });

  it('understands the patterns of a repository', () => {
    const patterns = ['**/secrets/**', 'infra/*.tf', 'a?c', '**/*.lock'];
    const hits = ['x/y/secrets/z', 'secrets/z', 'infra/main.tf', 'abc', 'deep/in/yarn.lock', 'yarn.lock'];
    expect(protectedPaths(changed(...hits, 'infra/deep/main.tf', 'abbc', 'lock'), patterns)).toEqual(hits);
    expect(protectedPaths(changed('テスト/が.md'), ['テスト/か\u3099.md'])).toHaveLength(1);
  });

  it('comes to an end on hostile patterns and paths (I12)', () => {
    expect(
      protectedPaths(changed('a'.repeat(4_000), 'a/'.repeat(2_000)), [
        `${'a*'.repeat(1_000)}b`,
        `${'**/'.repeat(500)}b`,
      ]),
    ).toEqual([]);
  });
});

describe('what people let through (G9, P11)', () => {
  const file = (path: string, versions: string) => ({ path, versions, isSubmodule: false });
  const ONE = [file('CODEOWNERS', '100644 a 100644 b'), file('.npmrc', '000000 0 100644 c')];

  it('is the same change of the same paths, in whatever order they come', () => {
    expect(digestOf(ONE)).toMatch(/^[0-9a-f]{64}$/);
    expect(digestOf(ONE.toReversed())).toBe(digestOf(ONE));
  });

  it.each([
    ['another path', [file('.npmrc2', '000000 0 100644 c')]],
    ['other contents', [file('.npmrc', '000000 0 100644 d')]],
    ['another mode', [file('.npmrc', '000000 0 120000 c')]],
    ['something else before', [file('.npmrc', '100644 e 100644 c')]],
    ['one path less', []],
  ])('is not what has %s', (_, other) => {
    expect(digestOf([...ONE.slice(0, 1), ...other])).not.toBe(digestOf(ONE));
  });

  it('takes a permission of its own where GitHub wants one (G10)', () => {
    expect(touchesWorkflows(['a', '.github/workflows/ci.yml'])).toBe(true);
    expect(touchesWorkflows(['.github/actions/x/action.yml', 'workflows/a.yml'])).toBe(false);
  });
});
