/**
 * Containers in memory: at most one per task, each keyed operation once, its result kept until it is acknowledged. A
 * container may be gone after a crash, a stop or a broken stream; the stream may break while the container lives.
 */
import { shaAt } from './chance.mjs';

/** The stream ended; `isLost` is asked about this error. */
export class StreamLost extends Error {}

export function createSandboxes(world, process, engine) {
  const { plan } = world;
  const call = (name, args, effect, signal) => world.call(process, `sandboxes.${name}`, args, effect, signal);

  return {
    attach: (_taskId, _gateway, signal) =>
      call(
        'attach',
        {},
        (chance) => {
          if (engine.container !== null && chance.is(engine.container.isStopped ? 15 : plan.trouble)) {
            world.see(engine.container.isStopped ? 'container lost while stopped' : 'container lost');
            engine.container = null;
          }
          if (engine.container === null) return null;
          engine.container.isStopped = false;
          return sandboxOf(engine.container);
        },
        signal,
      ),
    create: (spec, _gateway, signal) =>
      call(
        'create',
        spec,
        (_chance, nth) => {
          engine.container = {
            id: `container-${nth}`,
            image: spec.image,
            isStopped: false,
            kept: new Map(),
            isDone: new Set(),
          };
          return sandboxOf(engine.container);
        },
        signal,
      ),
    stop: (_taskId, signal) =>
      call(
        'stop',
        {},
        () => {
          if (engine.container) engine.container.isStopped = true;
        },
        signal,
      ),
    remove: (_taskId, signal) =>
      call(
        'remove',
        {},
        () => {
          engine.container = null;
        },
        signal,
      ),
    reap: async () => [],
    check: async () => undefined,
  };

  function sandboxOf(container) {
    const once = (key, chance, make) => {
      if (engine.container !== container || container.isStopped) throw new StreamLost('The stream broke.');
      if (container.isDone.has(key)) world.record.note('a key was used again after it was acknowledged', key);
      const isBroken = chance.is(plan.trouble / 2);
      if (isBroken && chance.is(60)) {
        world.see('container lost at work');
        engine.container = null;
      } else if (!isBroken || chance.is(50)) {
        if (!container.kept.has(key)) container.kept.set(key, make());
      }
      if (isBroken) throw new StreamLost('The stream broke.');
      return container.kept.get(key);
    };
    return {
      containerId: container.id,
      image: container.image,
      run: (request, signal) =>
        world.call(
          process,
          'sandbox.run',
          request,
          (chance, nth) => {
            const isNew = !container.kept.has(request.key);
            const result = once(request.key, chance, () => commandResult(request, chance, nth));
            if (isNew) world.advanceTo(world.now() + result.durationMs);
            return result;
          },
          signal,
        ),
      file: (key, operation, signal) =>
        world.call(
          process,
          'sandbox.file',
          { key, operation },
          (chance) => once(key, chance, () => fileResult(operation, chance)),
          signal,
        ),
      acknowledge(keys) {
        for (const key of keys) {
          if (!container.kept.delete(key)) continue;
          container.isDone.add(key);
          world.record.note('sandbox.acknowledge', key);
        }
      },
      detach: async () => undefined,
    };
  }

  function commandResult({ command, env = {}, timeoutMs }, chance, nth) {
    const done = {
      exitCode: 0,
      signal: null,
      timedOut: false,
      stdout: '',
      stderr: '',
      omittedBytes: 0,
      durationMs: 100 + chance.upTo(9_000),
      connectionLost: false,
    };
    if ('PLANWRIGHT_MESSAGE' in env) return saving(done, chance, nth);
    if (chance.is(plan.trouble)) return { ...done, exitCode: 1, connectionLost: true };
    if (chance.is(plan.trouble)) return { ...done, exitCode: null, signal: 'SIGKILL', interrupted: true };
    if ('PLANWRIGHT_NAME' in env || command.startsWith('git ls-files'))
      return chance.is(1) ? { ...done, exitCode: 128, stderr: 'fatal: no' } : done;
    if (chance.is(plan.failing)) {
      if (chance.is(20)) return { ...done, exitCode: null, signal: 'SIGTERM', timedOut: true, durationMs: timeoutMs };
      return {
        ...done,
        exitCode: chance.one([1, 2, 127]),
        stderr: chance.one(['It failed.', 'TypeError: SECRET-123 is wrong', '']),
      };
    }
    if (command === 'node --version') return { ...done, stdout: 'v20.0.0\n' };
    return { ...done, stdout: chance.one(['', 'ok\n', '12 passed\n', 'SECRET-123\n', 'x'.repeat(3_000)]) };
  }

  function saving(done, chance, nth) {
    if (chance.is(plan.trouble * 2))
      return {
        ...done,
        exitCode: 1,
        stderr: chance.one(['fatal: cannot save', 'remote: exceeds maximum allowed size']),
      };
    return { ...done, stdout: `saved ${shaAt(plan.seed, 'saved', nth)}\n` };
  }

  function fileResult(operation, chance) {
    if (chance.is(plan.failing)) return { ok: false, text: `There is no ${operation.path ?? 'place'}.` };
    return {
      ok: true,
      text: chance.one(['1\tconst price = 1;', 'Written.', 'src/price.js', 'SECRET-123', 'y'.repeat(4_000)]),
    };
  }
}
