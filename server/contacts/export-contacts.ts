import { and, desc } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder } from '#server/db/keyset.ts';
import { readByPages } from '#server/db/read-by-pages.ts';
import { contacts } from '#server/db/schema.ts';
import { sendText } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { CSV_HEAD, contactsToLines } from '#shared/csv.ts';
import { contactsFileName } from '#shared/file-names.ts';

/** All of the requester's contacts as CSV, newest first; those who come while it is written are not in it. */
export async function exportContacts(
  ctx: UserContext,
  { query }: { query: { name?: string | undefined } },
): Promise<FileBody> {
  const file = { fileName: query.name ?? contactsFileName(ctx.now()), type: 'text/csv; charset=utf-8' };
  return sendText(ctx, () => writeContacts(ctx), file);
}

async function* writeContacts(ctx: UserContext): AsyncGenerator<string> {
  const pages = readByPages((from, limit) =>
    ctx.db
      .select({
        id: contacts.id,
        createdAt: contacts.createdAt,
        fullName: contacts.fullName,
        email: contacts.email,
        phone: contacts.phone,
        company: contacts.company,
        jobTitle: contacts.jobTitle,
      })
      .from(contacts)
      .where(and(whereCan(ctx, 'export', 'contact'), isOlder(contacts.createdAt, contacts.id, from)))
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(limit),
  );
  let head = CSV_HEAD;
  for await (const rows of pages) {
    yield head + contactsToLines(rows);
    head = '';
  }
  if (head) yield head;
}
