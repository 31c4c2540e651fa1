import { type CardRow, findCard } from '#server/cards/cards.ts';
import type { UserContext } from '#server/context.ts';
import { googleObjectOf } from '#server/wallet/google-pass.ts';
import { qrFileName } from '#shared/file-names.ts';

/** The content of wallet passes, always up to date with the card. */

interface ByCard {
  params: { cardId: string };
}

const linkTo = (ctx: UserContext, card: CardRow) => `${ctx.requester.origin}/card/${card.id}`;

/** `saveUrl` is null: a save link contains a signed token, and there is no key. */
export async function getGoogleObject(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'export', params.cardId);
  return { object: googleObjectOf(card, linkTo(ctx, card)), saveUrl: null };
}

export async function getWalletQr(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'export', params.cardId);
  return { qrCodeData: linkTo(ctx, card), downloadName: qrFileName(card.fullName) };
}
