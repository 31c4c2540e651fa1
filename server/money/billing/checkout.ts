import { and, eq, isNull } from 'drizzle-orm';
import { signedOut } from '#server/access/refusals.ts';
import { isExisting } from '#server/access/visibility.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { checkouts, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { quoteAt } from '#shared/money/subscription.ts';
import { isEnding } from './customer/end-customer.ts';
import { finishDropping } from './customer/stop-charging.ts';
import { addresseeOf, readPayer } from './mails/payer.ts';
import { BILLING_TAB } from './mails/words.ts';
import { requirePrice } from './price/watch-price.ts';
import { countCards } from './quantity.ts';
import { isRunning } from './state.ts';
import { syncUser } from './sync.ts';
import { setCustomer } from './write-subscription.ts';

/**
 * Starts checkouts and opens the provider's pages. Price, quantity and trial are ours: nothing a browser sends is used.
 */

type CheckoutRow = typeof checkouts.$inferSelect;
/** Stripe keeps a checkout page for a day; ours is renewed before that. */
const PAGE_HOURS = 20;

const isOpen = (ctx: UserContext) => and(whereCan(ctx, 'edit', 'checkout'), isNull(checkouts.closedAt));

const stillEnding = () =>
  new AppError('conflict', 'Your former subscription is still being ended. Try again in a minute.');
export const nobodyClaimed = () =>
  new AppError('conflict', 'Nobody has claimed a card yet. The subscription starts once somebody has.');
const isSubscribed = () =>
  new AppError('conflict', 'You’re already subscribed. Manage your subscription instead.');

/**
 * Starts a checkout, or returns the one that is open: a double click, a second tab and a retry after a timeout lead to
 * the same page, because the row written first is the idempotency key of the request to the provider.
 */
export const startCheckout = (ctx: UserContext): Promise<{ url: string }> => openCheckout(ctx, false);

/** Likewise; `endsTrial` begins the paid time at once. */
export async function openCheckout(ctx: UserContext, endsTrial: boolean): Promise<{ url: string }> {
  await requirePrice(ctx);
  // Our notes of a subscription may be out of date, also that it still runs for a customer who is gone.
  if (ctx.account.stripeSubscriptionId) await syncUser(ctx, ctx.account.id);
  const customerId = await findOrCreateCustomer(ctx);
  await syncUser(ctx, ctx.account.id);
  await endWhatStands(ctx);
  // A new subscription would hide that an invoice of the ended one is still to be voided.
  await finishDropping(ctx, ctx.account);
  let checkout = await claimCheckout(ctx, endsTrial);
  if (!checkout.isUsable) {
    await closeAtProvider(ctx, customerId, checkout);
    checkout = await claimCheckout(ctx, endsTrial);
  }
  if (checkout.url) return { url: checkout.url };
  const session = await askForPage(ctx, customerId, checkout);
  await ctx.db
    .update(checkouts)
    .set({ sessionId: session.id, url: session.url })
    .where(eq(checkouts.id, checkout.id));
  return { url: session.url };
}

/**
 * The user's customer at the provider, created if there is none or if it no longer exists there: deleted, or created
 * with other keys. The provider returns the same customer for every retry. A customer with a subscription is never
 * replaced.
 */
async function findOrCreateCustomer(ctx: UserContext): Promise<string> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(whereCan(ctx, 'see', 'account'), isExisting()));
  if (!user) throw signedOut();
  const { id, fullName, stripeCustomerId, stripeSubscriptionId } = user;
  const known = stripeCustomerId && ctx.billing.ownsCustomer(stripeCustomerId) ? stripeCustomerId : null;
  if (known && (await isEnding(ctx.db, known))) throw stillEnding();
  if (known && (stripeSubscriptionId || (await ctx.billing.findCustomer(known)))) return known;
  const { email, reference } = addresseeOf(await readPayer(ctx.db, user));
  const customerId = await ctx.billing.createCustomer({ id, email: email ?? '', fullName }, known);
  await ctx.db.transaction(async (tx) => {
    await setCustomer(tx, id, customerId);
    if (reference) await ctx.queue.send(tx, 'billing-address', { userId: id });
    // A page for a customer who no longer exists is unusable.
    if (known) await tx.update(checkouts).set({ closedAt: ctx.now() }).where(isOpen(ctx));
  });
  return customerId;
}

/**
 * Ends a subscription that grants nothing any more but has not ended: depending on its settings, Stripe leaves one that
 * was never paid in that state. It would block the new one.
 */
