import { expect, it } from 'vitest';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer();

it('A team is billed by its owner alone', async () => {
  const { teamId, admin, member, owner, outsider } = await addWholeTeam(server);
  const at = `/api/teams/${teamId}/billing`;
  const statuses = async (call: Client) => [
    (await call('GET', at)).status,
    (await call('POST', `${at}/portal`)).status,
    (await call('POST', `${at}/cancel`)).status,
    (await call('POST', `${at}/end-trial`, { cards: 1 })).status,
  ];
  expect(await statuses(owner.call)).toEqual([200, 409, 409, 409]);
  expect(await statuses(admin.call)).toEqual([403, 403, 403, 403]);
  expect(await statuses(member.call)).toEqual([403, 403, 403, 403]);
  expect(await statuses(outsider.call)).toEqual([404, 404, 404, 404]);
  expect(await statuses(server.client())).toEqual([401, 401, 401, 401]);
});
