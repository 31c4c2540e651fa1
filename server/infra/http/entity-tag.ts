import { AppError } from '#shared/contract/errors.ts';

/** Entity tags and the precondition `If-Match` (RFC 9110, sections 8.8.3 and 13.1.1). */

/**
 * One entity tag, weak or strong, at the start of a list, with the comma after it. Empty members are allowed. Spaces can
 * match in one place only: with two, many of them would take quadratic time.
 */
const MEMBER = /^[\t ]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[\t ]*)?(?:,|$)/;

const createUnreadable = () =>
  new AppError(
    'bad_request',
    'The If-Match header isn’t valid. Send the card’s ETag with its quotation marks, or *.',
  );

/** The strong entity tag of a version. */
export const tagOfVersion = (version: number | string): string => `"${version}"`;

/**
 * True if a request with this `If-Match` header may change what has the entity tag `tag`: true without the header and
 * for `*`. Tags are compared strongly, so a weak one (`W/"…"`) never matches. Throws 400 if the header is malformed.
 */
export function passesIfMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined || header.trim() === '*') return true;
  const tags: string[] = [];
  for (let rest = header; rest !== ''; ) {
    const [member, named] = MEMBER.exec(rest) ?? [];
    if (!member) throw createUnreadable();
    if (named) tags.push(named);
    rest = rest.slice(member.length);
  }
  if (tags.length === 0) throw createUnreadable();
  return tags.includes(tag);
}
