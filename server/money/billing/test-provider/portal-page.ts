import type { AppContext } from '#server/context.ts';
import { formatUsd } from '#shared/formats/money.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import type { DocumentPart } from '#site/markup.ts';
import { renderTestPortal } from '#site/render.tsx';
import { DECLINED, type Next, readPaymentCard } from './checkout-page.ts';
import { type Entry, openLedger } from './ledger.ts';
import { refundLatest } from './refund.ts';
import { makeNextStepDue } from './subscription-life.ts';
import { processDue, takeStep } from './take-step.ts';
import type { TestSubscription } from './test-objects.ts';
import { TEST_PROVIDER_PATHS } from './to-stripe.ts';

/** The page on which a customer of the test provider changes the card, cancels, resumes, and advances the clock. */

const day = (iso: string) => iso.slice(0, 10);
const RUNNING = ['trialing', 'active', 'past_due'];

async function openPortal(app: AppContext, id: string): Promise<Entry<'portal'> | null> {
  const portal = await openLedger(app).find('portal', id);
  return portal && new Date(portal.expiresAt) > app.now() ? portal : null;
}

const currentOf = (subscriptions: TestSubscription[]) =>
  subscriptions.find(({ status }) => RUNNING.includes(status)) ?? subscriptions[0];

const whatComesNext = ({ status, isCancelled }: TestSubscription): string => {
  if (status === 'past_due') return 'Try the failed charge again now';
  if (isCancelled) return 'End the period now';
  return status === 'trialing' ? 'End the free trial now' : 'Charge the next month now';
};

async function showPortal(
  app: AppContext,
  { customer, returnPath }: Entry<'portal'>,
  error?: string,
): Promise<DocumentPart[]> {
  const ledger = openLedger(app);
  const current = currentOf(await ledger.list('subscription', customer));
  const isRunning = current !== undefined && RUNNING.includes(current.status);
  const ends = current?.isCancelled ? 'Ends' : 'Next charge';
  const rows = current
    ? [
        { label: 'Status', value: current.status.replace('_', ' ') },
        { label: 'Cards', value: String(current.quantity) },
        { label: 'Price', value: `${formatUsd(monthlyCents(current.quantity))} per month` },
        ...(isRunning ? [{ label: ends, value: day(current.periodEndsAt) }] : []),
      ]
    : [{ label: 'Status', value: 'no subscription' }];
  const invoices = (await ledger.list('invoice', customer)).map(
    ({ number, cents, refundedCents, status, createdAt }) => ({
      label: `${number} · ${day(createdAt)}`,
      value: `${formatUsd(cents)} ${refundedCents ? 'refunded' : status}`,
    }),
  );
  return renderTestPortal({
    rows,
    invoices,
    canRefund: invoices.some(({ value }) => value.endsWith(' paid')),
    renewal: isRunning ? (current.isCancelled ? 'resume' : 'cancel') : null,
    nextStep: isRunning ? whatComesNext(current) : null,
    returnPath,
    ...(error ? { error } : {}),
  });
}

export async function portalPage(app: AppContext, id: string): Promise<DocumentPart[] | null> {
  const opened = await openPortal(app, id);
  return opened && showPortal(app, opened);
}

export async function actInPortal(app: AppContext, id: string, form: Record<string, string>): Promise<Next> {
  const opened = await openPortal(app, id);
  if (!opened) return null;
  const { customer } = opened;
  const refusal = await openLedger(app).withCustomer(customer, async (inside) => {
    await processDue(inside, customer);
    if (form.action === 'refund') {
      await refundLatest(inside, customer);
      return null;
    }
    const current = currentOf(await inside.list('subscription', customer));
    if (!current || !RUNNING.includes(current.status)) return null;
    const changed = changeByForm(current, form, app.now());
    if (typeof changed === 'string') return changed;
    await takeStep(inside, customer, { subscription: changed, events: ['customer.subscription.updated'] });
    await processDue(inside, customer);
    return null;
  });
  if (refusal) return { page: await showPortal(app, opened, refusal) };
  return { path: `${TEST_PROVIDER_PATHS.portal}/${id}` };
}

/** The subscription after an action, or the message that refuses it. */
function changeByForm(
  current: TestSubscription,
  form: Record<string, string>,
  now: Date,
): TestSubscription | string {
  switch (form.action) {
    case 'cancel':
    case 'resume':
      return { ...current, isCancelled: form.action === 'cancel' };
    case 'hurry':
      return makeNextStepDue(current, now);
    default: {
      const read = readPaymentCard(form.card);
      if ('error' in read) return read.error;
      return read.card === 'is declined' ? DECLINED : { ...current, isCardGood: read.card === 'pays' };
    }
  }
}
