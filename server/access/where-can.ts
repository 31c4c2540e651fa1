import { getTableName, type SQL, sql } from 'drizzle-orm';
import { type Actor, stamp } from '#server/access/actor.ts';
import { outOfScope, refusalOf } from '#server/access/refusals.ts';
import {
  type AccessScope,
  type AccountRole,
  type ActionOn,
  isForHeldOnly,
  mayAs,
  ruleOf,
} from '#server/access/rules.ts';
import { isKept } from '#server/access/visibility.ts';
import {
  accountEvents,
  aliases,
  claimedNames,
  linkedIdentities,
  mailedLinks,
  passkeys,
  recoveryCodes,
  rememberedDevices,
  sessions,
  twoStep,
} from '#server/db/schema/accounts.ts';
import { businessCards, cardDrafts } from '#server/db/schema/cards.ts';
import { contactDays, contactUse, userCounts } from '#server/db/schema/counters.ts';
import {
  arrivals,
  modelUse,
  noticeSettings,
  pushSubscriptions,
  reminders,
  textMessages,
} from '#server/db/schema/messages.ts';
import {
  billingEvents,
  billingNotices,
  checkouts,
  invoiceDetails,
  invoices,
  subscriptions,
} from '#server/db/schema/money.ts';
import {
  contactFilters,
  contactHistory,
  contactMatches,
  contactNotes,
  contacts,
  contactTags,
  leadCaptures,
  metEvents,
} from '#server/db/schema/people.ts';
import { contactImports, contactOperations, releasedPeople } from '#server/db/schema/people-changes.ts';
import {
  contactLinks,
  receipts,
  retentionNotices,
  senderBlocks,
  unreviewedSubmissions,
} from '#server/db/schema/people-visitors.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { cardSuccessions, teamLeavers } from '#server/db/schema/successions.ts';
import { teamLists } from '#server/db/schema/team-lists.ts';
import {
  teamBrand,
  teamCardFigures,
  teamFigures,
  teamHolderFigures,
  teamInvites,
  teamMails,
  teamPeopleDays,
} from '#server/db/schema/teams.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { type AccountId, accountOf, type PersonId } from '#shared/accounts/ids.ts';

/** The column of each kind of row that names the account it belongs to. Figures belong to cards. */
const ACCOUNT_COLUMNS = {
  card: businessCards.userId,
  figures: businessCards.userId,
  teamFigures: teamFigures.teamId,
  cardFigures: teamCardFigures.teamId,
  holderFigures: teamHolderFigures.teamId,
  alias: aliases.userId,
  claimedName: claimedNames.userId,
  contact: contacts.userId,
  contactNote: contactNotes.userId,
  contactTag: contactTags.userId,
  contactEvent: contactHistory.userId,
  contactFilter: contactFilters.userId,
  contactOperation: contactOperations.userId,
  contactImport: contactImports.userId,
  accountImport: accountImports.userId,
  contactMatch: contactMatches.userId,
  contactLink: contactLinks.userId,
  givenLink: contactLinks.senderId,
  lead: leadCaptures.cardOwnerId,
  release: releasedPeople.userId,
  submission: unreviewedSubmissions.userId,
  block: senderBlocks.userId,
  textMessage: textMessages.userId,
  contactCount: userCounts.userId,
  contactDay: contactDays.userId,
  peopleDay: teamPeopleDays.userId,
  contactUse: contactUse.userId,
  receipt: receipts.userId,
  retentionNotice: retentionNotices.userId,
  modelUse: modelUse.userId,
  team: teams.id,
  brand: teamBrand.teamId,
  teamMember: teamMembers.teamId,
  teamList: teamLists.userId,
  invite: teamInvites.teamId,
  succession: cardSuccessions.teamId,
  leaver: teamLeavers.teamId,
  inviteMail: teamMails.teamId,
  account: users.id,
  subscription: subscriptions.userId,
  checkout: checkouts.userId,
  invoice: invoices.userId,
  invoiceDetails: invoiceDetails.userId,
  billingNotice: billingNotices.userId,
  billingEvent: billingEvents.userId,
  event: accountEvents.userId,
  teamEvent: accountEvents.userId,
};

