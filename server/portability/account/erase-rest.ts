import { and, eq, exists, or } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { erasures } from '#server/db/schema/portability.ts';
import { applePasses, googlePasses } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { eraseReferences, type Reference, readReferences } from '#server/infra/erase-references.ts';
import { ERASURES, isLast } from '#server/portability/account/erase-account.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Due work: deletes what is left of deleted accounts, one after the other; killed at any moment, it goes on. */

export function erasuresWhenDue(app: AppContext): void {
  const emptied = new Set<AccountId>();
  app.queue.whenDue(ERASURES, (stopping) => eraseRests(app, { stopping, emptied }), { sends: 'nothing' });
}

interface Erasing {
  stopping?: AbortSignal;
  /** Those of a transaction. */
  rows?: number;
  /** Accounts of which only what their passes need is left: each look would go through all tables for them again. */
  emptied?: Set<AccountId>;
}

/** One that fails keeps no other from going. */
export async function eraseRests(app: AppContext, how: Erasing = {}): Promise<number | null> {
  const left = await app.db.select().from(erasures).orderBy(erasures.begunAt);
  const failures: unknown[] = [];
  let waitMs: number | null = null;
  const erase = async (id: AccountId, begunAt: Date) => {
    const passesMs = await keepPasses(app, id, begunAt);
    if (passesMs === null) return eraseRest(app, id, how);
    waitMs ??= passesMs;
    return eraseButPasses(app, id, how);
  };
  for (const { userId, begunAt } of left) {
    const goesOn = await erase(userId, begunAt).catch((error: unknown) => failures.push(error) > 0);
    if (!goesOn) break;
  }
  if (failures.length > 0) throw failures[0];
  return waitMs;
}

const readAll = async (db: Db) =>
  (await readReferences(db, 'users')).filter((reference) => !isLast(reference));

async function eraseRest(app: AppContext, id: AccountId, how: Erasing): Promise<boolean> {
  how.emptied?.delete(id);
  if (!(await eraseReferences(app, await readAll(app.db), id, how))) return false;
  await app.db.delete(users).where(eq(users.id, id));
  return true;
}

/** For how many more milliseconds wallets may hold passes of the account's cards, and learn that these are gone; null if none does. */
async function keepPasses({ db, now }: AppContext, id: AccountId, begunAt: Date): Promise<number | null> {
  const leftMs = begunAt.getTime() + DAY_MS - now().getTime();
  if (leftMs <= 0) return null;
  const isHeld = [applePasses, googlePasses].map((passes) =>
    exists(db.select().from(passes).where(eq(passes.cardId, businessCards.id))),
  );
  const [card] = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(and(isOfAccount(id), or(...isHeld)))
    .limit(1);
  return card ? leftMs : null;
}

const isOfAccount = (id: AccountId) => whereCan(systemFor(id), 'export', 'card');
const isCards = ({ table, column }: Reference) => table === 'business_cards' && column === 'user_id';

/** Leaves of each card its row, which says nothing any more, and its passes. */
async function eraseButPasses(app: AppContext, id: AccountId, how: Erasing): Promise<boolean> {
  if (how.emptied?.has(id)) return true;
  const references = await readAll(app.db);
  const others = references.filter((reference) => !isCards(reference));
  if (!(await eraseReferences(app, others, id, how))) return false;
  const onCards = references
    .filter(isCards)
    .flatMap(({ children }) => children)
    .filter(({ table }) => table !== 'apple_passes');
  const cards = await app.db.select({ id: businessCards.id }).from(businessCards).where(isOfAccount(id));
  for (const card of cards) if (!(await eraseReferences(app, onCards, card.id, how))) return false;
  how.emptied?.add(id);
  return true;
}
