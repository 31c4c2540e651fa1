import { and, eq } from 'drizzle-orm';
import { lockNamed } from '#server/access/locks.ts';
import { isExisting } from '#server/access/visibility.ts';
import type { Db } from '#server/db/open.ts';
import { billingEndings } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { wasRestored } from '#server/infra/hold/restored.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { describeProviderFailure } from '../describe-provider-failure.ts';
import { type Orphan, readReport, writeReport } from '../reports.ts';
import type { BillingParts } from '../sync.ts';
import { isEnding, keepPromise, promiseEnd } from './end-customer.ts';
import { forgetNoted, withoutNoted } from './noted-customers.ts';

/**
 * Customers of the provider whose account does not exist here. Nothing may be charged for an account that is gone; but
 * after an older backup was restored, or with the keys of another server, they are people who pay, and deleting a
 * customer cannot be undone. One is ended once two nights have found it; many wait for an operator, and so does each one in
 * a restored database (docs/decisions/369).
 */

/** More in one comparison are a mistake on our side rather than accounts that are gone. */
const ENDED_AT_ONCE = 3;
/** Between two nights, but not between two runs of the command. */
const SEEN_AGAIN_MS = 12 * HOUR_MS;
const NOTED_MAX = 1_000;
const COMMAND = 'npm run admin -- reconcile --end-orphans';

const describeOwner = ({ customerId, userId }: Pick<Orphan, 'customerId' | 'userId'>) =>
  `${customerId} at the provider belongs to the account ${userId}, which no longer exists`;

/** Ends it now if that was promised; otherwise notes that this comparison has seen it. Says what it did, if anything. */
export async function meetOrphan(
  parts: BillingParts,
  orphan: Pick<Orphan, 'customerId' | 'userId'>,
  startedAt: Date,
): Promise<{ said: string[]; isEnded: boolean }> {
  if (await isEnding(parts.db, orphan.customerId)) return tryPromise(parts, orphan);
  const seenAt = startedAt.toISOString();
  await changeNoted(parts, (noted) => {
    const known = noted.find(({ customerId }) => customerId === orphan.customerId);
    const others = noted.filter((one) => one !== known);
    return [...others, { ...orphan, firstSeenAt: known?.firstSeenAt ?? seenAt, lastSeenAt: seenAt }];
  });
  return { said: [], isEnded: false };
}

/**
 * At the end of a comparison: ends what two nights have found, or everything it found if an operator said so; in a restored
 * database, only then.
 */
export async function settleOrphans(
  parts: BillingParts,
  startedAt: Date,
  { endsAll }: { endsAll: boolean },
): Promise<string[]> {
  const seenAt = startedAt.toISOString();
  const noted = await changeNoted(parts, (all) => all.filter(({ lastSeenAt }) => lastSeenAt >= seenAt));
  const left = endsAll ? noted : await withoutNoted(parts.db, noted);
  if (!endsAll && left.length > ENDED_AT_ONCE) return [sayMany(left.length), ...left.map(sayWaiting)];
  if (!endsAll && (await wasRestored(parts.db))) return left.map(sayLeft);
  const said: string[] = [];
  for (const orphan of left) {
    const age = startedAt.getTime() - new Date(orphan.firstSeenAt).getTime();
    const isDue = endsAll || age >= SEEN_AGAIN_MS;
    if (isDue) said.push(...(await endOrphan(parts, orphan)));
    else said.push(`${describeOwner(orphan)}: it is ended if the next night finds it again.`);
  }
  return said;
}

/** Tries all promised endings now, instead of when their jobs are due. */
export async function tryPromises(parts: BillingParts): Promise<string[]> {
  const said: string[] = [];
  const promised = await parts.db.select().from(billingEndings);
  for (const { customerId, userId } of promised) {
    if (!parts.billing.ownsCustomer(customerId)) continue;
    said.push(...(await tryPromise(parts, { customerId, userId: userId ?? 'unknown' })).said);
  }
  return said;
}

/** A sentence for administrators while many wait. */
export async function waitingOrphans(db: Db): Promise<string[]> {
  const noted = await withoutNoted(db, (await readReport(db, 'orphans'))?.data ?? []);
  return noted.length > ENDED_AT_ONCE ? [sayMany(noted.length)] : [];
}

const sayMany = (many: number) =>
  `${many} customers at the payment provider belong to accounts that do not exist here. So many are more likely a restored backup or the keys of another server, so none was ended. If they are to be deleted at the provider, with their subscriptions, run: ${COMMAND}`;

const sayLeft = (orphan: Orphan) =>
  `${describeOwner(orphan)}: it was left as it is, because this database was restored from a backup. If it is to be deleted at the provider, with its subscription, run: ${COMMAND}`;

const sayWaiting = (orphan: Orphan) => `${describeOwner(orphan)}: it was left as it is.`;

async function endOrphan(parts: BillingParts, orphan: Orphan): Promise<string[]> {
  const { customerId, userId } = orphan;
  await changeNoted(parts, (noted) => noted.filter((one) => one.customerId !== customerId));
  await forgetNoted(parts.db, customerId);
  // The account may have come back in the meantime, from a backup.
  const isBack = and(eq(users.id, accountId.parse(userId)), isExisting());
  if ((await parts.db.$count(users, isBack)) > 0) return [];
  await promiseEnd(parts, parts.db, { customerId, userId, username: null });
  return (await tryPromise(parts, orphan)).said;
}

/** If it cannot be ended now, its job goes on trying. */
async function tryPromise(
  parts: BillingParts,
  orphan: Pick<Orphan, 'customerId' | 'userId'>,
): Promise<{ said: string[]; isEnded: boolean }> {
  try {
    await keepPromise(parts, orphan.customerId);
    return {
      said: [`${describeOwner(orphan)}: it was deleted there, and its subscription ended.`],
      isEnded: true,
    };
  } catch (error) {
    const sentence = `${describeOwner(orphan)}: it could not be ended yet and is tried until it is. ${describeProviderFailure(error)}`;
    return { said: [sentence], isEnded: false };
  }
}

/** The command may run beside the nightly comparison. */
function changeNoted(
  { db, now }: Pick<BillingParts, 'db' | 'now'>,
  change: (noted: Orphan[]) => Orphan[],
): Promise<Orphan[]> {
  return db.transaction(async (tx) => {
    await lockNamed(tx, 'billing orphans');
    const before = (await readReport(tx, 'orphans'))?.data ?? [];
    const after = change(before).slice(0, NOTED_MAX);
    if (before.length > 0 || after.length > 0) await writeReport(tx, 'orphans', after, now());
    return after;
  });
}
