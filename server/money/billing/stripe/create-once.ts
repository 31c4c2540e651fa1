/**
 * Creations that a retry does not repeat. Stripe keeps the first answer to an idempotency key for a day, also if it was
 * an error: the same key would then lock a person out for a day. A repeated answer says so in its headers, and the next
 * key in the row is tried. Every process walks the same row, so a creation that succeeded is always found again. Source:
 * Stripe API reference, "Idempotent requests".
 */

/** Of a day: so often may a card without money be declined before one that has some again has to wait. */
const KEYS_MAX = 30;

export async function createOnce<Made>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<Made>,
): Promise<Made> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await create({ idempotencyKey: turn === 1 ? key : `${key}-${turn}` });
    } catch (error) {
      if (turn >= KEYS_MAX || !isStored(error)) throw error;
    }
  }
}

function isStored(error: unknown): boolean {
  if (!(error instanceof Error) || !('headers' in error)) return false;
  const { headers } = error;
  if (typeof headers !== 'object' || headers === null) return false;
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'idempotent-replayed' && value === 'true',
  );
}
