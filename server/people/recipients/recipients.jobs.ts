import { lt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps, sweepInSteps } from '#server/db/delete-in-steps.ts';
import { contactLinks, receiptDays, receipts } from '#server/db/schema/people-visitors.ts';
import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { mailAnnouncement } from '#server/people/recipients/announce-deletion.ts';
import { mailReceipt, sendReceipts } from '#server/people/recipients/receipts.ts';
import { keepToRetention } from '#server/people/recipients/retention.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';

export const recipientJobs = [
  defineJob('receipt-mail', z.object({ id: z.string() }), mailReceipt, {
    retries: MAIL_RETRIES,
    sends: 'mails',
  }),
  defineJob('retention-mail', z.object({ userId: accountId, mailId: z.string() }), mailAnnouncement, {
    retries: MAIL_RETRIES,
    sends: 'mails',
  }),
  defineRepeated('retention', '41 3 * * *', async (app, stopping) => {
    await keepToRetention(app, stopping);
    await forgetReceipts(app, stopping);
    await forgetGone(app, contactLinks, stopping);
  }),
];

export const receiptsWhenDue = (app: AppContext): void =>
  app.queue.whenDue('receipts', async (stopping) => {
    await sendReceipts(app, stopping);
    return null;
  });

/** Deletes what receipts say of people who are gone, and the days of addresses. */
export async function forgetReceipts(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const yesterday = new Date(app.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  await deleteInSteps(app.db, receiptDays.day, lt(receiptDays.day, yesterday), { stopping });
  await forgetGone(app, receipts, stopping);
}

/** Deletes rows about people who are gone, unless a deletion may still be undone. */
export const forgetGone = (
  { db }: AppContext,
  { id, personId }: typeof receipts | typeof contactLinks,
  stopping?: AbortSignal,
) =>
  sweepInSteps(
    db,
    id,
    sql`not exists (select from contacts c where c.id = ${personId})
      and not exists (select from lead_captures l where l.id = ${personId})
      and not exists (select from contact_undo_rows u where u.contact_id = ${personId})`,
    stopping,
  );
