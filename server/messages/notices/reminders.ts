import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  isNull,
  lte,
  max,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { can } from '#server/access/can.ts';
import { asAmong } from '#server/access/find-account.ts';
import { lockToCount } from '#server/access/locks.ts';
import { metContact, metLead, personNameOf } from '#server/access/met-people.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { newId } from '#server/db/new-id.ts';
import { reminders } from '#server/db/schema/messages.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { persons } from '#server/db/schema/users.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { forEachOwner } from '#server/infra/queue/for-each-owner.ts';
import { sendNotice } from '#server/messages/notices/notice.ts';
import { pathOf, readPeople } from '#server/messages/notices/notice-people.ts';
import { reminderFile } from '#server/messages/notices/reminder-file.ts';
import { toMoment } from '#server/messages/notices/zone-time.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { contentDisposition, reminderFileName } from '#shared/formats/file-names.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';
import {
  type NewReminder,
  REMINDER_DAYS_MAX,
  REMINDERS_MAX,
  type Reminder,
  type ReminderChanges,
  SINGLE_NOTICES_PER_HOUR,
} from '#shared/messages/notices.ts';

/** The owners' reminders. The rows say when, so neither waiting nor a change leaves anything in the queue. */

const DUE = 'reminders';
/** Rows that have been told of are needed as long as their mail may be retried. */
const KEPT_MS = 7 * DAY_MS;
/** Between messages to an owner who has more reminders than can come one by one. */
const COLLECTING_MS = 10 * MINUTE_MS;

export const remindersWhenDue = (app: AppContext): void =>
  app.queue.whenDue(DUE, async (stopping) => {
    const moment = app.now();
    await tellDue(app, stopping);
    const next = await nextAfter(app, moment);
    return next && next.getTime() - app.now().getTime();
  });

const personName = personNameOf(reminders);

/** That of a deleted person waits: an undo may bring them back. */
const isDue = ({ now }: AppContext): SQL | undefined =>
  and(isNull(reminders.toldAt), lte(reminders.at, now()), sql`${personName} is not null`);

/** When the next reminder is due. Those that are held back are seen by the look at least once a minute. */
async function nextAfter({ db }: AppContext, moment: Date): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(reminders.at) })
    .from(reminders)
    .where(and(isNull(reminders.toldAt), gt(reminders.at, moment)));
  return next?.at ?? null;
}

/** Tells every owner of what is due, until `stopping` is aborted. */
export async function tellDue(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const find = (after: AccountId, most: number) =>
    app.db
      .selectDistinct({ userId: reminders.userId })
      .from(reminders)
      .where(and(isDue(app), gt(reminders.userId, after)))
      .orderBy(asc(reminders.userId))
      .limit(most);
  await forEachOwner(app, find, ({ userId }) => remindOwner(app, userId), stopping);
}

/** Tells an owner of what is due, unless they are suspended: one by one, or together if that were too many within an hour. */
const remindOwner = (app: AppContext, userId: AccountId): Promise<void> =>
  app.db.transaction(async (tx) => {
    // One at a time for an owner, so that none is told of twice.
    const [owner] = await tx.select().from(persons).where(eq(persons.id, userId)).for('no key update');
    if (!owner || owner.suspendedAt) return;
    const toldAt = app.now();
    const hourAgo = new Date(toldAt.getTime() - HOUR_MS);
    const [before] = await tx
      .select({ count: count(), last: max(reminders.toldAt) })
      .from(reminders)
      .where(and(whereCan(systemFor(userId), 'see', 'reminder'), gt(reminders.toldAt, hourAgo)));
    const told = before?.count ?? 0;
    const sinceLast = toldAt.getTime() - (before?.last?.getTime() ?? 0);
    if (told >= SINGLE_NOTICES_PER_HOUR && sinceLast < COLLECTING_MS) return;
    // In one statement: what its owner moves at this moment is not told of before its time.
    const due = await tx
      .update(reminders)
      .set({ toldAt })
      .where(and(whereCan(systemFor(userId), 'edit', 'reminder'), isDue(app)))
      .returning({ id: reminders.id, at: reminders.at });
    const ids = due.toSorted((one, other) => one.at.getTime() - other.at.getTime()).map(({ id }) => id);
    if (ids.length > 1 && told + ids.length > SINGLE_NOTICES_PER_HOUR) {
      await sendNotice(app, tx, owner, { kind: 'reminders', id: toldAt.toISOString() });
      return;
    }
    for (const id of ids) await sendNotice(app, tx, owner, { kind: 'reminder', id });
  });

/** An undo can still bring the person back. */
const isUndoable = sql`exists (
  select from contact_undo_rows undo where undo.contact_id = ${reminders.personId}
)`;

