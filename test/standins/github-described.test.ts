/**
 * Checks the stand-in against GitHub's published API description (standins/github/openapi/trim.mjs names its source).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld } from '../../standins/github/create-world.ts';
import { createDeliveries } from '../../standins/github/deliveries.ts';
import { createLimits } from '../../standins/github/limits.ts';
import { createValidator } from '../../standins/github/openapi/validate.ts';
import { servedRoutes } from '../../standins/github/rest.ts';
import type { GitHubStandIn } from '../../standins/github/start.ts';
import { AT, startAcme, tokenFor } from './github-world.ts';

interface Described {
  readonly method: string;
  readonly path: string;
  readonly body: { readonly required?: readonly string[] } | null;
}

const described = (
  JSON.parse(readFileSync('standins/github/openapi/routes.json', 'utf8')) as { readonly routes: readonly Described[] }
).routes;
const REPO = '/repos/{owner}/{repo}';
/** A repository's root is `contents/{path}` without a path, and GraphQL has its own description. */
const ELSEWHERE = [`GET ${REPO}/contents`, 'POST /graphql'];
/**
 * The four groups that only the stand-in's own code covers: the manifest, labels, checks with their logs, and contents.
 */
const GROUPS = /app-manifests|labels|\/check-(?:runs|suites)|\/actions\/jobs|\/contents\/\{path\}/;
const named = ({ method, path }: Described) => `${method} ${path}`;

