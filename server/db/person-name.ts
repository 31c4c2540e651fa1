import { type AnyColumn, sql } from 'drizzle-orm';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';

/** The name of the contact or lead that a row is about; null if they are gone. */
export const personNameOf = (personId: AnyColumn) => sql<string | null>`coalesce(
  (select ${contacts.fullName} from ${contacts} where ${contacts.id} = ${personId}),
  (select ${leadCaptures.leadName} from ${leadCaptures} where ${leadCaptures.id} = ${personId})
)`;