/** Likewise for the rows that are a person's own, whatever account they act for. */
const PERSON_COLUMNS = {
  draft: cardDrafts.userId,
  metEvent: metEvents.userId,
  noticeSettings: noticeSettings.userId,
  arrival: arrivals.userId,
  pushSubscription: pushSubscriptions.userId,
  reminder: reminders.userId,
  session: sessions.userId,
  linkedIdentity: linkedIdentities.userId,
  passkey: passkeys.userId,
  twoStep: twoStep.userId,
  recoveryCode: recoveryCodes.userId,
  rememberedDevice: rememberedDevices.userId,
  mailedLink: mailedLinks.userId,
  membership: teamMembers.userId,
};

const OWNER_COLUMNS = { ...ACCOUNT_COLUMNS, ...PERSON_COLUMNS };

type OwnedKind = keyof typeof OWNER_COLUMNS;
/** Actions reserved for owners: nothing lists every card that visitors may see. */
type OwnersAction<K extends OwnedKind> = K extends 'card' ? Exclude<ActionOn<K>, 'see'> : ActionOn<K>;

/** Who asks: for an account, or, for what is a person's own, that person. */
type CallerOn<K extends OwnedKind> = {
  role: AccountRole;
  scope: AccessScope;
} & (K extends keyof typeof PERSON_COLUMNS ? { user: { id: PersonId } } : { account: { id: AccountId } });

/** Only ids of accounts are compared: a person's own things are those of their own account. */
function accountFor(
  kind: OwnedKind,
  { account, user }: { account?: { id: AccountId }; user?: { id: PersonId } },
): AccountId | undefined {
  return kind in PERSON_COLUMNS ? user && accountOf(user).id : account?.id;
}

/**
 * The SQL condition, in parentheses, for rows on which the caller may perform this action; throws 403 if their role or
 * their credential does not open it. `alias` is the table's alias in the statement, if it has one.
 */
export function whereCan<K extends OwnedKind>(
  caller: CallerOn<K>,
  action: OwnersAction<K>,
  kind: K,
  alias?: string,
): SQL {
  if (!mayAs(caller, kind, action)) throw refusalOf(caller, kind, action);
  const column = OWNER_COLUMNS[kind];
  const table = alias ?? getTableName(column.table);
  const isOwners = sql`${sql.identifier(table)}.${sql.identifier(column.name)} = ${accountFor(kind, caller)}`;
  const { user, role } = caller as { user?: { id: PersonId }; role: AccountRole };
  const isHeld = isForHeldOnly(ruleOf(kind, action), role) ? sql` and ${heldBy(kind, table, user)}` : sql``;
  const hidesDeleted = column === businessCards.userId && !ruleOf(kind, action).includesDeleted;
  return hidesDeleted ? sql`(${isOwners}${isHeld} and ${isKept(table)})` : sql`(${isOwners}${isHeld})`;
}

/** The things that somebody holds: the cards that name them, whom they met through those, and notes and tags of these people. */
function heldBy(kind: OwnedKind, table: string, user: { id: PersonId } | undefined): SQL {
  const name = sql.identifier(table);
  const isTheirs = sql`holder_id = ${user?.id ?? null}`;
  if (kind === 'contactTag')
    return sql`${name}.name in (select unnest(tags) from contacts where ${isTheirs} and user_id = ${name}.user_id)`;
  return kind === 'contactNote' || kind === 'contactEvent'
    ? sql`${name}.contact_id in (select id from contacts where ${isTheirs})`
    : sql`${name}.${isTheirs}`;
}

type AddedKind = { [K in OwnedKind]: 'add' extends ActionOn<K> ? K : never }[OwnedKind];

/** `stamp` for something new of its own; throws 403 if the caller's role or credential does not let them add it. */
export function stampNew<K extends AddedKind>(caller: CallerOn<K> & { actor: Actor }, kind: K) {
  const account = accountFor(kind, caller);
  if (!mayAs(caller, kind, 'add' as ActionOn<K>)) throw refusalOf(caller, kind, 'add' as ActionOn<K>);
  if (!account) throw outOfScope();
  return stamp({ account: { id: account }, actor: caller.actor });
}

/** Who holds what somebody adds by hand: in a team, whoever does. */
export const holderFor = ({ account, user }: { account: { kind: string }; user: { id: PersonId } }) =>
  account.kind === 'team' ? user.id : null;
