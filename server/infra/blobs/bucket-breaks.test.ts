import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, inject, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { startS3Server } from '#test/s3/s3-server.ts';
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

it('A file of which no copy is kept goes on where it broke off', async () => {
  const s3 = await startS3Server();
  const { bucket: settings } = readConfig(s3.env);
  if (!settings) throw new Error('There is no bucket.');
  const bucket = await openBucket(settings);
  const folder = await fs.mkdtemp(path.join(inject('runFolder'), 'direct-'));
  const blobs = openBucketBlobs({
    ...{ bucket, folder: 'media', stagingFolder: folder, kept: null, before: null },
    space: { require: async () => {} },
    cache: openDiskCache({ folder, bytesMax: 0, hasRoom: async () => true, onTrouble: () => {} }),
    figures: createBucketFigures(),
  });
  const film = randomBytes(200_000);
  s3.objects.set('some/where/media/film.mp4', film);
  const found = await blobs.find('film.mp4');
  s3.broken = /^GET media/;
  expect(await buffer(found?.read() ?? Readable.from([]))).toEqual(film);
  const part = found?.read({ start: 10, end: 99 }) ?? Readable.from([]);
  expect(await buffer(part)).toEqual(film.subarray(10, 100));
  s3.objects.clear();
  await expect(buffer(found?.read() ?? Readable.from([]))).rejects.toThrow('There is no file');
  bucket.close();
  await s3.away();
});
