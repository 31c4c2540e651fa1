import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { retentionNotices } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { mailAnnouncement } from '#server/people/recipients/announce-deletion.ts';
import { countDue } from '#server/people/recipients/due-people.ts';
import { forgetReceipts } from '#server/people/recipients/recipients.jobs.ts';
import { keepToRetention } from '#server/people/recipients/retention.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { peopleDue } from '#shared/people/people-due.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { signUp } from '#test/factories.ts';
import { startReceiving } from '#test/receiving.ts';

const { app, confirmOwner, give, kept, later, made, server } = startReceiving();

const within = { timeout: 20_000, interval: 20 };
const announced = sql`select from retention_notices where announced_at is not null`;
/** A night passes, and the mails of that night arrive. */
async function keepAndTell() {
  await keepToRetention(app());
  await vi.waitFor(async () => {
    const waiting = sql`select from retention_notices where announced_at is null`;
    expect((await app().db.execute(waiting)).rows).toEqual([]);
  }, within);
}
/** A mail that arrives meanwhile says that the address works, and counts as one more. */
const untilMailArrived = () =>
  vi.waitFor(async () => {
    const waiting = sql`select from pgboss.job where name like '%mail' and state < 'completed'`;
    expect((await app().db.execute(waiting)).rows).toEqual([]);
  }, within);
const make = (months: number, ids: string[]) =>
  app().db.execute(sql`
    update contacts set created_at = created_at - make_interval(months => ${months})
    where id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`);

