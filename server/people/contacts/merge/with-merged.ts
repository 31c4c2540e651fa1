import { type SQL, sql } from 'drizzle-orm';
import { STAYED } from '#server/people/contacts/merge/merge-undo.ts';

/** `with theirs (id)`: this contact or lead, and the contacts that were merged into it and could come back. */
export const withMerged = (personId: string): SQL => sql`
  with recursive theirs as (
    select ${personId}::text as id
    union
    select gone.contact_id from theirs
    join contact_undo_rows stayed on stayed.contact_id = theirs.id and stayed.source = ${STAYED}
    join contact_undo_rows gone on gone.operation_id = stayed.operation_id
  )`;
