import { type SQL, sql } from 'drizzle-orm';
import type { businessCards } from '#server/db/schema/cards.ts';
import type { teams, users } from '#server/db/schema/users.ts';

/**
 * Rules for what strangers may see of a card, and what they may leave there. Each rule is written for a loaded row and, next to
 * it, as SQL text, which takes the aliases that `business_cards` and `users` have in the statement.
 * `visibility.test.ts` checks that both forms of a rule agree.
 */

type Card = Pick<typeof businessCards.$inferSelect, 'isActive' | 'isUnclaimed'>;
type CardWithForm = Pick<typeof businessCards.$inferSelect, 'leadCaptureEnabled'>;
type CardWithPasses = Card & Pick<typeof businessCards.$inferSelect, 'walletEnabled'>;
type Owner = Pick<typeof users.$inferSelect, 'isProfileVisible' | 'arePagesSuspended'>;
type OwnerWithForm = Pick<typeof users.$inferSelect, 'isExchangeEnabled'>;

/** True if strangers may see a person's pages at all. */
export const isProfilePublic = (owner: Owner): boolean => owner.isProfileVisible && !owner.arePagesSuspended;
export const profilePublicText = (owner: string): string =>
  `${owner}.is_profile_visible and not ${owner}.are_pages_suspended`;

/** True if a card is meant to be seen: neither paused nor still waiting for the person a team prepared it for. */
const isOn = (card: Card): boolean => card.isActive && !card.isUnclaimed;
const onText = (card: string): string => `${card}.is_active and not ${card}.is_unclaimed`;

/** True if strangers may see a card: it is on, and not hidden with its owner's profile. */
export const isPublic = (card: Card, owner: Owner): boolean => isOn(card) && isProfilePublic(owner);
export const publicText = (card: string, owner: string): string =>
  `${onText(card)} and ${profilePublicText(owner)}`;

/** True if strangers are told that the person on a card of a team is gone: it would be public if somebody had claimed it. */
export const isVacant = (card: Card & Pick<typeof businessCards.$inferSelect, 'vacancy'>, owner: Owner) =>
  card.vacancy !== null && card.isActive && isProfilePublic(owner);

/** True if visitors may keep a card in their phone's wallet: they may see it, and its owner's switch is on. */
export const givesPasses = (card: CardWithPasses, owner: Owner): boolean =>
  isPublic(card, owner) && card.walletEnabled;

/** True if a card has not been deleted. There is no form for loaded rows: `ctx.readCard` never loads a deleted card. */
export const keptText = (card: string): string => `${card}.deleted_at is null`;
export const isKept = (card = 'business_cards'): SQL => sql.raw(keptText(card));

/** True of an account that is not deleted, whatever is still left of it (docs/decisions/391). */
export const existingText = (account: string): string => `${account}.kind <> 'gone'`;
export const isExisting = (): SQL => sql.raw(existingText('users'));

/** True if a card goes with its account, which is deleted. */
export const isGoing = (): SQL =>
  sql.raw('exists (select from erasures e where e.user_id = business_cards.user_id)');

/** True if others keep in step with a card: it is public, not deleted, and its owner is not suspended. */
export const followableText = (card: string, owner: string): string =>
  `${publicText(card, owner)} and ${keptText(card)} and ${owner}.suspended_at is null`;
export const isFollowable = (): SQL => sql.raw(followableText('business_cards', 'users'));

/** True if a card appears in its owner's portfolio, if the requester may see the portfolio. */
export const isInPortfolio = (): SQL =>
  sql.raw(`${onText('business_cards')} and ${keptText('business_cards')}`);

/** True if visitors may leave their contact with the owner of a card. */
export const takesContacts = (owner: OwnerWithForm): boolean => owner.isExchangeEnabled;

/** True if a card shows its lead form: its switch is on, and its owner accepts contacts at all. */
export const takesLeads = (card: CardWithForm, owner: OwnerWithForm): boolean =>
  card.leadCaptureEnabled && takesContacts(owner);

/** `takesContacts` or `takesLeads`, depending on the condition `isContact`. */
export const takesText = (isContact: string, card: string, owner: string): string =>
  `${owner}.is_exchange_enabled and (${isContact} or ${card}.lead_capture_enabled)`;

type Team = Pick<typeof teams.$inferSelect, 'isPagePublic' | 'deletedAt'>;

/** True if strangers may see the page of a team's people. */
export const isTeamPagePublic = (team: Team, account: Owner): boolean =>
  team.isPagePublic && team.deletedAt === null && isProfilePublic(account);

/** True if a card is on its team's page: it is public, and who holds it now agreed (`a`) and is not suspended (`h`). */
export const isOnTeamPage = (): SQL =>
  sql.raw(
    `${publicText('c', 'u')} and ${keptText('c')} and a.holder_id = c.holder_id and h.suspended_at is null`,
  );

/** True of `teams` with their `users`: neither deleted nor suspended. */
export const isTeamActive = (): SQL => sql.raw('teams.deleted_at is null and users.suspended_at is null');
