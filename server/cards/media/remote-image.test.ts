import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicHost } from '#server/infra/public-address.ts';
import { BYTES_MAX } from '#shared/cards/media-rules.ts';
import { downloadImage } from './remote-image.ts';

const PICTURE = Buffer.from('the bytes of a picture');

let server: http.Server;
let origin: string;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/me.png' }).end();
    if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (request.url === '/inside')
      return response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    if (request.url === '/other-protocol')
      return response.writeHead(101, { connection: 'Upgrade', upgrade: 'websocket' }).end();
    if (request.url === '/huge.png') return response.end(Buffer.alloc(BYTES_MAX.image + 1));
    if (request.url === '/me.png') return response.end(PICTURE);
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const isOurs = (address: string) => address === '127.0.0.1' || address === '::1';

describe('a picture from elsewhere', () => {
  it('is fetched, also from where it has moved', async () => {
    for (const path of ['/me.png', '/moved']) {
      const found = await downloadImage(origin + path, { mayReach: isOurs });
      expect(found).toEqual({ bytes: PICTURE, name: 'me.png' });
    }
  });

  it('is refused in words when it is too large, missing, or never arrives', async () => {
    await expect(downloadImage(`${origin}/huge.png`, { mayReach: isOurs })).rejects.toThrow(
      'huge.png is larger than 5MB. Please choose a smaller file.',
    );
    for (const path of ['/none', '/loop', '/inside', '/other-protocol']) {
      await expect(downloadImage(origin + path, { mayReach: isOurs })).rejects.toThrow(
        'We couldn’t load a picture from that address. Please upload the file instead.',
      );
    }
  });

  it('is never looked for in our own network, by number or by name', async () => {
    for (const url of [`${origin}/me.png`, origin.replace('localhost', '127.0.0.1'), 'file:///etc/passwd']) {
      await expect(downloadImage(url)).rejects.toMatchObject({ code: 'invalid' });
    }
  });
});

it.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['::127.0.0.1', false],
  ['::10.0.0.1', false],
  ['::ffff:0:127.0.0.1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['fec0::1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it.each([
  [
    true,
    ['cards.example.com', '93.184.216.34', '[2606:2800:220:1::1]', 'my-cards.co.uk', 'localhost.example.com'],
  ],
  [false, ['localhost', 'cards', 'a.localhost', 'nas.local', 'cards.lan', 'cards.internal', 'a.home.arpa']],
  [false, ['127.0.0.1', '10.0.0.5', '192.168.1.2', '[::1]', '[fd00::1]', 'my_cards.example.com']],
])('is a host that others may find: %s for %j', (isPublic, hosts) => {
  for (const host of hosts) expect([host, isPublicHost(host)]).toEqual([host, isPublic]);
});
