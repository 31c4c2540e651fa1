import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { runAll } from '#test/database.ts';
import { publishCard, textOf } from '#test/public-card.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const KEY = '2812738-9918273-11-42';
const BOB = { fullName: 'Bob', email: 'bob@example.com' };

const publish = () =>
  publishCard(server, { leadCaptureEnabled: true, leadCaptureFields: ['message', 'phone'] });

describe.each([
  ['An exchange', '/api/contacts', () => '/api/contacts/exchange', BOB],
  [
    'A lead',
    '/api/contacts/leads',
    (id: string) => `/api/cards/${id}/leads`,
    { name: 'Bob', email: BOB.email },
  ],
])('%s with a key of the sender', (_what, list, addressOf, fields) => {
  const sendTo = (cardId: string, more: object = {}) =>
    server.client()('POST', addressOf(cardId), { ...fields, cardId, key: KEY, ...more });

  it('is stored once when it is sent twice, and both responses are the same', async () => {
    const { owner, id } = await publish();
    const answers = [await sendTo(id), await sendTo(id)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await owner('GET', list)).body).toMatchObject([{ id: answers[0]?.body.id }]);
  });

  it('is kept once when twenty arrive together', { tags: ['thorough'] }, async () => {
    const { owner, id } = await publish();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendTo(id)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await owner('GET', list)).body).toHaveLength(1);
  });

  it('waits for its owner once, even if only the second attempt looks like a bot’s', async () => {
    const [waits, stands] = [await publish(), await publish()];
    for (const subject of ['Offer', 'Offer', ''])
      expect((await sendTo(waits.id, { subject })).status).toBe(200);
    for (const subject of ['', 'Offer']) expect((await sendTo(stands.id, { subject })).status).toBe(200);
    expect((await waits.owner('GET', list)).body).toEqual([]);
    expect((await stands.owner('GET', list)).body).toHaveLength(1);
    const { rows } = await server.running.app.db.execute(
      sql`select id from unreviewed_submissions where card_id in (${waits.id}, ${stands.id})`,
    );
    expect(rows).toHaveLength(1);
  });

  it('is another one with another key, with other words, and on another card', async () => {
    const [here, there] = [await publish(), await publish()];
    for (const more of [{}, { key: `${KEY}-2` }, { email: 'rob@example.com' }, { key: undefined }])
      expect((await sendTo(here.id, more)).status).toBe(200);
    expect((await sendTo(there.id)).status).toBe(200);
    expect((await here.owner('GET', list)).body).toHaveLength(4);
    expect((await there.owner('GET', list)).body).toHaveLength(1);
  });

  it.each(['short', 'x'.repeat(81), 'with a blank', 17])('is refused with the key %s', async (key) => {
    const { owner, id } = await publish();
    const refused = await sendTo(id, { key });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields)).toEqual(['key']);
    expect((await owner('GET', list)).body).toEqual([]);
  });
});

describe('A plain form', () => {
  const post = (path: string, fields: Record<string, string>) =>
    server.client()('POST', path, String(new URLSearchParams(fields)), {
      'content-type': 'application/x-www-form-urlencoded',
    });

  it('counts once however often it is sent', async () => {
    const { owner, path } = await publish();
    const sent = await Promise.all([1, 2, 3].map(() => post(`${path}/exchange`, BOB)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await owner('GET', '/api/contacts')).body).toHaveLength(1);
    for (const _ of [1, 2]) await post(`${path}/lead`, { name: 'Bob', email: BOB.email });
    expect((await owner('GET', '/api/contacts/leads')).body).toHaveLength(1);
  });

  it('that met a database that is away waits on the page behind one button, and counts once', async () => {
    const { owner, path } = await publish();
    const { db } = server.running.app;
    await runAll(
      db,
      `create function be_away() returns trigger language plpgsql as $$
        begin raise exception 'going down' using errcode = '57P01'; end $$;
        create trigger be_away before insert on contacts execute function be_away()`,
    );
    const fields = { ...BOB, notes: '"Hello" <you>' };
    const kept = await post(`${path}/exchange`, fields);
    await runAll(db, 'drop trigger be_away on contacts; drop function be_away');
    expect([kept.status, kept.headers.get('retry-after')]).toEqual([503, '2']);
    expect(textOf(kept.text)).toEqual(expect.arrayContaining(['One Moment, Please', 'Try again']));
    const again = Object.fromEntries(
      [...kept.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map((match) => [
        match[1] ?? '',
        (match[2] ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ]),
    );
    expect(again).toMatchObject(fields);
    for (const _ of [1, 2]) expect((await post(`${path}/exchange`, again)).status).toBe(303);
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([fields]);
  });
});
