import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  caught,
  embeddedSocket,
  NOTHING_SEEN,
  openRedis,
  openTrifle,
  post,
  seen,
  SHORT_SCRIPT,
  sign,
  tasksOf,
  untilQuiet,
} from './deliver.ts';
import { openWorld, until, untilEnded } from './world.ts';
import type { Redis } from 'ioredis';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

const PUBLIC = 'acme/open-cart';
const PERMISSION = '/repos/*/*/collaborators/*/permission';

describe('who may start a task (GH-2, GH-3)', () => {
  let world: World;
  let service: ServiceProcess;
  let redis: Redis;

  beforeAll(async () => {
    const roles = { [MAINTAINER]: 'write', tri: 'triage', reader: 'read' } as const;
    world = await openWorld({
      script: SHORT_SCRIPT,
      repository: { roles },
      others: [
        {
          owner: 'acme',
          name: 'open-cart',
          private: false,
          files: { 'README.md': '# Open\n' },
          roles,
          labels: ['planwright'],
        },
      ],
    });
    service = await world.start();
    redis = openRedis(embeddedSocket(world));
  });
  afterAll(async () => {
    redis.disconnect();
    await world.close();
  });

  const open = (title: string, repository = world.repository) => openTrifle(world, title, repository);
  const label = (issue: number, by: string, repository = world.repository) =>
    world.github.acts.addLabel({ repository, issue, by, label: 'planwright' });
  const comment = (issue: number, by: string, body: string, repository = world.repository) =>
    world.github.acts.comment({ repository, issue, by, body });
  async function expectNothing(issue: number, repository = world.repository): Promise<void> {
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue, repository)).toEqual([]);
    expect(seen(world, issue, repository)).toEqual(NOTHING_SEEN);
  }

  it('somebody who may only triage gets one explanation, however often it is tried (P2)', async () => {
    const issue = await open('By triage');
    const [labelled] = await caught(world, () => label(issue, 'tri'));
    if (!labelled) throw new Error('Nothing was caught.');
    // The explanation is written, but GitHub reports that it was not.
    world.github.faults.add({
      method: 'POST',
      path: `/repos/*/*/issues/${issue}/comments`,
      status: 502,
      applyFirst: true,
    });
    for (let count = 0; count < 3; count += 1) expect((await post(world, service, labelled)).status).toBe(202);
    await untilQuiet(redis);
    expect((await post(world, service, labelled)).status).toBe(202);
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toEqual([]);
    expect(seen(world, issue)).toEqual({ ...NOTHING_SEEN, comments: [expect.stringContaining('write access')] });
  });

  it('somebody who may read a private repository gets one explanation to a mention (P1)', async () => {
    const issue = await open('By a reader');
    await comment(issue, 'reader', '@planwright fix this');
    await untilQuiet(redis);
    expect(await tasksOf(world, service, issue)).toEqual([]);
    expect(seen(world, issue)).toEqual({ ...NOTHING_SEEN, comments: [expect.stringContaining('write access')] });
  });

  it('strangers and readers of a public repository get silence, to labels and to mentions (P1)', async () => {
    const issue = await open('By strangers', PUBLIC);
    await label(issue, 'reader', PUBLIC);
    await comment(issue, 'stranger', '@planwright fix this', PUBLIC);
    await comment(issue, 'reader', '/planwright fix this', PUBLIC);
    await expectNothing(issue, PUBLIC);
    const privately = await open('By a stranger');
    await label(privately, 'stranger');
    await expectNothing(privately);
  });

  it('a bot that nobody allowed starts nothing (P4)', async () => {
    const issue = await open('By a bot');
    await label(issue, 'helper[bot]');
    await comment(issue, 'helper[bot]', '@planwright fix this');
    await expectNothing(issue);
  });

  it('somebody who took over the login of a person with write access is somebody else (P7)', async () => {
    world.github.acts.addUser({ login: 'olga' });
    world.github.acts.setRole({ repository: world.repository, user: 'olga', role: 'write' });
    const issue = await open('By a former olga');
    const [labelled] = await caught(world, () => label(issue, 'olga'));
    if (!labelled) throw new Error('Nothing was caught.');
    // She has left, and her name was reused: the new olga has write access, the event is about the old one.
    world.github.acts.renameUser({ login: 'olga', to: 'olga-before' });
    world.github.acts.setRole({ repository: world.repository, user: 'olga', role: 'write' });
    expect((await post(world, service, labelled)).status).toBe(202);
    await expectNothing(issue);
  });

  it('while GitHub does not say who may (500), nothing starts; when it does, the task does (P8)', async () => {
    const issue = await open('Later');
    world.github.faults.add({ method: 'GET', path: PERMISSION, status: 500, times: 3 });
    await label(issue, MAINTAINER);
    await until(
      () =>
        world.github.journal.requests.filter(({ path, status }) => path.includes('/permission') && status === 500)
          .length >= 2,
      'GitHub to be asked',
    );
    expect(await tasksOf(world, service, issue)).toEqual([]);
    await untilEnded(service, world, issue);
    await untilQuiet(redis);
    expect(seen(world, issue)).toMatchObject({ reactions: ['eyes'], comments: { length: 2 } });
  });

  it('somebody GitHub does not know here (404) is a stranger (P8)', async () => {
    const issue = await open('By nobody');
    world.github.faults.add({ method: 'GET', path: PERMISSION, status: 404, body: { message: 'Not Found' } });
    await label(issue, MAINTAINER);
    await expectNothing(issue);
  });

  it('a comment that is not to us, our own comments and a bare stop without a task are nothing to us (P5, P13)', async () => {
    const issue = await open('Among people');
    await comment(issue, MAINTAINER, 'I wonder what @planwright would say.');
    await comment(issue, MAINTAINER, '> @planwright fix this\n\nNo, please.');
    const own = await comment(issue, 'planwright[bot]', '@planwright fix this');
    await world.github.acts.deleteComment({ repository: world.repository, by: MAINTAINER, comment: own.id });
    for (const word of ['stop', '停止', 'cancel']) await comment(issue, MAINTAINER, word);
    await label(issue, 'planwright[bot]');
    await expectNothing(issue);
  });

  it('what an event says somebody is to the repository, owner or member, gives no rights (P3)', async () => {
    const issue = await open('By a member', PUBLIC);
    for (const by of ['reader', 'stranger']) {
      const [mentioned] = await caught(world, () => comment(issue, by, '@planwright fix this', PUBLIC));
      if (!mentioned) throw new Error('Nothing was caught.');
      const { payload } = mentioned;
      for (const author_association of ['OWNER', 'MEMBER', 'COLLABORATOR', 'CONTRIBUTOR']) {
        const said = { ...(payload['comment'] as object), author_association };
        const where = { ...(payload['issue'] as object), author_association };
        const changed = {
          event: mentioned.event,
          guid: randomUUID(),
          payload: { ...payload, comment: said, issue: where },
        };
        expect((await post(world, service, changed)).status).toBe(202);
      }
    }
    await expectNothing(issue, PUBLIC);
  });

  it('a mention by somebody with write access starts a task, with what it asks for', async () => {
    const issue = await open('By mention', PUBLIC);
    await comment(issue, MAINTAINER, '@planwright mind the commas', PUBLIC);
    await until(
      async () => (await tasksOf(world, service, issue, PUBLIC)).some((task) => task.phase === 'ended'),
      'the end of the task',
    );
    expect(seen(world, issue, PUBLIC)).toMatchObject({
      reactions: [],
      reactionsOnComments: ['planwright[bot] eyes'],
      comments: { length: 2 },
    });
    expect(world.anthropic.requests.filter(({ bodyText }) => bodyText.includes('mind the commas'))).toHaveLength(1);
  });
});

