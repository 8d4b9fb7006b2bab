import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createHelloReader } from '../../src/sandbox/client-hello.ts';
import type { EgressPolicy } from '../../src/sandbox/egress-rules.ts';
import { createGateway } from '../../src/sandbox/gateway.ts';
import { clock } from './rig.ts';
import { clientHello } from './tls-pair.ts';

const host = 'registry.npmjs.org';
const received: Buffer[] = [];
const denials: string[] = [];
const open: Socket[] = [];
const outside = createServer((socket) => {
  open.push(socket);
  socket.on('error', () => undefined).on('data', (chunk) => received.push(chunk));
});
const gatewayOf = (egress: EgressPolicy) =>
  createGateway({
    git: (_request, response) => response.end(),
    egress,
    log: {
      info: ({ why }: { why: string }) => {
        denials.push(why);
      },
      warn: () => undefined,
    },
    hooks: {
      resolve: async () => ['203.0.113.7'],
      connect: () => connect((outside.address() as AddressInfo).port, '127.0.0.1'),
      clientHelloMs: 500,
    },
  });

let hello: Buffer;
beforeAll(async () => {
  hello = await clientHello(host);
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  outside.close();
});

const listed: EgressPolicy = { kind: 'allowlist', hosts: [host] };

/** The bytes at the other end, and the client's answer, when the connection has ended or all bytes are through. */
async function through(
  pieces: readonly Buffer[],
  { authority = `${host}:443`, egress = listed, isEnded = false } = {},
): Promise<{ readonly passed: Buffer; readonly told: string; readonly why: string | undefined }> {
  received.length = 0;
  denials.length = 0;
  const gateway = gatewayOf(egress);
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const client = connect((gateway.address() as AddressInfo).port, '127.0.0.1');
  client.setNoDelay(true).on('error', () => undefined);
  let told = '';
  const isOver = new Promise<void>((resolve) => client.once('close', resolve));
  const isEstablished = new Promise<void>((resolve) =>
    client.on('data', (chunk: Buffer) => {
      told += chunk.toString('latin1');
      if (told.includes('\r\n\r\n')) resolve();
    }),
  );
  client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  await Promise.race([isEstablished, isOver]);
  for (const piece of pieces) {
    client.write(piece);
    if (pieces.length < 10) await clock.sleep(0);
  }
  if (isEnded) client.end();
  const total = Buffer.concat([...pieces]).length;
  const isThrough = async (): Promise<void> => {
    while (received.reduce((sum, chunk) => sum + chunk.length, 0) < total && !client.destroyed) await clock.sleep(1);
  };
  await Promise.race([isThrough(), isOver]);
  client.destroy();
  gateway.closeAllConnections();
  gateway.close();
  return { passed: Buffer.concat(received), told, why: denials[0] };
}

/** The same message in records of a few bytes each. */
function inRecords(bytes: Buffer, size: number): Buffer {
  const records: Buffer[] = [];
  for (let at = 5; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    records.push(Buffer.from([22, 3, 1, 0, part.length]), part);
  }
  return Buffer.concat(records);
}

function bytewise(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (byte) => Buffer.from([byte]));
}

/** With other lists of names in the same place, each in its own extension. */
function withNames(bytes: Buffer, ...lists: readonly (readonly string[])[]): Buffer {
  const extensions = Buffer.concat(lists.map(extensionOf));
  const [from, to] = [bytes.indexOf(host) - 9, bytes.indexOf(host) + host.length];
  const changed = Buffer.concat([bytes.subarray(0, from), extensions, bytes.subarray(to)]);
  const grown = changed.length - bytes.length;
  changed.writeUInt16BE(bytes.readUInt16BE(3) + grown, 3);
  changed.writeUIntBE(bytes.readUIntBE(6, 3) + grown, 6, 3);
  const ciphers = 5 + 4 + 34 + 1 + (bytes[43] ?? 0);
  const compressions = ciphers + 2 + bytes.readUInt16BE(ciphers);
  const start = compressions + 1 + (bytes[compressions] ?? 0);
  changed.writeUInt16BE(bytes.readUInt16BE(start) + grown, start);
  return changed;
}

function extensionOf(names: readonly string[]): Buffer {
  const entries = names.map((name) => Buffer.concat([Buffer.from([0, 0, name.length]), Buffer.from(name)]));
  const list = Buffer.concat(entries);
  return Buffer.concat([Buffer.from([0, 0, 0, list.length + 2, 0, list.length]), list]);
}

