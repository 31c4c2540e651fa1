import { lt, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { receiptDays } from '#server/db/schema/people-visitors.ts';
import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { mailAnnouncement } from '#server/people/recipients/announce-deletion.ts';
import { mailReceipt, sendReceipts } from '#server/people/recipients/receipts.ts';
import { keepToRetention } from '#server/people/recipients/retention.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';

const AT_ONCE = 1_000;

export const recipientJobs = [
  defineJob('receipt-mail', z.object({ id: z.string() }), mailReceipt, {
    retries: MAIL_RETRIES,
    sends: 'mails',
  }),
  defineJob('retention-mail', z.object({ userId: accountId, mailId: z.string() }), mailAnnouncement, {
    retries: MAIL_RETRIES,
    sends: 'mails',
  }),
  defineRepeated('retention', '41 3 * * *', async (app) => {
    await keepToRetention(app);
    await forgetReceipts(app);
    await forgetGone(app, 'contact_links');
  }),
];

export const receiptsWhenDue = (app: AppContext): void =>
  app.queue.whenDue('receipts', async (stopping) => {
    await sendReceipts(app, stopping);
    return null;
  });

/** Deletes what receipts say of people who are gone, and the days of addresses. */
export async function forgetReceipts(app: AppContext): Promise<void> {
  const yesterday = new Date(app.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  await deleteInSteps(app.db, receiptDays.day, lt(receiptDays.day, yesterday));
  await forgetGone(app, 'receipts');
}

/** Deletes rows about people who are gone, unless a deletion may still be undone. */
export async function forgetGone({ db }: AppContext, name: 'receipts' | 'contact_links'): Promise<void> {
  const table = sql.identifier(name);
  for (let from = '', isMore = true; isMore; ) {
    const { rows } = await db.execute<{ last: string | null; seen: number }>(sql`
      with looked_at as (select id, person_id from ${table} where id > ${from} order by id limit ${AT_ONCE}),
      gone as (
        delete from ${table} where id in (
          select id from looked_at
          where not exists (select from contacts c where c.id = looked_at.person_id)
            and not exists (select from lead_captures l where l.id = looked_at.person_id)
            and not exists (select from contact_undo_rows u where u.contact_id = looked_at.person_id)
        )
      )
      select max(id) as last, count(*)::integer as seen from looked_at`);
    from = rows[0]?.last ?? '';
    isMore = rows[0]?.seen === AT_ONCE;
  }
}
