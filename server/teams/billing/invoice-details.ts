import { requireTo } from '#server/access/can.ts';
import { sendMailedLink, sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { writeInvoiceDetails } from '#server/money/billing/customer/write-invoice-details.ts';
import { readInvoiceDetails } from '#server/money/billing/mails/read-invoice-details.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { z } from '#shared/contract/zod.ts';
import type { InvoiceDetails, invoiceChanges } from '#shared/money/team-billing.ts';

/**
 * Fields left out stay. A new address is mailed a link, and the former one goes on until that is followed; sent again, the
 * link is mailed again. On a server that sends no mail, it counts at once.
 */
export async function changeInvoiceDetails(
  ctx: UserContext,
  { body: { reference, email } }: { body: z.output<typeof invoiceChanges> },
): Promise<void> {
  if (email) await refuseMany(ctx, email);
  await ctx.db.transaction(async (tx) => {
    const { caller, team } = await lockTeam(ctx, tx);
    requireTo(caller, 'edit', 'subscription');
    const changes = email === undefined ? {} : await changeEmail(caller, tx, team.name, email);
    await writeInvoiceDetails(ctx, tx, ctx.account.id, {
      ...(reference !== undefined && { reference }),
      ...changes,
    });
  });
}

async function refuseMany(ctx: UserContext, email: string): Promise<void> {
  const known = await readInvoiceDetails(ctx.db, ctx.account.id);
  if (email === known.email) return;
  for (const key of [subscriberOf(ctx.requester.address), ctx.user.id])
    await ctx.limits.take('newAddress', key);
}

async function changeEmail(
  ctx: UserContext,
  tx: Db,
  team: string,
  email: string | null,
): Promise<Partial<InvoiceDetails>> {
  const { id } = ctx.account;
  const known = await readInvoiceDetails(tx, id);
  if (email === null) return { email: null, pendingEmail: null };
  if (email === known.email) return { pendingEmail: null };
  if (!sendsMail(ctx)) return { email, pendingEmail: null };
  await sendMailedLink(ctx, tx, {
    purpose: 'invoices',
    userId: accountOf(ctx.user).id,
    to: email,
    data: { teamId: id, team },
  });
  return { pendingEmail: email };
}
