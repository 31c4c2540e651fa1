import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { memberOf } from '#server/access/find-account.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/**
 * Whom a person is told and reminded of: the people in their own list, and those whom they hold in teams that they are in. Who has
 * left a team may still be named as the holder for a while.
 */

const holdsAs = (holderId: AnyColumn, teamId: AnyColumn, id: AccountId | AnyColumn): SQL =>
  sql`(${holderId} = ${id} and ${memberOf(teamId, holderId)} is not null)`;

export const metContact = (id: AccountId | AnyColumn): SQL =>
  sql`(${contacts.userId} = ${id} or ${holdsAs(contacts.holderId, contacts.userId, id)})`;

export const metLead = (id: AccountId | AnyColumn): SQL =>
  sql`(${leadCaptures.cardOwnerId} = ${id} or ${holdsAs(leadCaptures.holderId, leadCaptures.cardOwnerId, id)})`;

/** The team that has somebody of these; null if they are the person's own. */
export const teamThatHas = (ownerId: AccountId, id: AccountId): AccountId | null =>
  ownerId === id ? null : ownerId;

/** The name of the contact or lead that a row of somebody's is about; null if they no longer have or hold them. */
export const personNameOf = ({ userId, personId }: Record<'userId' | 'personId', AnyColumn>) => sql<
  string | null
>`coalesce(
  (select ${contacts.fullName} from ${contacts} where ${contacts.id} = ${personId} and ${metContact(userId)}),
  (select ${leadCaptures.leadName} from ${leadCaptures} where ${leadCaptures.id} = ${personId} and ${metLead(userId)})
)`;
