import { and, eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { releaseContacts } from '#server/people/contacts/write-contacts.ts';
import type { AccountId, PersonId } from '#shared/accounts/ids.ts';

/** Leaves the contacts and leads that somebody held to their team alone. To be called within `writeInOrder`. */
export async function releasePeople(tx: Db, teamId: AccountId, holderId: PersonId): Promise<void> {
  const system = systemFor(teamId);
  await releaseContacts(tx, and(whereCan(system, 'edit', 'contact'), eq(contacts.holderId, holderId)));
  await tx
    .update(leadCaptures)
    .set({ holderId: null })
    .where(and(whereCan(system, 'edit', 'lead'), eq(leadCaptures.holderId, holderId)));
}