describe("the stand-in of GitHub, held to GitHub's OpenAPI description (GH-1, GH-2, GH-8, GH-9)", () => {
  let github: GitHubStandIn;
  let token: string;
  let served: readonly string[];
  const folder = mkdtempSync(join(tmpdir(), 'described-'));
  beforeAll(async () => {
    github = await startAcme();
    token = await tokenFor(github);
    const world = await createWorld({}, folder);
    served = servedRoutes(createDeliveries(world), createLimits(world.now)).map(
      ({ method, template }) => `${method} ${template}`,
    );
  });
  afterAll(async () => {
    await github.close();
    rmSync(folder, { recursive: true });
  });

  async function ask(method: string, path: string, body?: unknown, given = token) {
    const answer = await fetch(`${github.apiUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `token ${given}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : tryJson(text) };
  }

  it('serves no route that GitHub does not have, and describes each that it serves', () => {
    const known = new Set(described.map(named));
    expect(served.filter((one) => !known.has(one))).toEqual(ELSEWHERE);
    expect([...known].filter((one) => !served.includes(one))).toEqual([]);
  });

  it('answers every route of the four groups as it is described there', async () => {
    const { acts } = github;
    const validator = createValidator();
    const { number: issue } = await acts.openIssue({ ...AT, by: 'mona', title: 'One' });
    const { sha } = await acts.commitFiles({ ...AT, by: 'mona', files: { 'docs/a.md': 'a\n' } });
    const run = await acts.completeCheckRun({ ...AT, sha, name: 'test', conclusion: 'failure', log: 'no\n' });
    const { code } = acts.manifestCode();
    const shop = '/repos/acme/shop';
    const label = { name: 'planwright', color: '5319e7', description: 'Its tasks' };
    const asked: readonly (readonly [string, string, unknown?])[] = [
      [`POST /app-manifests/{code}/conversions`, `/app-manifests/${code}/conversions`],
      [`POST ${REPO}/labels`, `${shop}/labels`, label],
      [`GET ${REPO}/labels`, `${shop}/labels`],
      [`GET ${REPO}/labels/{name}`, `${shop}/labels/planwright`],
      [`PATCH ${REPO}/labels/{name}`, `${shop}/labels/planwright`, { color: '000000' }],
      [`POST ${REPO}/issues/{issue_number}/labels`, `${shop}/issues/${issue}/labels`, { labels: ['planwright', 'x'] }],
      [`GET ${REPO}/issues/{issue_number}/labels`, `${shop}/issues/${issue}/labels`],
      [`PUT ${REPO}/issues/{issue_number}/labels`, `${shop}/issues/${issue}/labels`, { labels: ['planwright'] }],
      [`DELETE ${REPO}/issues/{issue_number}/labels/{name}`, `${shop}/issues/${issue}/labels/planwright`],
      [`DELETE ${REPO}/issues/{issue_number}/labels`, `${shop}/issues/${issue}/labels`],
      [`DELETE ${REPO}/labels/{name}`, `${shop}/labels/planwright`],
      [`GET ${REPO}/commits/{ref}/check-runs`, `${shop}/commits/${sha}/check-runs`],
      [`GET ${REPO}/commits/{ref}/check-suites`, `${shop}/commits/${sha}/check-suites`],
      [`GET ${REPO}/check-runs/{check_run_id}`, `${shop}/check-runs/${run.id}`],
      [`GET ${REPO}/check-runs/{check_run_id}/annotations`, `${shop}/check-runs/${run.id}/annotations`],
      [`GET ${REPO}/actions/jobs/{job_id}/logs`, `${shop}/actions/jobs/${run.id}/logs`],
      [`GET ${REPO}/contents/{path}`, `${shop}/contents/docs/a.md`],
      [`GET ${REPO}/contents/{path}`, `${shop}/contents/docs`],
    ];
    expect(asked.map(([route]) => route)).toEqual(
      expect.arrayContaining(described.map(named).filter((one) => GROUPS.test(one))),
    );
    for (const [route, path, body] of asked) {
      const [method = '', template = ''] = route.split(' ');
      const { status, json } = await ask(method, path, body);
      expect({ route, isAnswered: status < 400 }).toEqual({ route, isAnswered: true });
      expect(validator.response(method, template, status, json)).toBeUndefined();
      // A validator that accepts everything would find nothing here.
      if (json !== undefined && status !== 302)
        expect(validator.response(method, template, status, 'no object')).toContain('must be');
    }
    expect(github.violations).toEqual([]);
  });

  it('refuses what lacks a field that is required there, and names it', async () => {
    const requiring = described.filter(({ body }) => (body?.required ?? []).length > 0);
    expect(requiring.map(named)).toEqual(expect.arrayContaining([`POST ${REPO}/labels`, `POST ${REPO}/pulls`]));
    for (const { method, path, body } of requiring) {
      const place = path.replace('{owner}/{repo}', 'acme/shop').replaceAll(/\{\w+\}/g, '1');
      const { status, json } = await ask(method, place, {});
      const { message = '' } = json as { readonly message?: string };
      expect({ path, status }).toEqual({ path, status: 422 });
      expect((body?.required ?? []).some((field) => message.includes(`"${field}" wasn't supplied`))).toBe(true);
    }
  });

  it.each([
    ['a name that is no text', 'POST', '/labels', { name: 1 }],
    ['a colour with its #', 'POST', '/labels', { name: 'new', color: '#000000' }],
    ['a colour that is none', 'POST', '/labels', { name: 'new', color: 'purple' }],
    ['a name of 51 characters', 'POST', '/labels', { name: 'n'.repeat(51) }],
    ['a description of 101 characters', 'POST', '/labels', { name: 'new', description: 'd'.repeat(101) }],
    ['labels that are no list', 'POST', '/issues/1/labels', { labels: 'bug' }],
    ['labels that are numbers', 'PUT', '/issues/1/labels', { labels: [1] }],
    ['a filter of check runs that there is not', 'GET', '/commits/main/check-runs?filter=newest', undefined],
    ['a state of check runs that there is not', 'GET', '/commits/main/check-runs?status=asleep', undefined],
  ] as const)('refuses %s with 422, as GitHub does', async (_what, method, path, body) => {
    expect((await ask(method, `/repos/acme/shop${path}`, body)).status).toBe(422);
  });

  it('knows no code of a manifest twice, nor one that it never gave, and no path that is not there', async () => {
    const { code } = github.acts.manifestCode();
    const convert = async (one: string) => (await ask('POST', `/app-manifests/${one}/conversions`)).status;
    expect([await convert(code), await convert(code), await convert('never-given')]).toEqual([201, 404, 404]);
    expect((await ask('GET', '/repos/acme/shop/contents/missing.txt')).status).toBe(404);
    expect((await ask('GET', '/repos/acme/shop/contents/README.md?ref=missing')).status).toBe(404);
    expect((await ask('GET', '/repos/acme/shop/labels/missing')).status).toBe(404);
    expect((await ask('GET', '/repos/acme/shop/check-runs/1')).status).toBe(404);
  });

  it('lets no token write labels, or read checks and contents, that has no permission for it', async () => {
    const narrow = await tokenFor(github, { permissions: { issues: 'read', metadata: 'read' } });
    expect((await ask('POST', '/repos/acme/shop/labels', { name: 'mine' }, narrow)).status).toBe(403);
    expect((await ask('GET', '/repos/acme/shop/commits/main/check-runs', undefined, narrow)).status).toBe(403);
    expect((await ask('GET', '/repos/acme/shop/contents/README.md', undefined, narrow)).status).toBe(403);
  });
});

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
