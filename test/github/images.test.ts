import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fetchImage, objectionTo } from '../../src/github/fetch-image.ts';
import { imageHeader, createImages } from '../../src/github/kept-images.ts';
import { gif, jpeg, png, webp } from './pictures.ts';
import type { RepositoryRef } from '../../src/ports/github.ts';

const REPO: RepositoryRef = { installationId: 1, repositoryId: 2, owner: 'octo', name: 'shop' };
const TASK = '0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e10';
const ASSET = '/user-attachments/assets/6f1e';
const never = new AbortController().signal;

describe('the header of a picture (I14)', () => {
  it.each([
    ['a PNG', png(640, 480), { type: 'image/png', width: 640, height: 480 }],
    ['a GIF', gif(640, 480), { type: 'image/gif', width: 640, height: 480 }],
    ['a JPEG behind other segments', jpeg(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
    ['a progressive JPEG', jpeg(640, 480, 0xc2), { type: 'image/jpeg', width: 640, height: 480 }],
    ['a lossy WebP', webp('VP8 ', 640, 480), { type: 'image/webp', width: 640, height: 480 }],
    ['a lossless WebP', webp('VP8L', 640, 480), { type: 'image/webp', width: 640, height: 480 }],
    ['an extended WebP', webp('VP8X', 16_000, 480), { type: 'image/webp', width: 16_000, height: 480 }],
  ])('tells %s and its size', (_what, bytes, header) => {
    expect(imageHeader(bytes)).toEqual(header);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG without a size', png(0, 5)],
    ['a JPEG without a frame', jpeg(1, 1).subarray(0, 26)],
  ])('tells nothing about %s', (_what, bytes) => {
    expect(imageHeader(bytes)).toBeNull();
  });

  it('is read from any bytes without harm', () => {
    const starts = [png(), gif(1, 1), jpeg(1, 1), webp('VP8 ', 1, 1), webp('VP8L', 1, 1), webp('VP8X', 1, 1)];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.nat(40), fc.uint8Array({ maxLength: 60 }), (start, length, rest) => {
        const header = imageHeader(Buffer.concat([start.subarray(0, length), rest]));
        if (header !== null) expect(header.width > 0 && header.height > 0).toBe(true);
      }),
    );
  });
});

describe('where a picture may come from (I14)', () => {
  const github = new URL('https://github.com');
  const server = new URL('http://ghe.example:8443');

  it.each([
    ['https://github.com/user-attachments/assets/6f1e2d', github, false],
    ['https://github.com/octo/shop/assets/17/6f1e2d', github, false],
    ['https://user-images.githubusercontent.com/7/1.png', github, false],
    ['https://private-user-images.githubusercontent.com/7/1.png?jwt=a.b.c', github, true],
    ['https://github-production-user-asset-6210df.s3.amazonaws.com/7/1.png?X-Amz-Signature=1', github, true],
    ['http://ghe.example:8443/user-attachments/assets/6f1e2d', server, false],
    ['http://ghe.example:8443/storage/user/7/files/6f1e2d', server, false],
  ])('%s is one', (url, base, redirected) => {
    expect(objectionTo(new URL(url), base, redirected)).toBeNull();
  });

  it.each([
    ['http://github.com/user-attachments/assets/6f1e2d', github, false],
    ['https://github.com:8443/user-attachments/assets/6f1e2d', github, false],
    ['https://someone@github.com/user-attachments/assets/6f1e2d', github, false],
    ['https://github.com/logout', github, false],
    ['https://github.com/user-attachments/assets/../../settings/profile', github, false],
    ['https://github.com.evil.example/user-attachments/assets/6f1e2d', github, false],
    ['https://evilgithubusercontent.com/1.png', github, false],
    ['https://githubusercontent.com.evil.example/1.png', github, false],
    ['http://user-images.githubusercontent.com/1.png', github, true],
    ['https://user-images.githubusercontent.com:444/1.png', github, true],
    ['https://github-production-user-asset-6210df.s3.amazonaws.com/7/1.png', github, false],
    ['https://github-production-user-asset-evil00.s3.amazonaws.com/7/1.png', github, true],
    ['http://169.254.169.254/latest/meta-data', github, true],
    ['http://127.0.0.1:6379/', server, true],
    ['file:///etc/passwd', github, true],
    ['gopher://127.0.0.1/', github, true],
    ['data:image/png;base64,iVBORw0KGgo=', github, false],
    ['https://ghe.example:8443/user-attachments/assets/6f1e2d', server, false],
    ['http://ghe.example/user-attachments/assets/6f1e2d', server, false],
    ['http://ghe.example:8443/api/v3/user', server, true],
  ])('%s is none', (url, base, redirected) => {
    expect(objectionTo(new URL(url), base, redirected)).toMatch(/^its address /);
  });
});

