import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { retentionNotices } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { deliverMail } from '#server/infra/mail/mail.ts';
import { computeLimit, countDue, isDueContact, isDueLead } from '#server/people/recipients/due-people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { PRODUCT, RETENTION_NOTICE_DAYS } from '#shared/contract/constants.ts';
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

type Address = Pick<UserRow, 'email' | 'emailRefusedAt'>;

/** True if a mail can tell the owner beforehand. Otherwise nothing is deleted, as the settings say. */
export const canAnnounce = (app: AppContext, { email, emailRefusedAt }: Address): boolean =>
  sendsMail(app) && email !== null && emailRefusedAt === null;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** True if the person with this id was announced long enough ago. */
export const wasAnnounced = (id: SQL, now: Date): SQL => sql`exists (
  select from retention_notices announced where announced.person_id = ${id}
    and announced.announced_at <= ${daysBefore(now, RETENTION_NOTICE_DAYS).toISOString()}::timestamptz
)`;

/** The moment before which the last contact of those was who will be due within the days ahead. */
const aheadOf = ({ now }: AppContext, { retentionMonths }: UserRow): Date =>
  computeLimit(retentionMonths ?? 0, now(), AHEAD_DAYS);

/** Those of an owner who will be due within the days ahead, as ids in a column `id`. */
function dueAhead(app: AppContext, owner: UserRow): SQL {
  const { id } = owner;
  const before = aheadOf(app, owner);
  return sql`
    select id from contacts where ${whereCan(systemFor(id), 'see', 'contact')} and ${isDueContact(before)}
    union all select id from lead_captures where ${whereCan(systemFor(id), 'see', 'lead')} and ${isDueLead(before)}`;
}

/**
 * Forgets what no longer holds: of people who are there but not due any more, of mails that never arrived, and of those
 * whose time has passed.
 */
export async function forgetNotices(app: AppContext, owner: UserRow): Promise<void> {
  const before = aheadOf(app, owner);
  const at = (days: number) => sql`${daysBefore(app.now(), days).toISOString()}::timestamptz`;
  await app.db.execute(sql`
    delete from retention_notices where ${whereCan(systemFor(owner.id), 'delete', 'retentionNotice')} and (
      created_at <= ${at(VALID_DAYS)}
      or (announced_at is null and created_at <= ${at(RETENTION_NOTICE_DAYS)})
      or exists (select from contacts where contacts.id = person_id and not ${isDueContact(before)})
      or exists (select from lead_captures where lead_captures.id = person_id and not ${isDueLead(before)})
    )`);
}

/** One mail a week at most says who goes in the two weeks ahead, so that everyone is announced a week before. */
export async function announceDeletions(app: AppContext, owner: UserRow): Promise<void> {
  const weekAgo = daysBefore(app.now(), RETENTION_NOTICE_DAYS);
  const isRecent = and(
    whereCan(systemFor(owner.id), 'see', 'retentionNotice'),
    gt(retentionNotices.createdAt, weekAgo),
  );
  await app.db.transaction(async (tx) => {
    // One at a time, and not while the owner chooses something else.
    const [now] = await tx.select().from(users).where(eq(users.id, owner.id)).for('no key update');
    if (!now || now.retentionMonths !== owner.retentionMonths) return;
    if ((await tx.$count(retentionNotices, isRecent)) > 0) return;
    const mailId = newId();
    const { rowCount } = await tx.execute(sql`
      insert into retention_notices (person_id, user_id, mail_id, created_at)
      select id, ${owner.id}, ${mailId}, ${app.now().toISOString()}::timestamptz
      from (${dueAhead(app, owner)}) as due on conflict do nothing`);
    if (rowCount) await app.queue.send(tx, 'retention-mail', { userId: owner.id, mailId });
  });
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
  const months = owner?.retentionMonths ?? null;
  if (!owner?.email || months === null || !canAnnounce(app, owner)) return;
  // Another choice has been made meanwhile, or another mail says it.
  if ((await app.db.$count(retentionNotices, isOfMail)) === 0) return;
  const before = computeLimit(months, app.now(), AHEAD_DAYS);
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
  await deliverMail(app, letter, jobId, date);
  await app.db.update(retentionNotices).set({ announcedAt: app.now() }).where(isOfMail);
}
