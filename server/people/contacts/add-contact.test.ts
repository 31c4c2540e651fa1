import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contactKeys, contactMedia } from '#server/db/schema/people.ts';
import { purgeSubmissions } from '#server/people/contacts/contacts.jobs.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const KEY = 'kR3-8271635-x';
const GRACE = { fullName: 'Grace Hopper', phone: '020 7123 4567', notes: 'Compilers' };

const signedIn = async (): Promise<Client> => (await signUp(server, 'Ada Owner')).call;
const listOf = async (owner: Client) => (await owner('GET', '/api/contacts')).body;

describe('A contact added by hand', () => {
  it('needs a name only, and is in the list, the people and the counts', async () => {
    const owner = await signedIn();
    await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada', primaryPhone: '+44 20 7123 4567' });
    const { status, body } = await owner('POST', '/api/contacts', GRACE);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...GRACE, phoneE164: '+442071234567', email: null, source: 'manual' });
    expect(await listOf(owner)).toEqual([body]);
    expect((await owner('GET', '/api/contacts/people')).body).toMatchObject([{ id: body.id, isLead: false }]);
    expect((await owner('GET', '/api/contacts/summary')).body.contacts).toBe(1);
  });

  it('may come from a paper card, with everything that is printed on it', async () => {
    const owner = await signedIn();
    const address = { label: '', poBox: '', extra: '', region: '', country: '', street: 'Neuer Wall 50' };
    const printed = {
      fullName: 'Grace Hopper',
      moreEmails: [{ value: 'info@navy.example', label: '' }],
      morePhones: [{ value: '+44 20 7946 0018', label: 'Fax' }],
      addresses: [{ ...address, postalCode: '20354', city: 'Hamburg' }],
      source: 'scan',
    };
    const { status, body } = await owner('POST', '/api/contacts', printed);
    const morePhones = [{ ...printed.morePhones[0], e164: '+442079460018' }];
    expect([status, body]).toMatchObject([200, { ...printed, morePhones }]);
    expect((await owner('POST', '/api/contacts', { ...GRACE, source: 'exchange' })).status).toBe(422);
  });

  it('keeps what else the caller says of a contact, and the name of the card', {
    tags: ['thorough'],
  }, async () => {
    const owner = await signedIn();
    const { body: card } = await owner('POST', '/api/cards', { name: 'Fair', fullName: 'Ada' });
    const form = new FormData();
    const square = sharp({ create: { width: 40, height: 40, channels: 3, background: 'navy' } });
    form.set('file', new Blob([new Uint8Array(await square.jpeg().toBuffer())]), 'grace.jpg');
    const said = {
      ...GRACE,
      cardId: card.id,
      profileImage: (await owner('POST', '/api/media', form)).body.url,
      isFavorite: true,
      social: { linkedin: 'https://www.linkedin.com/in/grace' },
      source: 'manual',
    };
    const { status, body } = await owner('POST', '/api/contacts', { ...said, cardName: 'Another' });
    expect([status, body]).toMatchObject([200, { ...said, cardName: 'Fair' }]);
    expect(await listOf(owner)).toEqual([body]);
    expect(await server.running.app.db.$count(contactMedia, eq(contactMedia.contactId, body.id))).toBe(1);
  });

  it('has none of somebody else’s cards', async () => {
    const { body: card } = await (await signedIn())('POST', '/api/cards', { name: 'Fair', fullName: 'Ada' });
    const { status, body } = await (await signedIn())('POST', '/api/contacts', { ...GRACE, cardId: card.id });
    expect([status, body.fields]).toEqual([422, { cardId: expect.stringContaining('no such card') }]);
  });

  it.each([
    [{}, 'fullName'],
    [{ fullName: ' ' }, 'fullName'],
    [{ ...GRACE, email: 'nobody' }, 'email'],
    [{ ...GRACE, metAt: 'yesterday' }, 'metAt'],
    [{ ...GRACE, key: 'short' }, 'key'],
    [{ ...GRACE, nameOrder: 'sideways' }, 'nameOrder'],
  ])('is refused as %j, which changes nothing', async (sent, field) => {
    const owner = await signedIn();
    const { status, body } = await owner('POST', '/api/contacts', sent);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(await listOf(owner)).toEqual([]);
  });

  it.each([
    ['2026-05-12T09:30:00Z', '2026-05-12T09:30:00.000Z'],
    ['2026-05-12T09:30:00+02:00', '2026-05-12T07:30:00.000Z'],
    ['2031-01-01T00:00:00Z', '2026-05-13T15:00:00.000Z'],
    ['1999-01-01T00:00:00Z', '2026-04-13T15:00:00.000Z'],
  ])('met at %s is kept as met at %s', async (metAt, createdAt) => {
    const { body } = await (await signedIn())('POST', '/api/contacts', { ...GRACE, metAt });
    expect(body.createdAt).toBe(createdAt);
  });

  it('is refused to whoever is signed out', async () => {
    expect((await server.client()('POST', '/api/contacts', GRACE)).status).toBe(401);
  });
});

