import { and, eq, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { senderBlocks, unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import { finishContacts } from '#server/db/search/index-contacts.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { openInbox } from '#server/people/contacts/contact-use.ts';
import { endLinksWithBlocked } from '#server/people/contacts/end-links.ts';
import { placeAndEventOf } from '#server/people/contacts/exchange/add-submissions.ts';
import {
  FIELD_COLUMNS,
  LEAD_COLUMN_NAMES,
  LEAD_COLUMNS_AS_WAITING,
  senderText,
} from '#server/people/contacts/exchange/submission-columns.ts';
import { requireBlocksLeft } from '#server/people/contacts/review/blocks.ts';
import { isWaiting } from '#server/people/contacts/review/unreviewed.ts';
import { requireRoom } from '#server/people/contacts/room.ts';
import { deleteAmong, insertInto } from '#server/people/contacts/write-contacts.ts';
import { ADDRESS_BLOCK_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { Choice, Reviewed } from '#shared/people/unreviewed.ts';

/**
 * An owner's decisions on submissions waiting for review. Each is one statement with one `review_id`, by which it can
 * be undone.
 */

interface Chosen {
  body: Choice;
}

function isChosen(ctx: UserContext, { ids, asOf, except = [] }: Choice): SQL | undefined {
  const { id, createdAt } = unreviewedSubmissions;
  return and(
    isWaiting(ctx),
    ids && inArray(id, ids),
    asOf ? lte(createdAt, new Date(asOf)) : undefined,
    except.length > 0 ? notInArray(id, except) : undefined,
  );
}

/**
 * Decides on the submissions that match `which`, as the start of a statement. Those decided by a concurrent request are
 * left to it.
 */
const decideOn = (
  ctx: UserContext,
  review: string,
  as: 'kept' | 'deleted' | 'reported',
  which: SQL | undefined,
) => sql`
  with decided as (
    update unreviewed_submissions
    set reviewed_at = ${ctx.now().toISOString()}::timestamptz, reviewed_as = ${as}, review_id = ${review}
    where ${which}
    returning *
  )`;

async function runAndCount(ctx: UserContext, review: string, statement: SQL): Promise<Reviewed> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`${statement} select count(*)::integer as count from decided`,
  );
  return { count: rows[0]?.count ?? 0, review };
}

/** As of now: who holds the card they came through. */
const HOLDER = sql.raw('(select c.holder_id from business_cards c where c.id = decided.card_id)');
const MET = sql.raw(
  placeAndEventOf(
    '(select coalesce(c.holder_id, decided.user_id) from business_cards c where c.id = decided.card_id)',
    'decided.created_at',
  ),
);

/** Submissions that no longer wait make room for the next ones. */
async function openInboxAfter(ctx: UserContext, reviewing: Promise<Reviewed>): Promise<Reviewed> {
  const reviewed = await reviewing;
  await openInbox(ctx, ctx.account.id);
  return reviewed;
}

/** Turns them into contacts and leads as they were sent, with their original times. */
export function keepUnreviewed(ctx: UserContext, { body }: Chosen): Promise<Reviewed> {
  const review = newId();
  const statement = sql`${decideOn(ctx, review, 'kept', isChosen(ctx, body))}, kept_contacts as (
    ${sql.raw(
      insertInto(`id, user_id, holder_id, card_id, card_name, ${FIELD_COLUMNS}, phone_e164, source, met_place,
      met_event, created_at, consents`),
    )}
    select id, user_id, ${HOLDER}, card_id, card_name, ${sql.raw(FIELD_COLUMNS)}, phone_e164, 'exchange', ${MET}, created_at,
      consents
    from decided where kind = 'contact'
    on conflict (id) do nothing
  ), kept_links as (
    insert into contact_links (id, person_id, user_id, sender_id, created_at)
    select id, id, user_id, account, created_at from (
      select *, ${sql.raw(senderText('decided.sender_id', 'decided.email'))} as account from decided where kind = 'contact'
    ) as sent where account <> user_id
    on conflict (id) do nothing
  ), kept_leads as (
    insert into lead_captures (
      id, card_id, card_owner_id, holder_id, ${sql.raw(LEAD_COLUMN_NAMES)}, lead_phone_e164, met_place, met_event, created_at,
      custom_fields, consents
    )
    select id, card_id, user_id, ${HOLDER}, ${sql.raw(LEAD_COLUMNS_AS_WAITING)}, phone_e164, ${MET}, created_at,
      custom_fields, consents
    from decided where kind = 'lead'
    on conflict (id) do nothing
  ), kept_receipts as (
    insert into receipts (id, person_id, user_id, given, created_at)
    select id, id, user_id, receipt, created_at from decided where receipt is not null
    on conflict (id) do nothing
  )`;
  const keeping = writeInOrder(ctx, async (tx) => {
    const inside = { ...ctx, db: tx };
    const reviewed = await runAndCount(inside, review, statement);
    // Refused, all of it waits on.
    if (reviewed.count > 0) await requireRoom(inside, ctx.account.id);
    await finishContacts(
      tx,
      sql`contacts.id in (select id from unreviewed_submissions where ${whereCan(ctx, 'edit', 'submission')} and review_id = ${review})`,
    );
    return reviewed;
  });
  return openInboxAfter(ctx, keeping);
}

export function deleteUnreviewed(ctx: UserContext, { body }: Chosen): Promise<Reviewed> {
  const review = newId();
  return openInboxAfter(ctx, runAndCount(ctx, review, decideOn(ctx, review, 'deleted', isChosen(ctx, body))));
}

/** Reports spam: deletes everything waiting from the same senders too, and blocks these senders. */
export async function reportUnreviewed(ctx: UserContext, { body }: Chosen): Promise<Reviewed> {
  const review = newId();
  const { sender } = unreviewedSubmissions;
  const reporting = writeInOrder(ctx, async (tx) => {
    const inside = { ...ctx, db: tx };
    const senders = tx.selectDistinct({ sender }).from(unreviewedSubmissions).where(isChosen(ctx, body));
    await requireBlocksLeft(inside, (await senders).length);
    const ofThem = and(isWaiting(ctx), inArray(sender, senders));
    const statement = sql`${decideOn(ctx, review, 'reported', ofThem)}, blocked as (
      insert into sender_blocks (id, user_id, kind, value, label, created_at, review_id)
      select replace(gen_random_uuid()::text, '-', ''), user_id, 'sender', sender, sender,
        ${ctx.now().toISOString()}::timestamptz, review_id
      from decided group by user_id, sender, review_id
      on conflict (user_id, value) do nothing
    )`;
    const reviewed = await runAndCount(inside, review, statement);
    await endLinksWithBlocked(inside, eq(senderBlocks.reviewId, review));
    return reviewed;
  });
  return openInboxAfter(ctx, reporting);
}

/** Blocks the network address of a submission: others who share it are blocked too, until the block expires. */
export async function blockAddress(ctx: UserContext, { params }: ById): Promise<Reviewed> {
  const review = newId();
  const { id, address, fullName } = unreviewedSubmissions;
  const blocking = writeInOrder(ctx, async (tx) => {
    const inside = { ...ctx, db: tx };
    const [found] = await tx
      .select({ address, fullName })
      .from(unreviewedSubmissions)
      .where(and(isWaiting(ctx), eq(id, params.id)));
    if (!found) throw notFound('submission');
    await requireBlocksLeft(inside, 1);
    const endsAt = new Date(ctx.now().getTime() + ADDRESS_BLOCK_DAYS * DAY_MS);
    const made = { label: found.fullName, createdAt: ctx.now(), endsAt, reviewId: review };
    await tx
      .insert(senderBlocks)
      .values({ ...made, id: newId(), ...stampNew(ctx, 'block'), kind: 'address', value: found.address })
      .onConflictDoUpdate({ target: [senderBlocks.userId, senderBlocks.value], set: made });
    const fromThere = and(isWaiting(ctx), eq(address, found.address));
    return runAndCount(inside, review, decideOn(ctx, review, 'reported', fromThere));
  });
  return openInboxAfter(ctx, blocking);
}

/** A kept submission waits for review again, unless it was converted or deleted meanwhile. */
export async function undoReview(
  ctx: UserContext,
  { body }: { body: { review: string } },
): Promise<{ count: number }> {
  const isOfReview = sql`${whereCan(ctx, 'edit', 'submission')} and review_id = ${body.review}`;
  const kept = sql`(
    select id from unreviewed_submissions where ${isOfReview} and reviewed_as = 'kept' and kind = 'contact')`;
  const undo = (deletion: SQL) => sql`
    with decided as (
      select id, kind, reviewed_as from unreviewed_submissions
      where ${isOfReview}
      for update
    ), contacts_gone as (
      ${deletion} where ${whereCan(ctx, 'delete', 'contact')}
        and id in (select id from decided where reviewed_as = 'kept' and kind = 'contact')
      returning id
    ), leads_gone as (
      delete from lead_captures where ${whereCan(ctx, 'delete', 'lead')}
        and id in (select id from decided where reviewed_as = 'kept' and kind = 'lead')
      returning id
    ), unblocked as (
      delete from sender_blocks where ${whereCan(ctx, 'delete', 'block')} and review_id = ${body.review}
      returning id
    ), waiting as (
      update unreviewed_submissions set reviewed_at = null, reviewed_as = null, review_id = null
      where id in (select id from decided where reviewed_as <> 'kept')
        or id in (select id from contacts_gone)
        or id in (select id from leads_gone)
      returning id
    )
    select (select count(*)::integer from waiting) as count, (select count(*)::integer from unblocked) as blocks`;
  const [done] = await writeInOrder(ctx, (tx) =>
    deleteAmong<{ count: number; blocks: number }>(tx, kept, ctx.now(), undo),
  );
  if (!done || done.count + done.blocks === 0) {
    throw notFound('review');
  }
  return { count: done.count };
}