async function endWhatStands(ctx: UserContext): Promise<void> {
  const [found] = await ctx.db
    .select({ id: users.stripeSubscriptionId, status: subscriptions.status })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(whereCan(ctx, 'edit', 'account'));
  if (!found?.id || isRunning(found)) return;
  await ctx.billing.endNow(found.id);
  await syncUser(ctx, ctx.account.id);
}

/** The user's open checkout (unusable if too old or for another bill), or a new one. One at a time per user. */
function claimCheckout(ctx: UserContext, endsTrial: boolean): Promise<CheckoutRow & { isUsable: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(whereCan(ctx, 'edit', 'account'), isExisting()))
      .for('no key update');
    if (!user) throw signedOut();
    if (user.stripeSubscriptionId) throw isSubscribed();
    const now = ctx.now();
    const { kind, cards } = await countCards(tx, user.id);
    const { quantity, trialDays } = quoteAt(cards, endsTrial ? null : user.trialEndsAt, now, kind);
    if (quantity === 0) throw nobodyClaimed();
    const [open] = await tx.select().from(checkouts).where(isOpen(ctx));
    if (open) {
      const isFresh = now.getTime() - open.createdAt.getTime() < PAGE_HOURS * HOUR_MS;
      return { ...open, isUsable: isFresh && open.quantity === quantity && open.trialDays === trialDays };
    }
    const [made] = await tx
      .insert(checkouts)
      .values({ id: newId(), ...stampNew(ctx, 'checkout'), quantity, trialDays, createdAt: now })
      .returning();
    if (!made) throw new Error('The new checkout was not returned.');
    return { ...made, isUsable: true };
  });
}

const askForPage = (
  ctx: UserContext,
  customerId: string,
  { id, quantity, trialDays, createdAt }: CheckoutRow,
) =>
  ctx.billing.createCheckout({
    key: composeKey(id, ctx.now().getTime() - createdAt.getTime()),
    customerId,
    userId: ctx.account.id,
    isCompany: ctx.account.kind === 'team',
    quantity,
    trialDays,
    successUrl: wayBack(ctx, screens.checkout, { result: 'success' }),
    cancelUrl: wayBack(ctx, screens.checkout, { result: 'cancelled' }),
  });

/**
 * One key for an hour, so that a retry leads to the page already made. Then another: if the provider keeps answering with a
 * failure it has stored for the key, nobody is locked out for longer.
 */
function composeKey(id: string, ageMs: number): string {
  const hours = Math.max(0, Math.floor(ageMs / HOUR_MS));
  return hours === 0 ? id : `${id}-${hours}`;
}

/** Expires a checkout page before another replaces it; otherwise a second tab could subscribe twice. */
async function closeAtProvider(ctx: UserContext, customerId: string, checkout: CheckoutRow): Promise<void> {
  const sessionId = checkout.sessionId ?? (await askForPage(ctx, customerId, checkout)).id;
  const wasOpen = await ctx.billing.closeCheckout(sessionId);
  // It may just have been paid: then the provider's data closes it, and the next claim says so.
  if (!wasOpen) await syncUser(ctx, ctx.account.id);
  await ctx.db.update(checkouts).set({ closedAt: ctx.now() }).where(eq(checkouts.id, checkout.id));
}

/** Back from the provider's pages to a screen, or to that of the team. */
const wayBack = (
  { account, requester }: UserContext,
  screen: typeof screens.checkout | typeof screens.subscribe,
  query: Record<string, string>,
): string =>
  requester.origin +
  (account.kind === 'team'
    ? pathTo(screens.team, { id: account.id }, { ...BILLING_TAB, ...query })
    : pathTo(screen, {}, query));

/** The URL of the provider's portal, which leads back to the subscription screen. */
export async function openPortal(ctx: UserContext): Promise<{ url: string }> {
  const { stripeCustomerId } = ctx.account;
  const returnUrl = wayBack(ctx, screens.subscribe, { from: 'portal' });
  if (!stripeCustomerId || !ctx.billing.ownsCustomer(stripeCustomerId)) throw nothingToManage();
  try {
    return { url: await ctx.billing.createPortal(stripeCustomerId, returnUrl) };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // Most likely the customer was deleted there: then what stands is shown, and subscribing makes another.
    await syncUser(ctx, ctx.account.id);
    if ((await ctx.billing.findCustomer(stripeCustomerId)) === null) throw nothingToManage();
    throw error;
  }
}

const nothingToManage = () => new AppError('conflict', 'There’s no payment to manage yet. Subscribe first.');
