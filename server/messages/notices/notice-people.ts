import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { metContact, metLead, teamThatHas } from '#server/access/met-people.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { type ArrivalEvent, arrivals } from '#server/db/schema/messages.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Answer } from '#shared/contract/lead-questions.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import type { NoticeKind } from '#shared/messages/notices.ts';
import { leadAsContact } from '#shared/people/contact-fields.ts';
import type { ContactFacts } from '#shared/people/contact-vcard.ts';

/** The people that notices are about, as far as their owner still has them. */

/** Named one by one in a digest; the others are counted. */
export const NAMED_MAX = 30;

export interface MetPerson {
  id: string;
  kind: 'contact' | 'lead';
  cardName: string | null;
  /** The team that has them; null if they are the person's own. */
  teamId: AccountId | null;
  facts: ContactFacts;
  phoneE164: string | null;
  /** To the owner's own questions. */
  answers: Answer[];
}

/** Where an owner sees a person. A lead has no screen of its own: the list finds it by its address. */
export const pathOf = ({ id, kind, facts, teamId }: MetPerson): string =>
  kind === 'contact'
    ? pathTo(screens.contact, { id }, { account: teamId ?? undefined })
    : pathTo(screens.contacts, {}, { account: teamId ?? undefined, search: facts.email || facts.fullName });

/** Rows from before there were questions have none. */
const answersIn = (kept: unknown): Answer[] => (Array.isArray(kept) ? kept : []);

/** The people with these ids that the owner still has or holds, in no order; a lead may have become a contact meanwhile. */
export const readPeople = (
  app: Pick<AppContext, 'db'>,
  userId: AccountId,
  ids: string[],
): Promise<MetPerson[]> =>
  readMet(app, userId, {
    contact: and(metContact(userId), inArray(contacts.id, ids)),
    lead: and(metLead(userId), inArray(leadCaptures.id, ids)),
  });

/** The first people of each kind that a condition chooses, for a reader who may see them. */
export async function readMet(
  { db }: Pick<AppContext, 'db'>,
  userId: AccountId,
  which: Record<MetPerson['kind'], SQL | undefined>,
  most?: number,
): Promise<MetPerson[]> {
  const contactQuery = db
    .select()
    .from(contacts)
    .where(which.contact)
    .orderBy(asc(contacts.createdAt), asc(contacts.id));
  const leadQuery = db
    .select({ lead: leadCaptures, cardName: businessCards.name })
    .from(leadCaptures)
    .leftJoin(businessCards, eq(businessCards.id, leadCaptures.cardId))
    .where(which.lead)
    .orderBy(asc(leadCaptures.createdAt), asc(leadCaptures.id));
  const found = await (most === undefined ? contactQuery : contactQuery.limit(most));
  const leads = await (most === undefined ? leadQuery : leadQuery.limit(most));
  return [
    ...found.map((row) => ({
      id: row.id,
      kind: 'contact' as const,
      cardName: row.cardName,
      teamId: teamThatHas(row.userId, userId),
      facts: row,
      phoneE164: row.phoneE164,
      answers: answersIn(row.customFields),
    })),
    ...leads.map(({ lead, cardName }) => ({
      id: lead.id,
      kind: 'lead' as const,
      cardName,
      teamId: teamThatHas(lead.cardOwnerId, userId),
      facts: leadAsContact(lead),
      phoneE164: lead.leadPhoneE164,
      answers: answersIn(lead.customFields),
    })),
  ];
}

/** A person's change of their details. */
export interface Happened {
  event: ArrivalEvent;
  kind: 'contact' | 'lead';
  cardName: string | null;
  /** Null if nothing of them is kept. */
  met: MetPerson | null;
}

interface Row {
  id: string;
  kind: 'contact' | 'lead';
  event: ArrivalEvent | null;
  personId: string | null;
  cardName: string | null;
}

const ROW = {
  id: arrivals.id,
  kind: arrivals.kind,
  event: arrivals.event,
  personId: arrivals.personId,
  cardName: arrivals.cardName,
};

/** Null if the event is no longer known, or its person was deleted since. */
export async function readEvent(
  app: Pick<AppContext, 'db'>,
  userId: AccountId,
  id: string,
): Promise<Happened | null> {
  const [row] = await app.db
    .select(ROW)
    .from(arrivals)
    .where(and(whereCan(systemFor(userId), 'see', 'arrival'), eq(arrivals.id, id)));
  const people = row?.personId ? await readPeople(app, userId, [row.personId]) : [];
  return row ? toHappened(row, new Map(people.map((met) => [met.id, met]))) : null;
}

function toHappened(
  { event, kind, personId, cardName }: Row,
  people: ReadonlyMap<string, MetPerson>,
): Happened | null {
  if (!event) return null;
  const met = people.get(personId ?? '') ?? null;
  return event === 'withdrawn' || met ? { event, kind, cardName, met } : null;
}

interface Digest {
  /** How many of each there are. */
  contacts: number;
  leads: number;
  corrections: number;
  withdrawals: number;
  /** The first of them. */
  named: MetPerson[];
  events: Happened[];
}

/** The subjects of a digest, of the kinds that are wanted. */
export async function readDigest(
  { db }: Pick<AppContext, 'db'>,
  userId: AccountId,
  digest: string,
  wanted: readonly NoticeKind[],
): Promise<Digest> {
  const personId = sql`coalesce(${arrivals.personId}, ${arrivals.id})`;
  const isThere = sql`(
    ${arrivals.event} = 'withdrawn'
    or exists (select from ${contacts} where ${contacts.id} = ${personId} and ${metContact(userId)})
    or exists (select from ${leadCaptures} where ${leadCaptures.id} = ${personId} and ${metLead(userId)})
  )`;
  const kinds = (['contact', 'lead'] as const).filter((kind) => wanted.includes(kind));
  const inDigest = and(
    whereCan(systemFor(userId), 'see', 'arrival'),
    eq(arrivals.toldIn, digest),
    inArray(arrivals.kind, kinds),
    isThere,
  );
  const counted = (of: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${of}))::integer`;
  const [counts] = await db
    .select({
      contacts: counted(sql`${arrivals.kind} = 'contact' and ${arrivals.event} is null`),
      leads: counted(sql`${arrivals.kind} = 'lead' and ${arrivals.event} is null`),
      corrections: counted(sql`${arrivals.event} = 'corrected'`),
      withdrawals: counted(sql`${arrivals.event} in ('withdrawn', 'consentWithdrawn')`),
    })
    .from(arrivals)
    .where(inDigest);
  const rows = await db
    .select(ROW)
    .from(arrivals)
    .where(inDigest)
    .orderBy(asc(arrivals.createdAt), asc(arrivals.id))
    .limit(NAMED_MAX);
  const ids = rows.map((row) => row.personId ?? row.id);
  const found = new Map((await readPeople({ db }, userId, ids)).map((met) => [met.id, met]));
  return {
    ...(counts ?? { contacts: 0, leads: 0, corrections: 0, withdrawals: 0 }),
    named: rows.flatMap(({ id, event }) => (event ? [] : (found.get(id) ?? []))),
    events: rows.flatMap((row) => toHappened(row, found) ?? []),
  };
}
