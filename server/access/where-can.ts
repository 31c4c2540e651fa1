import { getTableName, type SQL, sql } from 'drizzle-orm';
import { type ActionOn, audienceOf, type Kind } from '#server/access/rules.ts';
import { isKept } from '#server/access/visibility.ts';
import { billingEvents, checkouts, invoices, subscriptions } from '#server/db/billing-schema.ts';
import { contactDays, userCounts } from '#server/db/list-schema.ts';
import { businessCards, contacts, leadCaptures, sessions, teamMembers, users } from '#server/db/schema.ts';
import { senderBlocks, unreviewedSubmissions } from '#server/db/unreviewed-schema.ts';

/** Where each kind of row says whose it is. Figures are those of cards. */
const OWNER_COLUMNS = {
  card: businessCards.userId,
  figures: businessCards.userId,
  contact: contacts.userId,
  lead: leadCaptures.cardOwnerId,
  submission: unreviewedSubmissions.userId,
  block: senderBlocks.userId,
  contactCount: userCounts.userId,
  contactDay: contactDays.userId,
  account: users.id,
  session: sessions.userId,
  subscription: subscriptions.userId,
  checkout: checkouts.userId,
  invoice: invoices.userId,
  /** Nobody sees these but administrators. */
  billingEvent: billingEvents.userId,
  membership: teamMembers.userId,
};

type OwnedKind = keyof typeof OWNER_COLUMNS & Kind;
/** What only owners may do; a list of all that visitors may see is nothing that anyone asks for. */
type OwnersAction<K extends OwnedKind> = K extends 'card' ? Exclude<ActionOn<K>, 'see'> : ActionOn<K>;

/**
 * The condition that a row is one the user may do this with, in parentheses. `alias` is the name of its table in the
 * statement where that is another than its own.
 */
export function whereCan<K extends OwnedKind>(
  { user }: { user: { id: string } },
  action: OwnersAction<K>,
  kind: K,
  alias?: string,
): SQL {
  const column = OWNER_COLUMNS[kind];
  const table = alias ?? getTableName(column.table);
  const isOwners = sql`${sql.identifier(table)}.${sql.identifier(column.name)} = ${user.id}`;
  const hidesDeleted = column === businessCards.userId && audienceOf(kind, action) !== 'ownerOfDeleted';
  return hidesDeleted ? sql`(${isOwners} and ${isKept(table)})` : sql`(${isOwners})`;
}

/** The condition that a row belongs to an account, for work that no request asks for and for administrators. */
export const isOfAccount = (userId: string, kind: keyof typeof OWNER_COLUMNS): SQL =>
  sql`(${OWNER_COLUMNS[kind]} = ${userId})`;
