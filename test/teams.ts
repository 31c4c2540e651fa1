import { eq } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import { aliases } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { accountId } from '#shared/accounts/ids.ts';
import type { TeamRole } from '#shared/teams/roles.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import type { TestServer } from '#test/server.ts';

/** Teams and their people, put into the database at once: what tests of other features start from. */

let teamCount = 0;

/** A team without cards. Its owner is a person who is registered. */
export async function addTeam({ running }: TestServer, ownerId: OwnId, name = 'Acme', wanted = newId()) {
  const { db } = running.app;
  const id = accountId.parse(wanted);
  teamCount += 1;
  const username = `team${teamCount}`;
  await db.insert(users).values({ id, kind: 'team', username, fullName: name, hasAlias: true });
  await db.insert(aliases).values({ userId: id, kind: 'username', name: username });
  await db.insert(teams).values({ id, name, ownerId });
  await db.insert(teamMembers).values({ id: newId(), teamId: id, userId: ownerId, role: 'owner' });
  return id;
}

/** A registered person in a team. */
export async function addMember(
  server: TestServer,
  teamId: string,
  role: TeamRole = 'member',
  fullName?: string,
) {
  const person = await signUp(server, fullName);
  await server.running.app.db.insert(teamMembers).values({ id: newId(), teamId, userId: person.id, role });
  return person;
}

/** A card of a team, held by somebody, or by nobody yet. */
export async function addTeamCard(
  { running }: TestServer,
  teamId: string,
  holderId: OwnId | null,
  fullName = 'Grace Hopper',
): Promise<string> {
  const id = newId();
  await running.app.db
    .insert(businessCards)
    .values({ id, userId: accountId.parse(teamId), name: 'Team card', fullName, holderId });
  return id;
}

/** A team with an owner, a team admin, a member who holds its card, and somebody outside. */
export async function addWholeTeam(server: TestServer) {
  const owner = await signUp(server, 'Olive Owner');
  const teamId = await addTeam(server, owner.id);
  const admin = await addMember(server, teamId, 'admin', 'Adam Admin');
  const member = await addMember(server, teamId, 'member', 'Mary Member');
  const cardId = await addTeamCard(server, teamId, member.id);
  const outsider = await signUp(server, 'Otto Outsider');
  return { teamId, cardId, owner, admin, member, outsider };
}

/** The role that somebody has in a team, as it is kept. */
export async function roleIn(
  { running }: TestServer,
  teamId: string,
  userId: string,
): Promise<TeamRole | undefined> {
  const rows = await running.app.db.select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return rows.find((row) => row.userId === userId)?.role;
}
