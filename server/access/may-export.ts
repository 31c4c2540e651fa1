import { eq } from 'drizzle-orm';
import { needsTwoStep } from '#server/access/refusals.ts';
import { type AccountRole, isMemberOnly } from '#server/access/rules.ts';
import type { Db } from '#server/db/open.ts';
import { teams } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Throws 403 for members of a team whose owner has not turned on that they may export many contacts at once. */
export async function requireToExport({
  db,
  account,
  role,
}: {
  db: Db;
  account: { id: AccountId };
  role: AccountRole;
}): Promise<void> {
  if (!isMemberOnly(role)) return;
  const [team] = await db
    .select({ isAllowed: teams.membersMayExport })
    .from(teams)
    .where(eq(teams.id, account.id));
  if (team?.isAllowed) return;
  if (role === 'restingAdmin') throw needsTwoStep();
  throw new AppError('forbidden', 'Members of this team may not export contacts. Its owner can allow it.');
}
