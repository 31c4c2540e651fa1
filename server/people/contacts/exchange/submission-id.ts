import type { AppContext } from '#server/context.ts';
import { idFrom, newId } from '#server/db/new-id.ts';

/**
 * The id of what a visitor sends to a card. With a key from the sender, the same content always gets the same id, and
 * ids are unique: a retry after a lost response adds nothing, in any process and at any time.
 */
export function idOfSent(
  { keyedHash }: Pick<AppContext, 'keyedHash'>,
  key: string | undefined,
  words: { kind: 'contact' | 'lead'; cardId: string },
): string {
  return key ? idFrom(keyedHash('sent once', JSON.stringify([key, words]))) : newId();
}
