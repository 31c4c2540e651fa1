import { listAbilities } from '#server/abilities.ts';
import { givesPasses } from '#server/access/visibility.ts';
import { lookUp, toPublicCard } from '#server/cards/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, toSource } from '#server/infra/http/page-source.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { cardNotFoundPage, lookUpPage, missingCard } from '#server/pages/site/pages.ts';
import { makeSaveLink } from '#server/sharing/wallet/google/google-passes.ts';
import { renderWalletPage } from '#site/render.tsx';

/** Which wallet a device has, as far as its user agent tells; iPads that pretend to be a Mac get the page. */
const DEVICES = { apple: /\b(?:iPhone|iPad|iPod)\b/, google: /\bAndroid\b/ } as const;

type Wallet = keyof typeof DEVICES;
const WALLETS: readonly Wallet[] = ['apple', 'google'];

const NAMES = {
  apple: { name: 'Apple Wallet', device: 'iPhone' },
  google: { name: 'Google Wallet', device: 'Android' },
} as const;

/**
 * A card for the visitor's wallet: the address of the pass for phones whose wallet is known, and a page that shows all
 * ways for everyone else, robots among them. `to` is the wallet that was pressed on that page. It never leads to a pass
 * signed by the development certificate, which iPhones refuse.
 */
export async function walletPage(
  ctx: VisitorContext,
  id: string,
  to: unknown,
): Promise<PreparedPage | string> {
  const { signsApplePasses } = listAbilities(ctx);
  const { google } = ctx;
  const has: Record<Wallet, boolean> = { apple: signsApplePasses, google: google !== null };
  const { isRobot, wallet } = describeVisitor(ctx);
  const wanted = to === 'google' && !isRobot ? 'google' : wallet;
  if (!wanted || !has[wanted]) return choicePage(ctx, id, { has, wallet });
  const found = await lookUp(ctx, () => ctx.readCard(id));
  if (!found || !givesPasses(found.card, found.owner)) return cardNotFoundPage(ctx);
  if (wanted === 'apple' || !google) return passOf(id);
  await ctx.limits.take('cardFile', subscriberOf(ctx.requester.address));
  return makeSaveLink(ctx, google, found);
}

/** The page that shows all ways that this visitor's phone may have, kept once for each kind of phone. */
const choicePage = (
  ctx: VisitorContext,
  id: string,
  { has, wallet }: { has: Record<Wallet, boolean>; wallet: Wallet | null },
): Promise<PreparedPage> =>
  lookUpPage(ctx, `/card/${id}/wallet?${wallet ?? 'all'}`, async () => {
    const found = await ctx.readCard(id);
    if (!found || !givesPasses(found.card, found.owner)) return missingCard(ctx, id, found);
    const asked = WALLETS.filter((one) => wallet === null || one === wallet);
    const html = renderWalletPage({
      card: toPublicCard(found.card),
      origin: originOf(ctx.config),
      offered: asked
        .filter((one) => has[one])
        .map((one) => ({
          ...NAMES[one],
          href: one === 'apple' ? passOf(id) : `/card/${id}/wallet?to=google`,
        })),
      missing: asked.filter((one) => !has[one]).map((one) => NAMES[one].name),
    });
    const page = preparePage(toSource(html, 200, NOT_KEPT));
    return { page, kept: { share: 'page', versions: found.versions } };
  });

const passOf = (id: string) => `/api/wallet/apple/${id}.pkpass`;

/** The wallet of the visitor's phone, if there is one. Link previews name the phone they are made for, but keep nothing. */
function describeVisitor({ browsers, requester: { userAgent } }: VisitorContext) {
  const { isRobot } = browsers.describe(userAgent);
  const wallet = WALLETS.find((one) => DEVICES[one].test(userAgent)) ?? null;
  return { isRobot, wallet: isRobot ? null : wallet };
}
