import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { isExisting } from '#server/access/visibility.ts';
import type { UserRow } from '#server/context.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderAway, type ProviderCustomer } from '#server/infra/billing-provider.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { meetOrphan, settleOrphans, tryPromises } from './customer/orphaned-customers.ts';
import { describeProviderFailure } from './describe-provider-failure.ts';
import { expireOverdue } from './expiry.ts';
import { matchQuantity } from './match-quantity.ts';
import { countBilledCards } from './quantity.ts';
import { currentSubscription, isRunning } from './state.ts';
import { type BillingChanges, type BillingParts, syncUser } from './sync.ts';
import { setCustomer } from './write-subscription.ts';

/**
 * Compares every customer of the provider with our database and fixes the differences: customers whose record was lost,
 * customers whose account is gone, different subscription statuses, different numbers of cards. One sentence for each
 * difference. It goes page by page, one question after the other, so that it stays far below the provider's limits, and
 * can run beside the app at any time, any number of times.
 */

/** Few enough that a page is done long before its job is taken for dead, also if each answer takes seconds. */
const USERS_PER_PAGE = 20;

/** Where a comparison has arrived: first the provider's customers, then ours. */
export interface ReconcilePosition {
  part: 'customers' | 'users';
  after: string | null;
}
export const BEGINNING: ReconcilePosition = { part: 'customers', after: null };

interface ComparedPage {
  said: string[];
  compared: number;
  /** Null at the end. */
  next: ReconcilePosition | null;
}

/**
 * Compares everything; returns all sentences. `endsOrphans`: an operator has seen which customers have no account, and
 * wants them deleted at the provider however many they are.
 */
export async function reconcile(parts: BillingParts, { endsOrphans = false } = {}): Promise<string[]> {
  const startedAt = parts.now();
  const said = await tryPromises(parts);
  for (let place: ReconcilePosition | null = BEGINNING; place; ) {
    const page = await comparePage(parts, { ...place, startedAt }, sayAway);
    said.push(...page.said);
    place = page.next;
  }
  said.push(...(await settleOrphans(parts, startedAt, { endsAll: endsOrphans })));
  return said;
}

/** The outcome of a comparison that failed: a sentence, or an error that has the page tried again later. */
type OnFailure = (name: string, error: unknown) => string;

// One customer that cannot be read must not keep the others from being fixed.
const sayAway: OnFailure = (name, error) =>
  `${name}: could not be compared, nothing was changed. ${describeProviderFailure(error)}`;

/** For jobs: while the provider is away, nobody can be compared, and the whole page waits. */
export const throwAway: OnFailure = (name, error) => {
  if (error instanceof ProviderAway) throw error;
  return sayAway(name, error);
};

/** Once `stopping` is aborted, no further one is compared. */
interface Course {
  onFailure: OnFailure;
  stopping: AbortSignal | undefined;
}

export function comparePage(
  parts: BillingParts,
  { part, after, startedAt }: ReconcilePosition & { startedAt: Date },
  onFailure: OnFailure,
  stopping?: AbortSignal,
): Promise<ComparedPage> {
  const course = { onFailure, stopping };
  return part === 'customers'
    ? compareCustomers(parts, { after, startedAt }, course)
    : compareUsers(parts, after, course);
}

async function compareCustomers(
  parts: BillingParts,
  { after, startedAt }: { after: string | null; startedAt: Date },
  course: Course,
): Promise<ComparedPage> {
  const { customers, next } = await parts.billing.listCustomers(after);
  const ended = new Set<string>();
  const compareOne = (customer: ProviderCustomer) => compareCustomer(parts, customer, startedAt, ended);
  const { said, done } = await compareEach(customers, compareOne, ({ id }) => id, course);
  if (next === null && done.length === customers.length) {
    await expireOverdue(parts, course.stopping);
    return { said, compared: 0, next: { part: 'users', after: null } };
  }
  // The provider may refuse to go on after a customer that was deleted just now.
  const last = done.findLast(({ id }) => !ended.has(id)) ?? done.at(-1);
  return { said, compared: 0, next: { part: 'customers', after: last?.id ?? next } };
}

/**
 * Compares one after the other. If the provider goes away in the middle, or the process is to stop, it ends there, so that what was
 * changed until then is reported; if the provider does at once, the failure is thrown.
 */
