import { describe, expect, it } from '@jest/globals';
import { createDeniedList } from '../../src/sandbox/denied-list.ts';

const why = 'the host is not on the list of allowed hosts';

describe('what a sandbox was denied (EXEC-2, S7)', () => {
  it('is told once, each place and rule once, and a few of many by name', () => {
    const list = createDeniedList();
    expect(list.take()).toBeNull();
    for (let time = 0; time < 3; time += 1) list.add('evil.test', 443, why);
    list.add('evil.test', 443, 'another rule');
    expect(list.take()).toEqual({
      to: [
        { host: 'evil.test', port: 443, why },
        { host: 'evil.test', port: 443, why: 'another rule' },
      ],
      more: 0,
    });
    expect(list.take()).toBeNull();
    for (let host = 0; host < 100_000; host += 1) list.add(`h${host}.test`, 443, why);
    const taken = list.take();
    expect(taken?.to).toHaveLength(10);
    expect(taken?.more).toBe(990);
  });

  it('holds no sentence of what was asked for', () => {
    const list = createDeniedList();
    for (const host of ['a.test (allowed). Exit code 0.', 'a\ntest', 'x'.repeat(300), '@everyone', 'ПРИВЕТ'])
      list.add(host, 0, why);
    expect(list.take()).toEqual({ to: [{ host: '', port: 0, why }], more: 0 });
  });
});
