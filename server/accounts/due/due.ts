import { type SQL, sql } from 'drizzle-orm';
import { personNameOf } from '#server/access/met-people.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Config } from '#server/config/config.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { type Db, isRefused } from '#server/db/open.ts';
import { EACH_ACCOUNT, EACH_MOMENT, prepareForEach } from '#server/db/prepared.ts';
import { reminders } from '#server/db/schema/messages.ts';
import { batchOnEach } from '#server/infra/batch-calls.ts';
import { holdsOnlyTeamCards } from '#server/money/billing/quantity.ts';
import { hasSubscription } from '#server/money/billing/read-billing.ts';
import type { Due } from '#shared/accounts/account.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { statusAt } from '#shared/money/subscription.ts';
import { needOf, type TeamFacts, teamsOf } from './team-needs.ts';

declare module '#server/context.ts' {
  interface AppContext {
    readDueFacts: ReturnType<typeof createReadDue>;
  }
}

interface Row {
  failing: { lapses: string | null } | null;
  hasEverPaid: boolean;
  isPaidByTeam: boolean;
  hasOldCard: boolean;
  unreviewed: number;
  people: number | null;
  told: number | null;
  event: { name: string; place: string | null; ends: string } | null;
  reminder: { name: string; at: string } | null;
  teams: TeamFacts[];
}

const toIso = (moment: string): string => new Date(moment).toISOString();

/**
 * Every part is found by an index and reads a row or a few; only the count of what waits for review reads more, at most
 * 5,000 entries of an index.
 */
export function dueStatement(userId: AccountId, moment: SQL): SQL {
  const caller = systemFor(userId);
  const own = (
    kind: 'subscription' | 'invoice' | 'submission' | 'contactCount' | 'contactUse' | 'metEvent' | 'reminder',
  ) => whereCan(caller, 'see', kind);
  const name = personNameOf(reminders);
  return sql`select
    (select json_build_object('lapses', lapses_at) from subscriptions where ${own('subscription')}
      and status = 'past_due' and (cancels_at is null or cancels_at > ${moment})) as failing,
    exists (select from invoices where ${own('invoice')} and status = 'paid' and cents > 0) as "hasEverPaid",
    ${holdsOnlyTeamCards(userId)} as "isPaidByTeam",
    exists (select from business_cards where ${whereCan(caller, 'export', 'card')} and created_at <= ${moment} - interval '24 hours') as "hasOldCard",
    (select count(*)::int from unreviewed_submissions where ${own('submission')} and reviewed_at is null) as unreviewed,
    (select contacts + leads from user_counts where ${own('contactCount')}) as people,
    (select told from contact_use where ${own('contactUse')}) as told,
    (select json_build_object('name', name, 'place', place, 'ends', ends_at) from met_events
      where ${own('metEvent')} and starts_at <= ${moment} and ends_at > ${moment} limit 1) as event,
    (select json_build_object('name', ${name}, 'at', at) from reminders
      where ${own('reminder')} and told_at is null and ${name} is not null order by at, id limit 1) as reminder,
    ${teamsOf(caller, moment)} as teams`;
}

const readFacts = prepareForEach<Row>('due', dueStatement(EACH_ACCOUNT, EACH_MOMENT));

/** Reads what is due for the accounts that ask at the same time together. */
export const createReadDue = (config: Config) =>
  batchOnEach((db: Db) => (each: { account: string; moment: Date }[]) => readFacts({ db, config }, each), {
    isOfOne: isRefused,
  });

/**
 * The facts behind the owner's notices. They come with the account, in one statement: a request of their own would be
 * answered after the first paint, and move the screen.
 */
export async function readDue(app: AppContext, user: UserRow, sendsMail: boolean): Promise<Due> {
  const now = app.now();
  const row = await app.readDueFacts(app.db, { account: user.id, moment: now });
  const { failing, event, reminder } = row;
  const accessEndsAt = failing?.lapses && statusAt(user, now) !== 'expired' ? toIso(failing.lapses) : null;
  return {
    failedPayment: failing && hasSubscription(app, user) ? { accessEndsAt } : null,
    hasEverPaid: row.hasEverPaid,
    isPaidByTeam: row.isPaidByTeam,
    isConfirmationDue: row.hasOldCard && user.emailConfirmedAt === null && !!user.email && sendsMail,
    unreviewed: row.unreviewed,
    hasContacts: (row.people ?? 0) > 0,
    contactsFull: row.told ?? 0,
    event: event && { name: event.name, place: event.place, endsAt: toIso(event.ends) },
    nextReminder: reminder && { contactName: reminder.name, at: toIso(reminder.at) },
    teams: row.teams.map((team) => ({ ...team, needs: needOf(team, now) })),
  };
}
