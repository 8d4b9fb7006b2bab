import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { EVENTS } from '../../src/ports/webhook-events.ts';
import { openDoor, post, type TestDoor } from './support/door.ts';

interface Example {
  readonly name: string;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}
const catalogue = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Example[];
const examples = catalogue.flatMap(({ name, examples: payloads }) => payloads.map((payload) => ({ name, payload })));

describe("GitHub's own examples of every event", () => {
  let door: TestDoor;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.door.close());

  it('are all received, and none starts anything here (W12)', async () => {
    expect(examples.length).toBeGreaterThan(200);
    for (const { name, payload } of examples) {
      const { status } = await post(door.url, JSON.stringify(payload), { 'x-github-event': name });
      expect({ name, status }).toEqual({ name, status: 202 });
    }
    expect(door.accepted.filter(({ intent }) => !['withdraw', 'remark', 'around'].includes(intent.kind))).toEqual([]);
  });

  it('are survived with any one part missing or null', async () => {
    for (const { name, payload } of examples.filter(
      (example) => example.name === 'issues' || example.name === 'issue_comment',
    )) {
      for (const key of Object.keys(payload)) {
        const body = JSON.stringify({ ...payload, installation: { id: 5 }, [key]: null });
        expect([202, 400]).toContain((await post(door.url, body, { 'x-github-event': name })).status);
      }
    }
  });

  it('are examples of all the events that we subscribe to, as does app.yml', () => {
    const manifest = parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')) as {
      default_events: string[];
      default_permissions: object;
    };
    expect(manifest.default_events.toSorted()).toEqual([...EVENTS].toSorted());
    // There is no example of the newest event yet.
    const published = EVENTS.filter((name) => name !== 'issue_dependencies');
    expect(catalogue.map(({ name }) => name)).toEqual(expect.arrayContaining(published));
    expect(manifest.default_permissions).toEqual({
      metadata: 'read',
      issues: 'write',
      pull_requests: 'write',
      contents: 'write',
      checks: 'read',
      actions: 'read',
    });
  });
});
