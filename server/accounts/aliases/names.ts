import { and, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { isReserved } from '#server/accounts/aliases/reserved.ts';
import { computeSkeleton } from '#server/accounts/aliases/skeleton.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import type { Db } from '#server/db/open.ts';
import { aliases, claimedNames } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import {
  type AliasKind,
  foldName,
  isName,
  NAMES_MAX,
  NEW_NAMES_DAYS,
  NEW_NAMES_MAX,
} from '#shared/accounts/aliases.ts';
import { LOOK_ALIKE_MESSAGE, looksLikeAnother } from '#shared/accounts/usernames.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/**
 * Names in short links belong to the account that used them first, for good: neither the name nor one that looks
 * like it is ever given to another, also after the account is gone (docs/decisions/219).
 */

const hashOf = ({ keyedHash }: Pick<AppContext, 'keyedHash'>, name: string): Buffer =>
  keyedHash('claimed-name', computeSkeleton(name));

const RESERVED_MESSAGE = 'This name is reserved. Choose another.';

/** Why a name cannot be part of any short address; null if it can. */
export function findNameProblem(name: string): string | null {
  if (!isName(name))
    return 'Use 3 to 40 letters and digits, with single dashes, dots, or underscores between them.';
  if (looksLikeAnother(name)) return `${LOOK_ALIKE_MESSAGE}.`;
  return isReserved(name) ? RESERVED_MESSAGE : null;
}

/**
 * Refuses a new username that no short address may have either: it would pass for the product or its operator. Usernames
 * from before this rule remain.
 */
export function requireUnreserved(username: string): void {
  if (!isReserved(foldName(username))) return;
  throw new AppError('invalid', `username: ${RESERVED_MESSAGE}`, { fields: { username: RESERVED_MESSAGE } });
}

/**
 * Until the transaction ends, nobody else decides about names that look like this one: of two who want one at the same
 * moment, the second sees that it is taken.
 */
async function lockName(ctx: Pick<AppContext, 'keyedHash'>, tx: Db, name: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${hashOf(ctx, name).readBigInt64BE().toString()}::bigint)`,
  );
}

/** Locks the look of a username that is about to be given to an account; whether it belongs to another's names. */
export async function isNameOfOthers(
  ctx: Pick<AppContext, 'keyedHash'>,
  tx: Db,
  username: string,
  isOwn: SQL = sql`false`,
): Promise<boolean> {
  const name = foldName(username);
  await lockName(ctx, tx, name);
  const isClaimed = eq(claimedNames.skeletonHash, hashOf(ctx, name));
  return (await tx.$count(claimedNames, and(isClaimed, sql`${isOwn} is not true`))) > 0;
}

/** Those of the folded names that belong to others in short addresses, or look like one that does. */
export async function listClaimed(
  ctx: Pick<AppContext, 'keyedHash'>,
  db: Db,
  names: readonly string[],
  isOwn: SQL = sql`false`,
): Promise<string[]> {
  const hashes = names.map((name) => hashOf(ctx, name));
  const rows = await db
    .select({ hash: claimedNames.skeletonHash })
    .from(claimedNames)
    .where(and(inArray(claimedNames.skeletonHash, hashes), sql`${isOwn} is not true`));
  const claimed = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return names.filter((_, at) => claimed.has(hashes[at]?.toString('hex') ?? ''));
}

/** A folded name as people spell it: folding writes the final sigma like any other. */
const withFinalSigma = (name: string) => name.replace(/σ(?![\p{L}\p{M}])/gu, 'ς');

/** Whose names these are; a job has no requester. */
type NameContext = Pick<UserContext, 'keyedHash' | 'now' | 'role' | 'scope'> & {
  account: Pick<UserRow, 'id'>;
};

/** Those of the names that belong to somebody else: in short addresses or, letter for letter, as usernames. */
async function listTaken(ctx: NameContext, db: Db, names: readonly string[]): Promise<Set<string>> {
  const claimed = await listClaimed(ctx, db, names, whereCan(ctx, 'edit', 'claimedName'));
  const spellings = new Set([...names, ...names.map(withFinalSigma)]);
  const held = await db
    .select({ username: users.username })
    .from(users)
    .where(
      and(
        inArray(
          foldCase(users.username),
          [...spellings].map((name) => foldCase(name)),
        ),
        not(whereCan(ctx, 'edit', 'account')),
      ),
    );
  // Whatever the hashes say, as after a change of the table of look-alikes: an address that leads to others stays theirs.
  const led = await db
    .select({ name: aliases.name })
    .from(aliases)
    .where(and(inArray(aliases.name, [...names]), not(whereCan(ctx, 'edit', 'alias'))));
  return new Set([
    ...claimed,
    ...held.map(({ username }) => foldName(username)),
    ...led.map(({ name }) => name),
  ]);
}

export const isTaken = async (ctx: NameContext, db: Db, name: string): Promise<boolean> =>
  (await listTaken(ctx, db, [name])).has(name);

/** A name like this one that is free; null if none is near. */
export async function suggestName(ctx: UserContext, db: Db, name: string): Promise<string | null> {
  const { account } = ctx;
  const person = foldName(account.fullName).replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const year = ctx.now().getUTCFullYear();
  const stem = name.slice(0, 34);
  const near = [`${stem}-card`, person, `${stem}-${year}`, ...[2, 3, 4, 5].map((n) => `${stem}-${n}`)];
  const random = `${stem}-${String(hashOf(ctx, name + account.id).readUInt32BE() % 90_000)}`;
  const names = [...near, random].filter((one) => one !== name && findNameProblem(one) === null);
  if (names.length === 0) return null;
  const taken = await listTaken(ctx, db, names);
  return names.find((one) => !taken.has(one)) ?? null;
}

/** How many names the account can still choose that it has not used before, and when there will be more again. */
export async function countNewNames(ctx: NameContext, db: Db) {
  const since = new Date(ctx.now().getTime() - NEW_NAMES_DAYS * DAY_MS);
  const own = whereCan(ctx, 'see', 'claimedName');
  const ownAliases = whereCan(ctx, 'see', 'alias');
  const inAll = Math.max(await db.$count(claimedNames, own), await db.$count(aliases, ownAliases));
  const recent = await db
    .select({ at: claimedNames.createdAt })
    .from(claimedNames)
    .where(and(own, gt(claimedNames.createdAt, since)))
    .orderBy(claimedNames.createdAt)
    .limit(NAMES_MAX);
  const leftInAll = Math.max(0, NAMES_MAX - inAll);
  const left = Math.min(leftInAll, Math.max(0, NEW_NAMES_MAX - recent.length));
  const oldest = recent[0]?.at;
  const moreAt =
    left === 0 && leftInAll > 0 && oldest ? new Date(oldest.getTime() + NEW_NAMES_DAYS * DAY_MS) : null;
  return { left, leftInAll, moreAt };
}

interface Claim {
  kind: AliasKind;
  name: string;
  cardId: string | null;
}
export type NameRefusal = 'taken' | 'tooMany';

/**
 * Gives a name to a card or to the requester, whose row the caller has locked; returns why not. `name` has passed
 * `findNameProblem`. A name that another card of the account had once moves to this one.
 */
export async function claimName(ctx: NameContext, tx: Db, claim: Claim): Promise<NameRefusal | null> {
  const { kind, name, cardId } = claim;
  await lockName(ctx, tx, name);
  if (await isTaken(ctx, tx, name)) return 'taken';
  const isThis = and(eq(aliases.kind, kind), eq(aliases.name, name));
  const [known] = await tx.select({ cardId: aliases.cardId }).from(aliases).where(isThis);
  const skeletonHash = hashOf(ctx, name);
  const isClaimed = (await tx.$count(claimedNames, eq(claimedNames.skeletonHash, skeletonHash))) > 0;
  if (!known || !isClaimed) {
    const { left, leftInAll } = await countNewNames(ctx, tx);
    if ((isClaimed ? leftInAll : left) === 0) return 'tooMany';
  }
  const now = ctx.now();
  await tx
    .insert(claimedNames)
    .values({ skeletonHash, userId: ctx.account.id, createdAt: now })
    .onConflictDoNothing();
  await tx
    .insert(aliases)
    .values({ kind, name, cardId, userId: ctx.account.id, createdAt: now })
    .onConflictDoUpdate({ target: [aliases.kind, aliases.name], set: { cardId, createdAt: now } });
  return null;
}

/**
 * Gives a name of an account that is gone to the one that comes after it, by an archive that this server signed for the
 * same confirmed address. To be called before `claimName`, in the same transaction.
 */
export async function inheritName(ctx: NameContext, tx: Db, name: string): Promise<void> {
  await lockName(ctx, tx, name);
  await tx
    .update(claimedNames)
    .set({ userId: ctx.account.id })
    .where(and(eq(claimedNames.skeletonHash, hashOf(ctx, name)), isNull(claimedNames.userId)));
}

const isOfCard = eq(aliases.kind, 'card');

/** The names of a card lead nowhere from now on, and stay its account's; returns them. */
export async function endLeading(tx: Db, cardId: string): Promise<string[]> {
  const isIts = and(isOfCard, eq(aliases.cardId, cardId));
  const rows = await tx.update(aliases).set({ cardId: null }).where(isIts).returning({ name: aliases.name });
  return rows.map(({ name }) => name);
}

/** Those of the names that lead nowhere lead to the card again; returns them. */
export async function leadAgain(tx: Db, names: string[], cardId: string): Promise<string[]> {
  const isFree = and(isOfCard, inArray(aliases.name, names), isNull(aliases.cardId));
  const rows = await tx.update(aliases).set({ cardId }).where(isFree).returning({ name: aliases.name });
  return rows.map(({ name }) => name);
}
