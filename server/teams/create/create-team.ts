import { eq, sql } from 'drizzle-orm';
import { signedOut } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { addTeamAccount } from '#server/accounts/auth/address/write-address.ts';
import { addUnderFreeName, proposeUsernames } from '#server/accounts/auth/oidc/free-username.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { persons, teamMembers, teams } from '#server/db/schema/users.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { pathInTeam } from '#server/teams/create/change-team.ts';
import { lockAccounts } from '#server/teams/create/lock-team.ts';
import { readTeam } from '#server/teams/create/read-teams.ts';
import { writeBrand } from '#server/teams/create/write-brand.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { BrandSettings } from '#shared/teams/brand.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';
import { type NewTeam, TEAMS_OWNED_MAX, type Team } from '#shared/teams/teams.ts';

/** Creates a team whose owner is the requester. Its username is made from its name. */
export async function createTeam(ctx: UserContext, { body }: { body: NewTeam }): Promise<Team> {
  if (ctx.user.emailConfirmedAt === null) {
    throw new AppError('conflict', 'Confirm your email address first, then create the team.');
  }
  const names = proposeUsernames(body.name, null, 'team');
  return addUnderFreeName(ctx, names, (username) =>
    ctx.db.transaction(async (tx) => {
      await lockAccounts(tx, sql`${ctx.user.id}`);
      await requireRoomForTeam(ctx, tx);
      const account = await addTeamAccount({ ...ctx, db: tx }, { username, fullName: body.name });
      await insertTeam(ctx, tx, account.id, body);
      await recordTeamEvent(ctx, tx, account.id, 'in_team_created');
      return readTeam({ ...ctx, account }, tx);
    }),
  );
}

/** Its cards have its name, logo and color, until their holders write others. */
async function insertTeam(ctx: UserContext, tx: Db, id: AccountId, { name, logo, primaryColor }: NewTeam) {
  const ownerId = accountOf(ctx.user).id;
  const at = ctx.now();
  const [team] = await tx.insert(teams).values({ id, name, ownerId, createdAt: at }).returning();
  await tx
    .insert(teamMembers)
    .values({ id: newId(), teamId: id, userId: ownerId, role: 'owner', joinedAt: at });
  if (!team) throw new Error('The new team was not returned.');
  const fields: BrandSettings = {
    companyLogo: { mode: 'default', value: logo },
    primaryColor: { mode: 'default', value: primaryColor },
    company: { mode: 'default', value: name },
  };
  await writeBrand(ctx, tx, team, fields, pathInTeam);
}

/**
 * Throws 409 if the requester, whose row the transaction has locked, owns as many teams as one person may, and 401 if they deleted
 * their account while it waited for the lock.
 */
export async function requireRoomForTeam({ user }: UserContext, tx: Db): Promise<void> {
  const isRequester = whereCan(systemFor(user.id), 'see', 'account', 'persons');
  if ((await tx.$count(persons, isRequester)) === 0) throw signedOut();
  const isOwned = sql`${whereCan(systemFor(user.id), 'see', 'membership')} and ${eq(teamMembers.role, 'owner')}`;
  if ((await tx.$count(teamMembers, isOwned)) < TEAMS_OWNED_MAX) return;
  throw new AppError(
    'conflict',
    `You own ${TEAMS_OWNED_MAX} teams, the most that one person can. Hand one over first, or delete one: a deleted team counts until it can’t be restored anymore, ${TEAM_RESTORE_DAYS} days later.`,
  );
}
