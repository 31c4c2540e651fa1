import { randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { accountEvents, linkedIdentities, passkeys, sessions } from '#server/db/schema/accounts.ts';
import { businessCards, cardDrafts } from '#server/db/schema/cards.ts';
import { pushSubscriptions, reminders, textMessages } from '#server/db/schema/messages.ts';
import { invoices } from '#server/db/schema/money.ts';
import {
  contactFilters,
  contactNotes,
  contacts,
  contactTags,
  leadCaptures,
} from '#server/db/schema/people.ts';
import { contactImports, contactOperations } from '#server/db/schema/people-changes.ts';
import { contactLinks, senderBlocks, unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { confirmIdentity, type OwnId, signUp } from '#test/factories.ts';
import type { Client, TestServer } from '#test/server.ts';

/** An owner with one of everything an account can have; a mark in its text tells it from everybody else's. */

/** The state of the owner and their card. `closed`: takes no contacts; `expired`: the subscription has ended. */
export type State = 'public' | 'paused' | 'hidden' | 'deleted' | 'closed' | 'expired';

export interface Estate {
  call: Client;
  id: string;
  username: string;
  cardId: string;
  contactId: string;
  noteId: string;
  filterId: string;
  operationId: string;
  leadId: string;
  submissionId: string;
  review: string;
  blockId: string;
  blockedEmail: string;
  sessionId: string;
  draftId: string;
  importId: string;
  linkedIdentityId: string;
  passkeyId: string;
  pushDeviceId: string;
  reminderId: string;
  linkId: string;
  /** Of a team in which they are a member. */
  teamId: string;
  /** The card's id and name, which are public as long as the card is. */
  cardMarks: string[];
  /** Ids and names that nobody else may ever see. */
  privateMarks: string[];
}

let estates = 0;

export async function makeEstate(server: TestServer, state: State): Promise<Estate> {
  estates += 1;
  const mark = `estate${estates}.`;
  const owner = await signUp(server, `${mark} owner`);
  await confirmIdentity(owner.call);
  const card = { name: `${mark} card`, fullName: `${mark} person`, leadCaptureEnabled: true };
  const { status, body } = await owner.call('POST', '/api/cards', card);
  expect(status).toBe(200);
  const cardId = String(body.id);
  const belongings = await server.running.app.db.transaction((tx) =>
    addBelongings(tx, { mark, userId: owner.id, cardId }),
  );
  await bringInto(server, state, { userId: owner.id, cardId });
  return {
    ...owner,
    ...belongings,
    cardId,
    cardMarks: [cardId, card.name],
    privateMarks: [
      ...Object.values(belongings),
      ...[
        'contact',
        'lead',
        'submission',
        'sender',
        'text',
        'invoice',
        'team',
        'event',
        'draft',
        'linked',
        'passkey',
        'note',
        'import',
        'archive',
      ].map((name) => `${mark} ${name}`),
    ],
  };
}

async function addBelongings(
  db: Db,
  { mark, userId, cardId }: { mark: string; userId: OwnId; cardId: string },
) {
  const [contactId, leadId, submissionId, review] = [newId(), newId(), newId(), newId()];
  const [blockId, sessionId, teamId, draftId] = [newId(), newId(), newId(), newId()];
  const linkedIdentityId = newId();
  const [noteId, filterId, operationId] = [newId(), newId(), newId()];
  const passkeyId = newId();
  const [pushDeviceId, reminderId] = [newId(), newId()];
  const [importId, linkId] = [newId(), newId()];
  const blockedEmail = `${mark}blocked@example.com`;
  const createdAt = new Date();
  await db
    .insert(contacts)
    .values({ id: contactId, userId, cardId, fullName: `${mark} contact`, source: 'lead' });
  await db.insert(contactNotes).values({ id: noteId, userId, contactId, text: `${mark} note` });
  await db.insert(contactTags).values({ userId, name: `${mark} tag`, folded: `${mark} tag`.toLowerCase() });
  await db.insert(contactFilters).values({ id: filterId, userId, name: `${mark} filter`, query: {} });
  await db
    .insert(contactOperations)
    .values({ id: operationId, userId, kind: 'favorite', state: 'done', details: {}, done: 1 });
  await db.insert(leadCaptures).values({
    id: leadId,
    cardId,
    cardOwnerId: userId,
    leadName: `${mark} lead`,
    leadEmail: 'lead@example.com',
  });
  const submission = {
    userId,
    cardId,
    cardName: `${mark} card`,
    kind: 'contact',
    reason: 'busy',
    fullName: `${mark} submission`,
    email: 'submission@example.com',
    sender: 'submission@example.com',
    address: mark,
  } as const;
  await db.insert(unreviewedSubmissions).values([
    { ...submission, id: submissionId },
    { ...submission, id: newId(), reviewedAt: createdAt, reviewedAs: 'deleted', reviewId: review },
  ]);
  await db
    .insert(senderBlocks)
    .values({ id: blockId, userId, kind: 'sender', value: blockedEmail, label: `${mark} sender` });
  await db.insert(textMessages).values({
    ...{ id: newId(), userId, contactId, numberHash: mark, ownerName: 'Ada', message: `${mark} text` },
    ...{ consentVersion: '2026-11-22', state: 'sent' },
  });
  await db.insert(sessions).values({
    id: sessionId,
    userId,
    tokenHash: randomBytes(32),
    expiresAt: new Date(createdAt.getTime() + 60 * 60 * 1000),
  });
  await db.insert(linkedIdentities).values({
    id: linkedIdentityId,
    userId,
    provider: 'acme',
    issuer: 'https://id.example.com',
    subject: linkedIdentityId,
    email: `${mark} linked`,
  });
  await db.insert(passkeys).values({
    id: passkeyId,
    userId,
    credentialId: passkeyId,
    publicKey: randomBytes(32),
    counter: 0,
    name: `${mark} passkey`,
  });
  await db.insert(pushSubscriptions).values({
    id: pushDeviceId,
    userId,
    sessionId,
    endpoint: `https://push.example.com/${pushDeviceId}`,
    p256dh: 'key',
    auth: 'secret',
  });
  await db.insert(reminders).values({
    id: reminderId,
    userId,
    personId: contactId,
    note: `${mark} note`,
    at: new Date(createdAt.getTime() + 60 * 60 * 1000),
  });
  // The owner is on both sides of it.
  await db.insert(contactLinks).values({
    ...{ id: linkId, personId: contactId, userId, senderId: userId, cardId },
    ...{ offeredAt: createdAt, acceptedAt: createdAt },
  });
  await db
    .insert(accountEvents)
    .values({ id: newId(), userId, kind: 'exported', details: { name: `${mark} event` } });
  await db
    .insert(invoices)
    .values({ id: newId(), userId, number: `${mark} invoice`, status: 'paid', cents: 500, createdAt });
  const typed = { tagline: `${mark} draft` };
  await db.insert(cardDrafts).values({
    id: draftId,
    userId,
    cardId,
    fields: typed,
    before: typed,
    revision: 1,
    updatedAt: createdAt,
  });
  await db.insert(contactImports).values({
    id: importId,
    userId,
    fileName: `${mark} import`,
    blobName: `${importId}.upload`,
    state: 'done',
    added: 1,
    finishedAt: createdAt,
  });
  await db.insert(accountImports).values({
    id: importId,
    userId,
    fileName: `${mark} archive`,
    blobName: `${importId}.upload`,
    state: 'done',
    finishedAt: createdAt,
  });
  await db.insert(nfcTags).values({ cardId, number: 1, name: `${mark} tag` });
  // Somebody else's: its owner cannot be deleted.
  const [team, founder] = [accountId.parse(teamId), accountId.parse(newId())];
  await db.insert(users).values([
    { id: team, kind: 'team', username: teamId, fullName: `${mark} team` },
    { id: founder, username: founder, fullName: 'Founder' },
  ]);
  await db.insert(teams).values({ id: team, name: `${mark} team`, ownerId: founder });
  await db.insert(teamMembers).values({ id: newId(), teamId, userId });
  return {
    contactId,
    noteId,
    filterId,
    operationId,
    leadId,
    submissionId,
    review,
    blockId,
    blockedEmail,
    sessionId,
    draftId,
    importId,
    linkedIdentityId,
    passkeyId,
    pushDeviceId,
    reminderId,
    linkId,
    teamId,
  };
}

async function bringInto(
  server: TestServer,
  state: State,
  { userId, cardId }: { userId: OwnId; cardId: string },
): Promise<void> {
  const { db } = server.running.app;
  const owner: { [name in State]?: Partial<typeof users.$inferInsert> } = {
    hidden: { isProfileVisible: false },
    closed: { isExchangeEnabled: false },
    expired: { subscriptionStatus: 'expired' },
  };
  const card: { [name in State]?: Partial<typeof businessCards.$inferInsert> } = {
    paused: { isActive: false },
    deleted: { deletedAt: new Date() },
  };
  if (owner[state]) await db.update(users).set(owner[state]).where(eq(users.id, userId));
  if (card[state]) await db.update(businessCards).set(card[state]).where(eq(businessCards.id, cardId));
}

/** Everything the owner has in the database, except for what changes when someone looks at it. */
export async function listBelongings(server: TestServer, { id }: Estate): Promise<unknown> {
  const rowsOf = (table: string, owner = 'user_id'): SQL =>
    sql`(select jsonb_agg(to_jsonb(t) - 'view_count' - 'unique_view_count' - 'updated_at' - 'media_bytes' - 'search_text' - 'search_grams' - 'is_matched' order by t.id)
      from ${sql.identifier(table)} as t where ${sql.identifier(owner)} = ${id})`;
  const { rows } = await server.running.app.db.execute(sql`
    select ${rowsOf('users', 'id')} as account, ${rowsOf('business_cards')} as cards, ${rowsOf('contacts')} as contacts,
      ${rowsOf('lead_captures', 'card_owner_id')} as leads, ${rowsOf('unreviewed_submissions')} as submissions,
      ${rowsOf('sender_blocks')} as blocks, ${rowsOf('sessions')} as sessions, ${rowsOf('invoices')} as invoices,
      ${rowsOf('checkouts')} as checkouts, ${rowsOf('card_drafts')} as drafts`);
  return rows[0];
}
