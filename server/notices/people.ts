import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isOfAccount } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { arrivals } from '#server/db/notice-schema.ts';
import { contacts, leadCaptures } from '#server/db/schema.ts';
import { leadAsContact } from '#shared/contact-fields.ts';
import type { ContactFacts } from '#shared/contact-vcard.ts';
import type { NoticeKind } from '#shared/notices.ts';
import { screens } from '#shared/screens.ts';

/** The people whom notices are about, as far as their owner still has them. */

/** Named one by one in a digest; the others are counted. */
export const NAMED_MAX = 30;

export interface Met {
  id: string;
  kind: 'contact' | 'lead';
  cardName: string | null;
  facts: ContactFacts;
  phoneE164: string | null;
}

/** Where an owner sees a person; a lead has no screen of its own. */
export const pathOf = ({ id, kind }: Met): string =>
  kind === 'contact' ? screens.contact.replace('{id}', encodeURIComponent(id)) : screens.contacts;

/** The people with these ids whom the owner still has, in no order; a lead may have become a contact meanwhile. */
export async function readPeople(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  ids: string[],
): Promise<Met[]> {
  const found = await db
    .select()
    .from(contacts)
    .where(and(isOfAccount(userId, 'contact'), inArray(contacts.id, ids)));
  const leads = await db
    .select()
    .from(leadCaptures)
    .where(and(isOfAccount(userId, 'lead'), inArray(leadCaptures.id, ids)));
  return [
    ...found.map((row) => ({
      id: row.id,
      kind: 'contact' as const,
      cardName: row.cardName,
      facts: row,
      phoneE164: row.phoneE164,
    })),
    ...leads.map((row) => ({
      id: row.id,
      kind: 'lead' as const,
      cardName: null,
      facts: leadAsContact(row),
      phoneE164: row.leadPhoneE164,
    })),
  ];
}

interface Digest {
  contacts: number;
  leads: number;
  /** The first of them. */
  named: Met[];
}

/** Whom a digest is about, of the kinds that are wanted. */
export async function readDigest(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  digest: string,
  wanted: readonly NoticeKind[],
): Promise<Digest> {
  const isThere = sql`(
    exists (select from ${contacts} where ${contacts.id} = ${arrivals.id})
    or exists (select from ${leadCaptures} where ${leadCaptures.id} = ${arrivals.id})
  )`;
  const kinds = (['contact', 'lead'] as const).filter((kind) => wanted.includes(kind));
  if (kinds.length === 0) return { contacts: 0, leads: 0, named: [] };
  const inDigest = and(
    isOfAccount(userId, 'arrival'),
    eq(arrivals.toldIn, digest),
    inArray(arrivals.kind, kinds),
    isThere,
  );
  const [counts] = await db
    .select({
      contacts: sql<number>`(count(*) filter (where ${arrivals.kind} = 'contact'))::integer`,
      leads: sql<number>`(count(*) filter (where ${arrivals.kind} = 'lead'))::integer`,
    })
    .from(arrivals)
    .where(inDigest);
  const rows = await db
    .select({ id: arrivals.id })
    .from(arrivals)
    .where(inDigest)
    .orderBy(asc(arrivals.createdAt), asc(arrivals.id))
    .limit(NAMED_MAX);
  const ids = rows.map(({ id }) => id);
  const found = new Map((await readPeople({ db }, userId, ids)).map((met) => [met.id, met]));
  return {
    contacts: counts?.contacts ?? 0,
    leads: counts?.leads ?? 0,
    named: ids.flatMap((id) => found.get(id) ?? []),
  };
}
