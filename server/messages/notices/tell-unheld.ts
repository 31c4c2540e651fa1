import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { teamMembers, users } from '#server/db/schema/users.ts';
import { forEachOwner } from '#server/infra/queue/for-each-owner.ts';
import { sendNotice } from '#server/messages/notices/notice.ts';
import { isQuiet } from '#server/messages/notices/notice-time.ts';
import { readQuietHours, readSettings } from '#server/messages/notices/settings.ts';
import { countUnheld, isRunBy, unheldId } from '#server/messages/notices/unheld.ts';
import { nextAt } from '#server/messages/notices/zone-time.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';

/**
 * Tells everyone who runs a team, once a day at the hour of their digests or after quiet hours, whom it met through cards that nobody holds. Until when
 * they were told stands with their part in the team, in the transaction that adds the mail.
 */

/** Who came just now may not be committed yet, and is told of the next day. */
const SETTLED_MS = 5 * MINUTE_MS;
/** After a longer break, only of those who came since then. */
const LOOK_BACK_MS = 7 * DAY_MS;

export async function tellUnheld(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const find = (after: AccountId, most: number) =>
    app.db
      .selectDistinct({ userId: teamMembers.userId })
      .from(teamMembers)
      .where(and(sql`${teamMembers.role} <> 'member'`, gt(teamMembers.userId, after)))
      .orderBy(asc(teamMembers.userId))
      .limit(most);
  await forEachOwner(app, find, ({ userId }) => tellUnheldTo(app, userId), stopping);
}

export const tellUnheldTo = (app: AppContext, userId: AccountId, at = 0): Promise<void> =>
  app.db.transaction(async (tx) => {
    // One at a time for a person, or two would tell of the same people.
    const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!owner || owner.suspendedAt) return;
    const now = new Date(Math.max(app.now().getTime(), at));
    const settings = await readSettings(tx, userId);
    const quiet = readQuietHours(settings);
    const startAfter =
      quiet && isQuiet(now, quiet, owner.timeZone) ? nextAt(now, quiet.until, owner.timeZone) : null;
    if (startAfter && startAfter.getTime() - now.getTime() > HOUR_MS) return;
    const until = new Date((startAfter ?? now).getTime() - SETTLED_MS);
    const hour = nextAt(new Date(until.getTime() - DAY_MS), settings.dailyHour * 60, owner.timeZone);
    if (hour > until) return;
    const told = sql`coalesce(${teamMembers.toldUntil}, ${teamMembers.joinedAt})`;
    const due = await tx
      .select({ id: teamMembers.id, teamId: teamMembers.teamId, from: told.mapWith(teamMembers.joinedAt) })
      .from(teamMembers)
      .where(and(isRunBy(userId), sql`${told} < ${hour.toISOString()}::timestamptz`));
    if (startAfter) {
      // Quiet hours may begin again before the next hour does.
      const job = { userId, at: startAfter.getTime() };
      if (due.length > 0)
        await app.queue.send(tx, 'tell-unheld', job, { startAfter, key: `${userId} ${job.at}` });
      return;
    }
    for (const { id, from, ...team } of due) {
      const teamId = accountId.parse(team.teamId);
      const span = { from: new Date(Math.max(from.getTime(), now.getTime() - LOOK_BACK_MS)), until };
      await tx.update(teamMembers).set({ toldUntil: until }).where(eq(teamMembers.id, id));
      const { contacts, leads } = await countUnheld(tx, teamId, span);
      if (contacts + leads > 0)
        await sendNotice(app, tx, owner, { kind: 'unheld', id: unheldId(teamId, span) });
    }
  });
