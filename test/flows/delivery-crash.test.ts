import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { keys } from '../../src/queue/names.ts';
import { IS_LONG } from '../long.ts';
import { killsOf, patience } from './crash-places.ts';
import { caught, embeddedSocket, openRedis, openTrifle, seen, SHORT_SCRIPT, untilQuiet } from './deliver.ts';
import { keepRunning } from './keep-running.ts';
import { openWorld, until } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ script: SHORT_SCRIPT });
});
afterAll(async () => {
  await world.close();
});

it(
  'a label that kills the service each time is given up and told of once; what is said elsewhere is answered (QUAL-2, GH-10)',
  async () => {
    const { acts, deliveries } = world.github;
    const service = await keepRunning(world, {
      // The places of kills are not stored, so it is killed every time.
      PLANWRIGHT_CRASHPOINTS: 'before:/dev/null',
      PLANWRIGHT_CRASHPOINTS_AT: 'claim',
      PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.3',
    });
    const redis = openRedis(embeddedSocket(world));
    const [issue, other] = [await openTrifle(world, 'Deadly'), await openTrifle(world, 'Harmless')];
    const at = { repository: world.repository, by: MAINTAINER };
    const [label] = await caught(world, () => acts.addLabel({ ...at, issue, label: 'planwright' }));
    const guid = label?.guid ?? '';
    if (!IS_LONG) await redis.hset(keys.unended(guid), { together: 2, alone: 8 });
    await until(() => service.kills() > 0, 'the first kill', patience(60_000));
    await acts.comment({ ...at, issue: other, body: '@planwright help' });
    await until(() => seen(world, issue).comments.length > 0, 'the word that it is given up', patience(60_000));
    await until(() => seen(world, other).comments.length > 0, 'the answer elsewhere', patience(60_000));
    await untilQuiet(redis);

    expect(service.kills()).toBeGreaterThanOrEqual(killsOf(13, 3));
    expect(seen(world, issue)).toEqual({
      reactions: [],
      reactionsOnComments: [],
      comments: [expect.stringContaining(`stopped the service 10 times, so I do not try it again`)],
    });
    const failed = await redis.zrange('planwright:planwright-deliveries:failed', '0', '-1');
    expect(failed).toEqual([expect.stringContaining(`delivery-${guid}`)]);
    expect(service.output()).toContain('delivery given up');
    const kills = service.kills();
    const repeated = () => deliveries.all.filter((one) => one.redelivery && one.guid === guid).length;
    const before = repeated();
    // What is missed later is requested again, and this no more.
    const [later] = await caught(world, () => acts.comment({ ...at, issue: other, body: '@planwright status' }));
    await until(() => deliveries.all.some((one) => one.redelivery && one.guid === later?.guid), 'a later turn');
    expect([service.kills(), repeated()]).toEqual([kills, before]);
    redis.disconnect();
    await service.stop();
  },
  patience(200_000),
);
