import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { systemFor } from '#server/access/system.ts';
import { isTeamActive } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { tryForEachOwner } from '#server/infra/queue/for-each-owner.ts';
import { countMailsLeft } from '#server/teams/invites/allowance.ts';
import { planMails } from '#server/teams/invites/invite-mails.ts';
import { inviteEnd } from '#server/teams/invites/invite-rows.ts';
import { sendInvite } from '#server/teams/invites/prepare.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';

/** Invites planned in one transaction. */
const AT_ONCE = 100;

/** Mails invites that waited because their team had sent as many as it may a day, the oldest first. */
export async function sendWaiting(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const find = async (after: AccountId, most: number) => {
    const waiting = await app.db
      .selectDistinct({ id: teams.id })
      .from(teamInvites)
      .innerJoin(teams, eq(teams.id, teamInvites.teamId))
      .innerJoin(users, eq(users.id, teams.id))
      .where(and(isNotNull(teamInvites.waitsSince), isTeamActive(), gt(teams.id, after)))
      .orderBy(asc(teams.id))
      .limit(most);
    return waiting.map(({ id }) => ({ userId: accountId.parse(id) }));
  };
  const send = (teamId: AccountId) =>
    writeInOrderOf(app, sql`${teamId}`, SYSTEM, (tx) => sendSome({ ...app, db: tx }, tx, teamId));
  const sendAll = async ({ userId }: { userId: AccountId }) => {
    while (!stopping?.aborted && (await send(userId)));
  };
  await tryForEachOwner(find, sendAll, { stopping });
}

/** Returns true if there may be more to send today. */
async function sendSome(app: AppContext, tx: Db, teamId: AccountId): Promise<boolean> {
  const left = Math.min(AT_ONCE, await countMailsLeft(app, teamId));
  if (left === 0) return false;
  const rows = await tx
    .select()
    .from(teamInvites)
    .where(and(whereCan(systemFor(teamId), 'edit', 'invite'), isNotNull(teamInvites.waitsSince)))
    .orderBy(asc(teamInvites.waitsSince), asc(teamInvites.id))
    .limit(left);
  const mails = await planMails(
    app,
    tx,
    teamId,
    rows.map(({ email }) => email.toLowerCase()),
  );
  const expiresAt = inviteEnd(app.now());
  for (const [nth, { id }] of rows.entries()) {
    const { mailId, problem } = mails[nth] ?? { mailId: null, problem: null };
    await tx.update(teamInvites).set({ waitsSince: null, problem, expiresAt }).where(eq(teamInvites.id, id));
    if (mailId) await sendInvite(app, { inviteId: id, mailId, expiresAt });
  }
  return rows.length > 0;
}
