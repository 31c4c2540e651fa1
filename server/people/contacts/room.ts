import { type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { claimedText } from '#server/money/billing/quantity.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { inMegabytes } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';
import { CARDS_OF_ROOM, type CONTACT_ROOM, canGrow } from '#shared/people/contact-room.ts';

/** How many contacts and leads an account may hold, and how many bytes of them (docs/decisions/298). */

export type ContactRoom = {
  -readonly [Plan in keyof typeof CONTACT_ROOM]: { people: number; bytes: number };
};

export interface ContactUse {
  people: number;
  bytes: number;
  peopleMax: number;
  bytesMax: number;
}

/** `hasPaid` as SQL text; `owner` is an alias of `users`. */
const paysText = (owner: string, now: string): string => `(
  ${owner}.checkout_completed_at is not null and case ${owner}.subscription_status
    when 'expired' then false
    when 'trial' then ${owner}.trial_ends_at is null or ${owner}.trial_ends_at
      + case when ${owner}.stripe_subscription_id is null then interval '0' else interval '1 day' end > ${now}
    when 'cancelled' then ${owner}.subscription_ends_at is null or ${owner}.subscription_ends_at > ${now}
    else true end
)`;

/** The values of `limits` below. */
export const limitsOf = ({ paying, trial }: ContactRoom): number[] => [
  paying.people,
  paying.bytes,
  trial.people,
  trial.bytes,
];

/** Selects the use of the accounts that `which` chooses among `users o`; `limits` and `now` are values of the statement. */
export const roomText = (which: string, limits: string, now: string): string => `
  select o.id as user_id, k.contacts + k.leads as people, s.bytes,
    (${limits}::bigint[])[case when ${paysText('o', now)} then 1 else 3 end] * r.factor as people_max,
    (${limits}::bigint[])[case when ${paysText('o', now)} then 2 else 4 end] * r.factor as bytes_max
  from users o join user_counts k on k.user_id = o.id
    cross join lateral (select contact_bytes_of(o.id) as bytes offset 0) s
    cross join lateral (
      -- Cards are counted only where it matters.
      select case when o.kind = 'team' and ${paysText('o', now)}
          and greatest((k.contacts + k.leads) / (${limits}::bigint[])[1]::numeric, s.bytes / (${limits}::bigint[])[2]::numeric) >= 0.9
        then greatest(1, ${claimedText('o')} / ${CARDS_OF_ROOM}::numeric) else 1 end as factor
    ) r
  where ${which}`;

type App = Pick<AppContext, 'db' | 'submissions' | 'now'>;
type UseRow = { [Name in keyof ContactUse]: string | number };

/** Selects the use of an account; `toUse` reads it. */
export const selectUse = (
  { submissions, now }: Pick<App, 'submissions' | 'now'>,
  userId: AccountId,
): SQL => sql`
  select people, bytes, people_max as "peopleMax", bytes_max as "bytesMax" from (
    with given as (
      select ${userId}::text as id, ${`{${limitsOf(submissions.room).join(',')}}`}::bigint[] as limits,
        ${now().toISOString()}::timestamptz as moment
    )
    ${sql.raw(roomText('o.id = (select id from given)', '(select limits from given)', '(select moment from given)'))}
  ) as used`;

/** An account that is gone uses nothing. */
export const toUse = ({
  people = 0,
  bytes = 0,
  peopleMax = 0,
  bytesMax = 0,
}: Partial<UseRow> = {}): ContactUse => ({
  people: Number(people),
  bytes: Number(bytes),
  peopleMax: Number(peopleMax),
  bytesMax: Number(bytesMax),
});

export async function readUse(app: App, userId: AccountId): Promise<ContactUse> {
  const { rows } = await app.db.execute<UseRow>(selectUse(app, userId));
  return toUse(rows[0]);
}

export const isFull = ({ people, bytes, peopleMax, bytesMax }: ContactUse): boolean =>
  people >= peopleMax || bytes >= bytesMax;

/** How much of it is used, in percent. */
export const computeUsedPercent = ({ people, bytes, peopleMax, bytesMax }: ContactUse): number =>
  Math.floor(100 * Math.max(people / peopleMax, bytes / bytesMax));

/** How to make room. */
export const hintOf = (use: ContactUse): string =>
  `Export and delete some${canGrow(use) ? ', or subscribe for more room' : ''}`;

const NO_ROOM = (use: ContactUse): string => {
  const { people, peopleMax, bytesMax } = use;
  return people > peopleMax
    ? `Your contacts are full: ${peopleMax.toLocaleString('en-US')} contacts and leads. ${hintOf(use)}.`
    : `Your contacts are full: ${inMegabytes(bytesMax)} of text. ${hintOf(use)}.`;
};

/**
 * Refuses what the transaction has just added, if it is too much. Called after the statement that added people: by then
 * it holds the account's counters, so nobody adds anything between the check and the commit.
 */
export async function requireRoom(app: App & { db: Db }, userId: AccountId): Promise<void> {
  const use = await readUse(app, userId);
  if (use.people > use.peopleMax || use.bytes > use.bytesMax) throw new AppError('conflict', NO_ROOM(use));
}

/** Likewise for text about people who are there. */
export async function requireTextRoom(app: App & { db: Db }, userId: AccountId): Promise<void> {
  const use = await readUse(app, userId);
  if (use.bytes > use.bytesMax) throw new AppError('conflict', NO_ROOM({ ...use, people: 0 }));
}
