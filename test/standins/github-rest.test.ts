import { createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitHubStandIn } from '../../standins/github/start.ts';
import {
  appClient,
  AT,
  installationClient,
  refusalOf,
  SHOP,
  startAcme,
  tokenClient,
  tokenFor,
} from './github-world.ts';

describe('the stand-in of GitHub, asked by the real octokit', () => {
  let github: GitHubStandIn;
  beforeAll(async () => {
    github = await startAcme();
  });
  afterAll(async () => {
    await github.close();
    expect(github.violations).toEqual([]);
  });

  it('knows the App by its JWT and lists its installations', async () => {
    const client = appClient(github);
    expect((await client.apps.getAuthenticated()).data).toMatchObject({
      id: github.credentials.appId,
      slug: 'planwright',
    });
    const { data } = await client.apps.listInstallations();
    expect(data).toHaveLength(1);
    expect((await client.apps.getRepoInstallation(SHOP)).data.id).toBe(data[0]?.id);
    expect((await client.apps.getInstallation({ installation_id: data[0]?.id ?? 0 })).data.repository_selection).toBe(
      'selected',
    );
  });

  it('refuses a JWT signed by another key, and one that lives too long', async () => {
    const other = await startAcme();
    const stranger = appClient({
      ...github,
      credentials: { ...github.credentials, privateKey: other.credentials.privateKey },
    });
    expect((await refusalOf(stranger.apps.getAuthenticated())).status).toBe(401);
    await other.close();
    const seconds = Math.floor(Date.now() / 1000);
    const asApp = (claims: object) =>
      fetch(`${github.apiUrl}/app`, {
        headers: { authorization: `Bearer ${jwt(claims, github.credentials.privateKey)}` },
      });
    const iss = github.credentials.appId;
    expect((await asApp({ iss, iat: seconds, exp: seconds + 600 })).status).toBe(200);
    expect((await asApp({ iss, iat: seconds, exp: seconds + 3600 })).status).toBe(401);
    expect((await asApp({ iss, iat: seconds - 700, exp: seconds - 100 })).status).toBe(401);
    expect((await asApp({ iss: 1, iat: seconds, exp: seconds + 60 })).status).toBe(401);
    const nobody = await fetch(`${github.apiUrl}/app`, { headers: { authorization: 'Bearer ghs_nothing' } });
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ message: 'Bad credentials', status: '401' });
  });

  it('turns a manifest code into the App’s credentials, once', async () => {
    const { code } = github.acts.manifestCode();
    const convert = () => fetch(`${github.apiUrl}/app-manifests/${code}/conversions`, { method: 'POST' });
    const first = await convert();
    expect([first.status, await first.json()]).toMatchObject([
      201,
      { id: 424242, pem: github.credentials.privateKey, webhook_secret: github.credentials.webhookSecret },
    ]);
    expect((await convert()).status).toBe(404);
  });

  it('gives out installation tokens of about 520 characters that can be narrowed', async () => {
    const shopId = github.world.repositories[0]?.id ?? 0;
    const token = await tokenFor(github);
    expect(token).toMatch(/^ghs_424242_[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(token.length).toBe(520);
    const narrow = tokenClient(
      github,
      await tokenFor(github, { repository_ids: [shopId], permissions: { issues: 'read' } }),
    );
    expect((await narrow.apps.listReposAccessibleToInstallation()).data.repositories.map(({ name }) => name)).toEqual([
      'shop',
    ]);
    expect((await refusalOf(narrow.issues.create({ ...SHOP, title: 'x' }))).message).toContain(
      'Resource not accessible by integration',
    );
    expect((await refusalOf(narrow.repos.get({ owner: 'acme', repo: 'secret' }))).status).toBe(404);
    expect((await refusalOf(narrow.issues.create({ owner: 'acme', repo: 'open', title: 'x' }))).status).toBe(403);
    expect((await refusalOf(tokenFor(github, { permissions: { administration: 'write' } }))).status).toBe(422);
    expect((await refusalOf(tokenFor(github, { repositories: ['open'] }))).status).toBe(422);
  });

  it('answers 401 once a token expired or was revoked', async () => {
    const client = tokenClient(github, await tokenFor(github));
    await client.repos.get(SHOP);
    github.acts.expireTokens();
    expect((await refusalOf(client.repos.get(SHOP))).status).toBe(401);
    const revoked = await tokenFor(github);
    const ask = (method: string, path: string) =>
      fetch(`${github.apiUrl}${path}`, { method, headers: { authorization: `token ${revoked}` } });
    expect((await ask('DELETE', '/installation/token')).status).toBe(204);
    expect((await ask('GET', '/repos/acme/shop')).status).toBe(401);
  });

  it('tells each person’s permission and role, and that a stranger has none', async () => {
    const client = installationClient(github);
    github.acts.addUser({ login: 'stranger' });
    const ask = async (username: string) =>
      (await client.repos.getCollaboratorPermissionLevel({ ...SHOP, username })).data;
    expect(await ask('mona')).toMatchObject({ permission: 'write', role_name: 'maintain' });
    expect(await ask('tom')).toMatchObject({ permission: 'read', role_name: 'triage' });
    expect(await ask('acme[bot]').catch(() => 'none')).toBe('none');
    expect(await ask('stranger')).toMatchObject({ permission: 'none', user: { login: 'stranger' } });
    expect((await refusalOf(ask('nobody-at-all'))).message).toContain('nobody-at-all is not a user');
    const mona = (await client.users.getByUsername({ username: 'mona' })).data;
    expect((await client.request('GET /user/{account_id}', { account_id: mona.id })).data.login).toBe('mona');
  });

  it('keeps comments as the bot’s, pages them, and cuts none silently', async () => {
    const client = installationClient(github);
    const { number } = await github.acts.openIssue({ ...AT, by: 'mona', title: 'Add is wrong', body: 'It subtracts.' });
    const issue = { ...SHOP, issue_number: number };
    const first = (await client.issues.createComment({ ...issue, body: 'one' })).data;
    expect(first).toMatchObject({
      user: { login: 'planwright[bot]', type: 'Bot' },
      performed_via_github_app: { slug: 'planwright' },
    });
    for (let count = 2; count <= 35; count += 1) await client.issues.createComment({ ...issue, body: String(count) });
    const page = await client.issues.listComments(issue);
    expect(page.data).toHaveLength(30);
    expect(page.headers.link).toContain('rel="next"');
    expect(await client.paginate(client.issues.listComments, { ...issue, per_page: 10 })).toHaveLength(35);
    await client.issues.updateComment({ ...SHOP, comment_id: first.id, body: 'changed' });
    expect((await client.issues.getComment({ ...SHOP, comment_id: first.id })).data.body).toBe('changed');
    await client.issues.deleteComment({ ...SHOP, comment_id: first.id });
    expect((await refusalOf(client.issues.getComment({ ...SHOP, comment_id: first.id }))).status).toBe(404);
    const tooLong = await refusalOf(client.issues.createComment({ ...issue, body: 'x'.repeat(65_537) }));
    expect(tooLong).toMatchObject({
      status: 422,
      message: expect.stringContaining('body is too long (maximum is 65536 characters)'),
    });
    await client.issues.createComment({ ...issue, body: '😀'.repeat(65_536) });
    expect((await client.issues.listComments({ ...issue, since: '2999-01-01T00:00:00Z' })).data).toEqual([]);
  });

  it('reacts once, however often it is asked', async () => {
    const client = installationClient(github);
    const { number } = await github.acts.openIssue({ ...AT, by: 'mona', title: 'React' });
    const { id } = await github.acts.comment({ ...AT, issue: number, by: 'mona', body: 'hi' });
    const statuses = [
      await client.reactions.createForIssue({ ...SHOP, issue_number: number, content: 'eyes' }),
      await client.reactions.createForIssue({ ...SHOP, issue_number: number, content: 'eyes' }),
    ].map(({ status }) => status as number);
    expect(statuses).toEqual([201, 200]);
    const made = await client.reactions.createForIssueComment({ ...SHOP, comment_id: id, content: '+1' });
    expect(github.acts.readIssue({ ...AT, issue: number }).comments[0]?.reacted).toEqual(['planwright[bot] +1']);
    await client.reactions.deleteForIssueComment({ ...SHOP, comment_id: id, reaction_id: made.data.id });
    expect((await client.reactions.listForIssueComment({ ...SHOP, comment_id: id })).data).toEqual([]);
  });

  it('creates, finds, puts on and takes off labels', async () => {
    const client = installationClient(github);
    const { number } = await github.acts.openIssue({ ...AT, by: 'mona', title: 'Labels' });
    const issue = { ...SHOP, issue_number: number };
    await client.issues.createLabel({ ...SHOP, name: 'planwright:working', color: '0e8a16', description: 'At work' });
    const twice = await refusalOf(client.issues.createLabel({ ...SHOP, name: 'Planwright:Working' }));
    expect(twice).toMatchObject({ status: 422, message: expect.stringContaining('already_exists') });
    await client.issues.addLabels({ ...issue, labels: ['planwright:working', 'new one'] });
    expect((await client.issues.listLabelsOnIssue(issue)).data.map(({ name }) => name)).toEqual([
      'planwright:working',
      'new one',
    ]);
    await client.issues.removeLabel({ ...issue, name: 'new one' });
    expect((await refusalOf(client.issues.removeLabel({ ...issue, name: 'new one' }))).message).toContain(
      'Label does not exist',
    );
    await client.issues.setLabels({ ...issue, labels: [] });
    expect((await client.issues.listLabelsForRepo(SHOP)).data).toHaveLength(2);
    await client.issues.updateLabel({ ...SHOP, name: 'new one', new_name: 'renamed' });
    await client.issues.deleteLabel({ ...SHOP, name: 'renamed' });
    expect((await refusalOf(client.issues.getLabel({ ...SHOP, name: 'renamed' }))).status).toBe(404);
  });

  it('changes issues, and answers 410 for deleted and 301 for moved ones', async () => {
    const client = installationClient(github);
    const { data: issue } = await client.issues.create({ ...SHOP, title: 'By the bot', labels: ['a'] });
    await client.issues.update({ ...SHOP, issue_number: issue.number, state: 'closed', state_reason: 'not_planned' });
    expect((await client.issues.get({ ...SHOP, issue_number: issue.number })).data).toMatchObject({
      state: 'closed',
      state_reason: 'not_planned',
    });
    expect((await client.issues.listForRepo({ ...SHOP, state: 'closed', labels: 'a' })).data).toHaveLength(1);
    const { number: lost } = await github.acts.openIssue({ ...AT, by: 'mona', title: 'Lost' });
    await github.acts.deleteIssue({ ...AT, issue: lost, by: 'mona' });
    expect((await refusalOf(client.issues.get({ ...SHOP, issue_number: lost }))).status).toBe(410);
    const { number: moving } = await github.acts.openIssue({ ...AT, by: 'mona', title: 'Moving' });
    await github.acts.transferIssue({ ...AT, issue: moving, by: 'mona', to: 'acme/secret' });
    const answer = await fetch(`${github.apiUrl}/repos/acme/shop/issues/${moving}`, {
      headers: { authorization: `token ${await tokenFor(github)}` },
      redirect: 'manual',
    });
    expect(answer.status).toBe(301);
    expect((await client.issues.get({ ...SHOP, issue_number: moving })).data.title).toBe('Moving');
    const { number: locked } = await github.acts.openIssue({ ...AT, by: 'mona', title: 'Locked' });
    await github.acts.lockIssue({ ...AT, issue: locked, by: 'mona' });
    expect((await refusalOf(client.issues.createComment({ ...SHOP, issue_number: locked, body: 'x' }))).status).toBe(
      403,
    );
  });

  it('reads files, folders, branches, refs and commits from git itself', async () => {
    const client = installationClient(github);
    const { data: file } = await client.repos.getContent({ ...SHOP, path: 'src/add.js' });
    expect('content' in file && Buffer.from(file.content, 'base64').toString()).toBe(
      'export const add = (a, b) => a - b;\n',
    );
    expect((await client.repos.getContent({ ...SHOP, path: 'src' })).data).toHaveLength(1);
    expect((await client.repos.getContent({ ...SHOP, path: 'README.md', mediaType: { format: 'raw' } })).data).toBe(
      '# Shop\n',
    );
    expect((await refusalOf(client.repos.getContent({ ...SHOP, path: '.github/planwright.yml' }))).status).toBe(404);
    const { data: ref } = await client.git.getRef({ ...SHOP, ref: 'heads/main' });
    expect((await client.repos.getBranch({ ...SHOP, branch: 'main' })).data.commit.sha).toBe(ref.object.sha);
    expect((await client.repos.getCommit({ ...SHOP, ref: 'main' })).data.commit.message).toBe('Initial commit');
    await client.git.createRef({ ...SHOP, ref: 'refs/heads/feature/a', sha: ref.object.sha });
    expect(
      (await refusalOf(client.git.createRef({ ...SHOP, ref: 'refs/heads/feature/a', sha: ref.object.sha }))).message,
    ).toContain('Reference already exists');
    expect((await client.repos.getBranch({ ...SHOP, branch: 'feature/a' })).data.name).toBe('feature/a');
    await client.git.deleteRef({ ...SHOP, ref: 'heads/feature/a' });
    expect((await refusalOf(client.repos.getBranch({ ...SHOP, branch: 'feature/a' }))).status).toBe(404);
  });

  it('refuses what GitHub’s description refuses, in its shape', async () => {
    const client = installationClient(github);
    const missing = await refusalOf(client.request('POST /repos/acme/shop/issues', {}));
    expect(missing).toMatchObject({ status: 422, message: expect.stringContaining(`"title" wasn't supplied.`) });
    expect((await refusalOf(client.request('GET /repos/acme/shop/issues', { state: 'sleeping' }))).status).toBe(422);
    const headers = { authorization: `token ${await tokenFor(github)}` };
    const broken = await fetch(`${github.apiUrl}/repos/acme/shop/issues`, {
      method: 'POST',
      headers,
      body: '{"title":',
    });
    expect([broken.status, await broken.json()]).toMatchObject([400, { message: 'Problems parsing JSON' }]);
    const unknown = await fetch(`${github.apiUrl}/repos/acme/shop/stargazers`, { headers });
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { message: 'Not Found', status: '404', documentation_url: expect.any(String) },
    ]);
  });

  it('answers 304 to what is known already, and does not count it', async () => {
    const headers = { authorization: `token ${await tokenFor(github)}` };
    const first = await fetch(`${github.apiUrl}/repos/acme/secret`, { headers });
    const again = await fetch(`${github.apiUrl}/repos/acme/secret`, {
      headers: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('x-ratelimit-used')).toBe(first.headers.get('x-ratelimit-used'));
    expect(first.headers.get('x-github-request-id')).toMatch(/^[0-9A-F:]+$/);
  });

  it('follows a renamed repository by 301 and refuses writes to an archived one', async () => {
    await github.acts.createRepository({ owner: 'acme', name: 'old' });
    const client = installationClient(github);
    github.acts.renameRepository({ repository: 'acme/old', to: 'new' });
    expect((await client.repos.get({ owner: 'acme', repo: 'old' })).data.full_name).toBe('acme/new');
    github.acts.changeRepository({ repository: 'acme/new', archived: true });
    expect((await refusalOf(client.issues.create({ owner: 'acme', repo: 'new', title: 'x' }))).message).toContain(
      'archived',
    );
    await github.acts.suspend({ account: 'acme', by: 'mona' });
    expect((await refusalOf(client.repos.get(SHOP))).message).toContain('suspended');
    await github.acts.suspend({ account: 'acme', by: 'mona', suspended: false });
  });
});

function jwt(claims: object, privateKey: string): string {
  const start = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${start}.${createSign('RSA-SHA256').update(start).sign(privateKey, 'base64url')}`;
}
