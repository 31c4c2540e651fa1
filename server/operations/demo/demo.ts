import { isNotNull, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { addAccount } from '#server/accounts/auth/address/write-address.ts';
import { startSession } from '#server/accounts/auth/session-tokens.ts';
import { insertCard, writeCardsOf } from '#server/cards/cards/write-cards.ts';
import { storeBytes } from '#server/cards/media/store-media.ts';
import type { AppContext } from '#server/context.ts';
import { newCardId } from '#server/db/new-id.ts';
import { cardViews, cardVisitors } from '#server/db/schema/analytics.ts';
import { secrets } from '#server/db/schema/operations.ts';
import { users } from '#server/db/schema/users.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { readSecret } from '#server/infra/secret.ts';
import { syncUser } from '#server/money/billing/sync.ts';
import { seedSubscription } from '#server/money/billing/test-provider/seed.ts';
import { ADMINISTRATOR, type DemoPerson, PASSWORD, PEOPLE } from '#server/operations/demo/demo-people.ts';
import { createDice, DAYS, makeContact, makeViews } from '#server/operations/demo/history.ts';
import { drawPortrait } from '#server/operations/demo/portraits.ts';
import { drawScene, type Scene } from '#server/operations/demo/scenes.ts';
import { insertContacts } from '#server/people/contacts/write-contacts.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { newCard } from '#shared/cards/cards.ts';
import { TRIAL_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** The demo's users and their history, created once in a database of its own. */

/** The row that marks a demo database and names its administrator. */
const MARK = 'demo-administrator';
/** A constant that no other lock has: one process seeds while others wait. */
const SEED_LOCK = 715_005;
const ROWS_A_STATEMENT = 1_000;

/** Seeds an empty database; does nothing if it is already seeded. Throws an error for a database of real people. */
export async function seedDemo(app: AppContext): Promise<void> {
  if (await findAdministrator(app)) return;
  await app.db.transaction(async (tx) => {
    const inside = { ...app, db: tx };
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if (await findAdministrator(inside)) return;
    if (await tx.$count(users)) {
      throw new Error(
        'This database holds real accounts. The demo needs one of its own: set another DATA_DIR.',
      );
    }
    const password = await app.passwords.hash(PASSWORD, { lane: 'unknown', address: 'demo' });
    const { id: administrator } = await addUser(inside, { ...ADMINISTRATOR, password, isAdmin: true });
    const dice = createDice(2026);
    let met = 0;
    for (const person of PEOPLE) {
      await addPerson(inside, dice, person, password, met);
      met += person.contacts;
    }
    await tx.insert(secrets).values({ name: MARK, value: Buffer.from(administrator) });
  });
  // The provider reads its ledger outside of that transaction.
  const payers = await app.db.select({ id: users.id }).from(users).where(isNotNull(users.stripeCustomerId));
  for (const { id } of payers) await syncUser(app, id);
}

/** Starts a session for the demo's administrator and returns its token. */
export async function startAdministratorSession(app: AppContext, requester: Requester): Promise<string> {
  const id = await findAdministrator(app);
  if (!id) throw new Error('The demo has no administrator.');
  return startSession(app, requester, id);
}

async function findAdministrator(app: AppContext): Promise<AccountId | null> {
  const id = await readSecret(app.db, MARK);
  return id && accountId.parse(String(id));
}

async function addUser(
  app: AppContext,
  person: Pick<
    typeof users.$inferInsert,
    'username' | 'fullName' | 'password' | 'isAdmin' | 'subscriptionStatus'
  >,
): Promise<{ id: AccountId; email: string }> {
  const now = app.now().getTime();
  const email = `${person.username}@demo.example`;
  const hasPaid = person.subscriptionStatus === 'active';
  const { id } = await addAccount(app, {
    ...person,
    email,
    emailConfirmedAt: new Date(now),
    createdAt: new Date(now - (hasPaid ? DAYS : TRIAL_DAYS / 2) * DAY_MS),
    trialEndsAt: new Date(now + (hasPaid ? TRIAL_DAYS - DAYS : TRIAL_DAYS / 2) * DAY_MS),
    checkoutCompletedAt: hasPaid ? new Date(now - DAYS * DAY_MS) : null,
  });
  return { id, email };
}

async function addPerson(
  app: AppContext,
  dice: () => number,
  person: DemoPerson,
  password: string,
  met: number,
): Promise<void> {
  const { username, fullName, subscriptionStatus } = person;
  const { id: userId, email } = await addUser(app, { username, fullName, subscriptionStatus, password });
  const portrait = await storeDrawing(app, drawPortrait(person.portrait), {
    ownerId: userId,
    name: username,
  });
  const cards: { id: string; name: string }[] = [];
  for (const card of person.cards) cards.push(await addCard(app, dice, userId, portrait.url, card));
  const rows = Array.from({ length: person.contacts }, (_, n) => {
    const card = cards[n % 4 === 3 ? cards.length - 1 : 0];
    if (!card) throw new Error(`${fullName} has no card.`);
    return makeContact(dice, met + n, { userId, cardId: card.id, cardName: card.name }, app.now());
  });
  await app.db.transaction((tx) => insertContacts(tx, rows));
  if (subscriptionStatus !== 'active' || !app.billing.isTestMode) return;
  const since = new Date(app.now().getTime() - DAYS * DAY_MS);
  await seedSubscription(app, { id: userId, email, fullName }, { quantity: cards.length, since });
}

async function addCard(
  app: AppContext,
  dice: () => number,
  userId: AccountId,
  profileImage: string,
  { photos, works, viewsADay, ...fields }: DemoPerson['cards'][number],
): Promise<{ id: string; name: string }> {
  const store = async (scene: Scene) =>
    (await storeDrawing(app, drawScene(scene), { ownerId: userId, name: scene })).url;
  const parsed = newCard.parse({
    ...fields,
    profileImage,
    photoGallery: await Promise.all(photos.map(store)),
    portfolioImages: await Promise.all(works.map(store)),
  });
  const id = newCardId();
  const { views, visitors } = makeViews(dice, id, viewsADay, app.now());
  const createdAt = new Date(app.now().getTime() - (DAYS + 1) * DAY_MS);
  const counts = { viewCount: views.length, uniqueViewCount: visitors.length };
  const values = { ...parsed, ...counts, id, userId, createdAt, updatedAt: createdAt };
  await writeCardsOf(app, userId, SYSTEM, (inside) => insertCard(inside, values));
  for (const part of inParts(views)) await app.db.insert(cardViews).values(part);
  for (const part of inParts(visitors)) await app.db.insert(cardVisitors).values(part);
  return { id, name: parsed.name };
}

/** The demo's pictures are drawn as SVG, which users cannot upload. */
async function storeDrawing(
  app: AppContext,
  svg: string,
  { ownerId, name }: { ownerId: AccountId; name: string },
) {
  const png = await app.pictures.run('draw', { svg }, { lane: 'background', key: ownerId, name });
  return storeBytes(app, png, { holder: { userId: ownerId, reservationId: null }, name });
}

function inParts<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / ROWS_A_STATEMENT);
  return Array.from({ length: count }, (_, n) =>
    items.slice(n * ROWS_A_STATEMENT, (n + 1) * ROWS_A_STATEMENT),
  );
}

/** The output of `npm run demo`. */
export function describeSignIns(origin: string): string {
  const everyone = [...PEOPLE, ADMINISTRATOR].map(
    ({ username, fullName }) => `  ${username.padEnd(8)}${fullName}`,
  );
  return [
    '',
    `The Goldleaf demo is ready on ${origin}`,
    `Sign in as one of these with the password ${PASSWORD}:`,
    ...everyone,
    `Straight in as the administrator: ${origin}/temp-admin`,
    `Emails that would have been sent: ${origin}/outbox`,
    '',
    '',
  ].join('\n');
}