/** Those that are told of, and those whose person is gone for good. */
export async function deleteOldReminders({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  const isOld = lte(reminders.toldAt, new Date(now().getTime() - KEPT_MS));
  const isSettled = lte(reminders.createdAt, new Date(now().getTime() - DAY_MS));
  const isOfGone = and(isSettled, isNull(personName), sql`not ${isUndoable}`);
  await deleteInSteps(db, reminders.id, or(isOld, isOfGone), { stopping });
}

type Row = typeof reminders.$inferSelect & { name: string | null };

const toReminder = ({ id, personId, name, note, at }: Row): Reminder => ({
  id,
  contactId: personId,
  contactName: name ?? '',
  note,
  at: at.toISOString(),
});

const findRows = (ctx: UserContext, action: 'see' | 'edit' | 'export', which?: SQL) =>
  ctx.db
    .select({ ...getTableColumns(reminders), name: personName })
    .from(reminders)
    .where(
      and(whereCan(ctx, action, 'reminder'), isNull(reminders.toldAt), sql`${personName} is not null`, which),
    )
    .orderBy(asc(reminders.at), asc(reminders.id))
    .limit(REMINDERS_MAX);

export const listReminders = async (ctx: UserContext): Promise<Reminder[]> =>
  (await findRows(ctx, 'see')).map(toReminder);

async function findReminder(ctx: UserContext, action: 'see' | 'edit' | 'export', id: string): Promise<Row> {
  const [row] = await findRows(ctx, action, eq(reminders.id, id));
  if (!row) throw notFound('reminder');
  return row;
}

const createTimeError = (message: string) => new AppError('invalid', message, { fields: { at: message } });

/** A time as it was sent: without an offset, it is in the owner's zone. */
function readTime({ user, now }: UserContext, text: string): Date {
  const isInstant = /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const shown = Date.parse(isInstant ? text : `${text}Z`);
  // Days that no calendar has, such as the 31st of June, are moved on by some runtimes and refused by others.
  if (
    Number.isNaN(shown) ||
    new Date(`${text.slice(0, 10)}T00:00Z`).getUTCDate() !== Number(text.slice(8, 10))
  )
    throw createTimeError('That day is in no calendar. Choose a day and a time, like 2026-11-25T09:00');
  const at = isInstant ? new Date(shown) : toMoment(shown, user.timeZone);
  const aheadMs = at.getTime() - now().getTime();
  if (aheadMs <= 0) throw createTimeError('Choose a time in the future.');
  if (aheadMs > REMINDER_DAYS_MAX * DAY_MS) throw createTimeError('Choose a time within the next two years.');
  return at;
}

export async function addReminder(ctx: UserContext, { body }: { body: NewReminder }): Promise<Reminder> {
  await requirePerson(ctx, body.contactId);
  const at = readTime(ctx, body.at);
  const id = newId();
  await ctx.db.transaction(async (tx) => {
    await lockToCount(tx, ctx.account.id);
    const ahead = and(whereCan(ctx, 'see', 'reminder'), isNull(reminders.toldAt));
    const [kept] = await tx.select({ count: count() }).from(reminders).where(ahead);
    if ((kept?.count ?? 0) >= REMINDERS_MAX) {
      throw new AppError('conflict', `You have ${REMINDERS_MAX} reminders. Delete some to add another.`);
    }
    await tx.insert(reminders).values({
      id,
      ...stampNew(ctx, 'reminder'),
      personId: body.contactId,
      note: body.note ?? '',
      at,
      createdAt: ctx.now(),
    });
  });
  ctx.queue.wake(DUE);
  return toReminder(await findReminder(ctx, 'see', id));
}

/** Somebody of the requester's own, or whom they hold in a team; throws 403 if they only see them, and 404 if not even that. */
async function requirePerson(ctx: UserContext, id: string): Promise<void> {
  const { id: ownId } = accountOf(ctx.user);
  const [contact] = await ctx.db
    .select({
      ownerId: contacts.userId,
      holderId: contacts.holderId,
      isMet: sql<boolean>`${metContact(ownId)}`,
    })
    .from(contacts)
    .where(eq(contacts.id, id));
  const [lead] = contact
    ? []
    : await ctx.db
        .select({
          ownerId: leadCaptures.cardOwnerId,
          holderId: leadCaptures.holderId,
          isMet: sql<boolean>`${metLead(ownId)}`,
        })
        .from(leadCaptures)
        .where(eq(leadCaptures.id, id));
  const person = contact ?? lead;
  if (!person) throw notFound('contact');
  if (person.isMet) return;
  const { ownerId, holderId } = person;
  const caller = await asAmong(ctx, ownerId);
  const subject = { kind: contact ? 'contact' : 'lead', ownerId, holderId, isPublic: false } as const;
  if (!can(caller, 'see', subject)) throw notFound('contact');
  throw new AppError('forbidden', 'Only whoever holds this contact can set a reminder.');
}

/** Moves it or changes its note. */
export async function changeReminder(
  ctx: UserContext,
  { params, body }: ById & { body: ReminderChanges },
): Promise<Reminder> {
  const before = await findReminder(ctx, 'edit', params.id);
  const at = body.at === undefined ? before.at : readTime(ctx, body.at);
  const isMoved = at.getTime() !== before.at.getTime();
  if (!isMoved && (body.note ?? before.note) === before.note) return toReminder(before);
  const changed = await ctx.db
    .update(reminders)
    .set({ at, note: body.note ?? before.note, sequence: sql`${reminders.sequence} + 1` })
    .where(and(whereCan(ctx, 'edit', 'reminder'), eq(reminders.id, params.id), isNull(reminders.toldAt)));
  if (!changed.rowCount) throw notFound('reminder');
  if (isMoved) ctx.queue.wake(DUE);
  return toReminder(await findReminder(ctx, 'see', params.id));
}

export async function removeReminder(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const removed = await ctx.db
    .delete(reminders)
    .where(and(whereCan(ctx, 'delete', 'reminder'), eq(reminders.id, params.id)));
  if (!removed.rowCount) throw notFound('reminder');
  return params;
}

export async function getReminderFile(ctx: UserContext, { params }: ById): Promise<FileBody> {
  const row = await findReminder(ctx, 'export', params.id);
  const [met] = await readPeople(ctx, accountOf(ctx.user).id, [row.personId]);
  if (!met) throw notFound('reminder');
  const name = row.name ?? '';
  return {
    body: reminderFile(ctx, { ...row, name, path: pathOf(met) }),
    type: 'text/calendar; charset=utf-8',
    headers: { 'content-disposition': contentDisposition(reminderFileName(name)) },
  };
}
