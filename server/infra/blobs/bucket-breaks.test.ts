import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { openBucket } from './bucket.ts';

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
