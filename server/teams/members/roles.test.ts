import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { teamMembers } from '#server/db/schema/users.ts';
import { confirmIdentity, signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMember, addTeam, addWholeTeam, roleIn } from '#test/teams.ts';

/** Each kind of call about a team, by each part that somebody may have in it. */

const server = shareTestServer();
type Person = Awaited<ReturnType<typeof signUp>>;
let team: Awaited<ReturnType<typeof addWholeTeam>>;
let callers: Record<(typeof CALLERS)[number], Person['call']>;
/** Somebody about whom a call is: a member again before each. */
let target: Person;

const CALLERS = ['owner', 'admin', 'member', 'outsider', 'signedOut', 'elsewhere'] as const;

beforeAll(async () => {
  team = await addWholeTeam(server);
  const { owner, admin, member, outsider } = team;
  target = await signUp(server, 'Tara Target');
  const elsewhere = await addMember(server, await addTeam(server, outsider.id, 'Other'), 'admin');
  callers = {
    owner: owner.call,
    admin: admin.call,
    member: member.call,
    outsider: outsider.call,
    signedOut: server.client(),
    elsewhere: elsewhere.call,
  };
  for (const call of [owner.call, admin.call, member.call, outsider.call]) await confirmIdentity(call);
});

const rejoin = () =>
  server.running.app.db
    .insert(teamMembers)
    .values({ id: newId(), teamId: team.teamId, userId: target.id })
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.userId], set: { role: 'member' } });

const EVERYONE_IN_IT = [200, 200, 200, 404, 401, 404];
const ADMINS = [200, 200, 403, 404, 401, 404];
const OWNER = [200, 403, 403, 404, 401, 404];

interface Kind {
  method: string;
  path?: () => string;
  body?: () => object;
  /** By the callers in their order. */
  expected: number[];
}

const KINDS: Record<string, Kind> = {
  'see it': { method: 'GET', expected: EVERYONE_IN_IT },
  'see who is in it': { method: 'GET', path: () => '/members', expected: EVERYONE_IN_IT },
  'see its figures': { method: 'GET', path: () => '/figures?days=7', expected: ADMINS },
  'see its figures by card': { method: 'GET', path: () => '/figures/cards', expected: ADMINS },
  'see its figures by holder': { method: 'GET', path: () => '/figures/holders', expected: ADMINS },
  'change it': { method: 'PATCH', body: () => ({ membersMayExport: true }), expected: OWNER },
  'make somebody a team admin': {
    method: 'PATCH',
    path: () => `/members/${target.id}`,
    body: () => ({ role: 'admin' }),
    expected: ADMINS,
  },
  'make somebody an owner': {
    method: 'PATCH',
    path: () => `/members/${target.id}`,
    body: () => ({ role: 'owner' }),
    expected: [422, 422, 422, 404, 401, 404],
  },
  'demote the owner': {
    method: 'PATCH',
    path: () => `/members/${team.owner.id}`,
    body: () => ({ role: 'member' }),
    expected: [409, 409, 403, 404, 401, 404],
  },
  'remove somebody': { method: 'DELETE', path: () => `/members/${target.id}`, expected: ADMINS },
  'remove the owner': {
    method: 'DELETE',
    path: () => `/members/${team.owner.id}`,
    expected: [409, 409, 403, 404, 401, 404],
  },
  'remove an outsider': {
    method: 'DELETE',
    path: () => `/members/${team.outsider.id}x`,
    expected: [404, 404, 403, 404, 401, 404],
  },
  'offer it': {
    method: 'POST',
    path: () => '/handover',
    body: () => ({ userId: target.id }),
    expected: OWNER,
  },
  'accept it unasked': {
    method: 'POST',
    path: () => '/handover/accept',
    expected: [409, 409, 409, 404, 401, 404],
  },
  'end an offer that is not there': {
    method: 'DELETE',
    path: () => '/handover',
    expected: [200, 403, 403, 404, 401, 404],
  },
  'delete it under another name': {
    method: 'DELETE',
    body: () => ({ name: 'Something else' }),
    expected: [422, 403, 403, 404, 401, 404],
  },
  'restore it while it is there': {
    method: 'POST',
    path: () => '/restore',
    expected: [409, 403, 403, 404, 401, 404],
  },
};

describe('Owner, team admin, member, outsider, signed out and member of another team', () => {
  it.each(Object.entries(KINDS))('%s', async (_name, { method, path = () => '', body, expected }) => {
    const statuses: number[] = [];
    for (const caller of CALLERS) {
      await rejoin();
      const answer = await callers[caller](method, `/api/teams/${team.teamId}${path()}`, body?.());
      statuses.push(answer.status);
      if (answer.status >= 400 && answer.status !== 422) expect(answer.body.message).toMatch(/\.$/);
    }
    expect(statuses).toEqual(expected);
    expect(await roleIn(server, team.teamId, team.owner.id)).toBe('owner');
  });
});
