import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { purgeSubmissions } from '#server/people/contacts/contacts.jobs.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { NAME_FIELDS } from '#shared/names/name-parts.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({ TRUST_PROXY: 'on' }, () => clock.now);
const from = (address: string) => ({ 'x-forwarded-for': address });
const HERE = from('192.0.2.1');
const FORGED = { subject: 'Buy now' };

let owner: Client;
let cardId: string;
const share = (fullName: string, more: object = {}, headers = HERE) => {
  clock.now = new Date(clock.now.getTime() + 1_000);
  const details = { fullName, email: `${fullName.toLowerCase()}@example.com`, cardId, ...more };
  return server.client()('POST', '/api/contacts/exchange', details, headers);
};
const leave = (name: string, more: object = {}) => {
  clock.now = new Date(clock.now.getTime() + 1_000);
  const details = { name, email: `${name.toLowerCase()}@example.com`, phone: '+1 555 0100', ...more };
  return server.client()('POST', `/api/cards/${cardId}/leads`, details, HERE);
};
/** Submits forms that have to wait; returns their ids. */
async function hold(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await share(name, FORGED)).body.id);
  return ids;
}
const waiting = async (call = owner) =>
  (await call('GET', '/api/contacts/unreviewed')).body.map(({ fullName }: { fullName: string }) => fullName);
const contacts = async () =>
  (await owner('GET', '/api/contacts')).body.map(({ fullName }: { fullName: string }) => fullName);
const leads = async () => (await owner('GET', '/api/contacts/leads')).body;
const review = (act: string, body: object, call = owner) =>
  call('POST', `/api/contacts/unreviewed/${act}`, body);
const blocks = async () => (await owner('GET', '/api/contacts/blocks')).body;

beforeEach(async () => {
  owner = (await signUp(server, 'Ada King')).call;
  const card = { name: 'Work', fullName: 'Ada King', leadCaptureEnabled: true, leadCaptureFields: ['phone'] };
  cardId = (await owner('POST', '/api/cards', card)).body.id;
});

describe('The list of what waits', () => {
  it('lists who, through which card and why, newest first, and how many', async () => {
    const [id] = await hold('Bob');
    await leave('Cy', FORGED);
    const { body } = await owner('GET', '/api/contacts/unreviewed');
    expect(body.map(({ fullName }: { fullName: string }) => fullName)).toEqual(['Cy', 'Bob']);
    expect(body[0]).toMatchObject({ kind: 'lead', phone: '+1 555 0100' });
    expect(body[1]).toEqual({
      id,
      kind: 'contact',
      customFields: [],
      reason: 'honeypot',
      isOverQuota: false,
      cardName: 'Work',
      fullName: 'Bob',
      email: 'bob@example.com',
      phone: null,
      phoneE164: null,
      company: null,
      jobTitle: null,
      website: null,
      ...each(NAME_FIELDS, () => null),
      notes: null,
      createdAt: expect.any(String),
    });
    expect((await owner('GET', '/api/contacts/unreviewed/count')).body).toEqual({ count: 2 });
  });

  it('has pages', async () => {
    await hold('A', 'B', 'C', 'D', 'E');
    const seen: string[] = [];
    let next: string | undefined = '/api/contacts/unreviewed?limit=2';
    while (next) {
      const { body, headers } = await owner('GET', next);
      seen.push(...body.map(({ fullName }: { fullName: string }) => fullName));
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['E', 'D', 'C', 'B', 'A']);
    expect((await owner('GET', '/api/contacts/unreviewed?cursor=nonsense')).status).toBe(400);
  });
});

