import { inArray, sql } from 'drizzle-orm';
import { existingText } from '#server/access/visibility.ts';
import { LOCK_ORDER } from '#server/access/write-in-order.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { valuesOf } from '#server/db/values-of.ts';
import type { NewSubmission } from '#server/people/contacts/exchange/add-submissions.ts';
import {
  ANSWERS_OR_NONE,
  CONSENTS_OR_NONE,
  EXTRA_TYPES,
  FIELD_COLUMNS,
  FIELD_TYPES,
  WAITING_VALUES,
} from '#server/people/contacts/exchange/submission-columns.ts';
import { UNREVIEWED_MAX } from '#shared/contract/constants.ts';

export interface Held {
  isHeld: boolean;
  /** The next one cannot be kept. */
  isInboxFull: boolean;
  /** Something else has locked the owner, so that nothing was decided. */
  isLocked: boolean;
}

/**
 * Stores submissions for their owners to review, at most `waitingMax` per owner, and never more than `UNREVIEWED_MAX` of who
 * has no room. Where nothing more can be kept, visitors' pages say so from then on.
 * The owners' rows are locked meanwhile, so that no burst can exceed the limit. Those that something else has locked are passed over,
 * unless it `isPatient`; for those who are deleted by then, nothing is kept.
 */
export async function holdSubmissions(
  db: Db,
  submissions: NewSubmission[],
  { waitingMax, isPatient }: { waitingMax: number | null; isPatient: boolean },
): Promise<Held[]> {
  return db.transaction(async (tx) => {
    const cardIds = [...new Set(submissions.map(({ cardId }) => cardId))];
    const owners = tx
      .select({ id: businessCards.userId })
      .from(businessCards)
      .where(inArray(businessCards.id, cardIds));
    // In one order, so that two batches cannot deadlock.
    const locked = await tx.execute<{ cards: string[] }>(sql`
      select array(select id from business_cards where user_id = u.id and id = any (${sql.param(cardIds)}::text[])) as cards
      from ${users} as u where u.id in (${owners}) ${sql.raw(LOCK_ORDER)}
      for no key update of u ${sql.raw(isPatient ? '' : 'skip locked')}`);
    const open = new Set(locked.rows.flatMap(({ cards }) => cards));
    const ours = submissions.filter(({ cardId }) => open.has(cardId));
    const given = JSON.stringify(ours.map((submission, nth) => ({ ...submission, nth })));
    const { rows } = await tx.execute<{ id: string }>(sql`
      with given as (
        select * from json_to_recordset(${given}::json) as given (
          nth integer, id text, kind text, "cardId" text, ${sql.raw(FIELD_TYPES)}, "phoneE164" text,
          "createdAt" timestamptz, sender text, address text, reason text, "senderId" text, "isOverQuota" boolean, ${sql.raw(EXTRA_TYPES)}
        )
      ), met as (
        select given.*, c.user_id, c.name as card_name, c.lead_capture_fields as shown,
          row_number() over (partition by c.user_id order by given.nth) as place
        from given join business_cards c on c.id = given."cardId"
          join users u on u.id = c.user_id and ${sql.raw(existingText('u'))}
      ), waiting as (
        select user_id, count(*) as count from unreviewed_submissions
        where reviewed_at is null and user_id in (select user_id from met)
        group by user_id
      ), held as (
        insert into unreviewed_submissions (
          id, user_id, card_id, card_name, kind, reason, ${sql.raw(FIELD_COLUMNS)}, phone_e164, sender, address, created_at,
          custom_fields, consents, receipt, sender_id, is_over_quota
        )
        select id, user_id, "cardId", card_name, kind, coalesce(reason, 'busy'), ${sql.raw(WAITING_VALUES)},
          case when kind = 'contact' or 'phone' = any(shown) then "phoneE164" end,
          sender, address, "createdAt", ${sql.raw(ANSWERS_OR_NONE)}, ${sql.raw(CONSENTS_OR_NONE)}, receipt, "senderId", coalesce("isOverQuota", false)
        from met left join waiting using (user_id)
        where coalesce(waiting.count, 0) + place
          <= coalesce(${waitingMax}::bigint, case when "isOverQuota" then ${UNREVIEWED_MAX}::bigint end, coalesce(waiting.count, 0) + place)
        on conflict (id) do nothing
        returning id
      )
      select id from held union select id from met join unreviewed_submissions using (id)`);
    const held = new Set(rows.map(({ id }) => id));
    const overQuota = ours.filter(({ isOverQuota }) => isOverQuota);
    const closed = await closeInboxes(tx, overQuota, waitingMax ?? UNREVIEWED_MAX);
    return submissions.map(({ id, cardId }) => ({
      isHeld: held.has(id),
      isInboxFull: closed.has(cardId),
      isLocked: !isPatient && !open.has(cardId),
    }));
  });
}

/** Marks the owners for whom nothing more can wait; returns their cards. */
async function closeInboxes(tx: Db, submissions: NewSubmission[], waitingMax: number): Promise<Set<string>> {
  if (submissions.length === 0) return new Set();
  const ids = valuesOf(submissions.map(({ cardId }) => cardId));
  const { rows } = await tx.execute<{ id: string }>(sql`
    with full_owners as (
      select o.user_id from (
        select distinct user_id from business_cards where id in ${ids}
      ) as o
      where (select count(*) from unreviewed_submissions w where w.user_id = o.user_id and w.reviewed_at is null)
        >= ${waitingMax}::bigint
    ), closed as (
      update users set is_inbox_full = true where id in (select user_id from full_owners) and not is_inbox_full
    )
    select id from business_cards where user_id in (select user_id from full_owners)
      and id in ${ids}`);
  return new Set(rows.map(({ id }) => id));
}
