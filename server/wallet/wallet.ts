import { type CardRow, findCard } from '#server/cards/cards.ts';
import type { UserContext } from '#server/context.ts';
import { applePassOf } from '#server/wallet/apple-pass.ts';
import { googleObjectOf } from '#server/wallet/google-pass.ts';
import { passFileName, qrFileName } from '#shared/file-names.ts';

/** Cards for a phone's wallet: what passes hold, true to the card at this moment. */

interface ByCard {
  params: { cardId: string };
}

const linkTo = (ctx: UserContext, card: CardRow) => `${ctx.requester.origin}/card/${card.id}`;

/** `url` is null: a pass that opens in a wallet must be signed, and there is no certificate. */
export async function getApplePass(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'export', params.cardId);
  return { pass: applePassOf(card, linkTo(ctx, card)), downloadName: passFileName(card.name), url: null };
}

/** `saveUrl` is null: a save link carries a signed token, and there is no key. */
export async function getGoogleObject(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'export', params.cardId);
  return { object: googleObjectOf(card, linkTo(ctx, card)), saveUrl: null };
}

export async function getWalletQr(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'export', params.cardId);
  return { qrCodeData: linkTo(ctx, card), downloadName: qrFileName(card.fullName) };
}
