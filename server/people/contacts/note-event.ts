import { type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import type { ArrivalEvent } from '#server/db/schema/messages.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Notes what somebody did with their details, so that the owner is told. */

/**
 * True if somebody with notice settings `n`, if any, is told of anything of this kind: an expression that is a column or
 * a parameter. `person`: the alias that has their id and email.
 */
export const isToldText = (kind: string, person: string): string => `(
    ${person}.email is not null and not coalesce(${kind} = any(n.mail_off), false)
    or not coalesce(${kind} = any(n.push_off), false)
      and exists (select from push_subscriptions p where p.user_id = ${person}.id)
  )`;

interface PersonEvent {
  event: ArrivalEvent;
  /** Who is told of it; a team, which is told of nothing, if nobody holds the contact. */
  toldId: AccountId;
  /** Null if nothing of them is kept. */
  personId: string | null;
  isLead: boolean;
  cardName: string | null;
}

/**
 * If the transaction `tx` commits. What the same person did shortly before and the owner has not been told of counts as
 * one with it. `ctx.arrivals.nudge` afterwards tells them soon.
 */
export async function noteEvent(
  { now }: Pick<AppContext, 'now'>,
  tx: Db,
  { event, toldId, personId, isLead, cardName }: PersonEvent,
): Promise<void> {
  const kind = isLead ? 'lead' : 'contact';
  const isTold: SQL = sql.raw(isToldText(`'${kind}'`, 'u'));
  await tx.execute(sql`
    insert into arrivals (user_id, id, kind, event, person_id, card_name, created_at)
    select u.id, ${newId()}, ${kind}, ${event}, ${personId}, ${cardName}, ${now().toISOString()}::timestamptz
    from users u left join notice_settings n on n.user_id = u.id
    where u.id = ${toldId} and ${isTold} and not exists (
      select from arrivals a
      where a.user_id = u.id and a.told_at is null and (a.person_id = ${personId} and a.event = ${event}
        or a.id = ${personId} and ${event} = 'corrected')
      -- One that is being told of in this moment is waited for, and is no longer untold then.
      for share
    )`);
}
