import { formatDay } from '#app/frame/dates.ts';
import type { ContactEvent } from '#shared/people/contact-book.ts';
import { CONTACT_RECORD } from '#shared/people/contact-record.ts';

/** The events of a contact in words. */

type Values = Record<string, string>;

const SAID: Record<string, string> = {
  sent: 'Shared their details',
  added: 'Added by you',
  imported: 'Imported',
  changed: 'Details changed',
  merged: 'Merged with another contact',
  linked: 'Auto-updates turned on',
  unlinked: 'Auto-updates turned off',
  updated: 'New details from their card',
  converted: 'A lead became a contact',
  handedOver: 'Card handed over',
  message: 'Message written',
  followedUp: 'Followed up',
  reminded: 'Reminder sent',
  corrected: 'They updated their details',
  consentWithdrawn: 'They withdrew a consent',
  receiptRefused: 'Their copy couldn’t be delivered',
};

const FOLLOWED_UP: Record<string, string> = {
  mail: 'Followed up by email',
  message: 'Followed up by text',
  whatsapp: 'Followed up on WhatsApp',
  copy: 'Copied a follow-up',
};

/** A field may be of a later release. */
const labelOf = (field: string): string =>
  (CONTACT_RECORD as Record<string, { label: string }>)[field]?.label ?? field;

const wordOf = (name: string, { [name]: value }: Values): string | undefined =>
  value && name === 'metAt' ? formatDay(value) : value;

/** "London → Paris", "Paris (new)" or "London (removed)". */
function toldOf(before: string | undefined, after: string | undefined): string {
  if (!before) return `${after || 'nothing'} (new)`;
  return after ? `${before} → ${after}` : `${before} (removed)`;
}

/** An event as a title, and a line for each field with its old and new value, or for each word that is known of it. */
export function saidOf({ kind, details }: Pick<ContactEvent, 'kind' | 'details'>): {
  title: string;
  lines: string[];
} {
  const { from = {}, to = {}, fields, card, channel, metBy, heldBy, ...words } = details;
  const way = kind === 'followedUp' ? FOLLOWED_UP[String(channel)] : undefined;
  const title = way ?? SAID[kind] ?? kind;
  const [before, after] = [from as Values, to as Values];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    title: typeof card === 'string' ? `${title} through ${card}` : title,
    lines: [
      ...[way ? undefined : channel, ...Object.values(words)].filter((word) => typeof word === 'string'),
      ...(kind === 'handedOver' ? [`Met by ${String(metBy)}`, `Now with ${String(heldBy)}`] : []),
      ...Object.entries((fields ?? {}) as Values)
        .map(([name, value]) => (name === 'notes' ? `“${value}”` : `${labelOf(name)}: ${value}`))
        // The message first: it is the reason to write back.
        .sort((one, other) => Number(other.startsWith('“')) - Number(one.startsWith('“'))),
      ...names.map((name) => `${labelOf(name)}: ${toldOf(wordOf(name, before), wordOf(name, after))}`),
    ],
  };
}
