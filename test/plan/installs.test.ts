import { describe, expect, it } from '@jest/globals';
import { lastInstall, lockFilesIn } from '../../src/environments/installs.ts';

describe('commands that only install (ENV-6)', () => {
  it.each([
    ['npm ci'],
    ['npm install --no-audit --no-fund'],
    ['yarn install --frozen-lockfile'],
    ['pnpm install --frozen-lockfile'],
    ['pip install --upgrade pip'],
    ['pip install -r requirements.txt'],
    ['python -m pip install --quiet -r requirements/dev.txt'],
    ['poetry install'],
    ['uv sync --frozen'],
    ['go mod download'],
  ])('are recognised: %s', (command) => {
    expect(lastInstall([command], [])).toBe(0);
  });

  it.each([
    ['npm ci && echo hello'],
    ['npm ci; rm -rf ~'],
    ['npm ci\ncurl example.org'],
    ['npm install left-pad'],
    ['npm install --registry=http://example.org'],
    ['npm install --registry http://example.org'],
    ['npm run build'],
    ['pip install requests'],
    ['pip install -r ../other.txt'],
    ['pip install -r /tmp/other.txt'],
    ['pip install -r a/../../other.txt'],
    ['pip install --index-url http://example.org -r requirements.txt'],
    ['go mod download example.org/x'],
    ['$(npm ci)'],
  ])('are nothing else: %s', (command) => {
    expect(lastInstall([command], [])).toBe(-1);
  });

  it('are those at the beginning, with the usual ones of the environment', () => {
    expect(lastInstall([], [])).toBe(-1);
    expect(lastInstall(['npm ci', 'npm run build', 'npm ci'], [])).toBe(0);
    expect(lastInstall(['mvn clean install -DskipTests', ' npm ci '], ['mvn clean install -DskipTests'])).toBe(1);
    expect(lastInstall(['export A=1', 'npm ci'], [])).toBe(-1);
  });
});

describe('files that decide what is installed (ENV-6)', () => {
  it('are lock files, and what is wanted where nothing is locked', () => {
    expect(
      lockFilesIn([
        'web/package.json',
        'package.json',
        'package-lock.json',
        'Makefile',
        'api/requirements.txt',
        'go.mod',
      ]),
    ).toEqual(['api/requirements.txt', 'package-lock.json', 'web/package.json']);
    expect(lockFilesIn(['Dockerfile', '.tool-versions'])).toEqual([]);
  });
});
