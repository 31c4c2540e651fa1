import { counted } from '#app/frame/counted.ts';
import { UNDO_DAYS } from '#shared/people/contact-limits.ts';
import type { RecentChange } from '#shared/people/contact-operations.ts';

/** Said before a change. */
export const UNDO_THERE = `You can undo this for ${UNDO_DAYS} days under “Recent changes.”`;

const WORDS: Record<string, (who: string, tag: string | null) => string> = {
  tag: (who, tag) => `Added the tag “${tag}” to ${who}`,
  untag: (who, tag) => `Removed the tag “${tag}” from ${who}`,
  favorite: (who) => `Marked ${who} with a star`,
  unfavorite: (who) => `Removed the star from ${who}`,
  delete: (who) => `Deleted ${who}`,
  merge: (who) => `Merged ${who}`,
  update: () => 'Updated a contact from their card',
};

/** "Deleted 3 contacts"; how many is no longer known once it is undone. */
export function sayRecentChange({ kind, done, tag }: Pick<RecentChange, 'kind' | 'done' | 'tag'>): string {
  // The one that the others became part of is a contact, too.
  const who = done === 0 ? 'contacts' : counted(kind === 'merge' ? done + 1 : done, 'contact');
  return WORDS[kind]?.(who, tag) ?? `Changed ${who}`;
}
