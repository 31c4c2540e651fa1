import { type SQL, sql } from 'drizzle-orm';
import { DUE_COUNTED_MAX } from '#shared/contract/constants.ts';
import { DAY_MS, monthsBefore } from '#shared/formats/time.ts';

/**
 * Who is deleted after a time: contacts and leads with whom nothing has happened since. Favorites stay, and so does
 * whoever the owner wants to be reminded of.
 */

/**
 * A contact without any event since; one who was met, written about, noted on or changed is not due. Each condition of
 * another table is asked of one contact at a time (`offset 0`): joined, they read those of every account.
 */
export const isDueContact = (before: Date | SQL): SQL => {
  const moment = momentOf(before);
  return sql`(
    contacts.created_at <= ${moment} and not contacts.is_favorite
    and (contacts.met_at is null or contacts.met_at <= ${moment})
    and not exists (
      select from contact_notes n
      where n.contact_id = contacts.id and coalesce(n.changed_at, n.created_at) > ${moment} offset 0
    )
    and not exists (
      select from contact_history h where h.contact_id = contacts.id and h.created_at > ${moment} offset 0
    )
    and ${hasNoReminder('contacts')}
  )`;
};

/** Likewise of a lead. */
export const isDueLead = (before: Date | SQL): SQL =>
  sql`(
    coalesce(lead_captures.changed_at, lead_captures.created_at) <= ${momentOf(before)}
    and lead_captures.created_at <= ${momentOf(before)} and ${hasNoReminder('lead_captures')}
  )`;

const momentOf = (before: Date | SQL): SQL =>
  before instanceof Date ? sql`${before.toISOString()}::timestamptz` : before;

const hasNoReminder = (table: 'contacts' | 'lead_captures'): SQL =>
  sql`not exists (select from reminders r where r.person_id = ${sql.raw(table)}.id and r.told_at is null offset 0)`;

/** The moment before which the last contact must have been. */
export function computeLimit(months: number, now: Date, daysAhead = 0): Date {
  return monthsBefore(months, new Date(now.getTime() + daysAhead * DAY_MS));
}

/**
 * Counts the contacts and leads, among those that these conditions choose, who are due, up to one more than is said
 * exactly. The oldest contacts are the likeliest, and are in the order of an index; where few of them are due, it is read whole.
 */
export const countDue = (contacts: SQL, leads: SQL, before: Date, max = DUE_COUNTED_MAX): SQL => sql`
  select count(*)::integer as count from (
    (select from contacts where ${contacts} and ${isDueContact(before)} order by created_at, id limit ${max + 1})
    union all (select from lead_captures where ${leads} and ${isDueLead(before)} limit ${max + 1})
    limit ${max + 1}
  ) as due`;
