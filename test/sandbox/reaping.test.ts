import { afterEach, describe, expect, it } from '@jest/globals';
import { startReaping } from '../../src/app/retain.ts';
import { systemClock } from '../../src/app/system-clock.ts';
import { silent } from './rig.ts';
import type { Sandboxes } from '../../src/ports/sandbox.ts';

let stop = (): void => undefined;
afterEach(() => stop());

describe('reaping (EXEC-2, G14)', () => {
  it('goes on while the service runs, through troubles, and asks which tasks live only after it looked what is there', async () => {
    const said: string[] = [];
    let rounds = 0;
    const done = new Promise<void>((resolve) => {
      const sandboxes: Pick<Sandboxes, 'reap'> = {
        async reap({ isAlive, keepStoppedMs }) {
          rounds += 1;
          said.push('listed');
          if (rounds === 1) throw new Error('no engine');
          said.push(`${await isAlive('old')} ${await isAlive('new')} ${keepStoppedMs}`);
          if (rounds === 3) resolve();
          return [];
        },
      };
      const history = {
        unfinished: async () => {
          said.push('asked');
          return ['new'];
        },
      };
      stop = startReaping({ sandboxes, history, clock: systemClock, log: silent, keepStoppedMs: 5 }, 5).stop;
    });
    await done;
    stop();
    expect(said).toEqual(['listed', 'listed', 'asked', 'false true 5', 'listed', 'asked', 'false true 5']);
  });
});
