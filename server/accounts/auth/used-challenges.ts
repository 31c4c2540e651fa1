import { lte } from 'drizzle-orm';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { usedChallenges } from '#server/db/schema/accounts.ts';

/** Random texts that a browser may answer once; only their hashes are kept, until they would have expired anyway. */

/** Uses a challenge up; false if it has been used. Of fifty answers at once, one gets true. */
export async function spendChallenge(
  { db }: Pick<AppContext, 'db'>,
  challenge: string,
  expiresAt: Date,
): Promise<boolean> {
  const taken = await db
    .insert(usedChallenges)
    .values({ challengeHash: hashToken(challenge), expiresAt })
    .onConflictDoNothing()
    .returning();
  return taken.length > 0;
}

export async function deleteUsedChallenges({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  await deleteInSteps(db, usedChallenges.expiresAt, lte(usedChallenges.expiresAt, now()), { stopping });
}
