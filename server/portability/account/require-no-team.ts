import { asc, eq } from 'drizzle-orm';
import { lockAccount } from '#server/accounts/auth/sign-in-methods.ts';
import type { UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teams } from '#server/db/schema/users.ts';
import { AppError } from '#shared/contract/errors.ts';

const LIST = new Intl.ListFormat('en-US');

/**
 * Throws 409 for whoever owns a team, whose reference would keep their row (docs/decisions/353). Locks the row, so that no
 * team becomes theirs before the transaction `tx` ends.
 */
export async function requireNoTeam(tx: Db, { id, username }: UserRow): Promise<void> {
  await lockAccount(tx, id);
  const owned = await tx
    .select({ name: teams.name })
    .from(teams)
    .where(eq(teams.ownerId, id))
    .orderBy(asc(teams.name));
  if (owned.length === 0) return;
  const [noun, whose, them] = owned.length === 1 ? ['team', 'its', 'it'] : ['teams', 'their', 'them'];
  throw new AppError(
    'conflict',
    `${username} owns the ${noun} ${LIST.format(owned.map(({ name }) => name))}. Make someone else ${whose} owner, or delete ${them}, before you delete the account.`,
  );
}
