import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { forgetReceipts } from '#server/recipients/recipients.jobs.ts';
import { keepToRetention } from '#server/recipients/retention.ts';
import { DAY_MS } from '#shared/time.ts';
import { startReceiving } from '#test/receiving.ts';

const { app, confirmOwner, give, kept, later, made, server } = startReceiving();

describe('The time that contacts are kept', () => {
  it('ends after the chosen months, not before a week has passed, and not for favorites', async () => {
    const months = 6;
    const [old, favorite, noted] = await Promise.all([give(), give(), give()]);
    await app().db.execute(sql`
      update contacts set created_at = created_at - interval '7 months'
      where id in (${old.id}, ${favorite.id}, ${noted.id})`);
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
    await keepToRetention(app());
    expect(await kept(old.id)).toBeDefined();
    later(7 * DAY_MS);
    await keepToRetention(app());
    await keepToRetention(app());
    expect(await kept(old.id)).toBeUndefined();
    expect(await kept(favorite.id)).toBeDefined();
    expect(await kept(noted.id)).toBeDefined();
    await forgetReceipts(app());
    const { rows } = await app().db.execute(
      sql`select id from receipts where id in (${old.id}, ${noted.id})`,
    );
    expect(rows).toEqual([{ id: noted.id }]);
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
    await app().db.update(users).set({ emailRefusedAt: app().now() }).where(eq(users.id, id));
    expect((await made.owner('GET', path)).body).toMatchObject({ isAnnounced: false });
    await keepToRetention(app());
    expect((await leads()).sort()).toEqual([old, worked].sort());
    await app().db.update(users).set({ emailRefusedAt: null }).where(eq(users.id, id));
    await keepToRetention(app());
    expect(await leads()).toEqual([worked]);
  });
});