describe('fetching a picture (I14)', () => {
  const asked: { readonly path: string; readonly authorization: string | undefined }[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization });
    answer(request, response);
  });
  let url = '';
  const folder = mkdtempSync(join(tmpdir(), 'planwright-images-'));

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(folder, { recursive: true, force: true });
  });

  const serve = (bytes: Buffer, headers: Readonly<Record<string, string>> = {}) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(bytes);
  };
  const redirect = (to: string) => {
    answer = (request, response) =>
      request.url === ASSET ? response.writeHead(302, { location: to }).end() : response.writeHead(200).end(png());
  };
  const options = (more: object = {}) => ({ githubUrl: url, ...more });
  const fetched = (more: object = {}, signal = never) =>
    fetchImage(options(more), `${url}${ASSET}`, async () => 'the-token', signal);

  it('gives its bytes, asked for with our token', async () => {
    asked.length = 0;
    serve(png(3, 4));
    expect(await fetched()).toEqual({ kind: 'bytes', bytes: png(3, 4) });
    expect(asked).toEqual([{ path: ASSET, authorization: 'token the-token' }]);
  });

  it('follows a redirect only to where a picture may come from, and never with the token', async () => {
    asked.length = 0;
    redirect('/user-attachments/assets/other');
    expect(await fetched()).toMatchObject({ kind: 'bytes' });
    expect(asked).toEqual([
      { path: ASSET, authorization: 'token the-token' },
      { path: '/user-attachments/assets/other', authorization: undefined },
    ]);
    for (const to of [
      'http://169.254.169.254/latest',
      'http://127.0.0.1:6379/',
      'file:///etc/passwd',
      '//evil.example/1.png',
      '/api/v3/user',
      'http://[::1]/',
    ]) {
      asked.length = 0;
      redirect(to);
      expect(await fetched()).toEqual({
        kind: 'refused',
        why: expect.stringContaining('it was redirected, and there its address'),
      });
      expect(asked).toHaveLength(1);
    }
  });

  it('goes to no file host whose name leads to an address that is not public, be it one of several (S6)', async () => {
    redirect('https://objects.githubusercontent.com/1.png');
    for (const addresses of [['127.0.0.1'], ['185.199.108.133', '10.0.0.5'], ['::ffff:127.0.0.1'], []]) {
      const outcome = await fetched({ resolve: async () => addresses });
      expect(outcome).toEqual({ kind: 'refused', why: 'its host leads to an address that is not public' });
    }
  });

  it('gives up on redirects in a circle, and on what GitHub refuses or does not have', async () => {
    answer = (_request, response) => response.writeHead(302, { location: ASSET }).end();
    expect(await fetched()).toEqual({ kind: 'refused', why: 'it was redirected too often' });
    answer = (_request, response) => response.writeHead(404).end('no');
    expect(await fetched()).toEqual({ kind: 'refused', why: 'GitHub answered 404' });
    answer = (_request, response) => response.writeHead(403).end('no');
    expect(await fetched()).toEqual({ kind: 'refused', why: 'GitHub answered 403' });
  });

  it('says that another try may do better after an outage, a limit, a time-out or a broken connection (GH-10)', async () => {
    for (const status of [408, 429, 500, 502, 503, 504]) {
      answer = (_request, response) => response.writeHead(status).end('later');
      expect(await fetched()).toEqual({ kind: 'not_now', why: `GitHub answered ${status}`, afterMs: null });
    }
    for (const status of [403, 429, 503]) {
      answer = (_request, response) => response.writeHead(status, { 'retry-after': '7' }).end('later');
      expect(await fetched()).toEqual({ kind: 'not_now', why: `GitHub answered ${status}`, afterMs: 7_000 });
    }
    answer = (_request, response) => response.writeHead(503, { 'retry-after': 'Wed, 04 Mar 2026 05:06:07 GMT' }).end();
    expect(await fetched()).toMatchObject({ kind: 'not_now', afterMs: null });
    answer = (_request, response) => void response.writeHead(200).write('slow');
    expect(await fetched({ timeoutMs: 100 })).toMatchObject({ kind: 'not_now', why: 'it took too long to fetch' });
    answer = (request) => request.socket.destroy();
    expect(await fetched()).toMatchObject({ kind: 'not_now', why: 'it could not be fetched' });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.socket?.destroy());
    };
    expect(await fetched()).toMatchObject({ kind: 'not_now' });
  });

  it('takes no more than it may, whatever the header says, and nothing that could grow', async () => {
    serve(Buffer.alloc(5_000), { 'content-length': '5000' });
    expect(await fetched({ maxBytes: 4_000 })).toEqual({ kind: 'refused', why: 'it is too large' });
    answer = (_request, response) => {
      response.writeHead(200);
      const more = () => (response.destroyed ? undefined : response.write(Buffer.alloc(65_536), more));
      more();
    };
    expect(await fetched({ maxBytes: 100_000 })).toEqual({ kind: 'refused', why: 'it is too large' });
    serve(png(), { 'content-encoding': 'gzip' });
    expect(await fetched()).toEqual({ kind: 'refused', why: 'it came compressed' });
  });

  it('ends at once when the task is stopped', async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new Error('stopped'));
    await expect(fetched({}, stop.signal)).rejects.toThrow('stopped');
  });

  it('keeps it under the hash of its bytes until the task is over; what was changed on disk is not shown (PLAN-2)', async () => {
    const images = createImages({ ...options(), directory: folder, token: async () => 't' });
    serve(png(3, 4));
    const keeping = await images.keep(TASK, REPO, `${url}${ASSET}`, never);
    if (keeping.kind !== 'kept') throw new Error(keeping.why);
    const { image } = keeping;
    expect(image).toEqual({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      media_type: 'image/png',
      bytes: png().length,
      width: 3,
      height: 4,
    });
    expect(await images.load(TASK, image.sha256)).toEqual(png(3, 4));
    expect(readdirSync(join(folder, TASK))).toEqual([image.sha256]);
    expect(await images.load(TASK, '../../secret')).toBeNull();
    writeFileSync(join(folder, TASK, image.sha256), 'something else');
    expect(await images.load(TASK, image.sha256)).toBeNull();
    expect(await images.kept()).toEqual([TASK]);
    await images.remove(TASK);
    await images.remove(TASK);
    expect(await images.kept()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(await images.load(TASK, image.sha256)).toBeNull();
  });

  it('leaves out what is no picture, whatever its name and header say, and what has too many pixels (I14)', async () => {
    const images = createImages({ ...options(), directory: folder, token: async () => 't' });
    const whyFor = async (bytes: Buffer) => {
      serve(bytes);
      const keeping = await images.keep(TASK, REPO, `${url}${ASSET}`, never);
      return keeping.kind === 'left_out' ? keeping.why : null;
    };
    expect(await whyFor(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(
      'it is no PNG, JPEG, GIF or WebP picture',
    );
    expect(await whyFor(png(50_000, 50_000))).toBe('50000×50000 pixels are too many');
    expect(await whyFor(png(8_001, 1))).toBe('8001×1 pixels are too many');
    expect(await whyFor(png(7_000, 7_000))).toBe('7000×7000 pixels are too many');
    expect(await whyFor(png(8_000, 5_000))).toBeNull();
    await images.remove(TASK);
    expect(readdirSync(folder)).toEqual([]);
  });
});
