import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhooks } from '@octokit/webhooks';
import type { GitHubStandIn } from '../../standins/github/start.ts';
import { appClient, AT, installationClient, SHOP, startAcme } from './github-world.ts';

interface Received {
  readonly event: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly payload: Record<string, unknown>;
}

describe('webhooks of the stand-in of GitHub', () => {
  let github: GitHubStandIn;
  let door: Server;
  let received: Received[];
  let answerWith: number;
  beforeEach(async () => {
    received = [];
    answerWith = 202;
    door = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        received.push({
          event: String(request.headers['x-github-event']),
          headers: request.headers,
          text,
          payload: JSON.parse(text) as Record<string, unknown>,
        });
        response.writeHead(answerWith).end('noted');
      });
    });
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    github = await startAcme({
      app: { webhookUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}/webhooks`, webhookSecret: 'shh' },
    });
  });
  afterEach(async () => {
    await github.close();
    expect(github.violations).toEqual([]);
    door.close();
    door.closeAllConnections();
  });

  const names = () =>
    received.map(({ event, payload }) => `${event}.${typeof payload['action'] === 'string' ? payload['action'] : ''}`);

  it('shows how the webhook is set, and never its secret', async () => {
    const config = () => appClient(github).request('GET /app/hook/config');
    expect((await config()).data).toMatchObject({
      content_type: 'json',
      secret: '********',
      url: github.world.app.webhookUrl,
    });
    github.acts.setWebhook({ secret: '', contentType: 'form' });
    expect((await config()).data).toEqual(expect.not.objectContaining({ secret: expect.anything() }));
    github.acts.setWebhook({ url: null });
    await expect(config()).rejects.toMatchObject({ status: 404 });
  });

  it('signs what it sends, and the real verifier agrees', async () => {
    await github.acts.openIssue({
      ...AT,
      by: 'mona',
      title: 'Größe 😀',
      body: '@planwright fix it',
      labels: ['planwright'],
    });
    expect(names()).toEqual(['issues.opened', 'issues.labeled']);
    const [first] = received;
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
      'x-github-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-github-hook-installation-target-id': '424242',
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': `sha256=${createHmac('sha256', 'shh')
        .update(first?.text ?? '')
        .digest('hex')}`,
    });
    const verifier = new Webhooks({ secret: 'shh' });
    expect(await verifier.verify(first?.text ?? '', String(first?.headers['x-hub-signature-256']))).toBe(true);
    expect(first?.payload).toMatchObject({
      installation: { id: github.world.installations[0]?.id },
      sender: { login: 'mona' },
      organization: { login: 'acme' },
      repository: { full_name: 'acme/shop' },
    });
  });

  it('tells of what the App itself does, with the bot as sender', async () => {
    await github.acts.openIssue({ ...AT, by: 'mona', title: 'One' });
    const client = installationClient(github);
    const { data } = await client.issues.createComment({ ...SHOP, issue_number: 1, body: 'hello' });
    await client.issues.updateComment({ ...SHOP, comment_id: data.id, body: 'hello again' });
    await client.issues.addLabels({ ...SHOP, issue_number: 1, labels: ['planwright:working'] });
    await github.deliveries.settle();
    expect(names()).toEqual(['issues.opened', 'issue_comment.created', 'issue_comment.edited', 'issues.labeled']);
    expect(received[1]?.payload).toMatchObject({
      sender: { login: 'planwright[bot]', type: 'Bot' },
      comment: { performed_via_github_app: { slug: 'planwright' } },
    });
    expect(received[2]?.payload).toMatchObject({ changes: { body: { from: 'hello' } } });
  });

  it('lists deliveries for the App, page by page, and repeats one under the same GUID', async () => {
    answerWith = 503;
    for (let count = 0; count < 5; count += 1) await github.acts.openIssue({ ...AT, by: 'mona', title: String(count) });
    answerWith = 202;
    const client = appClient(github);
    const all = await client.paginate(client.apps.listWebhookDeliveries, { per_page: 2 });
    expect(all.map(({ status, status_code, redelivery }) => [status, status_code, redelivery])).toEqual(
      Array.from({ length: 5 }, () => ['Invalid HTTP Response: 503', 503, false]),
    );
    const oldest = all.at(-1);
    const detail = await client.apps.getWebhookDelivery({ delivery_id: oldest?.id ?? 0 });
    expect(detail.data.request.payload).toMatchObject({ issue: { title: '0' } });
    expect((await client.apps.redeliverWebhookDelivery({ delivery_id: oldest?.id ?? 0 })).status).toBe(202);
    await github.deliveries.settle();
    expect(received.at(-1)?.headers['x-github-delivery']).toBe(oldest?.guid);
    const [newest] = (await client.apps.listWebhookDeliveries({ per_page: 1 })).data;
    expect(newest).toMatchObject({ guid: oldest?.guid, redelivery: true, status: 'OK' });
  });

  it('records a delivery that nobody took', async () => {
    github.acts.loseWebhooks({ on: true });
    await github.acts.openIssue({ ...AT, by: 'mona', title: 'Lost' });
    expect(received).toEqual([]);
    expect((await appClient(github).apps.listWebhookDeliveries()).data[0]).toMatchObject({
      status: 'failed to connect to host',
      status_code: 502,
    });
  });

  it('delivers anything under any GUID (W4, W12)', async () => {
    const guid = '0b989ba4-242f-11e5-81e1-c7b6966d2516';
    expect(await github.acts.deliver({ event: 'issues', payload: { action: 'labeled', issue: null }, guid })).toEqual({
      guid,
      statusCode: 202,
    });
    await github.acts.redeliver({ guid });
    expect(received.map(({ headers }) => headers['x-github-delivery'])).toEqual([guid, guid]);
  });

  it('tells of installations, reviews and checks', async () => {
    await github.acts.install({ repository: 'acme/open', by: 'mona' });
    await github.acts.commitFiles({ ...AT, by: 'mona', branch: 'b', files: { b: 'b\n' } });
    const { number } = await github.acts.openPull({ ...AT, by: 'mona', head: 'b', title: 'B' });
    const review = await github.acts.submitReview({
      ...AT,
      issue: number,
      by: 'hubert',
      state: 'CHANGES_REQUESTED',
      body: 'No.',
      comments: [{ path: 'b', line: 1, body: 'Why?' }],
    });
    const check = await github.acts.completeCheckRun({
      ...AT,
      branch: 'b',
      name: 'test',
      conclusion: 'failure',
      summary: 'red',
      log: 'expected 1, got 2',
    });
    await github.acts.closeIssue({ ...AT, issue: number, by: 'mona' });
    // What is told at the same time arrives in any order.
    expect(
      names()
        .filter((name) => !name.startsWith('push'))
        .toSorted(),
    ).toEqual([
      'check_run.completed',
      'check_suite.completed',
      'installation_repositories.added',
      'pull_request.closed',
      'pull_request.opened',
      'pull_request_review.submitted',
      'pull_request_review_comment.created',
    ]);
    const client = installationClient(github);
    const at = { ...SHOP, pull_number: number };
    expect((await client.pulls.listReviews(at)).data[0]).toMatchObject({ state: 'CHANGES_REQUESTED', body: 'No.' });
    expect((await client.pulls.getReview({ ...at, review_id: review.id })).data.user?.login).toBe('hubert');
    const [first = 0] = review.comments;
    expect((await client.pulls.listReviewComments(at)).data).toMatchObject([{ id: first, path: 'b', line: 1 }]);
    expect((await client.pulls.listCommentsForReview({ ...at, review_id: review.id })).data).toMatchObject([
      { path: 'b', diff_hunk: '@@ -0,0 +1 @@\n+b' },
    ]);
    expect((await client.pulls.listCommentsForReview({ ...at, review_id: review.id })).data[0]).not.toHaveProperty(
      'line',
    );
    await client.reactions.createForPullRequestReviewComment({ ...SHOP, comment_id: first, content: 'eyes' });
    await client.pulls.createReplyForReviewComment({ ...at, comment_id: first, body: 'Because.' });
    expect((await client.pulls.listReviewComments(at)).data[1]).toMatchObject({ in_reply_to_id: first });
    expect((await client.checks.listForRef({ ...SHOP, ref: 'b' })).data.check_runs).toMatchObject([
      { name: 'test', conclusion: 'failure', output: { summary: 'red' } },
    ]);
    expect((await client.actions.downloadJobLogsForWorkflowRun({ ...SHOP, job_id: check.id })).data).toBe(
      'expected 1, got 2',
    );
  });

  it('takes an answer in a thread as a review of its own, and no review that GitHub would refuse', async () => {
    await github.acts.commitFiles({ ...AT, by: 'mona', branch: 'b', files: { b: 'one\ntwo\nthree\n' } });
    const { number: issue } = await github.acts.openPull({ ...AT, by: 'mona', head: 'b', title: 'B' });
    const at = { ...AT, issue, by: 'hubert' };
    const line = (number: number) => ({
      ...at,
      state: 'COMMENTED' as const,
      comments: [{ path: 'b', line: number, body: 'Why?' }],
    });
    const { id, comments } = await github.acts.submitReview(line(2));
    const answer = await github.acts.replyInThread({ ...AT, by: 'mona', comment: comments[0] ?? 0, body: 'Because.' });
    expect(answer.review).not.toBe(id);
    expect(
      names()
        .filter((name) => name.startsWith('pull_request_review'))
        .toSorted(),
    ).toEqual([
      'pull_request_review.submitted',
      'pull_request_review.submitted',
      'pull_request_review_comment.created',
      'pull_request_review_comment.created',
    ]);
    expect(github.acts.readLineComments({ ...AT, issue }).map(({ hunk }) => hunk)).toEqual(
      Array.from({ length: 2 }, () => '@@ -0,0 +1,3 @@\n+one\n+two'),
    );
    await expect(github.acts.submitReview(line(9))).rejects.toThrow('must be part of the diff');
    await expect(github.acts.submitReview({ ...at, state: 'CHANGES_REQUESTED' })).rejects.toThrow('needs a body');
    await expect(github.acts.submitReview({ ...at, by: 'mona', state: 'APPROVED' })).rejects.toThrow(
      'your own pull request',
    );
  });

  it('sends every field that GitHub’s published examples have', async () => {
    const { number } = await github.acts.openIssue({
      ...AT,
      by: 'mona',
      title: 'One',
      body: 'b',
      labels: ['planwright'],
    });
    const { id } = await github.acts.comment({ ...AT, issue: number, by: 'mona', body: 'c' });
    await github.acts.editComment({ ...AT, comment: id, by: 'mona', body: 'd' });
    await github.acts.removeLabel({ ...AT, issue: number, by: 'mona', label: 'planwright' });
    await github.acts.closeIssue({ ...AT, issue: number, by: 'mona' });
    await github.acts.commitFiles({ ...AT, by: 'mona', branch: 'b', files: { b: 'b\n' } });
    const pull = await github.acts.openPull({ ...AT, by: 'mona', head: 'b', title: 'B' });
    await github.acts.submitReview({
      ...AT,
      issue: pull.number,
      by: 'hubert',
      state: 'APPROVED',
      comments: [{ path: 'b', line: 1, body: 'Why?' }],
    });
    await github.acts.completeCheckRun({ ...AT, branch: 'b', name: 'test', conclusion: 'failure' });
    const missing = received.flatMap(({ event, payload }) => missingFields(event, payload));
    expect([...new Set(missing)]).toEqual([]);
  });
});

interface Examples {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

const require = createRequire(import.meta.url);
const published = JSON.parse(
  readFileSync(require.resolve('@octokit/webhooks-examples/api.github.com/index.json'), 'utf8'),
) as Examples[];
/** Of repositories and users without such things, of other kinds of owner, or of a kind of App. */
const OPTIONAL =
  /^(draft|milestone|assignee|issue_field_values|stargazers|temp_clone_token|master_branch|organization|enterprise|deployment|starred_at|pinned_comment|issue_dependencies_summary|custom_properties|type|app|number|assignees|requested_|pull_requests|latest_check_runs_count|check_runs_url|head_commit|rerequestable|runs_rerequestable|commits|commit)/;

/** Fields of the first example of this event and action that ours lacks, two levels deep. */
function missingFields(event: string, payload: Record<string, unknown>): string[] {
  const example = published
    .find(({ name }) => name === event)
    ?.examples.find(
      (one) => one['action'] === payload['action'] && !('installation' in one && one['action'] === undefined),
    );
  if (example === undefined) return [];
  const missing: string[] = [];
  for (const [key, value] of Object.entries(example)) {
    if (OPTIONAL.test(key) || key === 'changes' || key === 'action') continue;
    if (!(key in payload)) missing.push(`${event}: ${key}`);
    else if (isRecord(value) && isRecord(payload[key])) {
      const ours = payload[key];
      missing.push(
        ...Object.keys(value)
          .filter((field) => !(field in ours) && !OPTIONAL.test(field))
          .map((field) => `${event}: ${key}.${field}`),
      );
    }
  }
  return missing;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
