import { eq, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { OwnId } from '#test/factories.ts';

/** The answer to `send` if a reset ends the account's sessions after the call was admitted, and before it writes. */
export async function raceWithReset<T>(db: Db, userId: OwnId, send: () => Promise<T>): Promise<T> {
  const { answer } = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update');
    const sent = send();
    await vi.waitFor(async () => {
      const waiting = await db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      // A job may wait for the account, too.
      expect(waiting.rows).not.toHaveLength(0);
    }, 10_000);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    return { answer: sent };
  });
  return answer;
}
