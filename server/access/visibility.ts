import { type SQL, sql } from 'drizzle-orm';
import type { businessCards, users } from '#server/db/schema.ts';

/**
 * What of a card strangers may see and leave: each rule once for a loaded row and once, beside it, as text of SQL. The text
 * takes the names that `business_cards` and `users` have in the statement. `visibility.test.ts` holds the pairs together.
 */

type Card = Pick<typeof businessCards.$inferSelect, 'isActive'>;
type CardWithForm = Pick<typeof businessCards.$inferSelect, 'leadCaptureEnabled'>;
type Owner = Pick<typeof users.$inferSelect, 'isProfileVisible'>;
type OwnerWithForm = Pick<typeof users.$inferSelect, 'isExchangeEnabled'>;

/** Whether strangers may see a person's pages at all. */
export const isProfilePublic = (owner: Owner): boolean => owner.isProfileVisible;

/** Whether strangers may see a card: neither paused nor hidden with its owner's profile. */
export const isPublic = (card: Card, owner: Owner): boolean => card.isActive && isProfilePublic(owner);
export const publicText = (card: string, owner: string): string =>
  `${card}.is_active and ${owner}.is_profile_visible`;

/** Whether a card has not been deleted. No loaded card is: `ctx.readCard` asks for this. */
export const keptText = (card: string): string => `${card}.deleted_at is null`;
export const isKept = (card = 'business_cards'): SQL => sql.raw(keptText(card));

/** Whether a card stands in its owner's portfolio, for whoever may see that. */
export const isInPortfolio = (): SQL => sql.raw(`business_cards.is_active and ${keptText('business_cards')}`);

/** Whether visitors may leave their contact with the owner of a card. */
export const takesContacts = (owner: OwnerWithForm): boolean => owner.isExchangeEnabled;

/** Whether a card shows its lead form: its switch is on, and its owner takes contacts at all. */
export const takesLeads = (card: CardWithForm, owner: OwnerWithForm): boolean =>
  card.leadCaptureEnabled && takesContacts(owner);

/** Both of these; `isContact` is a condition that tells a contact from a lead. */
export const takesText = (isContact: string, card: string, owner: string): string =>
  `${owner}.is_exchange_enabled and (${isContact} or ${card}.lead_capture_enabled)`;
