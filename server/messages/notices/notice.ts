import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { noticeSettings, pushSubscriptions } from '#server/db/schema/messages.ts';
import { persons } from '#server/db/schema/users.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { deliverMail } from '#server/infra/mail/mail.ts';
import { composeNotice } from '#server/messages/notices/compose.ts';
import { type About, about } from '#server/messages/notices/notice-subject.ts';
import { sendPushJob } from '#server/messages/notices/push-notice.ts';
import { readSettings, UNCONFIRMED_MAX } from '#server/messages/notices/settings.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { UNCONFIRMED_NOTICE_DAYS } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { NOTICE_KINDS, type NoticeKind } from '#shared/messages/notices.ts';

/** Tells an owner of something, by mail and on their devices, as their settings say. */

export const noticeMail = z.object({ userId: accountId, about });

/** True if anything of this is wanted; who has switched off only some kinds gets the others when it is composed. */
function isWanted({ kind }: About, off: NoticeKind[]): boolean {
  if (kind === 'people' || kind === 'event' || kind === 'unheld')
    return !(off.includes('contact') && off.includes('lead'));
  return !off.includes(kind === 'reminders' ? 'reminder' : kind);
}

/**
 * True if an owner's notices are mailed. An address that nobody confirmed may be a stranger's, who gets no more than a
 * few; but who shares a card right after registering must hear of the first contact.
 */
async function mayMail(
  app: AppContext,
  tx: Db,
  { id, email, emailConfirmedAt, createdAt }: UserRow,
): Promise<boolean> {
  if (!email) return false;
  if (emailConfirmedAt || !sendsMail(app)) return true;
  const isNew = app.now().getTime() - createdAt.getTime() < UNCONFIRMED_NOTICE_DAYS * DAY_MS;
  if (!isNew || !app.config.hasRateLimits) return isNew;
  // Together with the mail: what is rolled back does not count, and neither a restart nor another process forgets.
  const counted = await tx
    .insert(noticeSettings)
    .values({ userId: id, unconfirmedMails: 1 })
    .onConflictDoUpdate({
      target: noticeSettings.userId,
      set: { unconfirmedMails: sql`${noticeSettings.unconfirmedMails} + 1` },
      setWhere: lt(noticeSettings.unconfirmedMails, UNCONFIRMED_MAX),
    });
  return Boolean(counted.rowCount);
}

/** Adds the mail and the messages if the transaction `tx` commits. */
export async function sendNotice(app: AppContext, tx: Db, owner: UserRow, what: About): Promise<void> {
  const { mailOff, pushOff } = await readSettings(tx, owner.id);
  if (isWanted(what, mailOff) && (await mayMail(app, tx, owner))) {
    await app.queue.send(tx, 'notice-mail', { userId: owner.id, about: what });
  }
  if (!isWanted(what, pushOff)) return;
  const devices = await tx
    .select({ id: pushSubscriptions.id, isProven: pushSubscriptions.isProven })
    .from(pushSubscriptions)
    .where(and(whereCan(systemFor(owner.id), 'see', 'pushSubscription'), isNull(pushSubscriptions.goneAt)));
  for (const device of devices) await sendPushJob(app, tx, device, owner.id, what);
}

/**
 * The words are read when it is sent: a contact deleted meanwhile is in no mail, and no job keeps a copy of anybody. Nothing is
 * mailed to whoever was suspended meanwhile.
 */
export async function mailNotice(
  app: AppContext,
  { userId, about: what }: z.output<typeof noticeMail>,
  id: string,
  date: Date,
): Promise<void> {
  const [owner] = await app.db.select().from(persons).where(eq(persons.id, userId));
  if (!owner?.email || owner.suspendedAt) return;
  const { mailOff } = await readSettings(app.db, userId);
  const wanted = NOTICE_KINDS.filter((kind) => !mailOff.includes(kind));
  const notice = await composeNotice(app, owner, what, wanted);
  if (!notice) return;
  const letter = composeMail({ ...notice.letter, to: owner.email, name: owner.fullName });
  await deliverMail(app, { ...letter, ...notice.extras }, id, date);
}
