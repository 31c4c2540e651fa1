import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { drainConnections } from '#server/infra/http/drain.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A server, and a connection to it that is idle after its first response. */
async function connectOnce() {
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(REQUEST);
  expect(String(await once(client, 'data'))).toContain('Connection: keep-alive');
  return { server, client };
}

it('responds to a request that was in transit on an idle connection when the shutdown began', async () => {
  const { server, client } = await connectOnce();
  client.write(REQUEST);
  const drained = drainConnections(server);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(String(answer)).toContain('Connection: close');
  client.end();
  await drained;
});

it('responds to a request that arrived while the process had no time to read it', async () => {
  const { server, client } = await connectOnce();
  const drained = drainConnections(server);
  await sleep(275);
  // Timers are the first to run after it.
  await turn();
  client.write(REQUEST);
  const until = performance.now() + 150;
  while (performance.now() < until);
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
  client.end();
  await drained;
});
