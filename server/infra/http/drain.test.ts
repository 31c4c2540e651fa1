import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { drainConnections } from '#server/infra/http/drain.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

it('responds to a request that was in transit on an idle connection when the shutdown began', async () => {
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(REQUEST);
  expect(String(await once(client, 'data'))).toContain('Connection: keep-alive');
  client.write(REQUEST);
  const drained = drainConnections(server);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(String(answer)).toContain('Connection: close');
  client.end();
  await drained;
});
