import { type CardRow, findCard } from '#server/cards/cards/cards.ts';
import type { UserContext } from '#server/context.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { chooseGoogle, composeObject, makeSaveLink } from '#server/sharing/wallet/google/google-passes.ts';
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
  const link = wasAskedFor(ctx) ? chooseGoogle : makeSaveLink;
  return { object, saveUrl: google ? await link(ctx, google, found) : null };
}

/** False if another site may have led a browser here, whose owner then chose nothing (Fetch Metadata; older ones ask for text/html). */
function wasAskedFor({ requester }: UserContext): boolean {
  const site = requester.header('sec-fetch-site');
  if (site === undefined) return !requester.header('accept')?.includes('text/html');
  return site === 'same-origin' || site === 'none';
}

export async function getWalletQr(ctx: UserContext, { params }: ByCard) {
  const { card } = await findCard(ctx, 'share', params.cardId);
  return { qrCodeData: linkTo(ctx, card), downloadName: qrFileName(card.fullName) };
}