describe('The time that contacts are kept', () => {
  it('ends after the chosen months, not before a week has passed, and not for favorites', async () => {
    const months = 6;
    const [old, favorite, noted] = await Promise.all([give(), give(), give()]);
    await make(7, [old.id, favorite.id, noted.id]);
    await made.owner('POST', `/api/contacts/${favorite.id}/favorite`);
    await made.owner('PATCH', `/api/contacts/${noted.id}`, { company: 'Met again' });
    const path = '/api/recipients/retention';
    expect((await made.owner('GET', path)).body).toEqual({ months: null, due: 0, isAnnounced: true });
    expect((await made.owner('GET', `${path}?months=6`)).body).toEqual({
      months: null,
      due: 1,
      isAnnounced: true,
    });
    for (const wrong of [5, '6', 0, -6])
      expect((await made.owner('PUT', path, { months: wrong })).status).toBe(422);
    expect((await made.owner('PUT', path, { months })).body).toEqual({ months, due: 1, isAnnounced: true });
    await keepAndTell();
    expect(await kept(old.id)).toBeDefined();
    later(7 * DAY_MS);
    await made.owner('POST', `/api/contacts/${favorite.id}/favorite`);
    await keepAndTell();
    await keepAndTell();
    expect(await kept(old.id)).toBeUndefined();
    // No mail had said so of this one, which is announced only now.
    expect(await kept(favorite.id)).toBeDefined();
    await made.owner('POST', `/api/contacts/${favorite.id}/favorite`);
    expect(await kept(noted.id)).toBeDefined();
    await forgetReceipts(app());
    const { rows } = await app().db.execute(
      sql`select id from receipts where id in (${old.id}, ${noted.id})`,
    );
    expect(rows).toEqual([{ id: noted.id }]);
  });

  it('counts who would go up to a limit, so that a long list is not read whole', async () => {
    const { call, id } = await signUp(server);
    await app().db.execute(sql`
      insert into contacts (id, user_id, full_name, created_at)
      select 'due-' || n, ${id}, 'Old ' || n, now() - interval '2 years' from generate_series(1, 12) n`);
    const of = async (max: number) => {
      const { rows } = await app().db.execute<{ count: number }>(
        countDue(
          whereCan(systemFor(id), 'see', 'contact'),
          whereCan(systemFor(id), 'see', 'lead'),
          app().now(),
          max,
        ),
      );
      return rows[0]?.count;
    };
    expect([await of(5), await of(11), await of(12), await of(20)]).toEqual([6, 12, 12, 12]);
    expect((await call('GET', '/api/recipients/retention?months=6')).body).toMatchObject({ due: 12 });
    expect([1, 12, 1_000, 1_001].map(peopleDue)).toEqual([
      '1 person',
      '12 people',
      '1,000 people',
      'more than 1,000 people',
    ]);
  });

  it('does not end for a lead that is being worked on, nor where no mail can announce it', async () => {
    const leave = async (name: string): Promise<string> => {
      const lead = { name, email: `${name}@example.com` };
      return (await server.client()('POST', `/api/cards/${made.id}/leads`, lead)).body.id;
    };
    const [old, worked] = [await leave('old'), await leave('worked')];
    await app().db.execute(sql`
      update lead_captures set created_at = created_at - interval '8 months' where id in (${old}, ${worked})`);
    await made.owner('PATCH', `/api/contacts/leads/${worked}`, { status: 'contacted' });
    const leads = async () => {
      const { body } = await made.owner('GET', '/api/contacts/leads');
      return (body as { id: string }[]).map(({ id }) => id).filter((id) => id === old || id === worked);
    };
    const path = '/api/recipients/retention';
    const id = await confirmOwner();
    await made.owner('PUT', path, { months: 6 });
    later(8 * DAY_MS);
    await untilMailArrived();
    await app().db.update(users).set({ emailRefusedAt: app().now() }).where(eq(users.id, id));
    expect((await made.owner('GET', path)).body).toMatchObject({ isAnnounced: false });
    await keepToRetention(app());
    await app().db.update(users).set({ emailRefusedAt: null }).where(eq(users.id, id));
    // Mail works again: now it is announced, and not deleted yet.
    await keepAndTell();
    expect((await leads()).sort()).toEqual([old, worked].sort());
    later(7 * DAY_MS);
    await keepAndTell();
    expect(await leads()).toEqual([worked]);
  });

  it('does not end by a mail that never arrived, nor by one about another choice', async () => {
    const { id } = await give();
    await make(14, [id]);
    const path = '/api/recipients/retention';
    await made.owner('PUT', path, { months: 12 });
    later(8 * DAY_MS);
    const { deliver } = app().mailer;
    const away = vi.fn(() => Promise.reject(new Error('Away')));
    app().mailer.deliver = away;
    try {
      await keepToRetention(app());
      await vi.waitFor(() => expect(away).toHaveBeenCalled(), within);
      later(8 * DAY_MS);
      await keepToRetention(app());
      await vi.waitFor(() => expect(away.mock.calls.length).toBeGreaterThan(1), within);
      expect(await kept(id)).toBeDefined();
    } finally {
      app().mailer.deliver = deliver;
    }
    await app().db.execute(sql`update pgboss.job set start_after = now() where name = 'retention-mail'`);
    await announceJobs(app().db);
    await vi.waitFor(async () => expect((await app().db.execute(announced)).rows).not.toEqual([]), within);
    await made.owner('PUT', path, { months: 6 });
    later(7 * DAY_MS);
    await keepAndTell();
    expect(await kept(id)).toBeDefined();
    later(7 * DAY_MS);
    await keepAndTell();
    expect(await kept(id)).toBeUndefined();
  });

  it('is announced by one mail, also if a try ended while it noted whom that was about', async () => {
    const [first, last] = [await give(), await give()];
    await make(14, [first.id, last.id]);
    await made.owner('PUT', '/api/recipients/retention', { months: 12 });
    await keepAndTell();
    await untilMailArrived();
    const deliver = vi.spyOn(app().mailer, 'deliver');
    await app().db.execute(
      sql`update retention_notices set announced_at = null where person_id = ${last.id}`,
    );
    const [notice] = await app()
      .db.select()
      .from(retentionNotices)
      .where(eq(retentionNotices.personId, first.id));
    if (!notice) throw new Error('Nobody was announced.');
    await mailAnnouncement(app(), notice, 'again', app().now());
    // Others may just be told of the contacts above.
    expect(deliver.mock.calls.filter(([, id]) => id === 'again')).toEqual([]);
    const told = await app()
      .db.select({ at: retentionNotices.announcedAt })
      .from(retentionNotices)
      .where(eq(retentionNotices.personId, last.id));
    expect(told).toEqual([{ at: notice.announcedAt }]);
    deliver.mockRestore();
  });
});
