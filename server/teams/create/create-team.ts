import { eq, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { addTeamAccount } from '#server/accounts/auth/address/write-address.ts';
import { addUnderFreeName, proposeUsernames } from '#server/accounts/auth/oidc/free-username.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { teamMembers, teams } from '#server/db/schema/users.ts';
import { lockAccounts } from '#server/teams/create/lock-team.ts';
import { readTeam } from '#server/teams/create/read-teams.ts';
import { holdLogo } from '#server/teams/create/team-logo.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
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
      return readTeam({ ...ctx, account }, tx);
    }),
  );
}

async function insertTeam(ctx: UserContext, tx: Db, id: AccountId, { logo = null, ...body }: NewTeam) {
  const ownerId = accountOf(ctx.user).id;
  const at = ctx.now();
  await tx.insert(teams).values({ ...body, id, logo, ownerId, createdAt: at });
  await tx
    .insert(teamMembers)
    .values({ id: newId(), teamId: id, userId: ownerId, role: 'owner', joinedAt: at });
  await holdLogo(tx, id, { former: null, logo, at });
}

/** Throws 409 if the requester, whose row the transaction has locked, owns as many teams as one person may. */
export async function requireRoomForTeam({ user }: UserContext, tx: Db): Promise<void> {
  const isOwned = sql`${whereCan(systemFor(user.id), 'see', 'membership')} and ${eq(teamMembers.role, 'owner')}`;
  if ((await tx.$count(teamMembers, isOwned)) < TEAMS_OWNED_MAX) return;
  throw new AppError(
    'conflict',
    `You own ${TEAMS_OWNED_MAX} teams, the most that one person can. Hand one over first, or delete one: a deleted team counts until it can’t be restored anymore, ${TEAM_RESTORE_DAYS} days later.`,
  );
}
