import { can, requireUser, toCardSubject } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { givesPasses } from '#server/access/visibility.ts';
import { type CardRow, findCard, findShown } from '#server/cards/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import { isNavigation } from '#server/infra/http/requester.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { countUsage } from '#server/sharing/wallet/apple-registrations.ts';
import {
  type PassHolder,
  preparePass,
  serialOf,
  signedPass,
  takesDevices,
} from '#server/sharing/wallet/signed-pass.ts';
import { contentDisposition, passFileName } from '#shared/formats/file-names.ts';
import { PASS_TYPE, walletEndpoints } from '#shared/sharing/wallet.ts';

/** A card as an Apple Wallet pass: what it contains, for its owner, and the signed pass itself. */

interface ByCard {
  params: { cardId: string };
}

/** True if the request is for the pass itself: a browser navigates, or `Accept` names the type of passes. */
const wantsPass = ({ requester }: VisitorContext): boolean =>
  isNavigation(requester) || requester.header('accept')?.includes(PASS_TYPE) === true;

const VARIES = { vary: 'Accept, Sec-Fetch-Mode, Cookie' };

export async function getApplePass(ctx: VisitorContext, input: ByCard): Promise<FileBody> {
  if (wantsPass(ctx)) return getSignedPass(ctx, input);
  const signedIn = requireUser(ctx, { who: 'user', whileSuspended: false });
  const { card } = await findCard({ ...ctx, ...signedIn }, 'share', input.params.cardId);
  return {
    type: 'application/json; charset=utf-8',
    headers: VARIES,
    body: JSON.stringify(walletEndpoints.apple.returns.parse(await describePass(ctx, card))),
  };
}

async function describePass(ctx: VisitorContext, card: CardRow) {
  const { origin } = ctx.requester;
  const { own, visitors, fetchedAt } = await countUsage(ctx, {
    own: serialOf(card, 'owner'),
    visitors: serialOf(card, 'visitor'),
  });
  return {
    pass: await preparePass(ctx, card, 'owner', origin),
    downloadName: passFileName(card.name),
    url: `/api/wallet/apple/${card.id}.pkpass`,
    isTrusted: ctx.apple.isTrusted,
    updates: {
      isNamed: takesDevices(origin),
      isPushed: takesDevices(origin) && ctx.apple.pushes,
      ownDevices: own,
      visitorDevices: visitors,
      fetchedAt,
    },
  };
}

/** The pass that its requester may have: the owner's own, or the one for visitors. */
async function findHolder(
  ctx: VisitorContext,
  cardId: string,
): Promise<{ card: CardRow; holder: PassHolder }> {
  const { card, owner, caller } = await findShown(ctx, cardId);
  if (can(caller, 'share', toCardSubject({ card, owner }))) return { card, holder: 'owner' };
  if (!givesPasses(card, owner)) throw notFound('card');
  return { card, holder: 'visitor' };
}

export async function getSignedPass(ctx: VisitorContext, { params }: ByCard): Promise<FileBody> {
  const subscriber = subscriberOf(ctx.requester.address);
  await ctx.limits.take('cardFile', subscriber);
  const { card, holder } = await findHolder(ctx, params.cardId);
  const { origin } = ctx.requester;
  const turn = { lane: ctx.user ? 'known' : 'unknown', address: subscriber } as const;
  return {
    type: PASS_TYPE,
    body: await signedPass(ctx, { card, holder, origin }, turn),
    headers: { ...VARIES, ...fileHeaders(card, holder) },
  };
}

/**
 * Wallet opens an attachment as well as a page, and other systems save it under its name. What a card is called in its
 * owner's list is theirs alone.
 */
export const fileHeaders = (
  { name, fullName }: Pick<CardRow, 'name' | 'fullName'>,
  holder: PassHolder,
): Record<string, string> => ({
  'content-disposition': contentDisposition(passFileName(holder === 'owner' ? name : fullName)),
});