async function compareEach<One>(
  all: One[],
  compareOne: (one: One) => Promise<string[]>,
  nameOf: (one: One) => string,
  { onFailure, stopping }: Course,
): Promise<{ said: string[]; done: One[] }> {
  const said: string[] = [];
  const done: One[] = [];
  for (const one of all) {
    try {
      const found = await compareOne(one).catch((error: unknown) => [onFailure(nameOf(one), error)]);
      said.push(...found);
    } catch (error) {
      if (done.length === 0) throw error;
      break;
    }
    done.push(one);
    if (stopping?.aborted) break;
  }
  return { said, done };
}

async function compareCustomer(
  parts: BillingParts,
  customer: ProviderCustomer,
  startedAt: Date,
  ended: Set<string>,
): Promise<string[]> {
  if (!customer.userId || customer.isForeign) return [];
  const [user] = await parts.db
    .select()
    .from(users)
    .where(and(eq(users.id, accountId.parse(customer.userId)), isExisting()));
  if (!user) {
    // Another product at the same provider may also note a `userId` with its customers.
    const isOurs = customer.isForeign === false || (await parts.billing.hasBought(customer.id));
    if (!isOurs) return [];
    const orphan = { customerId: customer.id, userId: customer.userId };
    const { said, isEnded } = await meetOrphan(parts, orphan, startedAt);
    if (isEnded) ended.add(customer.id);
    return said;
  }
  const { stripeCustomerId, username } = user;
  if (stripeCustomerId === customer.id) return [];
  if (stripeCustomerId && parts.billing.ownsCustomer(stripeCustomerId)) {
    // A creation whose answer was lost may leave a second customer. It does no harm until it is charged.
    const { subscriptions } = await parts.billing.fetchTruth(customer.id);
    if (!subscriptions.some(isRunning)) return [];
    return [
      `${username}: the provider has a second customer ${customer.id} with a subscription beside ${stripeCustomerId}. Look at it there.`,
    ];
  }
  await setCustomer(parts.db, user.id, customer.id);
  return [`${username}: noted the customer ${customer.id}, which was not known here.`];
}

async function compareUsers(
  parts: BillingParts,
  after: string | null,
  course: Course,
): Promise<ComparedPage> {
  const page = await parts.db
    .select()
    .from(users)
    .where(
      and(
        isNotNull(users.stripeCustomerId),
        after === null ? undefined : gt(users.id, accountId.parse(after)),
      ),
    )
    .orderBy(asc(users.id))
    .limit(USERS_PER_PAGE);
  const compareOne = (user: UserRow) => compareUser(parts, user);
  const { said, done } = await compareEach(page, compareOne, ({ username }) => username, course);
  const isLast = done.length === page.length && page.length < USERS_PER_PAGE;
  const last = isLast ? undefined : done.at(-1);
  return { said, compared: done.length, next: last ? { part: 'users', after: last.id } : null };
}

const sentenceOf = (username: string, changes: BillingChanges): string[] =>
  changes.length ? [`${username}: ${changes.join('; ')}.`] : [];

async function compareUser(parts: BillingParts, user: UserRow): Promise<string[]> {
  const { username, stripeCustomerId } = user;
  if (!stripeCustomerId || !parts.billing.ownsCustomer(stripeCustomerId)) {
    return sentenceOf(username, await syncUser(parts, user.id));
  }
  const said: string[] = [];
  const truth = await parts.billing.fetchTruth(stripeCustomerId);
  const running = truth.subscriptions.filter(isRunning);
  if (running.length > 1) {
    const ids = running.map(({ id }) => id).join(' and ');
    said.push(
      `${username}: the provider runs ${running.length} subscriptions, ${ids}. End one of them there.`,
    );
  }
  said.push(...sentenceOf(username, await syncUser(parts, user.id)));
  const before = currentSubscription(truth)?.quantity;
  const isCounted = running.length > 0 && before === (await countBilledCards(parts.db, user.id));
  const after = isCounted ? null : await matchQuantity(parts, user.id);
  if (after !== null && after !== before) {
    said.push(`${username}: the provider counted ${before ?? 0} cards and counts ${after} now.`);
  }
  return said;
}
