import { VISITOR } from '#server/access/actor.ts';
import { existingText, keptText, publicText, takesText } from '#server/access/visibility.ts';
import { LOCK_ORDER } from '#server/access/write-in-order.ts';
import {
  ANSWERS_OR_NONE,
  CONSENTS_OR_NONE,
  EXTRA_TYPES,
  FIELD_COLUMNS,
  FIELD_KEYS,
  FIELD_TYPES,
  LEAD_COLUMN_NAMES,
  LEAD_VALUES,
  senderText,
} from '#server/people/contacts/exchange/submission-columns.ts';
import { isToldText } from '#server/people/contacts/note-event.ts';
import { roomText } from '#server/people/contacts/room.ts';
import { insertInto } from '#server/people/contacts/write-contacts.ts';

/** The statement that adds what visitors sent, with all that goes with it, many at once. */

/**
 * In place of a number's hash, of which each owner has one row: that of a second contact with the number is never sent,
 * and says why.
 */
const REPEATED_HASH = `'repeated ' || id`;

/** The event may have begun or ended since the receiver was read. */
const IS_AS_SEARCHED = `user_id = "ownerId" and "searchedAt" is not distinct from met_event`;

/** Who hears of it: the holder of a team's card, or whose own the card is. */
const TOLD = `
    select coalesce(c.holder_id, case u.kind when 'person' then u.id end) as id,
      case when c.holder_id is null then u.email else (select h.email from users h where h.id = c.holder_id) end as email
  `;

const [SINCE, HOURLY_MAX] = ['(select since from rules)', '(select hourly_max from rules)'];

/** Each row that is looked at costs everybody in the batch: of an import, or of a team, there are any number. */
const LOOKED_AT = `${HOURLY_MAX} * 4`;

/** How many visitors sent within the hour, at most `hourly_max`, of the newest rows. */
const countSent = (table: string, newestOf: string, sent: string) => `(
      select count(*) from (
        select from (
          select * from ${table} where ${newestOf} and created_at > ${SINCE} order by created_at desc limit ${LOOKED_AT}
        ) as newest where ${sent} limit ${HOURLY_MAX}
      ) as recent
    )`;

/** Of whoever holds the card: in a team, each person's hour is their own. Two statements, since each has an index. */
const countOf = (table: string, owner: string, sent: string) => `case
    when o.holder_id is null then ${countSent(table, `${owner} = o.user_id and holder_id is null`, sent)}
    else ${countSent(table, `holder_id = o.holder_id and ${owner} = o.user_id`, sent)}
  end`;

/** Places in the statement, which waits where they are left as they are. */
const [IF_LOCKED, OF_HOLDER] = ['/* if locked */', '/* of the holder */'];
/** Who is still a member, but was not among those that could be locked, is held by something else. */
const IS_HOLDER_FREE = `and (h.id is not null or not exists (
  select from team_members m where m.user_id = placed.holder_id and m.team_id = placed.user_id
))`;

/**
 * One statement: looks up each card and adds the contact or lead if the card is open to strangers, accepts such
 * submissions, and has received fewer than `hourly_max` for its holder within the last hour (across all processes; null means no limit), as far as the newest rows tell. What is
 * added is noted among the arrivals, of which the owner is told, unless they want to hear of none, cannot, or entered it
 * themselves.
 * Whoever holds the card may leave the team or be deleted meanwhile: then nobody does. Concurrent statements do not see each other, so a
 * few more may pass; each process's own count is exact
 * (`exchangeWith`).
 * `rules` hides the values from the planner, who would plan each batch anew for them, which takes longer than running it.
 * Full joins are hashed; otherwise the planner, who expects one row of each, would compare all with all. So would a join instead of
 * `is true`.
 * Owners and holders that something else has locked are waited for, or passed over: then nothing is added for them, which the result
 * says. A holder who is gone, and not locked, is no member any more.
 */
