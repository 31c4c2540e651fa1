import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { UserContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { personColumns, persons, teams, users } from '#server/db/schema/users.ts';
import { claimedText } from '#server/money/billing/quantity.ts';
import { lockAccounts, type TeamRow } from '#server/teams/create/lock-team.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { statusAt } from '#shared/money/subscription.ts';
import type { AdminTeam } from '#shared/operations/admin-teams.ts';

/** Teams as administrators see them. */

const noTeam = () => new AppError('not_found', 'No team has this ID.');

interface TargetTeam {
  account: UserRow;
  team: TeamRow;
  owner: UserRow;
}

/** A team with its account and owner, locked until the end of the transaction `tx`; throws 404 if there is none. */
export async function lockTargetTeam(tx: Db, id: AccountId): Promise<TargetTeam> {
  await lockAccounts(tx, sql`${id} union select owner_id from teams where id = ${id}`);
  const [found] = await tx
    .select({ account: users, team: teams, owner: personColumns })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .innerJoin(persons, eq(persons.id, teams.ownerId))
    .where(eq(teams.id, id))
    .for('no key update', { of: teams });
  if (!found) throw noTeam();
  return found;
}

/** A team as the audit log names it. */
export const targetOfTeam = ({ id, name }: TeamRow) => ({ id, name });

export async function readTargetTeam(ctx: UserContext, id: AccountId): Promise<AdminTeam> {
  const [team] = await readAdminTeams(ctx, [id]);
  if (!team) throw noTeam();
  return team;
}

/** The teams with these ids, in their order. */
export async function readAdminTeams(ctx: UserContext, ids: string[]): Promise<AdminTeam[]> {
  const rows = await selectTeams(ctx.db, inArray(teams.id, ids));
  const byId = new Map(rows.map((row) => [row.team.id, row]));
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ team: { id, name, createdAt, deletedAt }, account, ...row }) => ({
      id,
      name,
      username: account.username,
      ...row,
      subscriptionStatus: statusAt(account, ctx.now()),
      suspendedAt: iso(account.suspendedAt),
      hidesPages: account.arePagesSuspended,
      suspensionMessage: account.suspensionMessage,
      deletedAt: iso(deletedAt),
      createdAt: createdAt.toISOString(),
    }));
}

const selectTeams = (db: Db, which: SQL) =>
  db
    .select({
      team: teams,
      account: users,
      owner: {
        id: persons.id,
        fullName: persons.fullName,
        email: sql<string>`coalesce(${persons.email}, '')`,
        username: persons.username,
      },
      memberCount: sql<number>`(select count(*)::int from team_members m where m.team_id = ${teams.id})`,
      claimedCards: sql<number>`${sql.raw(claimedText('users'))}::int`,
    })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .innerJoin(persons, eq(persons.id, teams.ownerId))
    .where(which);
