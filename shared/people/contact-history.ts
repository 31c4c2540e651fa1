import { z } from '#shared/contract/zod.ts';

/** The events of a contact; `server/people/contacts/history.ts` records them, the contact's screen says them. */

export const CONTACT_EVENT_KINDS = [
  /** They sent their details: what they were, by field. Never left out, however long the history. */
  'sent',
  /** The owner added them by hand. */
  'added',
  /** They came with an imported file, or it filled in what they lacked: its `name`. Never left out either. */
  'imported',
  /** The owner changed fields: `from` and `to`, by field. */
  'changed',
  /** Another contact was merged into this one: its `name`. */
  'merged',
  /** The owner keeps the contact in step with the sender's card, or no longer does; either side may have ended it. */
  'linked',
  'unlinked',
  /** The owner took over what was new on that card: `from` and `to`, by field. */
  'updated',
  /** A lead became this contact. */
  'converted',
  /** The card through which they came was handed to somebody else: who met them, `metBy`, and the new holder, `heldBy`, by name. */
  'handedOver',
  /** A message was written or sent: the `channel` and its `subject` or first words. */
  'message',
  'followedUp',
  /** The owner was reminded of them. */
  'reminded',
  /** They corrected what they had sent: `from` and `to`, by field. */
  'corrected',
  /** They took back a consent: its `text`. */
  'consentWithdrawn',
  /** The mail server refused the receipt that they had asked for. */
  'receiptRefused',
] as const;
export type ContactEventKind = (typeof CONTACT_EVENT_KINDS)[number];

/** Values by field or by word; text only, so that a screen can show it. */
export const contactEventDetails = z.record(
  z.string(),
  z.union([z.string(), z.record(z.string(), z.string())]),
);
export type ContactEventDetails = z.output<typeof contactEventDetails>;
