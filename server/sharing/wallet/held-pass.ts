import { and, eq, not } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { givesPasses, isGoing, isPublic } from '#server/access/visibility.ts';
import { brandOf, layOver } from '#server/cards/brand/lay-over.ts';
import type { CardRow } from '#server/cards/cards/cards.ts';
import type { CardOwner } from '#server/cards/cards/read-card.ts';
import type { AppContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { applePasses } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { readRequester } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { PassedCard } from '#server/sharing/wallet/pass-facts.ts';
import { isTokenOf, type PassHolder, readSerial, serialOf } from '#server/sharing/wallet/signed-pass.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { AppError } from '#shared/contract/errors.ts';
import { emptyValuesOf } from '#shared/contract/field-kinds.ts';
import { id } from '#shared/contract/fields.ts';

/** A pass that a device has: of a card that is shown, hidden, paused or, for a while, deleted. */

export interface HeldPass {
  card: CardRow;
  owner: Pick<CardOwner, 'fullName' | 'isProfileVisible' | 'arePagesSuspended'>;
  holder: PassHolder;
  /** The round of the card in which it was given out. */
  passRound: number;
  modifiedAt: Date;
}

const noPass = () => new AppError('not_found', 'There is no such pass.');

/** Throws 404 for passes of another issuer, such as those signed before the operator had a certificate. */
export async function requireType(app: AppContext, typeId: string): Promise<void> {
  if (typeId !== (await app.apple.passTypeId())) throw noPass();
}

/** Null if its card is gone. Throws 404 for a serial that no pass can have. */
async function findHeld({ db }: AppContext, serial: string): Promise<HeldPass | null> {
  const { cardId, holder, passRound } = readSerial(serial);
  if (!id.safeParse(cardId).success || serialOf({ id: cardId, passRound }, holder) !== serial) throw noPass();
  const [found] = await db
    .select({
      card: businessCards,
      brand: brandOf(),
      owner: {
        fullName: users.fullName,
        isProfileVisible: users.isProfileVisible,
        arePagesSuspended: users.arePagesSuspended,
      },
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(eq(businessCards.id, cardId), not(isGoing())));
  if (!found) return null;
  // One of a round to come cannot be.
  if (!(passRound <= found.card.passRound)) throw noPass();
  const [pass] = await db
    .select({ modifiedAt: applePasses.modifiedAt })
    .from(applePasses)
    .where(eq(applePasses.serial, serial));
  const card = layOver(found.card, found.brand);
  return { card, owner: found.owner, holder, passRound, modifiedAt: pass?.modifiedAt ?? card.updatedAt };
}

const SCHEME = /^ApplePass (\S{1,200})$/;

const isShown = ({ card, owner }: HeldPass): boolean => card.deletedAt === null && isPublic(card, owner);

/**
 * The pass of this serial, for a device that sends its token; null if its card is gone. Throws 404 if there is none, and
 * 401 for another token; for what strangers may not see, both are 404, so that nobody learns of it.
 */
async function authorizeToken(
  app: AppContext,
  request: FastifyRequest,
  serial: string,
): Promise<HeldPass | null> {
  const subscriber = subscriberOf(readRequester(request, app.config).address);
  await app.limits.take('lookup', subscriber);
  const held = await findHeld(app, serial);
  const [, token = ''] = SCHEME.exec(request.headers.authorization ?? '') ?? [];
  if (!isTokenOf(app, serial, token)) {
    throw held && isShown(held)
      ? new AppError('signed_out', 'Please send the token of this pass.')
      : noPass();
  }
  await app.limits.giveBack('lookup', subscriber);
  return held;
}

/** Likewise. Throws 404 if its card is gone, too. */
export async function authorizeDevice(
  app: AppContext,
  request: FastifyRequest,
  serial: string,
): Promise<HeldPass> {
  const held = await authorizeToken(app, request, serial);
  if (!held) throw noPass();
  return held;
}

/** The content that a device's pass shall have now. The token alone proves that there was one of a card that is gone. */
export async function findHeldPass(
  app: AppContext,
  request: FastifyRequest,
  serial: string,
): Promise<Pick<HeldPass, 'holder'> & { card: PassedCard; modifiedAt: Date | null }> {
  const held = await authorizeToken(app, request, serial);
  if (held) return { ...held, card: shownOn(held) };
  const { cardId, holder, passRound } = readSerial(serial);
  // No moment: a backup may bring the card back, and its pass is older then.
  return { holder, modifiedAt: null, card: { ...GONE, id: cardId, passRound, deletedAt: app.now() } };
}

/**
 * The card that its pass shows. Throws 404 for a pass that stays as it is on phones: its card is paused or hidden, or is
 * no longer given to visitors. The pass of a deleted card is voided; to visitors who could not see the card before that,
 * it says nothing of what has changed meanwhile. One of whoever held a team's card before shows the team without a person,
 * and their own is voided.
 */
function shownOn({ card, owner, holder, passRound }: HeldPass): CardRow {
  if (passRound < card.passRound) {
    const { primaryColor, secondaryColor, companyLogo } = card;
    const look = { primaryColor, secondaryColor, companyLogo, company: owner.fullName, name: owner.fullName };
    const deletedAt = holder === 'owner' ? card.updatedAt : card.deletedAt;
    return { ...card, ...NOTHING, ...look, fullName: owner.fullName, passRound, deletedAt };
  }
  const isGiven = holder === 'owner' ? isPublic(card, owner) : givesPasses(card, owner);
  if (isGiven) return card;
  if (card.deletedAt === null) throw noPass();
  return holder === 'owner' ? card : { ...card, ...GONE };
}

const NOTHING = emptyValuesOf(CARD_FIELDS);
const GONE = { ...NOTHING, fullName: 'This card no longer exists' };
