import { type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';

/**
 * Ends the links of contacts with senders whom the requester blocks now: what is on their cards is not offered any more.
 * `which` says which of the requester's blocks.
 */
export async function endLinksWithBlocked(ctx: UserContext, which: SQL): Promise<void> {
  await ctx.db.execute(sql`
    update contact_links l set refused_at = ${ctx.now().toISOString()}::timestamptz
    from users s, contacts k
    where ${whereCan(ctx, 'edit', 'contactLink', 'l')} and l.refused_at is null
      and s.id = l.sender_id and k.id = l.person_id
      and array[fold_case(s.email), fold_case(k.email)] && array(
        select fold_case(value) from sender_blocks
        where ${whereCan(ctx, 'see', 'block')} and kind = 'sender' and ${which}
      )`);
}
