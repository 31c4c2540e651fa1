import { counted } from '#app/frame/counted.ts';
import { UNDO_DAYS } from '#shared/people/contact-limits.ts';
import type { RecentChange } from '#shared/people/contact-operations.ts';

/** Said before a change. */
export const UNDO_THERE = `You can undo this for ${UNDO_DAYS} days under “Recent changes.”`;

const WORDS: Record<string, (who: string, named: Pick<RecentChange, 'tag' | 'name'>) => string> = {
  tag: (who, { tag }) => `Added the tag “${tag}” to ${who}`,
  untag: (who, { tag }) => `Removed the tag “${tag}” from ${who}`,
  favorite: (who) => `Marked ${who} with a star`,
  unfavorite: (who) => `Removed the star from ${who}`,
  delete: (who) => `Deleted ${who}`,
  merge: (who) => `Merged ${who}`,
  update: (_, { name }) => `Updated ${name ?? 'a contact'} from their card`,
};

/** "Deleted 3 contacts"; how many is not known of those that an earlier release has undone. */
export function sayRecentChange({
  kind,
  changed,
  ...named
}: Pick<RecentChange, 'kind' | 'changed' | 'tag' | 'name'>): string {
  // The one that the others became part of is a contact, too.
  const who = changed === 0 ? 'contacts' : counted(kind === 'merge' ? changed + 1 : changed, 'contact');
  return WORDS[kind]?.(who, named) ?? `Changed ${who}`;
}
