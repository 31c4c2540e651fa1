import { and, gt, isNotNull, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { leadCaptures } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { isAmong } from '#server/db/search/index-contacts.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { tryForEachOwner } from '#server/infra/queue/for-each-owner.ts';
import { eraseTraces } from '#server/people/contacts/erase-traces.ts';
import { deleteContacts } from '#server/people/contacts/write-contacts.ts';
import {
  announceDeletions,
  canAnnounce,
  forgetNotices,
  type KeepingOwner,
  keepsForTime,
  wasAnnounced,
} from '#server/people/recipients/announce-deletion.ts';
import { computeLimit, countDue } from '#server/people/recipients/due-people.ts';
import { type ActOnPeople, eachOld } from '#server/people/recipients/each-old.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { RETENTION_NOTICE_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { RetentionChoice, RetentionQuery, RetentionSetting } from '#shared/people/recipients.ts';

/** Owners may have contacts and leads deleted some months after the last contact, a week after a mail has said so. */

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

/** Every other choice begins its days of grace again: what was announced for the former one counts no more, and goes at night. */
export async function chooseRetention(
  ctx: UserContext,
  { body: { months } }: { body: RetentionChoice },
): Promise<RetentionSetting> {
  const since = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const isMine = whereCan(ctx, 'edit', 'account');
    const [before] = await tx
      .select({ months: users.retentionMonths })
      .from(users)
      .where(isMine)
      .for('no key update');
    if (!before || before.months === months) return;
    await tx.update(users).set({ retentionMonths: months, retentionSince: since }).where(isMine);
    await recordAccountEvent(ctx, tx, ctx.account.id, 'retention_changed', {
      from: wordsOf(before.months),
      to: wordsOf(months),
    });
  });
  return getRetention(ctx, { query: {} });
}

const wordsOf = (months: number | null): string => (months === null ? 'until deleted' : `${months} months`);

/**
 * Deletes who is due and was announced, owner by owner and step by step, and announces who follows. One owner for whom it
 * fails keeps no other from it.
 */
export async function keepToRetention(app: AppContext, stopping?: AbortSignal): Promise<void> {
  await forgetNotices(app, stopping);
  const find = (after: AccountId, most: number) =>
    app.db
      .select({ userId: users.id, owner: users })
      .from(users)
      .where(and(isNotNull(users.retentionMonths), gt(users.id, after)))
      .orderBy(users.id)
      .limit(most);
  await tryForEachOwner(find, ({ owner }) => keepOwner(app, owner, stopping), { stopping });
}

async function keepOwner(
  app: AppContext,
  owner: typeof users.$inferSelect,
  stopping: AbortSignal | undefined,
): Promise<void> {
  if (!keepsForTime(owner) || !canAnnounce(app, owner)) return;
  const now = app.now();
  await deleteDue(app, owner, now, stopping);
  if (!stopping?.aborted) await announceDeletions(app, owner, now, stopping);
}

async function deleteDue(
  app: AppContext,
  owner: KeepingOwner,
  now: Date,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { id } = owner;
  if (owner.retentionSince > new Date(now.getTime() - RETENTION_NOTICE_DAYS * DAY_MS)) return;
  const before = computeLimit(owner.retentionMonths, now);
  const deleteSome: ActOnPeople = async ({ kind, table, isDue }, page) => {
    const isToGo = (ids: string[]) =>
      and(
        whereCan(systemFor(id), 'delete', kind),
        isAmong(ids),
        isDue(before),
        wasAnnounced(sql`${table.id}`, now),
      );
    const readToGo = async (db: Db, ids: string[]) =>
      (await db.select({ id: table.id }).from(table).where(isToGo(ids))).map((one) => one.id);
    const found = await readToGo(app.db, page);
    if (found.length === 0) return;
    await writeInOrderOf(app, sql`${id}`, SYSTEM, async (tx) => {
      const ids = await readToGo(tx, found);
      if (kind === 'contact') await deleteContacts(tx, isAmong(ids), now);
      else await tx.delete(leadCaptures).where(isAmong(ids));
      await eraseTraces(tx, id, ids);
    });
  };
  await eachOld(app.db, id, before, deleteSome, stopping);
}
