import { and, asc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { sweepInSteps } from '#server/db/delete-in-steps.ts';
import { newId } from '#server/db/new-id.ts';
import { retentionNotices } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { isAmong } from '#server/db/search/index-contacts.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { deliverMail } from '#server/infra/mail/mail.ts';
import { computeLimit, countDue, isDueContact, isDueLead } from '#server/people/recipients/due-people.ts';
import { type ActOnPeople, eachOld } from '#server/people/recipients/each-old.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { PRODUCT, RETENTION_MONTHS, RETENTION_NOTICE_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { peopleDue } from '#shared/people/people-due.ts';

/**
 * Says by mail who will be deleted. `retention_notices` has a row for each of them, dated when a mail server has taken
 * that mail: a mail that could not be sent announces nothing.
 */

/** A mail names everyone due within these days, and the next one comes after half of them. */
const AHEAD_DAYS = 2 * RETENTION_NOTICE_DAYS;
/** A deletion that was announced longer ago and has not happened is announced again. */
const VALID_DAYS = AHEAD_DAYS + 2;

/** An owner who has chosen how long people are kept. */
export interface KeepingOwner extends UserRow {
  retentionMonths: NonNullable<UserRow['retentionMonths']>;
  retentionSince: Date;
}

export const keepsForTime = (owner: UserRow): owner is KeepingOwner =>
  owner.retentionMonths !== null && owner.retentionSince !== null;

type Address = Pick<UserRow, 'email' | 'emailRefusedAt'>;

/** True if a mail can tell the owner beforehand. Otherwise nothing is deleted, as the settings say. */
export const canAnnounce = (app: AppContext, { email, emailRefusedAt }: Address): boolean =>
  sendsMail(app) && email !== null && emailRefusedAt === null;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** A notice that was made for another choice says nothing of this one. */
const isOfChoice = ({ retentionSince }: KeepingOwner): SQL => gte(retentionNotices.createdAt, retentionSince);

/** True if the person with this id was announced long enough ago, for what the owner chooses now. */
export const wasAnnounced = (id: SQL, now: Date): SQL => sql`exists (
  select from retention_notices n join users u on u.id = n.user_id and n.created_at >= u.retention_since
  where n.person_id = ${id}
    and n.announced_at <= ${daysBefore(now, RETENTION_NOTICE_DAYS).toISOString()}::timestamptz
)`;

/** The moment before which the last contact of those was who will be due within the days ahead. */
const aheadOf = (months: number, now: Date): Date => computeLimit(months, now, AHEAD_DAYS);

/**
 * Forgets what no longer holds: of people who are there but not due any more, of mails that never arrived, of another choice,
 * and of those whose time has passed.
 */
export async function forgetNotices({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  const at = (days: number) => daysBefore(now(), days);
  const { personId, userId, createdAt, announcedAt } = retentionNotices;
  const aheads = RETENTION_MONTHS.map(
    (months) => sql`when ${months} then ${aheadOf(months, now()).toISOString()}::timestamptz`,
  );
  const before = sql`case u.retention_months ${sql.join(aheads, sql` `)} end`;
  await sweepInSteps(
    db,
    personId,
    sql`(
      ${lte(createdAt, at(VALID_DAYS))}
      or ${and(isNull(announcedAt), lte(createdAt, at(RETENTION_NOTICE_DAYS)))}
      or exists (
        select from users u where u.id = ${userId} and (
          u.retention_months is null or ${createdAt} < u.retention_since
          or exists (select from contacts where contacts.id = ${personId} and not ${isDueContact(before)})
          or exists (select from lead_captures where lead_captures.id = ${personId} and not ${isDueLead(before)})
        )
      )
    )`,
    stopping,
  );
}

/**
 * One mail a week at most says who goes in the two weeks ahead, so that everyone is announced a week before. The owner was read
 * at `now`: another choice since then is later than these notices.
 */
export async function announceDeletions(
  app: AppContext,
  owner: KeepingOwner,
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  const { createdAt, announcedAt, mailId: ofMail } = retentionNotices;
  const isRecent = and(
    whereCan(systemFor(owner.id), 'see', 'retentionNotice'),
    gt(createdAt, daysBefore(now, RETENTION_NOTICE_DAYS)),
    isOfChoice(owner),
  );
  const [last] = await app.db
    .select({ mailId: ofMail, announcedAt })
    .from(retentionNotices)
    .where(isRecent)
    .orderBy(asc(announcedAt))
    .limit(1);
  if (last?.announcedAt) return;
  // A pass that ended in the middle goes on with the same mail, of which there is one.
  const mailId = last?.mailId ?? newId();
  let isAny = last !== undefined;
  const note: ActOnPeople = async ({ table, isDue }, ids) => {
    const { rowCount } = await app.db.execute(sql`
      insert into retention_notices (person_id, user_id, mail_id, created_at)
      select id, ${owner.id}, ${mailId}, ${now.toISOString()}::timestamptz from ${table}
      where ${isAmong(ids)} and ${isDue(aheadOf(owner.retentionMonths, now))} on conflict do nothing`);
    if (rowCount) isAny = true;
  };
  await eachOld(app.db, owner.id, aheadOf(owner.retentionMonths, now), note, stopping);
  if (isAny && !stopping?.aborted)
    await app.queue.send(app.db, 'retention-mail', { userId: owner.id, mailId }, { key: mailId });
}

/** The count is read when it is sent. */
export async function mailAnnouncement(
  app: AppContext,
  { userId, mailId }: { userId: AccountId; mailId: string },
  jobId: string,
  date: Date,
): Promise<void> {
  const isOfMail = and(
    whereCan(systemFor(userId), 'see', 'retentionNotice'),
    eq(retentionNotices.mailId, mailId),
  );
  const [owner] = await app.db.select().from(users).where(eq(users.id, userId));
  if (!owner?.email || !keepsForTime(owner) || !canAnnounce(app, owner)) return;
  const months = owner.retentionMonths;
  // Another choice has been made meanwhile, or another mail says it.
  const isHeld = and(isOfMail, isOfChoice(owner));
  const [held] = await app.db
    .select({ toldAt: retentionNotices.announcedAt })
    .from(retentionNotices)
    .where(isHeld)
    .orderBy(asc(retentionNotices.announcedAt))
    .limit(1);
  if (!held) return;
  const before = aheadOf(months, app.now());
  const { rows } = await app.db.execute<{ count: number }>(
    countDue(
      whereCan(systemFor(userId), 'see', 'contact'),
      whereCan(systemFor(userId), 'see', 'lead'),
      before,
    ),
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const people = peopleDue(count);
  const letter = composeMail({
    to: owner.email,
    name: owner.fullName,
    subject: `${people} will be deleted from your contacts`,
    paragraphs: [
      `You chose to have contacts and leads deleted ${months} months after the last contact. In the next two weeks, ${people} will be deleted.`,
      'To keep someone, mark them as a favorite or add a note about them.',
    ],
    action: { label: 'See your contacts', url: `${originOf(app.config)}/contacts` },
    footnote: `You can change this in your ${PRODUCT} settings, under Contacts.`,
  });
  // A try that ended while it noted whom the mail was about goes on with that.
  if (!held.toldAt) await deliverMail(app, letter, jobId, date);
  const announcedAt = held.toldAt ?? app.now();
  await eachOld(app.db, userId, aheadOf(months, date), (_, ids) =>
    app.db
      .update(retentionNotices)
      .set({ announcedAt })
      .where(and(inArray(retentionNotices.personId, ids), isOfMail, isNull(retentionNotices.announcedAt))),
  );
}
