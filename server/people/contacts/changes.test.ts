import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { asPerson, SYSTEM } from '#server/access/actor.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import { writeViews } from '#server/analytics/analytics/write-views.ts';
import { newId } from '#server/db/new-id.ts';
import { indexPeople } from '#server/db/search/index-people.ts';
import { purgeTombstones } from '#server/people/contacts/contacts.jobs.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const clock = { now: new Date('2027-03-01T10:00:00Z') };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;

interface Change {
  kind: string;
  id: string;
  number: number;
  at: Date | null;
  actor: string;
  isGone: boolean;
  [name: string]: unknown;
}

const LIVE = {
  card: ['business_cards', 'id', 'user_id'],
  contact: ['contacts', 'id', 'user_id'],
  lead: ['lead_captures', 'id', 'card_owner_id'],
  contactNote: ['contact_notes', 'id', 'user_id'],
  contactTag: ['contact_tags', 'id', 'user_id'],
  contactLink: ['contact_links', 'id', 'user_id'],
  nfcTag: ['nfc_tags', 'number::text', '(select user_id from business_cards c where c.id = card_id)'],
} as const;

/** All changes of an account, in order. */
async function changesOf(userId: string): Promise<Change[]> {
  const actor = `concat_ws(' ', actor_kind, actor_id) as actor`;
  const live = Object.entries(LIVE).map(
    ([kind, [table, id, owner]]) =>
      `select '${kind}' as kind, ${id} as id, change_number as number, change_at as at, ${actor}, false as "isGone"
      from ${table} where ${owner} = '${userId}'`,
  );
  const gone = `select kind, id, change_number, changed_at, ${actor}, true from tombstones where user_id = '${userId}'`;
  const { rows } = await db().execute<Change>(
    sql.raw(`select * from (${[...live, gone].join(' union all ')}) as changes order by number`),
  );
  return rows.map((row) => ({ ...row, number: Number(row.number), at: row.at && new Date(row.at) }));
}

const lastOf = async (userId: string) => (await changesOf(userId)).at(-1);

async function made() {
  const { call, id, cardId, contactId } = await signUpWithCard(server);
  const meet = async (fullName: string): Promise<string> => {
    const sent = { fullName, email: 'v@example.com', cardId };
    return (await server.client()('POST', '/api/contacts/exchange', sent)).body.id;
  };
  return { call, id, cardId, contactId, meet };
}