export const ADD_PATIENTLY = `
with rules as materialized (
  select $2::timestamptz as since, $3::bigint as hourly_max, $4::bigint[] as limits, $5::timestamptz as moment,
    $6::int4[] as grams
), given as (
  select * from json_to_recordset($1::json) as given (
    nth integer, id text, "isKeyed" boolean, kind text, "cardId" text, ${FIELD_TYPES}, "phoneE164" text,
    "createdAt" timestamptz, sender text, address text, reason text, "textNumber" text, "consentVersion" text,
    "consentNetwork" text, "senderId" text, "searchText" text, "gramsFrom" integer, "gramsTo" integer, "matchKeys" text[],
    "ownerId" text, "searchedAt" text, ${EXTRA_TYPES}
  )
), met as (
  select given.*, c.user_id, c.holder_id, coalesce(c.holder_id, '') as holder, told.id as told_id,
    c.name as card_name, c.full_name as owner_name, c.lead_capture_fields as shown,
    u.auto_sms_enabled and u.kind <> 'team' as sends_texts, u.auto_sms_message as text_message,
    e.name as met_event, e.place as met_place,
    ${publicText('c', 'u')} as is_public,
    ${takesText("given.kind = 'contact'", 'c', 'u')} as is_open,
    exists (
      select from sender_blocks b where b.user_id = c.user_id and b.value in (given.sender, given.address)
        and (b.ends_at is null or b.ends_at > given."createdAt")
    ) as is_blocked,
    (told.id is not null and given."senderId" is distinct from told.id and ${isToldText('given.kind', 'told')}) as is_to_tell,
    "isKeyed" and (
      exists (select from contacts k where k.id = given.id)
      or exists (select from lead_captures l where l.id = given.id)
      or exists (select from unreviewed_submissions w where w.id = given.id)
    ) as is_known
  from given
  join business_cards c on c.id = given."cardId" and ${keptText('c')}
  join users u on u.id = c.user_id
  left join lateral (${TOLD}) told on true
  left join notice_settings n on n.user_id = told.id
  left join lateral (
    select name, place from met_events
    where user_id = told.id and starts_at <= given."createdAt" and ends_at > given."createdAt" limit 1
  ) e on true
), busy as (
  select user_id, holder, ${countOf('contacts', 'user_id', "source in ('exchange', 'lead')")} +
    ${countOf('lead_captures', 'card_owner_id', 'true')} as taken
  from (select distinct user_id, holder_id, holder from met where ${HOURLY_MAX} is not null) as o
), room as (
  ${roomText('o.id in (select user_id from met)', '(select limits from rules)', '(select moment from rules)')}
), placed as (
  select met.*, is_clean, count(*) filter (where is_clean) over (partition by user_id order by nth) as place,
    count(*) filter (where is_clean) over (partition by user_id, met.holder_id order by nth) as turn,
    taken, people, people_max, bytes, bytes_max
  from met cross join lateral (
    select is_public and is_open and not is_blocked and not is_known and reason is null as is_clean offset 0
  ) as judged
    full join room using (user_id)
    full join busy using (user_id, holder)
), locked as (
  select array_agg(id) as owners from (
    select u.id from users u join user_counts k on k.user_id = u.id
    where u.id in (select user_id from placed where is_clean) and ${existingText('u')} ${LOCK_ORDER}
    for key share of u ${IF_LOCKED} for no key update of k ${IF_LOCKED}
  ) as each_owner
), holders as (
  select m.team_id as user_id, p.id as holder_id from users p join team_members m on m.user_id = p.id
  where m.team_id = any ((select owners from locked)::text[])
    and (m.team_id, p.id) in (select user_id, holder_id from placed where is_clean)
  order by p.id for key share of p, m ${IF_LOCKED}
), held as (
  select placed.*, h.id as held_by,
    (user_id = any (coalesce((select owners from locked), '{}')) ${OF_HOLDER}) is not true as is_locked
  from placed
    full join (select user_id, holder_id, holder_id as id from holders) as h using (user_id, holder_id)
), chosen as (
  select * from held where is_clean and not is_locked and people + place <= people_max and bytes < bytes_max
    and (${HOURLY_MAX} is null or taken + turn <= ${HOURLY_MAX})
), added_contacts as (
  ${insertInto(`id, user_id, holder_id, card_id, card_name, ${FIELD_COLUMNS}, phone_e164, source, met_place,
    met_event, created_at, consents, actor_kind, search_text, search_grams, is_matched`)}
  select id, user_id, held_by, "cardId", card_name, ${FIELD_KEYS}, "phoneE164", 'exchange', met_place, met_event,
    "createdAt", ${CONSENTS_OR_NONE}, '${VISITOR.kind}', case when ${IS_AS_SEARCHED} then "searchText" end,
    case when ${IS_AS_SEARCHED} then (select grams from rules)["gramsFrom":"gramsTo"] end, "matchKeys" is not null
  from chosen where kind = 'contact'
  on conflict (id) do nothing
  returning id
), added_keys as (
  insert into contact_matches (user_id, key, contact_id)
  select user_id, unnest("matchKeys"), id from chosen where (id in (select id from added_contacts)) is true
), added_links as (
  insert into contact_links (id, person_id, user_id, sender_id, created_at, actor_kind)
  select id, id, user_id, sender, "createdAt", '${VISITOR.kind}' from (
    select id, user_id, "createdAt", ${senderText('"senderId"', 'chosen.email')} as sender
    from chosen where id in (select id from added_contacts)
  ) as sent where sender <> user_id
  on conflict (id) do nothing
), added_texts as (
  insert into text_messages (
    id, user_id, contact_id, number_hash, owner_name, message, consent_version, consent_network, created_at, next_at
  )
  select id, user_id, id, "textNumber", owner_name, text_message, "consentVersion", "consentNetwork", "createdAt",
    "createdAt"
  from chosen join added_contacts using (id) where "textNumber" is not null and sends_texts
  on conflict do nothing
  returning id
), repeated_texts as (
  insert into text_messages (
    id, user_id, contact_id, number_hash, owner_name, message, consent_version, consent_network, created_at, next_at,
    state, reason
  )
  select id, user_id, id, ${REPEATED_HASH}, owner_name, text_message, "consentVersion", "consentNetwork", "createdAt",
    "createdAt", 'not_sent', case when exists (
      select from text_messages t
      where t.user_id = chosen.user_id and t.number_hash = "textNumber" and t.state in ('sending', 'sent', 'delivered')
    ) then 'had_text' else 'first_only' end
  from chosen join added_contacts using (id)
  where "textNumber" is not null and sends_texts and id not in (select id from added_texts)
  on conflict do nothing
), added_leads as (
  insert into lead_captures (
    id, card_id, card_owner_id, holder_id, ${LEAD_COLUMN_NAMES}, lead_phone_e164, met_place, met_event, created_at,
    custom_fields, consents, actor_kind
  )
  select id, "cardId", user_id, held_by, ${LEAD_VALUES}, case when 'phone' = any(shown) then "phoneE164" end,
    met_place, met_event, "createdAt", ${ANSWERS_OR_NONE}, ${CONSENTS_OR_NONE}, '${VISITOR.kind}'
  from chosen where kind = 'lead'
  on conflict (id) do nothing
  returning id
), added_arrivals as (
  insert into arrivals (user_id, id, kind, created_at)
  select told_id, id, kind, "createdAt" from chosen
  where is_to_tell and held_by is not distinct from holder_id and (
    id in (select id from added_contacts) or id in (select id from added_leads)
  )
  on conflict do nothing
), added_receipts as (
  insert into receipts (id, person_id, user_id, given, created_at)
  select id, id, user_id, receipt, "createdAt" from chosen where receipt is not null
  on conflict (id) do nothing
)
select id, owner_name as "ownerName", is_public as "isPublic", is_open as "isOpen", is_blocked as "isBlocked",
  people + case when is_clean then place else 1 end > people_max or bytes >= bytes_max as "isOverQuota",
  is_known or id in (select id from chosen) as "isAdded",
  is_clean and is_locked as "isLocked",
  case when is_to_tell and id in (select id from chosen) then told_id end as "toldId", holder_id as "holderId"
from held`;

/** Ends when no holder of these cards is locked: the statement waits for them with their team's own row, and so for all of the team. */
export const WAIT_FOR_HOLDERS = `
  select from users p join team_members m on m.user_id = p.id
  where (m.team_id, p.id) in (select user_id, holder_id from business_cards where id = any ($1::text[]))
  order by p.id for key share of p, m`;

export const ADD_QUICKLY = ADD_PATIENTLY.replaceAll(IF_LOCKED, 'skip locked').replace(
  OF_HOLDER,
  IS_HOLDER_FREE,
);
