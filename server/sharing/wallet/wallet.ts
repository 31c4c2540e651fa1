import { type CardRow, findCard } from '#server/cards/cards/cards.ts';
import type { UserContext } from '#server/context.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { chooseGoogle, composeObject } from '#server/sharing/wallet/google/google-passes.ts';
import { qrFileName } from '#shared/formats/file-names.ts';

/** The content of wallet passes, always up to date with the card. */

interface ByCard {
  params: { cardId: string };
}

const linkTo = (ctx: UserContext, card: CardRow) => `${ctx.requester.origin}/card/${card.id}`;

/** `saveUrl` is null without the settings of Google Wallet: nobody could sign it. */
export async function getGoogleObject(ctx: UserContext, { params }: ByCard) {
  const { google } = ctx;
  // Each may call Google, which has limits for the server as a whole.
  if (google) await ctx.limits.take('cardFile', subscriberOf(ctx.requester.address));
  const found = await findCard(ctx, 'share', params.cardId);
  const whole = Object.entries(composeObject(ctx, found, google?.issuerId ?? null));
  const object = { id: found.card.id, ...Object.fromEntries(whole.filter(([, value]) => value !== null)) };
  return { object, saveUrl: google ? await chooseGoogle(ctx, google, found) : null };
}

export async function getWalletQr(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'share', params.cardId);
  return { qrCodeData: linkTo(ctx, card), downloadName: qrFileName(card.fullName) };
}
