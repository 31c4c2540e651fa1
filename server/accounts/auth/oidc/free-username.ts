import { randomInt } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { listClaimed } from '#server/accounts/aliases/names.ts';
import { isReserved } from '#server/accounts/aliases/reserved.ts';
import type { AppContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { users } from '#server/db/schema/users.ts';
import { foldName } from '#shared/accounts/aliases.ts';
import { registration } from '#shared/accounts/auth.ts';

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

/** Usernames for a new person, by name and address, the best one first; all are valid, and one is surely free. */
export function proposeUsernames(fullName: string, email: string | null): string[] {
  const [local = ''] = (email ?? '').split('@');
  const names = [toUsername(fullName), toUsername(local.replace(/\+.*/, ''))].filter(isValid);
  const stems = [...names, 'member'];
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
