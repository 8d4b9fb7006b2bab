import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/schema.ts';
import { protectedPaths } from '../../src/publish/protected-paths.ts';

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
      '.git\u200bmodules',
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
