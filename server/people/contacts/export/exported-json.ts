import type { ExportedContact } from './read-exported.ts';

/** Contacts as JSON: one object a line, which our own import reads back. */

export const JSON_FORMAT = 'goldleaf-contacts';
export const JSON_VERSION = 1;

export const jsonHead = (now: Date): string =>
  `{"format":"${JSON_FORMAT}","version":${JSON_VERSION},"exportedAt":${JSON.stringify(now)},"contacts":[\n`;
export const JSON_END = '\n]}\n';

/** Leaves out what only this server knows: ids, the account, and derived values. */
export function exportedJson(contact: ExportedContact, photo: string | null): string {
  const {
    id: _id,
    userId: _userId,
    holderId: _holderId,
    cardId: _cardId,
    isMatched: _matched,
    profileImage: _image,
    ...rest
  } = contact;
  return JSON.stringify({ ...rest, photo });
}
