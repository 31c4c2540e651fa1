import { type SQL, sql } from 'drizzle-orm';
import { isRestingAdmin } from '#server/access/find-account.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { readLists, selectAs } from '#server/db/prepared.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
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

const COLUMNS = selectAs({
  id: teams.id,
  name: teams.name,
  username: users.username,
  plan: teams.plan,
  logo: teams.logo,
  primaryColor: teams.primaryColor,
  role: teamMembers.role,
  memberCount: sql`(select count(*)::int from team_members m where m.team_id = ${teams.id})`,
  membersMayExport: teams.membersMayExport,
  adminsNeedTwoStep: teams.adminsNeedTwoStep,
  isResting: isRestingAdmin(),
  suspendedAt: users.suspendedAt,
  suspensionMessage: users.suspensionMessage,
  deletedAt: teams.deletedAt,
  offeredTo: sql`(select json_build_object('userId', p.id, 'fullName', p.full_name) from persons p where p.id = ${teams.offeredTo})`,
  createdAt: teams.createdAt,
});

const toIso = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString());

async function readTeams(ctx: UserContext, db: Db, which: SQL = sql`true`): Promise<Team[]> {
  const { rows } = await readLists<{ rows: Team[] }>({ ...ctx, db }, 'teams', {
    rows: sql`select ${COLUMNS} from team_members join teams on teams.id = team_members.team_id
      join users on users.id = teams.id where ${whereCan(ctx, 'see', 'membership')} and ${which}
      order by team_members.joined_at, team_members.id`,
  });
  return rows.map((team) => ({
    ...team,
    suspendedAt: toIso(team.suspendedAt),
    deletedAt: toIso(team.deletedAt),
    createdAt: new Date(team.createdAt).toISOString(),
  }));
}
