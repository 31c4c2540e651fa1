import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listen, requireFreePort } from '#server/infra/http/listen.ts';

const servers: net.Server[] = [];
const host = '127.0.0.1';

function server(): net.Server {
  const made = net.createServer();
  servers.push(made);
  return made;
}
afterEach(() => {
  for (const one of servers.splice(0)) one.close();
});

async function takenPort(): Promise<number> {
  const other = server().listen(0, host);
  await once(other, 'listening');
  return (other.address() as AddressInfo).port;
}

it('explains that a port is taken, both before listening and when it listens', async () => {
  const port = await takenPort();
  const sentence = `Goldleaf cannot start. Port ${port} is in use by another program. Stop that one, or set PORT to another port.`;
  await expect(requireFreePort({ host, port })).rejects.toThrow(sentence);
  await expect(listen(server(), { host, port })).rejects.toThrow(sentence);
});

it('waits for a port that is about to be free', async () => {
  const port = await takenPort();
  const waiting = requireFreePort({ host, port }, 30_000);
  await expect(requireFreePort({ host, port }, 1)).rejects.toThrow('is in use');
  for (const one of servers.splice(0)) one.close();
  await waiting;
});

it('explains that an address does not belong to this machine', async () => {
  await expect(listen(server(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    /^Goldleaf cannot start\. It could not listen on 192\.0\.2\.1, port 0 \(.+\)\. Set HOST to an address of this machine\.$/,
  );
});

it('explains that this user may not open a port', async () => {
  const refusing = server();
  const listening = listen(refusing, { host, port: 80 });
  refusing.emit('error', Object.assign(new Error('permission denied'), { code: 'EACCES' }));
  await expect(listening).rejects.toThrow('This user can’t use port 80. Set PORT to one above 1023.');
});

it('does not occupy a free port', async () => {
  const port = await takenPort();
  const closed = servers.splice(0).map((one) => once(one.close(), 'close'));
  await Promise.all(closed);
  await requireFreePort({ host, port });
  await requireFreePort({ host, port: 0 });
  await listen(server(), { host, port });
});
