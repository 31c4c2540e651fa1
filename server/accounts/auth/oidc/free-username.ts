import { randomInt } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { listClaimed } from '#server/accounts/aliases/names.ts';
import { isReserved } from '#server/accounts/aliases/reserved.ts';
import type { AppContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { users } from '#server/db/schema/users.ts';
import { foldName } from '#shared/accounts/aliases.ts';
import { registration } from '#shared/accounts/auth.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Long enough for most names, and short enough for a number behind it. */
const LENGTH_MAX = 30;
const NUMBERED = 8;

/**
 * A name as a username, like ada-lovelace; empty if that would mutilate it, as in scripts whose vowels are marks, which
 * usernames do not allow.
 */
function toUsername(text: string): string {
  const plain = text.normalize('NFC').toLowerCase();
  if (/\p{M}/u.test(plain)) return '';
  const words = plain.replace(/['’.]/g, '').split(/[^\p{L}\p{N}]+/u);
  return [...words.filter(Boolean).join('-')].slice(0, LENGTH_MAX).join('').replace(/-+$/, '');
}

const isValid = (name: string) =>
  registration.shape.username.safeParse(name).success && !isReserved(foldName(name));

/**
 * Usernames for a new account, by name and address, the best one first; all are valid, and one is surely free. `fallback`
 * is for names that give none.
 */
export function proposeUsernames(fullName: string, email: string | null, fallback = 'member'): string[] {
  const [local = ''] = (email ?? '').split('@');
  const names = [toUsername(fullName), toUsername(local.replace(/\+.*/, ''))].filter(isValid);
  const stems = [...names, fallback];
  const numbered = Array.from({ length: NUMBERED }, (_, index) => `${stems[0]}-${index + 2}`);
  const random = stems.map((stem) => `${stem}-${randomInt(100_000, 1_000_000)}`);
  return [...names, ...numbered, ...random].filter(isValid);
}

/** The first of these names that is nobody's, also in short addresses; another may take it before it is stored. */
export async function findFreeUsername(
  ctx: Pick<AppContext, 'db' | 'keyedHash'>,
  names: readonly string[],
): Promise<string> {
  const taken = await ctx.db
    .select({ name: foldCase(users.username).mapWith(String) })
    .from(users)
    .where(
      inArray(
        foldCase(users.username),
        names.map((name) => foldCase(name)),
      ),
    );
  const isTaken = new Set(taken.map(({ name }) => name));
  const claimed = new Set(await listClaimed(ctx, ctx.db, names.map(foldName)));
  const free = names.find((name) => !isTaken.has(name.toLowerCase()) && !claimed.has(foldName(name)));
  if (free === undefined) throw new Error('No username is free for a new account.');
  return free;
}

/** How often to look for another username when somebody takes it at the same moment. */
const TRIES = 5;

/** Adds an account, in a transaction of its own, under the first of these names that is free. */
export async function addUnderFreeName<Added>(
  ctx: Pick<AppContext, 'db' | 'keyedHash'>,
  names: readonly string[],
  add: (username: string) => Promise<Added>,
): Promise<Added> {
  let left = names;
  for (let attempt = 1; ; attempt += 1) {
    const username = await findFreeUsername(ctx, left);
    try {
      return await add(username);
    } catch (error) {
      if (!(error instanceof AppError && error.fields?.username) || attempt === TRIES) throw error;
      // Where many ask for one name, only those that end in random digits are free for long.
      left = attempt === TRIES - 1 ? names.slice(-2) : left.filter((name) => name !== username);
    }
  }
}
