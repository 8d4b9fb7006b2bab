/** Images in memory. */
export function createImages(world, process) {
  const call = (name, args, effect, signal) => world.call(process, `images.${name}`, args, effect, signal);
  return {
    keep: (_taskId, _repo, url, signal) =>
      call(
        'keep',
        { url },
        (chance) => {
          if (chance.is(20)) return { kind: 'left_out', why: 'it is no picture' };
          if (chance.is(20))
            return { kind: 'not_now', why: 'the host does not answer', afterMs: chance.one([null, 5_000]) };
          return {
            kind: 'kept',
            image: { sha256: 'a'.repeat(64), media_type: 'image/png', bytes: 1_000, width: 10, height: 10 },
          };
        },
        signal,
      ),
    load: (_taskId, sha256) => call('load', { sha256 }, (chance) => (chance.is(10) ? null : Buffer.from('picture'))),
    remove: () => call('remove', {}, () => undefined),
    kept: async () => [],
  };
}
