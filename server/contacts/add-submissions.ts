import type pg from 'pg';
import { keptText, publicText, takesText } from '#server/access/visibility.ts';
import {
  FIELD_COLUMNS,
  FIELD_KEYS,
  FIELD_TYPES,
  LEAD_COLUMN_NAMES,
  LEAD_VALUES,
} from '#server/contacts/submission-columns.ts';
import type { SentFields } from '#shared/contacts.ts';

/** What a visitor left with the owner of a card, in the exchange or in the lead form. */
export interface Submission extends SentFields {
  id: string;
  /** Whether the id comes from the sender's key, so that it may have arrived before. */
  isKeyed: boolean;
  kind: 'contact' | 'lead';
  cardId: string;
  /** The phone number in the form of E.164, where it could be read. */
  phoneE164?: string | null | undefined;
  /** ISO 8601. */
  createdAt: string;
  /** As `sender_blocks.value` holds them: the email address, and a keyed hash of the network address. */
  sender: string;
  address: string;
  /** Why it has to wait for its owner; null where nothing speaks against it. */
  reason: 'busy' | 'honeypot' | 'quick' | null;
}

/** What a submission met at its card. */
export interface Met {
  /** Of the submission. */
  id: string;
  ownerName: string;
  isPublic: boolean;
  /** Whether the form is open at all. */
  isOpen: boolean;
  isBlocked: boolean;
  /** Whether the owner has it now, or had it before; where they could, but do not, it has to wait. */
  isAdded: boolean;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * One statement: it looks at each card and adds the contact or the lead where that is open to strangers, takes such, and
 * has not met `$3` within the last hour (all processes together; null counts nothing). Two statements under way together
 * do not see each other, so that a few more may pass: the memory of each process is exact (`exchangeWith`).
 */
const ADD = `
with given as (
  select * from json_to_recordset($1::json) as given (
    nth integer, id text, "isKeyed" boolean, kind text, "cardId" text, ${FIELD_TYPES}, "phoneE164" text,
    "createdAt" timestamptz, sender text, address text, reason text
  )
), met as (
  select given.*, c.user_id, c.name as card_name, c.full_name as owner_name, c.lead_capture_fields as shown,
    ${publicText('c', 'u')} as is_public,
    ${takesText("given.kind = 'contact'", 'c', 'u')} as is_open,
    exists (
      select from sender_blocks b where b.user_id = c.user_id and b.value in (given.sender, given.address)
        and (b.ends_at is null or b.ends_at > given."createdAt")
    ) as is_blocked,
    "isKeyed" and (
      exists (select from contacts k where k.id = given.id)
      or exists (select from lead_captures l where l.id = given.id)
      or exists (select from unreviewed_submissions w where w.id = given.id)
    ) as is_known
  from given
  join business_cards c on c.id = given."cardId" and ${keptText('c')}
  join users u on u.id = c.user_id
), busy as (
  select user_id, (
    select count(*) from (
      select from contacts where user_id = o.user_id and created_at > $2 and source in ('exchange', 'lead') limit $3
    ) as recent
  ) + (
    select count(*) from (
      select from lead_captures where card_owner_id = o.user_id and created_at > $2 limit $3
    ) as recent
  ) as taken
  from (select distinct user_id from met where $3::bigint is not null) as o
), clean as (
  select *, row_number() over (partition by user_id order by nth) as place
  from met where is_public and is_open and not is_blocked and not is_known and reason is null
), chosen as (
  select clean.* from clean left join busy using (user_id) where $3::bigint is null or taken + place <= $3
), added_contacts as (
  insert into contacts (
    id, user_id, card_id, card_name, ${FIELD_COLUMNS}, phone_e164, source, created_at
  )
  select id, user_id, "cardId", card_name, ${FIELD_KEYS}, "phoneE164", 'exchange', "createdAt"
  from chosen where kind = 'contact'
  on conflict (id) do nothing
), added_leads as (
  insert into lead_captures (
    id, card_id, card_owner_id, ${LEAD_COLUMN_NAMES}, lead_phone_e164, created_at
  )
  select id, "cardId", user_id, ${LEAD_VALUES}, case when 'phone' = any(shown) then "phoneE164" end, "createdAt"
  from chosen where kind = 'lead'
  on conflict (id) do nothing
)
select met.id, owner_name as "ownerName", is_public as "isPublic", is_open as "isOpen", is_blocked as "isBlocked",
  is_known or met.id in (select id from chosen) as "isAdded"
from met`;

/** What a statement runs on: the pool, and whether it may be prepared once for each connection. */
export interface StatementRunner {
  pool: pg.Pool;
  /** A pooler in front hands each statement to another connection, which knows none prepared before. */
  canPrepare: boolean;
}

/** Adds those who may be added; answers what each met, undefined where there is no such card. `now` is in milliseconds. */
export async function addSubmissions(
  { pool, canPrepare }: StatementRunner,
  submissions: Submission[],
  { now, hourlyMax }: { now: number; hourlyMax: number | null },
): Promise<(Met | undefined)[]> {
  const given = submissions.map((submission, nth) => ({ ...submission, nth }));
  const { rows } = await pool.query<Met>({
    ...(canPrepare ? { name: 'add submissions' } : {}),
    text: ADD,
    values: [JSON.stringify(given), new Date(now - HOUR_MS), hourlyMax],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return submissions.map(({ id }) => byId.get(id));
}
