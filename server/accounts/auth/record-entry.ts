import { and, eq, gt, sum } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** A script that signs in anew for each task must not fill its owner's mailbox. */
const MAILS_A_DAY = 10;

/**
 * Notes a sign-in in the history of the account. In a browser that has not been used for this account before, its owner
 * is told by mail, too.
 */
export async function recordEntry(ctx: VisitorContext, tx: Db, user: UserRow): Promise<void> {
  if (ctx.browser.known?.accounts.includes(user.id)) return recordAccountEvent(ctx, tx, user.id, 'signed_in');
  if ((await countNewDevices(ctx, tx, user.id)) < MAILS_A_DAY)
    return noticeOwner(ctx, tx, user, 'new_device');
  return recordAccountEvent(ctx, tx, user.id, 'new_device');
}

async function countNewDevices(ctx: VisitorContext, tx: Db, userId: AccountId): Promise<number> {
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const [found] = await tx
    .select({ times: sum(accountEvents.count) })
    .from(accountEvents)
    .where(
      and(
        whereCan(systemFor(userId), 'see', 'event'),
        eq(accountEvents.kind, 'new_device'),
        gt(accountEvents.createdAt, since),
      ),
    );
  return Number(found?.times ?? 0);
}
