import { asc, eq, sql } from 'drizzle-orm';
import type { UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teams } from '#server/db/schema/users.ts';
import { AppError } from '#shared/contract/errors.ts';

const LIST = new Intl.ListFormat('en-US');

/**
 * To be called first of all that deletes an account. Throws 409 for whoever owns a team, whose reference would keep their row
 * (docs/decisions/353). Locks the row, so that no team becomes theirs before the transaction `tx` ends, and in one order with
 * it the accounts whose contacts are linked with it: their links change or go, which locks their counters.
 */
export async function requireNoTeam(tx: Db, { id, username }: UserRow): Promise<void> {
  await tx.execute(sql`
    select from users u join user_counts k on k.user_id = u.id
    where u.id in (
      select ${id} union select l.user_id from contact_links l where l.sender_id = ${id}
      union select l.user_id from contact_links l join business_cards c on c.id = l.card_id where c.user_id = ${id}
    ) order by u.id for update`);
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