describe('What is kept', () => {
  it('is a contact or a lead as it was sent, with its id and its moment', async () => {
    const details = { company: 'Acme', jobTitle: 'Smith', website: 'acme.example', notes: 'Hi', ...FORGED };
    const { body: sent } = await share('Bob', details);
    const { body: lead } = await leave('Cy', FORGED);
    const before = (await owner('GET', '/api/contacts/unreviewed')).body;
    const { status, body } = await review('keep', { ids: [sent.id, lead.id] });
    expect([status, body.count]).toEqual([200, 2]);
    const [contact] = (await owner('GET', '/api/contacts')).body;
    expect(contact).toMatchObject({
      id: sent.id,
      cardId,
      cardName: 'Work',
      company: 'Acme',
      jobTitle: 'Smith',
      website: 'acme.example',
      notes: 'Hi',
      source: 'exchange',
      isFavorite: false,
      createdAt: before[1].createdAt,
    });
    expect(await leads()).toMatchObject([
      { id: lead.id, leadName: 'Cy', leadPhone: '+1 555 0100', createdAt: before[0].createdAt },
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('is kept once, even by ten requests at once', { tags: ['thorough'] }, async () => {
    const ids = await hold('Bob', 'Cy');
    const answers = await Promise.all(Array.from({ length: 10 }, () => review('keep', { ids })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.count, 0)).toBe(2);
    expect(await contacts()).toEqual(['Cy', 'Bob']);
  });

  it('waits again after Undo, unless it was deleted or changed into something else meanwhile', async () => {
    await hold('Bob', 'Cy');
    await leave('Dee', FORGED);
    await leave('Eve', FORGED);
    const kept = (await review('keep', { asOf: clock.now.toISOString() })).body;
    expect(kept.count).toBe(4);
    const [cy] = (await owner('GET', '/api/contacts')).body;
    await owner('DELETE', `/api/contacts/${cy.id}`);
    const [eve] = await leads();
    await owner('POST', `/api/contacts/leads/${eve.id}/convert`);
    expect((await review('undo', { review: kept.review })).body).toEqual({ count: 2 });
    expect(await waiting()).toEqual(['Dee', 'Bob']);
    expect(await contacts()).toEqual(['Eve']);
    expect(await leads()).toEqual([]);
    const again = await review('undo', { review: kept.review });
    expect(again).toMatchObject({ status: 404, body: { message: 'This can’t be undone anymore.' } });
  });
});

describe('All that waits', () => {
  it('is what had arrived at a moment, but for some', async () => {
    const [bob] = await hold('Bob', 'Cy', 'Dee');
    const asOf = clock.now.toISOString();
    await hold('Eve');
    expect((await review('delete', { asOf, except: [bob] })).body.count).toBe(2);
    expect(await waiting()).toEqual(['Eve', 'Bob']);
  });

  it('may be five thousand, in one press and one Undo', { tags: ['thorough'] }, async () => {
    const [{ id, userId }] = (
      await server.running.app.db.execute<{ id: string; userId: string }>(
        sql`select id, user_id as "userId" from business_cards where id = ${cardId}`,
      )
    ).rows as [{ id: string; userId: string }];
    await server.running.app.db.execute(sql`
      insert into unreviewed_submissions (id, user_id, card_id, card_name, kind, reason, full_name, email, sender, address)
      select ${id} || n, ${userId}, ${id}, 'Work', 'contact', 'busy', 'N' || n, 'n@example.com', 'n@example.com', 'x'
      from generate_series(1, 5000) n`);
    const asOf = new Date(Date.now() + 60_000).toISOString();
    const { body } = await review('keep', { asOf });
    expect(body.count).toBe(5_000);
    expect((await owner('GET', '/api/contacts')).body).toHaveLength(1_000);
    expect((await review('undo', body)).body).toEqual({ count: 5_000 });
    expect((await review('delete', { asOf })).body.count).toBe(5_000);
    expect((await owner('GET', '/api/contacts/unreviewed/count')).body).toEqual({ count: 0 });
  });

  it('is named properly or not at all', async () => {
    await hold('Bob');
    const wrong = [
      {},
      { ids: [] },
      { ids: ['no such id!'] },
      { asOf: 'yesterday' },
      { asOf: '0000-01-01T00:00:00Z' },
      { ids: ['a'], asOf: new Date().toISOString() },
      { ids: Array(501).fill('a') },
    ];
    for (const body of wrong) {
      for (const act of ['keep', 'delete', 'report']) expect((await review(act, body)).status).toBe(422);
    }
    expect((await review('delete', { ids: ['nosuchid'] })).body.count).toBe(0);
    expect(await waiting()).toEqual(['Bob']);
  });
});

describe('What is deleted', () => {
  it('is gone, and can be restored with Undo, but not after an hour', async () => {
    const [bob] = await hold('Bob');
    const { body } = await review('delete', { ids: [bob] });
    expect(await waiting()).toEqual([]);
    expect((await review('undo', { review: body.review })).body).toEqual({ count: 1 });
    expect(await waiting()).toEqual(['Bob']);
    const last = (await review('delete', { ids: [bob] })).body;
    clock.now = new Date(clock.now.getTime() + 61 * 60_000);
    await purgeSubmissions(server.running.app);
    expect((await review('undo', { review: last.review })).status).toBe(404);
    expect(await contacts()).toEqual([]);
  });
});

describe('A sender', () => {
  it('reported senders are blocked, and everything waiting from them is deleted; Undo reverts both', async () => {
    const [first] = await hold('Bob', 'Cy');
    await share('Robert', { ...FORGED, email: 'BOB@Example.com' });
    const { body } = await review('report', { ids: [first] });
    expect(body.count).toBe(2);
    expect(await waiting()).toEqual(['Cy']);
    expect(await blocks()).toMatchObject([{ kind: 'sender', label: 'bob@example.com', endsAt: null }]);
    const refused = await share('Bobby', { email: 'Bob@example.com' });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Ada King isn’t accepting contacts through this card right now.' },
    });
    expect((await leave('Bob')).status).toBe(403);
    expect((await share('Dee')).status).toBe(200);
    expect((await review('undo', { review: body.review })).body).toEqual({ count: 2 });
    expect(await waiting()).toEqual(['Robert', 'Cy', 'Bob']);
    expect(await blocks()).toEqual([]);
    expect((await share('Bob')).status).toBe(200);
  });

  it('can be blocked by their address of email, once, and unblocked', async () => {
    const block = () => owner('POST', '/api/contacts/blocks', { email: ' Bob@Example.com ' });
    const answers = await Promise.all(Array.from({ length: 5 }, block));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await share('Bob')).status).toBe(403);
    const [{ id }] = await blocks();
    expect((await owner('DELETE', `/api/contacts/blocks/${id}`)).body).toEqual({ id });
    expect((await owner('DELETE', `/api/contacts/blocks/${id}`)).status).toBe(404);
    expect((await share('Bob')).status).toBe(200);
    expect((await owner('POST', '/api/contacts/blocks', { email: 'nobody' })).status).toBe(422);
  });
});

