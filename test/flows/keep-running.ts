/** A service that is restarted whenever it exits, as by an operator's supervisor. */
import { untilReady } from '../../demo/bench.ts';
import type { World } from './world.ts';

export interface KeptRunning {
  /** How often it exited by itself. */
  kills(): number;
  /** Its output since the last start. */
  output(): string;
  /** Kills it, and restarts it after `meanwhile`. */
  without(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when it was ready for the first time. */
export async function keepRunning(world: World, settings: Readonly<Record<string, string>>): Promise<KeptRunning> {
  let service = await world.start(settings);
  await untilReady(service);
  let kills = 0;
  let isOver = false;
  const wanted: (() => Promise<void>)[] = [];
  const running = (async () => {
    for (;;) {
      await service.ended;
      if (isOver) return;
      const meanwhile = wanted.shift();
      if (meanwhile === undefined) kills += 1;
      else await meanwhile();
      service = await world.start(settings);
      // Killed while it was starting.
      if (isOver || wanted.length > 0) service.child.kill('SIGKILL');
    }
  })();
  return {
    kills: () => kills,
    output: () => service.output(),
    async without(act) {
      await new Promise<void>((resolve, reject) => {
        wanted.push(() => act().then(resolve, reject));
        service.child.kill('SIGKILL');
      });
    },
    async stop() {
      isOver = true;
      service.child.kill('SIGKILL');
      await running;
    },
  };
}
