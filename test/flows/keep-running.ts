/** A service that is started again whenever it is gone, as an operator's supervisor would. */
import { untilReady } from '../../demo/bench.ts';
import type { World } from './world.ts';

export interface KeptRunning {
  /** How often it was gone. */
  kills(): number;
  stop(): Promise<void>;
}

/** Resolves when it was ready for the first time. */
export async function keepRunning(world: World, settings: Readonly<Record<string, string>>): Promise<KeptRunning> {
  let service = await world.start(settings);
  await untilReady(service);
  let kills = 0;
  let isOver = false;
  const running = (async () => {
    for (;;) {
      await service.ended;
      if (isOver) return;
      kills += 1;
      service = await world.start(settings);
      if (isOver) service.child.kill('SIGKILL');
    }
  })();
  return {
    kills: () => kills,
    async stop() {
      isOver = true;
      service.child.kill('SIGKILL');
      await running;
    },
  };
}
