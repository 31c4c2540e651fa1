import { expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { Endpoint } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { contract } from '#shared/contract.ts';
import { TEAM_CASES, type TeamCase } from '#test/access/team-cases.ts';
import { makeTeamFixture, type TeamFixture } from '#test/access/team-fixture.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

/** Every call that can name a team, made for one by each role in it, and by others. */

const server = shareTestServer();

const endpoints = Object.values(contract)
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ account }) => account === 'query')
  .map(({ method, path }) => `${method} ${path}`);

async function ask(call: Client, { route, id, query = '', body }: TeamCase, fixture: TeamFixture) {
  const [method = '', path = ''] = route.split(' ');
  const usual = path.startsWith('/api/cards/') ? fixture.cardId : fixture.contactId;
  const params = {
    id: path.startsWith('/api/drafts') ? newId() : id ? fixture[id] : usual,
    cardId: fixture.cardId,
    platform: 'linkedin',
    number: 1,
    name: fixture.mark,
    day: '2026-01-01',
  };
  return call(method, `${pathTo(path, params)}?account=${fixture.teamId}${query}`, body?.(fixture));
}

it('Each call that can name a team says here who may make it', () => {
  expect([...new Set(TEAM_CASES.map(({ route }) => route))].sort()).toEqual(endpoints.sort());
});

const ROLES = ['owner', 'admin', 'holder', 'other'] as const;

it.each(ROLES)('A team’s %s may do what their role says', async (role) => {
  const { people, ids } = await makeTeamFixture(server);
  const at = ROLES.indexOf(role);
  for (const one of TEAM_CASES) {
    const answer = await ask(people[role].call, one, ids);
    expect([one.route, answer.status], answer.text).toEqual([one.route, one.expected[at]]);
    // Whoever holds nothing sees nothing of what others hold.
    if (role === 'other') expect(answer.text).not.toContain(ids.mark);
  }
});

it('Nobody else may do anything', async () => {
  const { people, ids } = await makeTeamFixture(server);
  for (const [call, status] of [
    [people.outsider.call, 404],
    [people.elsewhere.call, 404],
    [server.client(), 401],
  ] as const) {
    for (const one of TEAM_CASES.filter(({ route }) => route !== 'GET /api/cards/{id}')) {
      const answer = await ask(call, one, ids);
      expect([one.route, answer.status], answer.text).toEqual([one.route, status]);
      expect(answer.text).not.toContain(ids.mark);
    }
  }
});

it('An account that no team can have is not found, in a query as in a path', async () => {
  const { people, ids } = await makeTeamFixture(server);
  for (const odd of ['%00', '%F0%9F%98%80', `${ids.teamId}%00`, 'x'.repeat(64), '', people.admin.id]) {
    const answers = [
      await people.owner.call('GET', `/api/contacts?account=${odd}`),
      await people.owner.call('GET', `/api/teams/${odd || '%20'}`),
    ];
    expect([odd, ...answers.map(({ status }) => status)]).toEqual([odd, 404, 404]);
  }
  const twice = `account=${ids.teamId}&account=${people.owner.id}`;
  expect((await people.owner.call('GET', `/api/contacts?${twice}`)).status).toBe(400);
});