describe('the door', () => {
  let world: World;
  let service: ServiceProcess;
  beforeAll(async () => {
    world = await openWorld({ script: SHORT_SCRIPT });
    service = await world.start();
  });
  afterAll(async () => {
    await world.close();
  });

  /** Reads the answer even if it arrives before everything was sent. */
  function postRaw(body: Buffer, headers: Readonly<Record<string, string>>): Promise<number> {
    return new Promise((resolve, reject) => {
      const signed = {
        ...headers,
        'x-hub-signature-256': sign(world, body),
        'x-github-event': 'issues',
        'x-github-delivery': randomUUID(),
      };
      const sending = request(`${service.url}/api/github/webhooks`, { method: 'POST', headers: signed }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        sending.destroy();
      });
      sending.on('error', reject);
      sending.end(body);
    });
  }

  it('opens only to a SHA-256 signature over exactly these bytes (W1, W2)', async () => {
    const issue = await openTrifle(world, 'Unsigned');
    const [labelled] = await caught(world, () =>
      world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' }),
    );
    if (!labelled) throw new Error('Nothing was caught.');
    const body = JSON.stringify(labelled.payload);
    const sha1 = { 'x-hub-signature': sign(world, body, 'sha1') };
    const signatures = [
      null,
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      sign(world, `${body} `),
      sign(world, body).slice(0, -1),
      sign(world, body, 'sha1'),
      sign(world, body).replace('sha256=', ''),
    ];
    for (const signature of signatures)
      expect((await post(world, service, { ...labelled, signature, headers: sha1 })).status).toBe(401);
    expect((await post(world, service, labelled)).status).toBe(202);
    await untilEnded(service, world, issue);
  });

  it("refuses 26 MB, even signed, and takes in what is a little below GitHub's own bound", async () => {
    const payloadOf = (bytes: number) => Buffer.from(JSON.stringify({ action: 'opened', padding: 'x'.repeat(bytes) }));
    const large = payloadOf(26 * 1024 * 1024);
    expect(await postRaw(large, { 'content-length': String(large.length) })).toBe(413);
    expect(await postRaw(large, { 'transfer-encoding': 'chunked' })).toBe(413);
    expect((await post(world, service, { event: 'issues', body: payloadOf(24 * 1024 * 1024) })).status).toBe(202);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('lives through anything that is signed (W12)', async () => {
    const issue = await openTrifle(world, 'Malformed');
    const [labelled] = await caught(world, () =>
      world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' }),
    );
    const good = (labelled?.payload ?? {}) as Record<string, unknown>;
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '0',
      '{}',
      '{"action":5}',
      '{"action":"labeled"}',
      '\uFEFF{}',
      '{"__proto__":{"action":"labeled"}}',
      '['.repeat(100_000),
      `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      ...Object.keys(good).flatMap((key) =>
        [null, 7, 'x', [], {}].map((wrong) => JSON.stringify({ ...good, [key]: wrong })),
      ),
      ...['number', 'title', 'body', 'user', 'id', 'updated_at', 'labels'].map((key) =>
        JSON.stringify({ ...good, issue: { ...(good['issue'] as object), [key]: { no: true } } }),
      ),
      Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
    ];
    const statuses = new Set<number>();
    for (const event of ['issues', 'issue_comment', 'no_such_event']) {
      for (const body of bodies) statuses.add((await post(world, service, { event, body })).status);
    }
    expect([...statuses].filter((status) => ![200, 202, 400].includes(status))).toEqual([]);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.child.exitCode).toBeNull();
  });
});
