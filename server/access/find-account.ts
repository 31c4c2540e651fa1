import { type AnyColumn, and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '#server/access/can.ts';
import { deletedTeam, notFound, suspended, suspendedTeam } from '#server/access/refusals.ts';
import type { AccountRole } from '#server/access/rules.ts';
import type { Db } from '#server/db/open.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { type AccountId, accountOf, type PersonId } from '#shared/accounts/ids.ts';
import type { Endpoint } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import { id } from '#shared/contract/fields.ts';
import type { TeamRole } from '#shared/teams/roles.ts';

/** SQL: the person's id if they are in the team, and null otherwise. */
export const memberOf = (teamId: SQL | AnyColumn, userId: SQL | AnyColumn): SQL =>
  sql`(select m.user_id from team_members m where m.team_id = ${teamId} and m.user_id = ${userId})`;

/** SQL: the member `m` of the team `t` is an admin without the two-step verification that the team requires (docs/decisions/362). */
export const IS_RESTING = sql.raw(`(m.role = 'admin' and t.admins_need_two_step and not exists (
  select from two_step s where s.user_id = m.user_id and s.confirmed_at is not null))`);

/** SQL, for a lateral join: the `ids` of the teams that somebody runs as an array, and how many `contacts` and `leads` these have. */
export const teamsRunBy = (userId: AnyColumn): SQL => sql`(
  select coalesce(array_agg(k.user_id), '{}') as ids, coalesce(sum(k.contacts), 0) as contacts, coalesce(sum(k.leads), 0) as leads
  from team_members m join teams t on t.id = m.team_id join user_counts k on k.user_id = m.team_id
  where m.user_id = ${userId} and m.role <> 'member' and not ${IS_RESTING})`;

/** SQL: somebody, the member that `teamMembers` is in the statement, rests as an admin of the team that `teams` is. */
export const isRestingAdmin = (): SQL<boolean> => sql<boolean>`(
  select ${IS_RESTING} from team_members m join teams t on t.id = m.team_id where m.id = ${teamMembers.id})`;

/** The roles of the rules, by the part that people have in a team. */
export const ROLE_IN_TEAM: Record<TeamRole, AccountRole> = {
  owner: 'owner',
  admin: 'teamAdmin',
  member: 'member',
};

/** As in `Endpoint`; `whileSuspended` also where nothing is changed. */
export type NamedAccount = Pick<Endpoint, 'account' | 'whileDeleted'> & { whileSuspended?: boolean };

/**
 * The team that a call names and the caller's part in it (docs/decisions/356); null if it names their own account, which
 * only a query may. Throws 404 if they are not in it, 409 if it is deleted and 403 if it is suspended, unless that is
 * expected, and 403 for a suspended person, whose roles rest.
 */
export async function findAccount(
  { db }: { db: Db },
  user: { id: PersonId; suspendedAt: Date | null; suspensionMessage: string | null },
  named: string,
  { account: where, whileDeleted, whileSuspended }: NamedAccount,
): Promise<{ account: typeof users.$inferSelect; role: AccountRole } | null> {
  if (where === 'query' && named === user.id) return null;
  if (user.suspendedAt) throw suspended(user);
  // Admission asks before the query and the path are checked, and PostgreSQL refuses some characters.
  if (!id.safeParse(named).success) throw notFound('team');
  const isThis = and(eq(teamMembers.teamId, named), eq(teamMembers.userId, accountOf(user).id));
  const [found] = await selectTeams(db).where(isThis);
  if (!found) throw notFound('team');
  const { account, deletedAt } = found;
  if (deletedAt && !whileDeleted) throw deletedTeam();
  if (account.suspendedAt && !whileSuspended) throw suspendedTeam(account);
  return { account, role: partIn(found) };
}

/**
 * The caller as they stand to the account that has something, whichever one their call names: pages and files are linked
 * without an account, also to those whose team has them.
 */
export async function asAmong<
  Ctx extends Caller & { db: Db; user: Parameters<typeof findAccount>[1] | null },
>(ctx: Ctx, owner: AccountId): Promise<Caller> {
  if (!ctx.user || ctx.account?.id === owner) return ctx;
  try {
    return {
      ...ctx,
      ...(await findAccount(ctx, ctx.user, owner, { account: 'path', whileSuspended: true })),
    };
  } catch (error) {
    if (error instanceof AppError) return ctx;
    throw error;
  }
}

const selectTeams = (db: Db) =>
  db
    .select({
      account: users,
      role: teamMembers.role,
      deletedAt: teams.deletedAt,
      isResting: isRestingAdmin(),
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .innerJoin(users, eq(users.id, teamMembers.teamId));

const partIn = ({ role, isResting }: { role: TeamRole; isResting: boolean }): AccountRole =>
  isResting ? 'restingAdmin' : ROLE_IN_TEAM[role];

/** Each of them is read by itself. */
const TEAMS_AT_ONCE = 50;

/** The teams that somebody is in, without deleted ones; throws 403 for a suspended person, and 400 for too many teams. */
export async function findTeams(
  { db }: { db: Db },
  user: { id: PersonId; suspendedAt: Date | null; suspensionMessage: string | null },
): Promise<{ account: typeof users.$inferSelect; role: AccountRole }[]> {
  if (user.suspendedAt) throw suspended(user);
  const found = await selectTeams(db)
    .where(and(eq(teamMembers.userId, accountOf(user).id), isNull(teams.deletedAt)))
    .orderBy(teamMembers.joinedAt, teamMembers.id)
    .limit(TEAMS_AT_ONCE + 1);
  if (found.length > TEAMS_AT_ONCE)
    throw new AppError(
      'bad_request',
      `account: You’re in more than ${TEAMS_AT_ONCE} teams. Please name one.`,
    );
  return found.map((one) => ({ account: one.account, role: partIn(one) }));
}