describe('a tunnel of the egress proxy (S15, S7)', () => {
  it('passes TLS on that names the host it was asked for, in whatever pieces it comes', async () => {
    const later = Buffer.from('what follows');
    for (const pieces of [
      [hello],
      [Buffer.concat([hello, later])],
      [hello.subarray(0, 3), hello.subarray(3, 60), hello.subarray(60), later],
      bytewise(hello),
      [inRecords(hello, 7)],
      bytewise(inRecords(hello, 50)),
    ]) {
      const { passed, why } = await through(pieces);
      expect(why).toBeUndefined();
      expect(passed.equals(Buffer.concat(pieces))).toBe(true);
    }
  });

  it('tells clients whose name was refused, by an alert of TLS', async () => {
    const { told } = await through([await clientHello('evil.example.com')]);
    expect(told.split('\r\n\r\n')[1]).toBe('\x15\x03\x01\x00\x02\x02\x70');
  });

  it.each<[string, () => Buffer[] | Promise<Buffer[]>, string]>([
    [
      'names another host',
      async () => [await clientHello('evil.example.com')],
      'another server (SNI "evil.example.com")',
    ],
    ['names none', async () => [await clientHello()], 'without a name'],
    ['names two', () => [withNames(hello, [host, 'evil.example.com'])], 'not the beginning of TLS'],
    [
      'names two, one after the other',
      () => [withNames(hello, ['evil.example.com'], [host])],
      'not the beginning of TLS',
    ],
    ['names a part of it', () => [withNames(hello, ['npmjs.org'])], 'another server'],
    ['names it with something after it', () => [withNames(hello, [`${host}\0.evil.example.com`])], 'another server'],
    ['is no TLS but HTTP', () => [Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)], 'not the beginning of TLS'],
    ['is no TLS but SSH', () => [Buffer.from('SSH-2.0-x\r\n')], 'not the beginning of TLS'],
    ['has records without content', () => [Buffer.from([22, 3, 1, 0, 0])], 'not the beginning of TLS'],
    ['never ends', () => [Buffer.from([22, 3, 1, 64, 0]), Buffer.alloc(40_000, 1)], 'not the beginning of TLS'],
    ['says nothing', () => [], 'in time'],
    ['stops in the middle', () => [hello.subarray(0, -1)], 'in time'],
  ])('passes nothing on that %s', async (_, pieces, why) => {
    const all = await pieces();
    // An incomplete message would otherwise pass at once.
    const { passed, why: said } = await through(all.length === 0 ? [Buffer.alloc(0), Buffer.from([22])] : all);
    expect(said).toContain(why);
    expect(passed).toHaveLength(0);
  });

  it('passes nothing on of a connection that ended before', async () => {
    const { passed, why } = await through([hello.subarray(0, 100)], { isEnded: true });
    expect(why).toContain('ended before TLS');
    expect(passed).toHaveLength(0);
  });

  it('is opened to port 443 alone', async () => {
    const { told, why } = await through([], { authority: `${host}:80` });
    expect(told).toContain('403 Forbidden');
    expect(why).toBe('only port 443 is open to CONNECT');
  });

  it('leads to an address, where that is allowed, with no name besides', async () => {
    const to = { authority: '203.0.113.9:443', egress: { kind: 'open' } as const };
    const nameless = await clientHello();
    expect((await through([nameless], to)).passed.equals(nameless)).toBe(true);
    expect((await through([hello], to)).why).toContain('another server');
  });
});

describe('the reader of a ClientHello', () => {
  it('comes to the same end however the bytes are cut, and to some end whatever they are', () => {
    const mutation = fc.record({ at: fc.nat(400), value: fc.nat(255), cut: fc.integer({ min: 1, max: 600 }) });
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 4 }), (mutations) => {
        const bytes = Buffer.from(hello);
        for (const { at, value } of mutations) bytes[at % bytes.length] = value;
        const whole = createHelloReader().add(bytes);
        const reader = createHelloReader();
        let last: ReturnType<typeof reader.add> = { kind: 'incomplete' };
        const cut = mutations[0]?.cut ?? 600;
        for (let at = 0; at < bytes.length && last.kind === 'incomplete'; at += cut)
          last = reader.add(bytes.subarray(at, at + cut));
        expect(last).toEqual(whole);
      }),
    );
  });
});
