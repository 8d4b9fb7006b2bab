/** The stand-in's pages in a browser: a person's actions there have the same effect as the acts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';

const AT = { repository: 'mika/sums' };

describe('pages of repositories', () => {
  let github: GitHubStandIn;
  beforeAll(async () => {
    const repository = { owner: 'mika', name: 'sums', labels: ['planwright', 'planwright:done'] };
    github = await startGitHub({ app: { owner: 'mika' }, repositories: [repository] });
  });
  afterAll(() => github.close());

  const show = async (path: string) => (await fetch(`${github.url}${path}`)).text();
  const send = (path: string, form: Readonly<Record<string, string>>, origin = github.url) =>
    fetch(`${github.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { origin },
      redirect: 'manual',
    });
  const issue = (number: number) => github.acts.readIssue({ ...AT, issue: number });

  it('lead from the repositories to an issue that is opened, labelled and commented', async () => {
    expect(await show('/')).toContain('href="/mika/sums"');
    const opened = await send('/mika/sums/issues', { title: 'Wrong <b>sum</b>', body: 'It is `3`.' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/mika/sums/issues/1']);
    await send('/mika/sums/issues/1/labels', { label: 'planwright' });
    await send('/mika/sums/issues/1/comments', { body: 'See #1 <script>alert(1)</script>' });
    expect([issue(1).labels, issue(1).comments.map(({ user }) => user?.login)]).toEqual([['planwright'], ['mika']]);
    const page = await show('/mika/sums/issues/1');
    expect(page).toContain('Wrong &lt;b&gt;sum&lt;/b&gt; #1');
    expect(page).toContain('<a href="/mika/sums/issues/1">#1</a> &lt;script>');
    expect(page).toContain('Remove label planwright');
    // The App sets its own labels.
    expect(page).not.toContain('label planwright:done');
    await send('/mika/sums/issues/1/labels', { label: 'planwright' });
    expect(issue(1).labels).toEqual([]);
  });

  it('show a pull request with its diff, and how to fetch its branch', async () => {
    await github.acts.commitFiles({ ...AT, by: 'mika', branch: 'planwright/1-sum', files: { 'sum.js': '42\n' } });
    const { number } = await github.acts.openPull({ ...AT, by: 'mika', head: 'planwright/1-sum', title: 'Add it' });
    const page = await show(`/mika/sums/pull/${number}`);
    for (const shown of ['Pull request · open', '+42']) expect(page).toContain(shown);
    expect(await show('/mika/sums/tree/planwright/1-sum')).toContain(
      `git clone --branch planwright/1-sum ${github.url}/mika/sums.git`,
    );
  });

  it('install the App on what is chosen, which is the only repository unless somebody takes it out', async () => {
    const install = '/apps/planwright/installations';
    expect(await show(`${install}/new`)).toContain('value="mika/sums" checked');
    const none = await send(install, {});
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('Select at least one repository.')]);
    expect(await (await send(install, { repository: 'mika/sums' })).text()).toContain('was installed');
  });

  it('take no form of another site, and are not there for what is not', async () => {
    expect((await send('/mika/sums/issues', { title: 'Forged' }, 'https://attacker.example')).status).toBe(404);
    expect((await fetch(`${github.url}/mika/sums/issues/99`)).status).toBe(404);
    expect((await fetch(`${github.url}/mika/gone`)).status).toBe(404);
  });
});
