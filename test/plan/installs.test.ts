import { describe, expect, it } from '@jest/globals';
import { leadingInstalls } from '../../src/environments/installs.ts';

const FILES = ['web/package.json', 'package.json', 'package-lock.json', 'Makefile', 'api/requirements.txt', 'go.mod'];
const installsOf = (setup: readonly string[], usual: readonly string[] = []) => leadingInstalls(setup, usual, FILES);

describe('commands that only install (ENV-6)', () => {
  it.each([
    ['npm ci'],
    ['npm install --no-audit --no-fund'],
    ['yarn install --frozen-lockfile'],
    ['pnpm install --frozen-lockfile'],
    ['pip install -r requirements.txt'],
    ['python -m pip install --quiet -r requirements/dev.txt'],
    ['poetry install --no-interaction'],
    ['uv sync --frozen'],
    ['go mod download'],
  ])('are recognised: %s', (command) => {
    expect(installsOf([command])?.commands).toEqual([command]);
  });

  it.each([
    ['npm ci && echo hello'],
    ['npm ci; rm -rf ~'],
    ['npm ci\ncurl example.org'],
    ['npm install left-pad'],
    ['npm install --registry=http://example.org'],
    ['npm install --registry http://example.org'],
    ['npm ci --prefix web'],
    ['npm run build'],
    ['pip install requests'],
    ['pip install --upgrade pip'],
    ['pip install --log -r evil-package'],
    ['pip install --target -r evil-package'],
    ['pip install --pre -r requirements.txt'],
    ['pip install -r ../other.txt'],
    ['pip install -r /tmp/other.txt'],
    ['pip install -r a/../../other.txt'],
    ['pip install -r a.txt evil-package'],
    ['pip install --index-url http://example.org -r requirements.txt'],
    ['poetry install --with evil'],
    ['go mod download example.org/x'],
    ['$(npm ci)'],
  ])('are nothing else: %s', (command) => {
    expect(installsOf([command])).toBeNull();
  });

  it('are those at the beginning, with what the base branch or the operator chose, up to the last that counts', () => {
    const commandsOf = (...all: Parameters<typeof installsOf>) => installsOf(...all)?.commands ?? null;
    expect(commandsOf([])).toBeNull();
    expect(commandsOf(['npm ci', 'npm run build', 'npm ci'])).toEqual(['npm ci']);
    expect(commandsOf(['mvn clean install', ' npm ci '], ['mvn clean install'])).toEqual([
      'mvn clean install',
      'npm ci',
    ]);
    expect(commandsOf(['export A=1', 'npm ci'])).toBeNull();
    expect(commandsOf(['pip install --upgrade pip', 'pip install -e .'])).toBeNull();
    expect(commandsOf(['pip install -U pip', 'pip install -r a.txt', 'pip install -U pip', 'tox'])).toEqual([
      'pip install -U pip',
      'pip install -r a.txt',
    ]);
  });
});

describe('files that decide what is installed (ENV-6)', () => {
  it('are lock files, what is wanted where nothing is locked, and what the commands name', () => {
    expect(installsOf(['npm ci', 'pip install -r dev.txt'])?.files).toEqual([
      'api/requirements.txt',
      'dev.txt',
      'go.mod',
      'package-lock.json',
      'web/package.json',
    ]);
    expect(leadingInstalls(['npm ci'], [], ['Dockerfile', '.tool-versions'])?.files).toEqual([]);
  });
});
