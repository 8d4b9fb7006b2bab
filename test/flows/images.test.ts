import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  answerBy,
  askFor,
  commentsOn,
  historyOf,
  homeOf,
  isQuestion,
  requestsFor,
  says,
  untilOver,
  worldOf,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import { png } from '../github/pictures.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { SeenRequest } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const goal = (story: string) => ({
  goal_understanding: {
    main_objective: `Put the right number into answer.txt (story ${story}).`,
    success_criteria: ['It works'],
    constraints: [],
    context: '',
  },
});
const unclearUntil = (story: string, told: string) => (request: SeenRequest) =>
  says(request, told)
    ? goal(story)
    : {
        error: {
          type: 'unclear_goal',
          message: 'No number.',
          clarification_needed: ['Which number?'],
          assumptions: ['42'],
        },
      };

const STORIES: Readonly<Record<string, Story>> = {
  pictured: {},
  answered: { goal: unclearUntil('answered', answerBy('mika', 'as in')) },
  damaged: {},
};

const asBase64 = (bytes: Buffer) => bytes.toString('base64');

interface Shown {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly media_type: string; readonly data: string };
}

describe('the pictures of an issue (PLAN-2, I14)', () => {
  let world: World;
  let service: ServiceProcess;
  /** A server on this machine to which nobody may be redirected. */
  const visits: string[] = [];
  const trap = createServer((request, response) => {
    visits.push(`${request.url} ${request.headers.authorization ?? ''}`);
    response.end(png());
  });
  let trapUrl = '';

  beforeAll(async () => {
    await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening));
    trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
    world = await openWorld(worldOf(STORIES));
    service = await world.start();
  });
  afterAll(async () => {
    await world?.close();
    trap.closeAllConnections();
    await new Promise((closed) => trap.close(closed));
  });

  const attach = (
    story: string,
    file: Buffer,
    more: { readonly redirect?: string; readonly contentType?: string } = {},
  ) => world.github.acts.attach({ repository: homeOf(story), file: asBase64(file), ...more }).url;
  const calls = (story: string, tool: string) =>
    world.anthropic.requests.filter(
      (request) => request.bodyText.includes(`story ${story}`) && request.bodyText.includes(`"name":"${tool}"`),
    );
  const blocksOf = (request: { readonly bodyText: string } | undefined): readonly Shown[] => {
    const { messages } = JSON.parse(request?.bodyText ?? '{"messages":[]}') as {
      readonly messages: readonly { readonly content: readonly Shown[] }[];
    };
    return messages.flatMap((turn) => turn.content);
  };
  const picturesIn = (request: { readonly bodyText: string } | undefined) =>
    blocksOf(request).flatMap((block) => (block.type === 'image' ? [block.source?.data] : []));
  const textIn = (request: { readonly bodyText: string } | undefined) =>
    blocksOf(request)
      .map((block) => block.text ?? '')
      .join('\n');
  const imagesIn = (history: readonly Recorded[]) =>
    history.filter((fact) => fact.type === 'environment' && fact.name === 'images');
  const folderOf = (history: readonly Recorded[]) => join(world.dataDir, 'images', history[0]?.task_uuid ?? '');

  it('are shown to the model as they were attached; what may not be fetched is left out and said to be', async () => {
    const shot = png(640, 480);
    const body = [
      `It looks like this: ![shot](${attach('pictured', shot)})`,
      `<img width="10" alt="second" src="${attach('pictured', png(30, 20))}">`,
      `![metadata](${attach('pictured', png(), { redirect: 'http://169.254.169.254/latest/meta-data/' })})`,
      `![neighbour](${attach('pictured', png(), { redirect: `${trapUrl}/1.png` })})`,
      `![direct](${trapUrl}/2.png)`,
      `![drawing](${attach('pictured', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))})`,
      `![bomb](${attach('pictured', png(50_000, 50_000))})`,
    ].join('\n\n');
    const issue = await askFor(world, 'pictured', homeOf('pictured'), body);
    const history = await untilOver(world, issue, homeOf('pictured'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });

    const [understanding] = calls('pictured', 'submit_goal_understanding');
    expect(picturesIn(understanding)).toEqual([asBase64(shot), asBase64(png(30, 20))]);
    expect(textIn(understanding)).toContain('Picture 1, from the issue, by @mika (640×480).');
    expect(textIn(understanding)).toContain('5 pictures were left out');
    for (const why of [
      'it was redirected, and there its address is not one of GitHub',
      'its address is not one of GitHub',
      'it is no PNG, JPEG, GIF or WebP picture',
      '50000×50000 pixels are too many',
    ])
      expect(textIn(understanding)).toContain(why);
    expect(picturesIn(calls('pictured', 'submit_task_decomposition')[0])).toHaveLength(2);
    expect(picturesIn(calls('pictured', 'submit_action_plan')[0])).toEqual([]);
    expect(visits).toEqual([]);
    expect(world.anthropic.requests.filter((request) => request.bodyText.includes('Could not process'))).toEqual([]);

    expect(imagesIn(history)).toMatchObject([
      {
        looked: ['issue'],
        kept: [
          {
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            media_type: 'image/png',
            width: 640,
            height: 480,
            where: 'the issue, by @mika',
          },
          { width: 30 },
        ],
      },
    ]);
    expect(JSON.stringify(history)).not.toContain(asBase64(shot).slice(0, 60));
    const served = world.github.journal.requests.filter((request) => request.path.startsWith('/user-attachments/'));
    expect(served.map((request) => request.auth)).toEqual(Array.from({ length: 6 }, () => 'installation'));
  });

  it('are gone from the disk when the task is over', async () => {
    const issue = world.github.acts.readIssue({ repository: homeOf('pictured'), issue: 1 }).issue.number;
    const history = await untilOver(world, issue, homeOf('pictured'));
    expect(existsSync(folderOf(history))).toBe(false);
  });

  it('are the same bytes after a crash, and those of an answer come to them (PLAN-5, GH-6)', async () => {
    const first = png(11, 12);
    const second = png(21, 22);
    const issue = await askFor(
      world,
      'answered',
      homeOf('answered'),
      `Please, as in ![this](${attach('answered', first)}).`,
    );
    await until(async () => (await historyOf(world, issue, homeOf('answered'))).some(isQuestion), 'the question');
    expect(readdirSync(folderOf(await historyOf(world, issue, homeOf('answered'))))).toHaveLength(1);
    service.child.kill('SIGKILL');
    await service.ended;
    // The content at the address may change, but not what the task saw.
    for (const attachment of world.github.world.attachments.values())
      if (attachment.bytes.equals(first)) Object.assign(attachment, { bytes: png(99, 99) });
    service = await world.start();
    await world.github.acts.comment({
      repository: homeOf('answered'),
      issue,
      by: MAINTAINER,
      body: `as in ![that](${attach('answered', second)})`,
    });
    const history = await untilOver(world, issue, homeOf('answered'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    const asked = calls('answered', 'submit_goal_understanding');
    expect(asked.map(picturesIn)).toEqual([[asBase64(first)], [asBase64(first), asBase64(second)]]);
    expect(imagesIn(history)).toMatchObject([
      { looked: ['issue'] },
      { looked: ['answer-1-0'], kept: [{ where: 'an answer of @mika' }] },
    ]);
  });

  it('that the model does not take end no task: it is asked again without them, and told so', async () => {
    const issue = await askFor(
      world,
      'damaged',
      homeOf('damaged'),
      `![cut off](${attach('damaged', png(5, 5).subarray(0, 50))})`,
    );
    const history = await untilOver(world, issue, homeOf('damaged'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'images_refused')).toMatchObject([
      { message: expect.stringContaining('Could not process image') },
    ]);
    const asked = calls('damaged', 'submit_goal_understanding');
    expect(picturesIn(asked.at(-1))).toEqual([]);
    expect(textIn(asked.at(-1))).toContain('the model did not take them');
    expect(requestsFor(world, 'damaged')).toBeGreaterThan(3);
    expect(commentsOn(world, issue, homeOf('damaged')).join()).not.toContain('Could not process image');
  });
});
