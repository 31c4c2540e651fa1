import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { retentionNotices } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { eraseTraces } from '#server/people/contacts/erase-traces.ts';
import { deleteContacts } from '#server/people/contacts/write-contacts.ts';
import {
  announceDeletions,
  canAnnounce,
  forgetNotices,
  wasAnnounced,
} from '#server/people/recipients/announce-deletion.ts';
import { computeLimit, countDue, isDueContact, isDueLead } from '#server/people/recipients/due-people.ts';
import { RETENTION_NOTICE_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { RetentionChoice, RetentionQuery, RetentionSetting } from '#shared/people/recipients.ts';

/** Owners may have contacts and leads deleted some months after the last contact, a week after a mail has said so. */

/** Rows deleted in one statement, so that none holds its locks for long. */
const AT_ONCE = 1_000;

const addressOf = { email: users.email, emailRefusedAt: users.emailRefusedAt };

/** The chosen period, and how many contacts would go within days by that or another choice. */
export async function getRetention(
  ctx: UserContext,
  { query }: { query: RetentionQuery },
): Promise<RetentionSetting> {
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
    computeLimit(months, ctx.now(), RETENTION_NOTICE_DAYS),
  );
  const { rows } = await ctx.db.execute<{ count: number }>(statement);
  return { months: chosen, due: rows[0]?.count ?? 0, isAnnounced };
}

/** Every other choice begins its days of grace again. */
export async function chooseRetention(
  ctx: UserContext,
  { body: { months } }: { body: RetentionChoice },
): Promise<RetentionSetting> {
  await ctx.db.transaction(async (tx) => {
    const isMine = whereCan(ctx, 'edit', 'account');
    const [before] = await tx
      .select({ months: users.retentionMonths })
      .from(users)
      .where(isMine)
      .for('no key update');
    if (!before || before.months === months) return;
    await tx.update(users).set({ retentionMonths: months, retentionSince: ctx.now() }).where(isMine);
    // An announcement for the former choice says nothing of this one.
    await tx.delete(retentionNotices).where(whereCan(ctx, 'delete', 'retentionNotice'));
    await recordAccountEvent(ctx, tx, ctx.account.id, 'retention_changed', {
      from: wordsOf(before.months),
      to: wordsOf(months),
    });
  });
  return getRetention(ctx, { query: {} });
}

const wordsOf = (months: number | null): string => (months === null ? 'until deleted' : `${months} months`);

/** Deletes who is due and was announced, owner by owner and page by page, and announces who follows. */
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
      await forgetNotices(app, owner);
      if (owner.retentionSince && owner.retentionSince <= since) await deleteDue(app, owner);
      await announceDeletions(app, owner);
    }
    from = owners.at(-1)?.id ?? '';
    isMore = owners.length === AT_ONCE;
  }
}

async function deleteDue({ db, now }: AppContext, { id, retentionMonths }: UserRow): Promise<void> {
  if (retentionMonths === null) return;
  const before = computeLimit(retentionMonths, now());
  for (const [table, kind, isDue] of [
    [contacts, 'contact', isDueContact(before)],
    [leadCaptures, 'lead', isDueLead(before)],
  ] as const) {
    const isToGo = and(whereCan(systemFor(id), 'delete', kind), isDue, wasAnnounced(sql`${table.id}`, now()));
    for (let count = AT_ONCE; count === AT_ONCE; ) {
      count = await writeInOrderOf({ db, now }, sql`${id}`, SYSTEM, async (tx) => {
        const due = await tx.select({ id: table.id }).from(table).where(isToGo).limit(AT_ONCE);
        const ids = due.map((one) => one.id);
        if (kind === 'contact') await deleteContacts(tx, inArray(contacts.id, ids), now());
        else await tx.delete(leadCaptures).where(inArray(leadCaptures.id, ids));
        await eraseTraces(tx, id, ids);
        return ids.length;
      });
    }
  }
}
