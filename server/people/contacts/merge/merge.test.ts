import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { aheadMs: 0 };
const server = startTestServer({}, () => new Date(Date.now() + clock.aheadMs));
const db = () => server.running.app.db;

let owner: Client;
let ownerId: string;
let cardId: string;
beforeAll(async () => {
  const person = await signUp(server, 'Ada Owner');
  owner = person.call;
  ownerId = person.id;
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada' })).body.id;
});

const meet = async (fields: object): Promise<string> =>
  (await server.client()('POST', '/api/contacts/exchange', { email: 'guest@example.com', cardId, ...fields }))
    .body.id;
/** The columns that say when a row last changed, and by whom: undoing is a change, too. */
const CHANGE = sql`array['change_number', 'change_at', 'actor_kind', 'actor_id', 'updated_at']`;
/** The database's columns of the contacts, except for those derived from others. */
const stateOf = async () => {
  const { rows } = await db().execute(sql`
    select to_jsonb(c) - 'search_text' - 'search_grams' - 'is_matched' - ${CHANGE} as row from contacts c
    where user_id = ${ownerId} order by id`);
  return rows;
};

describe('A long message', () => {
  it('is kept in the history up to a whole character', async () => {
    const id = await meet({ fullName: 'Grace Long', notes: `${'x'.repeat(998)}😀${'y'.repeat(10)}` });
    expect((await owner('PATCH', `/api/contacts/${id}`, { company: 'Navy' })).status).toBe(200);
    const { body } = await owner('GET', `/api/contacts/${id}/history`);
    expect(body[1].details.fields.notes).toBe(`${'x'.repeat(998)}…`);
  });
});

describe('Merged contacts', () => {
  it('keep what they agreed to, their reminders and receipts, and get them back', async () => {
    const one = await meet({ fullName: 'Lea One' });
    const two = await meet({ fullName: 'Lea Two' });
    const consent = { purpose: 'lead', text: 'Yes', version: '1', at: '2026-05-13T15:00:00.000Z' };
    const said = { id: 'budget', label: 'Budget', answer: 'Large' };
    const others = Array.from({ length: 40 }, (_, nth) => ({ name: `X-${nth}`, parameters: {}, value: 'x' }));
    await db().execute(sql`
      update contacts set consents = ${JSON.stringify([consent])}::jsonb, lead_status = 'won',
        custom_fields = ${JSON.stringify([said])}::jsonb, followed_up_at = '2026-05-12T00:00:00Z',
        other_properties = ${JSON.stringify(others.map((it) => ({ ...it, value: 'y' })))}::jsonb where id = ${two}`);
    await db().execute(sql`
      update contacts set other_properties = ${JSON.stringify(others)}::jsonb where id = ${one}`);
    await db().execute(sql`
      insert into reminders (id, user_id, person_id, at) values ('rem', ${ownerId}, ${two}, now())`);
    await db().execute(sql`
      insert into receipts (id, user_id, person_id, given) values (${two}, ${ownerId}, ${two}, '{}')`);
    const peopleOf = async () => {
      const { rows } = await db().execute(sql`
        select person_id as id from reminders where user_id = ${ownerId}
        union all select person_id from receipts where user_id = ${ownerId}`);
      return rows.map(({ id }) => id);
    };
    const before = await stateOf();
    const { body } = await owner('POST', '/api/contacts/merge', { keep: one, others: [two] });
    const { rows } = await db().execute(sql`
      select consents, custom_fields as answers, lead_status as status, followed_up_at::date::text as day,
        jsonb_array_length(other_properties) as others from contacts where id = ${one}`);
    expect(rows).toEqual([
      {
        consents: [{ ...consent, saidBy: [two] }],
        answers: [{ ...said, saidBy: [two] }],
        status: 'won',
        day: '2026-05-12',
        others: 50,
      },
    ]);
    expect(await peopleOf()).toEqual([one, one]);
    await owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect(await peopleOf()).toEqual([two, two]);
    expect(await stateOf()).toEqual(before);
  });
});

describe('The photo of a contact', () => {
  it('can be brought back for a day after it was removed', { tags: ['thorough'] }, async () => {
    const person = await signUp(server, 'Ada Photographer');
    const form = new FormData();
    const square = sharp({ create: { width: 40, height: 40, channels: 3, background: '#d4af37' } });
    form.set('file', new Blob([new Uint8Array(await square.jpeg().toBuffer())]), 'grace.jpg');
    const { url } = (await person.call('POST', '/api/media', form)).body;
    const { id } = (await person.call('POST', '/api/contacts', { fullName: 'Grace Hopper' })).body;
    const show = (profileImage: string | null) =>
      person.call('PATCH', `/api/contacts/${id}`, { profileImage });
    const isThere = async () => (await fetch(server.url + url)).status === 200;
    await show(url);
    clock.aheadMs += 2 * DAY_MS;
    expect((await show(null)).body.profileImage).toBe(null);
    clock.aheadMs += DAY_MS - 60_000;
    await sweepMedia(server.running.app);
    expect((await show(url)).body.profileImage).toBe(url);
    clock.aheadMs += 2 * DAY_MS;
    await sweepMedia(server.running.app);
    expect(await isThere()).toBe(true);
    await show(null);
    clock.aheadMs += 2 * DAY_MS;
    await sweepMedia(server.running.app);
    const late = await show(url);
    expect([late.status, late.body.fields.profileImage]).toEqual([
      422,
      'This photo is no longer available. Please upload it again.',
    ]);
  });
});
