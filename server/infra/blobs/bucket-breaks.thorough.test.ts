import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, inject, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { refuse, startS3Server } from '#test/s3/s3-server.ts';
import type { ByteRange } from './blobs.ts';
import { openBucket } from './bucket.ts';
import { openBucketBlobs } from './bucket-blobs.ts';
import { createBucketFigures } from './bucket-figures.ts';
import { openDiskCache } from './disk-cache.ts';

it('A file that breaks off before it is read fails only for its reader', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n';
  const breaking = net.createServer((socket) =>
    socket.once('data', () => socket.write(head, () => socket.resetAndDestroy())),
  );
  await once(breaking.listen(0, '127.0.0.1'), 'listening');
  const { port } = breaking.address() as net.AddressInfo;
  const bucket = await openBucket({
    ...{ bucket: 'broken', prefix: '', region: 'auto', endpoint: `http://127.0.0.1:${port}` },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret', forcePathStyle: true },
  });
  const found = await bucket.get('media/broken.jpg');
  await vi.waitFor(() => expect(found?.body.destroyed).toBe(true));
  await expect(buffer(found?.body as Readable)).rejects.toThrow('Photos and files aren’t available');
  bucket.close();
  breaking.close();
});

/** Blobs of which no copy is kept, unless `bytesMax` says so, in a bucket with one film. */
async function openFilm(bytesMax = 0) {
  const s3 = await startS3Server();
  const { bucket: settings } = readConfig(s3.env);
  if (!settings) throw new Error('There is no bucket.');
  const bucket = await openBucket(settings);
  const folder = await fs.mkdtemp(path.join(inject('runFolder'), 'direct-'));
  const blobs = openBucketBlobs({
    ...{ bucket, folder: 'media', stagingFolder: folder, kept: null, before: null },
    space: { require: async () => {} },
    cache: openDiskCache({ folder, bytesMax, hasRoom: async () => true, onTrouble: () => {} }),
    figures: createBucketFigures(),
  });
  const film = randomBytes(200_000);
  s3.objects.set('some/where/media/film.mp4', film);
  const read = async (range?: ByteRange) => buffer(blobs.read('film.mp4', range));
  const stop = async () => {
    bucket.close();
    await s3.away();
  };
  return { s3, bucket, blobs, film, read, stop };
}

it('A file of which no copy is kept goes on where it broke off', async () => {
  const { s3, blobs, film, stop } = await openFilm();
  const found = await blobs.find('film.mp4');
  s3.broken = /^GET media/;
  expect(await buffer(found?.read() ?? Readable.from([]))).toEqual(film);
  const part = found?.read({ start: 10, end: 99 }) ?? Readable.from([]);
  expect(await buffer(part)).toEqual(film.subarray(10, 100));
  s3.objects.clear();
  await expect(buffer(found?.read() ?? Readable.from([]))).rejects.toThrow('There is no file');
  await stop();
});

it('A range that a store ends early goes on, unless nothing comes', async () => {
  const { s3, film, read, stop } = await openFilm();
  let sent = 60_000;
  s3.instead = (called, response, object) => {
    const start = Number(/=(\d+)-/.exec(String(response.req.headers.range))?.[1]);
    if (!called.startsWith('GET') || Number.isNaN(start)) return false;
    const part = object.subarray(start, start + sent);
    const place = `bytes ${start}-${start + part.length - 1}/${object.length}`;
    response.writeHead(206, { 'content-length': part.length, 'content-range': place }).end(part);
    return true;
  };
  expect(await read()).toEqual(film);
  sent = 0;
  await expect(read()).rejects.toThrow('Photos and files aren’t available');
  await stop();
});

it('A store that ignores ranges sends the part that was asked for', async () => {
  const { s3, film, read, stop } = await openFilm();
  s3.instead = (called, response, object) => {
    if (!called.startsWith('GET')) return false;
    response.writeHead(200, { 'content-length': object.length }).end(object);
    return true;
  };
  expect(await read({ start: 70_000, end: 150_000 })).toEqual(film.subarray(70_000, 150_001));
  expect(await read()).toEqual(film);
  await stop();
});

it('A file that a store sends without its length is read', async () => {
  const { s3, film, read, stop } = await openFilm(1_000_000);
  s3.instead = (called, response, object) => {
    if (!called.startsWith('GET')) return false;
    response.writeHead(200).end(object);
    return true;
  };
  expect(await read()).toEqual(film);
  s3.calls.length = 0;
  expect([await read({ start: 10, end: 99 }), s3.calls]).toEqual([film.subarray(10, 100), []]);
  await stop();
});

it('A file is not taken for missing while the bucket is, or all that it is told is 404', async () => {
  const { s3, bucket, stop } = await openFilm();
  expect([await bucket.sizeOf('media/film.mp4'), await bucket.sizeOf('media/none.mp4')]).toEqual([
    200_000,
    null,
  ]);
  s3.instead = (_called, response) => {
    refuse(response, 'NoSuchBucket');
    return true;
  };
  await expect(bucket.sizeOf('media/film.mp4')).rejects.toThrow('Photos and files aren’t available');
  s3.instead = (_called, response) => {
    response.writeHead(404).end('<html><body>Not found</body></html>');
    return true;
  };
  for (const call of [bucket.sizeOf, bucket.get])
    await expect(call('media/film.mp4')).rejects.toThrow('Photos and files aren’t available');
  await stop();
});
