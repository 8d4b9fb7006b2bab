/**
 * The world of one life: a clock that advances with each call to a port, injected trouble, and who is alive. Random
 * values depend on the name of a call and its count, so two machines that make the same calls get the same answers.
 */
import { chanceAt } from './chance.mjs';
import { BEGAN } from './life-plan.mjs';
import { createRecord } from './record.mjs';
import { troubleOf } from './troubles.mjs';

/** A longer life is cut off; it was compared until then. */
const MOST_CALLS = 2_500;
const COST_MS = { github: 400, model: 6_000, sandboxes: 900, sandbox: 700, repositories: 800, images: 500, clock: 0 };

/** What a killed process waits for. */
const never = () => new Promise(() => undefined);
const allSettled = () => new Promise((resolve) => setImmediate(resolve));

export function createWorld(plan, { errors, inbox, people, keepsTexts }) {
  const { seed } = plan;
  const record = createRecord({ keepsTexts });
  const seen = new Map();
  const times = new Map();
  const outages = plan.outages.map((outage) => ({ ...outage, until: null }));
  let now = BEGAN;
  let calls = 0;

  const world = {
    plan,
    record,
    seen,
    /** Shared by all comments: people's and ours are numbered together. */
    comments: 100,
    now: () => now,
    calls: () => calls,
    advanceTo(time) {
      now = Math.max(now, time);
    },
    see(what) {
      seen.set(what, (seen.get(what) ?? 0) + 1);
    },
    nth(name) {
      times.set(name, (times.get(name) ?? 0) + 1);
      return times.get(name);
    },
    call,
  };
  return world;

  /** @param process the driver that calls; `effect` may change the world, and gives the answer or throws. */
  async function call(process, name, args, effect, signal) {
    if (process.isDead()) return never();
    const nth = world.nth(name);
    calls += 1;
    inbox.moved();
    record.note(process.isLeft() ? `left behind: ${name}` : name, args);
    if (calls > MOST_CALLS) return process.cutOff();
    now += COST_MS[name.slice(0, name.indexOf('.'))] ?? 0;
    const befalls = chanceAt(seed, 'befalls', calls);
    const fate = process.isLeft() ? 'nothing' : fateOf(befalls, plan);
    if (fate === 'killed before') return process.kill(fate);
    const released = process.releaseLeft(calls);
    if (released !== null) await released;
    if (people.during(world, calls)) await allSettled();
    if (fate === 'asked to end' || fate === 'asked to end before') {
      process.shutDown();
      await allSettled();
    }
    if (process.isDead()) return never();
    signal?.throwIfAborted();
    const chance = chanceAt(seed, name, nth);
    const trouble = outageAt(name) ?? troubleOf(name, chance, { percent: plan.trouble, errors });
    if (trouble !== null) {
      world.see(`trouble: ${trouble.name}${trouble.code ? ` ${trouble.code}` : ''}`);
      throw trouble;
    }
    const answer = await effect(chance, nth);
    if (fate === 'killed after') return process.kill(fate);
    if (fate === 'left behind') return process.leaveBehind(answer, calls + 1 + befalls.upTo(4));
    return answer;
  }

  function outageAt(name) {
    for (const outage of outages) {
      if (calls >= outage.from) outage.until ??= now + outage.ms;
      const of =
        outage.of === 'engine' ? /^sandboxes\.(?:create|attach|stop|remove)/ : new RegExp(`^${outage.of}\\.(?!price)`);
      if (outage.until !== null && now < outage.until && of.test(name)) {
        world.see(`outage of ${outage.of}`);
        return new errors.RetryLater(`There is no ${outage.of}.`, { of: outage.of });
      }
    }
    return null;
  }
}

function fateOf(chance, { crash }) {
  if (!chance.is(crash)) return 'nothing';
  return chance.one(['killed before', 'killed after', 'killed after', 'asked to end', 'left behind']);
}
