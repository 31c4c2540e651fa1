import { sql } from 'drizzle-orm';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { receipts } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';

/** SQL, where `receipts` are joined with their owners: who has what a person shared; in a team, its holder and the team. */
export const receiversName = sql<string>`case when ${users.kind} = 'team' then coalesce((
  select h.full_name || ' and ' from persons h where h.id = coalesce(
    (select ${contacts.holderId} from ${contacts} where ${contacts.id} = ${receipts.personId}),
    (select ${leadCaptures.holderId} from ${leadCaptures} where ${leadCaptures.id} = ${receipts.personId})
  )
), '') || ${users.fullName} else ${users.fullName} end`;