const countWaiting = async () =>
  (
    await db().execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query ~ 'set_config|json_to_recordset|^update contacts'`)
  ).rows.length;

describe('Changes of an account', () => {
  it('take a number whatever changes, also of a contact and a lead that the search knows', async () => {
    const { call, id, cardId, contactId } = await made();
    await call('PUT', `/api/cards/${cardId}`, {
      leadCaptureEnabled: true,
      leadCaptureFields: ['name', 'email'],
    });
    const lead = { name: 'Ann Lead', email: 'lead@example.com' };
    const { body, status } = await server.client()('POST', `/api/cards/${cardId}/leads`, lead);
    expect(status).toBe(200);
    await indexPeople(db());
    for (const change of [{ company: 'Navy' }, { fullName: 'Grace B. Hopper' }, { email: 'g@example.com' }]) {
      const before = await lastOf(id);
      expect((await call('PATCH', `/api/contacts/${contactId}`, change)).status).toBe(200);
      await indexPeople(db());
      const last = (await changesOf(id)).find((one) => one.id === contactId);
      expect(last).toMatchObject({ actor: `person ${id}` });
      expect(last?.number).toBeGreaterThan(before?.number ?? 0);
    }
    const numberOfLead = async () => (await changesOf(id)).find((one) => one.id === body.id)?.number ?? 0;
    const numbered = await numberOfLead();
    await db().execute(sql`update lead_captures set lead_name = 'Ann B. Lead' where id = ${body.id}`);
    expect(await numberOfLead()).toBeGreaterThan(numbered);
  });

  it('have numbers in the order in which they commit, also if an earlier writer commits last', async () => {
    const { call, id, contactId } = await made();
    await db().transaction(async (early) => {
      await early.execute(sql`select count(*) from contacts where id = ${contactId}`);
      expect((await call('POST', '/api/contacts', { fullName: 'Late' })).status).toBe(200);
      await early.execute(sql`update contacts set company = 'Early' where id = ${contactId}`);
    });
    expect((await changesOf(id)).slice(-2)).toMatchObject([{ kind: 'contact' }, { id: contactId }]);
  });

  it('wait for a writer who has a number and has not committed, whatever they are', {
    tags: ['thorough'],
  }, async () => {
    const { call, id, contactId, cardId, meet } = await made();
    const other = await meet('Other');
    const { late } = await writeInOrderOf(server.running.app, sql`${id}`, SYSTEM, async (early) => {
      await early.execute(sql`update contacts set company = 'Early' where id = ${contactId}`);
      const late = Promise.all([
        meet('Late Visitor'),
        call('PUT', `/api/cards/${cardId}`, { company: 'Late' }),
        call('POST', `/api/contacts/${contactId}/notes`, { text: 'Late' }),
        // As from psql.
        db().execute(sql`update contacts set company = 'Late' where id = ${other}`),
      ]);
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(4);
      return { late };
    });
    await late;
    const changes = await changesOf(id);
    const [first, ...rest] = changes.slice(-5);
    expect(first).toMatchObject({ kind: 'contact', id: contactId, actor: 'system' });
    expect(rest.map(({ kind }) => kind).sort()).toEqual(['card', 'contact', 'contact', 'contactNote']);
    expect(new Set(changes.map(({ number }) => number)).size).toBe(changes.length);
  });

  it('say when and by whom, for every kind', async () => {
    const { call, id, cardId, contactId, meet } = await made();
    const me = `person ${id}`;
    const step = async (kind: string, what: Promise<unknown>, actor = me, isGone = false) => {
      clock.now = new Date(clock.now.getTime() + 60_000);
      await what;
      const last = await lastOf(id);
      expect(last).toMatchObject({ kind, actor, isGone });
      return last;
    };
    const met = await meet('Vera Visitor');
    expect(await lastOf(id)).toMatchObject({ kind: 'contact', id: met, actor: 'visitor', isGone: false });
    await step('contact', call('PATCH', `/api/contacts/${contactId}`, { company: 'Navy' }));
    await step('contact', call('POST', `/api/contacts/${contactId}/favorite`));
    await step('contactNote', call('POST', `/api/contacts/${contactId}/notes`, { text: 'A note' }));
    const { body: read } = await call('GET', `/api/contacts/${contactId}`);
    const note = read.datedNotes[0].id;
    await step('contactNote', call('PATCH', `/api/contacts/notes/${note}`, { text: 'Changed' }));
    const gone = await step('contactNote', call('DELETE', `/api/contacts/notes/${note}`), me, true);
    expect(gone?.id).toBe(note);
    await call('PATCH', `/api/contacts/${contactId}`, { tags: ['vip'] });
    const tags = (await changesOf(id)).filter(({ kind }) => kind === 'contactTag');
    expect(tags).toMatchObject([{ actor: me }]);
    const untag = await step('contactTag', call('DELETE', '/api/contacts/tags/vip'), me, true);
    expect(untag?.id).toBe(tags[0]?.id);
    await step('card', call('PUT', `/api/cards/${cardId}`, { leadCaptureEnabled: true }));
    await step('nfcTag', call('POST', `/api/nfc/${cardId}/tags`, { name: 'Door' }));
    await step('nfcTag', call('PATCH', `/api/nfc/${cardId}/tags/1`, { name: 'Gate' }));
    const form = { name: 'Lea Lead', email: 'lea@example.com' };
    const lead = (await server.client()('POST', `/api/cards/${cardId}/leads`, form)).body.id;
    expect(await lastOf(id)).toMatchObject({ kind: 'lead', id: lead, actor: 'visitor' });
    await step('lead', call('PATCH', `/api/contacts/leads/${lead}`, { status: 'won' }));
    await step('lead', call('DELETE', `/api/contacts/leads/${lead}`), me, true);
    const deleted = await step('contact', call('DELETE', `/api/contacts/${contactId}`), me, true);
    expect(deleted).toMatchObject({ id: contactId, at: clock.now });
    await step('card', call('DELETE', `/api/cards/${cardId}`));
  });

  it('are the revision of a contact file, which is else when the contact was made', async () => {
    const { call, contactId } = await made();
    const revision = async (version = '') =>
      /^REV:(.*)$/m.exec((await call('GET', `/api/contacts/${contactId}/vcard${version}`)).text)?.[1]?.trim();
    const { body: contact } = await call('GET', `/api/contacts/${contactId}`);
    expect(await revision()).toBe(contact.createdAt);
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    await call('PATCH', `/api/contacts/${contactId}`, { company: 'Navy' });
    expect(await revision()).toBe(clock.now.toISOString());
    expect(await revision('?version=4.0')).toBe(
      `${clock.now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`,
    );
  });

  it('are not made by views, nor by what the search has read', async () => {
    const { id, cardId } = await made();
    const before = await changesOf(id);
    const seen = { viewerIp: null, viewerLocation: null, viewerDevice: null, referrer: null, via: null };
    const view = { ...seen, id: newId(), cardId, tag: null, nfcTag: null, createdAt: clock.now };
    await writeViews(db(), [{ ...view, visitor: Buffer.from(newId()), mayBeFirst: true }]);
    const { rows } = await db().execute(sql`select view_count from business_cards where id = ${cardId}`);
    expect(rows).toEqual([{ view_count: 1 }]);
    await db().execute(
      sql`update contacts set search_text = 'read', is_matched = true where user_id = ${id}`,
    );
    expect(await changesOf(id)).toEqual(before);
  });

  it('do not wait for each other forever, however many are made at once', {
    tags: ['thorough'],
  }, async () => {
    const { call, contactId, cardId, meet } = await made();
    const others = await Promise.all(Array.from({ length: 6 }, (_, n) => meet(`Guest ${n}`)));
    const [one = '', two = '', ...rest] = others;
    const answers = await Promise.all([
      call('POST', '/api/contacts/merge', { keep: contactId, others: [one], fields: {} }),
      call('PATCH', `/api/contacts/${two}`, { company: 'Navy', tags: ['a', 'b'] }),
      call('POST', `/api/contacts/${contactId}/notes`, { text: 'Meanwhile' }),
      call('POST', '/api/contacts/bulk', { action: 'tag', tag: 'a', ids: [contactId, two, ...rest] }),
      call('PUT', `/api/cards/${cardId}`, { company: 'Navy' }),
      call('POST', '/api/cards', { name: 'Second', fullName: 'Ada' }),
      ...rest.map((id) => call('DELETE', `/api/contacts/${id}`)),
      ...Array.from({ length: 6 }, (_, n) => meet(`New ${n}`).then(() => ({ status: 200 }))),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});

describe('What is gone', () => {
  it('comes before what comes back, and is forgotten after 90 days', async () => {
    const { call, id, contactId } = await made();
    const { body: operation } = await call('POST', '/api/contacts/bulk', {
      action: 'delete',
      ids: [contactId],
    });
    expect(await lastOf(id)).toMatchObject({ id: contactId, isGone: true, actor: `person ${id}` });
    await call('POST', `/api/contacts/operations/${operation.id}/undo`);
    expect(await lastOf(id)).toMatchObject({ id: contactId, isGone: false, actor: `person ${id}` });
    await call('DELETE', `/api/contacts/${contactId}`);
    const gone = async () => (await changesOf(id)).filter(({ isGone }) => isGone);
    expect(await gone()).toMatchObject([{ id: contactId }]);
    clock.now = new Date(clock.now.getTime() + 89 * DAY_MS);
    await purgeTombstones(server.running.app);
    expect(await gone()).toHaveLength(1);
    clock.now = new Date(clock.now.getTime() + 2 * DAY_MS);
    await purgeTombstones(server.running.app);
    expect(await gone()).toEqual([]);
  });

  it('goes with its account', async () => {
    const { call, id, contactId } = await made();
    await call('DELETE', `/api/contacts/${contactId}`);
    await writeInOrderOf(server.running.app, sql`${id}`, asPerson({ id }), (tx) =>
      tx.execute(sql`delete from users where id = ${id}`),
    );
    expect(await changesOf(id)).toEqual([]);
  });
});
