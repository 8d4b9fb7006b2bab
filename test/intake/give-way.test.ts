import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { createGiveWay } from '../../src/intake/give-way.ts';
import { createBodyReader } from '../../src/intake/read-body.ts';

describe('what strangers take from (W15)', () => {
  const open = (most: number) => {
    const shares = createGiveWay(most);
    const gone: string[] = [];
    const take = (name: string, peer: string, amount = 1) => {
      const share = shares.take(peer, () => void gone.push(name));
      share.grow(amount);
      return share;
    };
    return { gone, take };
  };

  it('is given up by the peer that has the most of it, the oldest first', () => {
    const { gone, take } = open(4);
    take('theirs', 'other');
    for (const name of ['one', 'two', 'three', 'four', 'five']) take(name, 'flood');
    expect(gone).toEqual(['one', 'two']);
    take('another', 'third');
    expect(gone).toEqual(['one', 'two', 'three']);
  });

  it('is given up by the oldest where all are one peer, and the youngest is the last that was renewed', () => {
    const { gone, take } = open(2);
    const first = take('first', 'proxy');
    take('second', 'proxy');
    first.renew();
    take('third', 'proxy');
    expect(gone).toEqual(['second']);
  });

  it('is given up first by what is not used', () => {
    const { gone, take } = open(2);
    take('used', 'proxy').use(true);
    const idle = take('idle', 'proxy');
    take('third', 'proxy');
    idle.use(true);
    expect(gone).toEqual(['idle']);
    take('fourth', 'proxy').use(true);
    expect(gone).toEqual(['idle', 'third']);
    take('fifth', 'proxy').use(true);
    expect(gone).toEqual(['idle', 'third', 'used']);
  });

  it('is free again once a share has ended or has given way, and not twice', () => {
    const { gone, take } = open(10);
    const large = take('large', 'a', 6);
    large.end();
    large.end();
    take('next', 'b', 10);
    expect(gone).toEqual([]);
    const last = take('last', 'c', 8);
    expect(gone).toEqual(['next']);
    last.grow(3);
    expect(gone).toEqual(['next', 'last']);
  });
});

describe('a body that comes in pieces', () => {
  it('is kept without them, however small they are (W15)', async () => {
    const read = createBodyReader({ maxBytes: 100_000, maxBytesTogether: 100_000, timeoutMs: 60_000 });
    const request = Object.assign(new EventEmitter(), { headers: {}, resume: () => undefined });
    const body = read(request as unknown as IncomingMessage);
    const send = (piece: Buffer) => {
      request.emit('data', piece);
      return new WeakRef(piece);
    };
    const kept = Array.from({ length: 40_000 }, (_, index) => send(Buffer.alloc(1, String(index % 10))));
    setFlagsFromString('--expose-gc');
    await setImmediate();
    runInNewContext('gc')();
    expect(kept.filter((piece) => piece.deref() !== undefined).length).toBeLessThan(100);
    request.emit('end');
    expect(await body).toEqual({ kind: 'body', body: Buffer.from('0123456789'.repeat(4_000)) });
  });
});
