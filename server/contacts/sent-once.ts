import type { AppContext } from '#server/context.ts';
import { idFrom, newId } from '#server/db/new-id.ts';

/**
 * The id of what a visitor sends to a card. With a key of the sender's, the same words make the same id, and an id exists
 * once: sent again, because its answer was lost, it adds nothing, whichever process it meets and however late.
 */
export function idOfSent(
  { keyedHash }: Pick<AppContext, 'keyedHash'>,
  key: string | undefined,
  words: { kind: 'contact' | 'lead'; cardId: string },
): string {
  return key ? idFrom(keyedHash('sent once', JSON.stringify([key, words]))) : newId();
}
