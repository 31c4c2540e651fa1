import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { isRestingAdmin } from '#server/access/find-account.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { persons, teamMembers, teams, users } from '#server/db/schema/users.ts';
import type { Team } from '#shared/teams/teams.ts';

/** The teams that the requester is in, in the order in which they joined. */
export const listOwnTeams = (ctx: UserContext): Promise<Team[]> => readTeams(ctx, ctx.db);

export const getTeam = (ctx: UserContext): Promise<Team> => readTeam(ctx, ctx.db);

/** The team for which the call is made, as the requester sees it now; throws 404 if they are no longer in it. */
export async function readTeam(ctx: UserContext, db: Db): Promise<Team> {
  const [team] = await readTeams(ctx, db, whereCan(ctx, 'see', 'team'));
  if (!team) throw notFound('team');
  return team;
}

async function readTeams(ctx: UserContext, db: Db, which?: SQL): Promise<Team[]> {
  const rows = await db
    .select({
      team: teams,
      username: users.username,
      suspendedAt: users.suspendedAt,
      suspensionMessage: users.suspensionMessage,
      isResting: isRestingAdmin(),
      role: teamMembers.role,
      memberCount: sql<number>`(select count(*)::int from team_members m where m.team_id = ${teams.id})`,
      offered: { userId: persons.id, fullName: persons.fullName },
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .innerJoin(users, eq(users.id, teams.id))
    .leftJoin(persons, eq(persons.id, teams.offeredTo))
    .where(
      which ? sql`${whereCan(ctx, 'see', 'membership')} and ${which}` : whereCan(ctx, 'see', 'membership'),
    )
    .orderBy(asc(teamMembers.joinedAt), asc(teamMembers.id));
  return rows.map(({ team, offered, ...row }) => ({
    ...team,
    ...row,
    offeredTo: offered,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    createdAt: team.createdAt.toISOString(),
    deletedAt: team.deletedAt?.toISOString() ?? null,
  }));
}
