import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { configurationReference, environmentExample } from '../../src/config/write-reference.ts';
import { allSettings } from '../../src/config/setting-tree.ts';

const HINT = 'is not what the schemas say: after a build, run "node dist/src/config/write-reference.js"';

describe('the reference (OPS-4)', () => {
  it.each([
    ['docs/configuration.md', configurationReference],
    ['.env.example', environmentExample],
  ])('in %s is what the schemas say', (path, write) => {
    const isCurrent = readFileSync(path, 'utf8') === write();
    expect(isCurrent ? 'current' : `${path} ${HINT}`).toBe('current');
  });

  it('has every setting', () => {
    const reference = configurationReference();
    expect(allSettings.filter(([path]) => !reference.includes(`| \`${path}\` |`))).toEqual([]);
  });
});
