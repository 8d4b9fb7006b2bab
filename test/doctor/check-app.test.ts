import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { checkApp, checkClock, PERMISSIONS } from '../../src/doctor/check-app.ts';
import type { AppInstallation, AppRegistration } from '../../src/ports/github-app.ts';
import { EVENTS } from '../../src/ports/webhook-events.ts';

const REGISTRATION: AppRegistration = {
  appId: 7,
  slug: 'planwright',
  settingsUrl: 'https://github.com/settings/apps/planwright',
  installUrl: 'https://github.com/apps/planwright/installations/new',
  permissions: { ...PERMISSIONS, contents: 'admin', statuses: 'read' },
  events: [...EVENTS, 'push'],
  answeredAt: 1_000_000,
};
const ACME: AppInstallation = {
  account: 'acme',
  url: 'https://github.com/settings/installations/1',
  permissions: PERMISSIONS,
  isSuspended: false,
};

const found = (over: Partial<AppRegistration>, installations: readonly AppInstallation[] = [ACME]) =>
  checkApp({ installations: async () => installations }, { ...REGISTRATION, ...over });

describe('how the App is registered and installed (GH-1)', () => {
  it('is held against app.yml', () => {
    const { default_permissions } = parse(readFileSync('app.yml', 'utf8')) as { readonly default_permissions: object };
    expect(PERMISSIONS).toEqual(default_permissions);
  });

  it('wants what failing checks are read with (GH-2)', async () => {
    const { checks: _, actions: __, ...rest } = PERMISSIONS;
    expect((await found({ permissions: rest }))[0]).toMatchObject({
      grade: 'mend',
      said: 'The App does not ask for checks: read, actions: read.',
    });
  });

  it('is fine with more than is needed', async () => {
    expect((await found({})).map(({ part, grade }) => [part, grade])).toEqual([
      ['Permissions', 'fine'],
      ['Events', 'fine'],
      ['Installations', 'fine'],
    ]);
  });

  it('names the permissions that are missing or too small, and where to set them', async () => {
    const { contents: _, ...rest } = PERMISSIONS;
    expect((await found({ permissions: { ...rest, issues: 'read' } }))[0]).toMatchObject({
      grade: 'mend',
      said: 'The App does not ask for issues: write, contents: write.',
      todo: expect.stringContaining('https://github.com/settings/apps/planwright/permissions'),
    });
  });

  it('names the events that are missing', async () => {
    expect((await found({ events: EVENTS.filter((name) => name !== 'issue_comment') }))[1]).toMatchObject({
      grade: 'mend',
      said: 'GitHub does not tell the App of issue_comment.',
      todo: expect.stringContaining('Subscribe to events'),
    });
  });

  it('only notes that it is told late of what blocks an issue no more: older servers cannot tell it (GH-2)', async () => {
    const without = (...names: readonly string[]) => found({ events: EVENTS.filter((name) => !names.includes(name)) });
    expect((await without('issue_dependencies'))[1]).toMatchObject({
      grade: 'note',
      said: 'GitHub does not tell the App of issue_dependencies: that an issue is no longer blocked is noticed within the hour instead of at once.',
    });
    expect((await without('issue_dependencies', 'issues'))[1]).toMatchObject({ grade: 'mend' });
  });

  it('must be installed somewhere', async () => {
    expect((await found({}, []))[2]).toMatchObject({
      part: 'Installations',
      grade: 'mend',
      todo: expect.stringContaining('https://github.com/apps/planwright/installations/new'),
    });
  });

  it('names installations that gave less than the App asks for, or are suspended', async () => {
    const behind = { ...ACME, account: 'late', permissions: { metadata: 'read', issues: 'write' } };
    const suspended = { ...ACME, account: 'quiet', isSuspended: true };
    expect((await found({}, [ACME, behind, suspended])).slice(2)).toMatchObject([
      { grade: 'fine', said: 'The App is installed on acme, late, quiet.' },
      {
        grade: 'mend',
        said: 'late has not given the App pull_requests: write, contents: write, checks: read, actions: read.',
      },
      { grade: 'note', said: expect.stringContaining('quiet is suspended') },
    ]);
    expect((await found({}, [suspended])).slice(3)).toMatchObject([{ grade: 'mend' }]);
  });
});

describe("the clock of this machine, against GitHub's", () => {
  it.each([
    [1_019_000, 'fine', 'agrees'],
    [1_021_000, 'mend', '21 seconds ahead of'],
    [700_000, 'mend', '300 seconds behind'],
  ])('at %d it is %s', (nowMs, grade, said) => {
    expect(checkClock(REGISTRATION, nowMs)).toMatchObject({ grade, said: expect.stringContaining(said) });
  });

  it('is not judged where GitHub does not say what time it is', () => {
    expect(checkClock({ ...REGISTRATION, answeredAt: null }, 1)).toMatchObject({
      grade: 'note',
      todo: expect.any(String),
    });
  });
});
