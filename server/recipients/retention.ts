import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import { isOfAccount, whereCan } from '#server/access/where-can.ts';
import { sendsMail } from '#server/auth/link-mail.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { users } from '#server/db/schema.ts';
import { recordAccountEvent } from '#server/history/account-events.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { PRODUCT, RETENTION_NOTICE_DAYS } from '#shared/constants.ts';
import type { Retention, RetentionChoice, RetentionQuery } from '#shared/recipients.ts';
import { DAY_MS } from '#shared/time.ts';

/**
 * Owners may have contacts and leads deleted some months after the last contact. Favorites stay, and so does whoever
 * the owner wants to be reminded of.
 */

/** Rows deleted in one statement, so that none holds its locks for long. */
const AT_ONCE = 1_000;

/** Who was met, written about, noted on or changed by then is not due. */
const isDueContact = (before: Date): SQL => {
  const moment = sql`${before.toISOString()}::timestamptz`;
  return sql`(
    contacts.created_at <= ${moment} and not contacts.is_favorite
    and (contacts.met_at is null or contacts.met_at <= ${moment})
    and not exists (
      select from contact_notes n
      where n.contact_id = contacts.id and coalesce(n.changed_at, n.created_at) > ${moment}
    )
    and not exists (select from contact_history h where h.contact_id = contacts.id and h.created_at > ${moment})
    and ${hasNoReminder('contacts')}
  )`;
};

const isDueLead = (before: Date): SQL =>
  sql`(
    coalesce(lead_captures.changed_at, lead_captures.created_at) <= ${before.toISOString()}::timestamptz
    and lead_captures.created_at <= ${before.toISOString()}::timestamptz and ${hasNoReminder('lead_captures')}
  )`;

const hasNoReminder = (table: 'contacts' | 'lead_captures'): SQL =>
  sql`not exists (select from reminders r where r.person_id = ${sql.raw(table)}.id and r.told_at is null)`;

/** The moment before which the last contact must have been. */
export function limitOf(months: number, now: Date, daysAhead = 0): Date {
  const limit = new Date(now.getTime() + daysAhead * DAY_MS);
  limit.setUTCMonth(limit.getUTCMonth() - months);
  return limit;
}

const countDue = (contacts: SQL, leads: SQL, before: Date): SQL => sql`
  select (
    (select count(*) from contacts where ${contacts} and ${isDueContact(before)})
    + (select count(*) from lead_captures where ${leads} and ${isDueLead(before)})
  )::integer as count`;

type Address = Pick<UserRow, 'email' | 'emailRefusedAt'>;
const addressOf = { email: users.email, emailRefusedAt: users.emailRefusedAt };

/** Whether a mail can tell the owner beforehand. Otherwise nothing is deleted, as the settings say. */
const canAnnounce = (app: AppContext, { email, emailRefusedAt }: Address): boolean =>
  sendsMail(app) && email !== null && emailRefusedAt === null;

/** What is chosen, and how many would go within days by that or another choice. */
export async function getRetention(
  ctx: UserContext,
  { query }: { query: RetentionQuery },
): Promise<Retention> {
  const [owner] = await ctx.db
    .select({ months: users.retentionMonths, ...addressOf })
    .from(users)
    .where(whereCan(ctx, 'see', 'account'));
  const chosen = owner?.months ?? null;
  const isAnnounced = owner !== undefined && canAnnounce(ctx, owner);
  const months = query.months ?? chosen;
  if (months === null) return { months: null, due: 0, isAnnounced };
  const statement = countDue(
    whereCan(ctx, 'delete', 'contact'),
    whereCan(ctx, 'delete', 'lead'),
    limitOf(months, ctx.now(), RETENTION_NOTICE_DAYS),
  );
  const { rows } = await ctx.db.execute<{ count: number }>(statement);
  return { months: chosen, due: rows[0]?.count ?? 0, isAnnounced };
}

/** Every other choice begins its days of grace again. */
export async function chooseRetention(
  ctx: UserContext,
  { body: { months } }: { body: RetentionChoice },
): Promise<Retention> {
  await ctx.db.transaction(async (tx) => {
    const isMine = whereCan(ctx, 'edit', 'account');
    const [before] = await tx
      .select({ months: users.retentionMonths })
      .from(users)
      .where(isMine)
      .for('no key update');
    if (!before || before.months === months) return;
    await tx.update(users).set({ retentionMonths: months, retentionSince: ctx.now() }).where(isMine);
    await recordAccountEvent(ctx, tx, ctx.user.id, 'retention_changed', {
      from: wordsOf(before.months),
      to: wordsOf(months),
    });
  });
  return getRetention(ctx, { query: {} });
}

const wordsOf = (months: number | null): string => (months === null ? 'until deleted' : `${months} months`);

/** Deletes what is due, owner by owner and page by page, and announces what follows. */
export async function keepToRetention(app: AppContext): Promise<void> {
  const since = new Date(app.now().getTime() - RETENTION_NOTICE_DAYS * DAY_MS);
  for (let from = '', isMore = true; isMore; ) {
    const owners = await app.db
      .select()
      .from(users)
      .where(and(isNotNull(users.retentionMonths), sql`${users.id} > ${from}`))
      .orderBy(users.id)
      .limit(AT_ONCE);
    for (const owner of owners) {
      if (!canAnnounce(app, owner)) continue;
      if (owner.retentionSince && owner.retentionSince <= since) await deleteDue(app, owner);
      await announce(app, owner);
    }
    from = owners.at(-1)?.id ?? '';
    isMore = owners.length === AT_ONCE;
  }
}

async function deleteDue({ db, now }: AppContext, { id, retentionMonths }: UserRow): Promise<void> {
  if (retentionMonths === null) return;
  const before = limitOf(retentionMonths, now());
  for (const [table, condition] of [
    [sql`contacts`, sql`${isOfAccount(id, 'contact')} and ${isDueContact(before)}`],
    [sql`lead_captures`, sql`${isOfAccount(id, 'lead')} and ${isDueLead(before)}`],
  ] as const) {
    for (let count = AT_ONCE; count === AT_ONCE; ) {
      const { rowCount } = await db.execute(
        sql`delete from ${table} where id in (select id from ${table} where ${condition} limit ${AT_ONCE})`,
      );
      count = rowCount ?? 0;
    }
  }
}

/** One mail a week at most says what goes in the two weeks ahead, so that everyone is announced a week before. */
async function announce(app: AppContext, owner: UserRow): Promise<void> {
  const { id, retentionMonths } = owner;
  if (retentionMonths === null) return;
  const before = limitOf(retentionMonths, app.now(), 2 * RETENTION_NOTICE_DAYS);
  const { rows } = await app.db.execute<{ count: number }>(
    countDue(isOfAccount(id, 'contact'), isOfAccount(id, 'lead'), before),
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const people = count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;
  const week = Math.floor(app.now().getTime() / (RETENTION_NOTICE_DAYS * DAY_MS));
  await mailUser(
    app,
    app.db,
    owner,
    {
      subject: `${people} will be deleted from your contacts`,
      paragraphs: [
        `You chose to have contacts and leads deleted ${retentionMonths} months after the last contact. In the next two weeks that is true of ${people}.`,
        'Whoever you mark as a favorite stays, as does everyone you write a note on.',
      ],
      action: { label: 'See your contacts', url: `${originOf(app.config)}/contacts` },
      footnote: `You can change this in your ${PRODUCT} settings, under “How long contacts are kept”.`,
    },
    `retention ${id} ${week}`,
  );
}
