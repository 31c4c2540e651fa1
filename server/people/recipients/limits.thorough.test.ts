import { eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { VisitorContext } from '#server/context.ts';
import { receipts } from '#server/db/schema/people-visitors.ts';
import { correctDetails, findDetails } from '#server/people/recipients/details.ts';
import {
  RECEIPTS_A_DAY,
  RECEIPTS_A_DAY_UNCONFIRMED,
  sendReceipts,
} from '#server/people/recipients/receipts.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { startReceiving } from '#test/receiving.ts';

const { app, confirmOwner, give, giveAndOpen, kept, later, made, mailbox, post, server } = startReceiving();

const within = { timeout: 30_000 };

describe('A receipt', () => {
  it.each([
    ['confirmed', new Date(), RECEIPTS_A_DAY],
    ['unconfirmed', null, RECEIPTS_A_DAY_UNCONFIRMED],
  ])(
    'is sent to only so many people a day for an owner whose own address is %s',
    async (_name, confirmedAt, most) => {
      later(DAY_MS);
      const userId = await confirmOwner(confirmedAt);
      const now = app().now();
      const settled = Array.from({ length: most - 1 }, (_, n) => ({
        id: `filler-${most}-${n}`,
        personId: `filler-${n}`,
        userId,
        given: {},
        createdAt: now,
        settledAt: now,
      }));
      await app().db.insert(receipts).values(settled);
      const { email: last } = await give();
      await sendReceipts(app());
      const { email: beyond } = await give();
      await vi.waitFor(async () => {
        // The server settles receipts, too: what it has in hand, this call skips.
        await sendReceipts(app());
        expect(await app().db.$count(receipts, isNull(receipts.settledAt))).toBe(0);
      }, within);
      await mailbox.wait(last);
      later(DAY_MS);
      await confirmOwner();
      await giveAndOpen();
      expect(mailbox.to(beyond)).toEqual([]);
    },
  );

  it('is settled once its owner is locked, as whoever deletes one locks them', async () => {
    const { db } = app();
    const userId = await confirmOwner();
    const { id } = await giveAndOpen();
    const { settling } = await db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${userId} for update`);
      await db.update(receipts).set({ settledAt: null }).where(eq(receipts.id, id));
      const settling = sendReceipts(app());
      await vi.waitFor(async () => {
        const { rows } = await db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows.length).toBeGreaterThan(0);
      }, within);
      await tx.update(receipts).set({ given: {} }).where(eq(receipts.id, id));
      return { settling };
    });
    await settling;
    expect(await db.$count(receipts, isNull(receipts.settledAt))).toBe(0);
  });

  it('leaves neither address nor link in the queue', async () => {
    const { email, id } = await giveAndOpen();
    const { rows } = await app().db.execute<{ all: string }>(
      sql`select coalesce(string_agg(data::text, ' '), '') as all from pgboss.job`,
    );
    expect(rows[0]?.all).toContain(id);
    expect(rows[0]?.all).not.toContain(email);
    expect(rows[0]?.all).not.toContain('/your-details/');
  });
});

describe('The private page', () => {
  it('withdraws what an import had filled in, and of arrivals only the owner’s', async () => {
    const { path, id } = await giveAndOpen();
    const { id: stranger } = await signUp(server);
    const userId = await confirmOwner();
    await app().db.execute(sql`
      insert into arrivals (user_id, id, kind) values (${stranger}, ${id}, 'contact')`);
    await app().db.execute(sql`
      insert into contact_imports (id, user_id, file_name, blob_name, format, source, state)
      values ('import1', ${userId}, 'a.csv', 'blob', 'csv', 'csv', 'done')`);
    await app().db.execute(sql`
      insert into contact_import_rows (import_id, line, outcome, contact_id) values
        ('import1', 1, 'filled', ${id}), ('import1', 2, 'filled', 'another')`);
    await post(path, { action: 'withdraw' });
    const { rows } = await app().db.execute(sql`
      select line from contact_import_rows union all select 100 from arrivals where id = ${id}`);
    expect(rows).toEqual([{ line: 2 }, { line: 100 }]);
  });

  it('takes over corrections of who became a contact after the page was read', async () => {
    const lead = { name: 'Lena Late', email: 'lena@example.com', wantsReceipt: 'true' };
    const { body } = await server.client()('POST', `/api/cards/${made.id}/leads`, lead);
    await sendReceipts(app());
    await mailbox.wait(lead.email);
    const details = await findDetails(app(), body.id);
    if (!details) throw new Error('Nothing was kept.');
    await made.owner('POST', `/api/contacts/leads/${body.id}/convert`);
    const ctx = { ...app(), requester: undefined } as unknown as VisitorContext;
    await correctDetails(ctx, details, { fullName: 'Lena Later', email: lead.email });
    expect(await kept(body.id)).toMatchObject({ fullName: 'Lena Later' });
  });
});
