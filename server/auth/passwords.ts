import type { VisitorContext } from '#server/context.ts';
import { subscriberOf } from '#server/infra/http/rate-limit.ts';
import type { Turn } from '#server/infra/thread-pool.ts';

/** What is checked when there is no such user: made like every other, of a password that nobody noted. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$LGAIVZM1CDy5kldUVt4quQ$48R9qcPgIbyhvvGe58BGcATBxVK2+dnp7ZB8dsW5WZU';

/** The turn of whoever asks; those we know have a lane of their own. */
export const turnOf = ({ asker }: VisitorContext, isKnown: boolean): Turn => ({
  lane: isKnown ? 'known' : 'unknown',
  address: subscriberOf(asker.address),
});

/** Whether the password is right. Takes as long when there is no user at all (`stored` null). */
export async function isPasswordRight(
  ctx: VisitorContext,
  stored: string | null,
  password: string,
  turn: Turn,
): Promise<boolean> {
  const isRight = await ctx.passwords.verify(stored ?? DECOY, password, turn);
  return stored !== null && isRight;
}