describe('A network address', () => {
  it('is blocked for thirty days with all that waits from there, and is nowhere shown', async () => {
    const [bob] = await hold('Bob', 'Cy');
    await share('Elsewhere', FORGED, from('192.0.2.2'));
    const { body } = await review(`${bob}/block-address`, {});
    expect(body.count).toBe(2);
    expect(await waiting()).toEqual(['Elsewhere']);
    expect((await share('Dee')).status).toBe(403);
    expect((await share('Dee', {}, from('192.0.2.3'))).status).toBe(200);
    const shown = await owner('GET', '/api/contacts/blocks');
    expect(shown.body).toMatchObject([{ kind: 'address', label: 'Bob', endsAt: expect.any(String) }]);
    expect(shown.text).not.toContain('192.0.2');
    expect((await review(`${bob}/block-address`, {})).status).toBe(404);
    clock.now = new Date(clock.now.getTime() + 31 * DAY_MS);
    expect((await share('Dee')).status).toBe(200);
  });

  it('is free again after Undo', async () => {
    const [bob] = await hold('Bob');
    const { body } = await review(`${bob}/block-address`, {});
    expect((await review('undo', { review: body.review })).body).toEqual({ count: 1 });
    expect((await share('Dee')).status).toBe(200);
    expect(await waiting()).toEqual(['Bob']);
  });

  it('of one owner is not the address of another', async () => {
    const [bob] = await hold('Bob');
    await review(`${bob}/block-address`, {});
    owner = (await signUp(server, 'Eve')).call;
    cardId = (await owner('POST', '/api/cards', { name: 'Home', fullName: 'Eve' })).body.id;
    expect((await share('Dee')).status).toBe(200);
  });
});

describe('Someone else', () => {
  it('sees nothing of it and decides nothing, and nobody does signed out', async () => {
    const [bob] = await hold('Bob');
    const blocked = (await owner('POST', '/api/contacts/blocks', { email: 'cy@example.com' })).body;
    const { call: other } = await signUp(server);
    expect(await waiting(other)).toEqual([]);
    expect((await other('GET', '/api/contacts/blocks')).body).toEqual([]);
    for (const act of ['keep', 'delete', 'report']) {
      expect((await review(act, { ids: [bob] }, other)).body.count).toBe(0);
    }
    expect((await review(`${bob}/block-address`, {}, other)).status).toBe(404);
    expect((await other('DELETE', `/api/contacts/blocks/${blocked.id}`)).status).toBe(404);
    const deleted = (await review('delete', { ids: [bob] })).body;
    expect((await review('undo', { review: deleted.review }, other)).status).toBe(404);
    await review('undo', { review: deleted.review });
    expect(await waiting()).toEqual(['Bob']);
    const nobody = server.client();
    const paths = ['keep', 'delete', 'report', 'undo', `${bob}/block-address`];
    for (const path of paths) expect((await review(path, { ids: [bob] }, nobody)).status).toBe(401);
    for (const path of ['unreviewed', 'unreviewed/count', 'blocks'])
      expect((await nobody('GET', `/api/contacts/${path}`)).status).toBe(401);
  });
});