describe('An idempotency key', () => {
  it('adds a contact once, however often it is sent, and answers the same', {
    tags: ['thorough'],
  }, async () => {
    const owner = await signedIn();
    const send = () => owner('POST', '/api/contacts', { ...GRACE, key: KEY });
    const first = await send();
    const together = await Promise.all(Array.from({ length: 10 }, send));
    for (const { status, body } of together) expect([status, body]).toEqual([200, first.body]);
    expect(await listOf(owner)).toHaveLength(1);
  });

  it('adds one when ten arrive together', async () => {
    const owner = await signedIn();
    const send = () => owner('POST', '/api/contacts', { ...GRACE, key: KEY });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await listOf(owner)).toHaveLength(1);
  });

  it('counts as a header too, with or without quotes, and the same as in the body', {
    tags: ['thorough'],
  }, async () => {
    const owner = await signedIn();
    const inBody = await owner('POST', '/api/contacts', { ...GRACE, key: KEY });
    for (const header of [KEY, `"${KEY}"`]) {
      const { status, body } = await owner('POST', '/api/contacts', GRACE, { 'idempotency-key': header });
      expect([status, body]).toEqual([200, inBody.body]);
    }
    expect(await listOf(owner)).toHaveLength(1);
    const sent = { ...GRACE, key: KEY };
    expect((await owner('POST', '/api/contacts', sent, { 'idempotency-key': 'another-key' })).status).toBe(
      400,
    );
    expect((await owner('POST', '/api/contacts', GRACE, { 'idempotency-key': 'ä' })).status).toBe(400);
  });

  it('is refused for another contact', { tags: ['thorough'] }, async () => {
    const owner = await signedIn();
    await owner('POST', '/api/contacts', { ...GRACE, key: KEY });
    const { status, body } = await owner('POST', '/api/contacts', { fullName: 'Katherine', key: KEY });
    expect([status, body.code]).toEqual([409, 'conflict']);
    // By the field, clients tell it from a list that is full.
    expect(body.fields).toEqual({ key: body.message });
    expect(await listOf(owner)).toHaveLength(1);
  });

  it('does not bring a deleted contact back', async () => {
    const owner = await signedIn();
    const send = () => owner('POST', '/api/contacts', { ...GRACE, key: KEY });
    const first = await send();
    await owner('DELETE', `/api/contacts/${first.body.id}`);
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect((await send()).body).toEqual(first.body);
    expect(await listOf(owner)).toEqual([]);
  });

  it('belongs to one account', async () => {
    const [ada, eve] = [await signedIn(), await signedIn()];
    const sent = { ...GRACE, key: KEY };
    const ids = [await ada('POST', '/api/contacts', sent), await eve('POST', '/api/contacts', sent)];
    expect(new Set(ids.map(({ status, body }) => `${status} ${body.userId}`)).size).toBe(2);
    expect(await listOf(eve)).toHaveLength(1);
  });

  it('is forgotten after 90 days', { tags: ['thorough'] }, async () => {
    const owner = await signedIn();
    const { body } = await owner('POST', '/api/contacts', { ...GRACE, key: KEY });
    const { app } = server.running;
    const keysLeft = async (days: number) => {
      await purgeSubmissions({ ...app, now: () => new Date(clock.now.getTime() + days * DAY_MS) });
      return app.db.$count(contactKeys, eq(contactKeys.userId, body.userId));
    };
    expect([await keysLeft(89), await keysLeft(91)]).toEqual([1, 0]);
  });
});
