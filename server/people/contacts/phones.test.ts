import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer({ TRUST_PROXY: 'on' });
const direct = shareTestServer();

async function ownerOf(fields: object, at = server, headers: Record<string, string> = {}) {
  const { call } = await signUp(at);
  const card = {
    name: 'Work',
    fullName: 'Ada Owner',
    leadCaptureEnabled: true,
    leadCaptureFields: ['phone'],
    ...fields,
  };
  const { status, body } = await call('POST', '/api/cards', card, headers);
  expect(status).toBe(200);
  return { call, card: body };
}
/** The owner's view of a contact that a visitor left with this number. */
async function meet(
  { call, card }: { call: Client; card: { id: string } },
  phone: string,
  { at = server, headers = {} }: { at?: typeof server; headers?: Record<string, string> } = {},
) {
  const details = { fullName: 'Grace', email: 'grace@example.com', phone, cardId: card.id };
  const { status } = await at.client()('POST', '/api/contacts/exchange', details, headers);
  expect(status).toBe(200);
  return (await call('GET', '/api/contacts')).body[0];
}

describe('The telephone number a visitor leaves', () => {
  it('without a country code belongs where the card’s own numbers do', async () => {
    const owner = await ownerOf({ workPhone: '+44 20 7946 0000' });
    const contact = await meet(owner, '020 7946 0001', { headers: { 'cf-ipcountry': 'DE' } });
    expect(contact).toMatchObject({ phone: '020 7946 0001', phoneE164: '+442079460001' });
    const [person] = (await owner.call('GET', '/api/contacts/people')).body;
    expect(person).toMatchObject({ phone: '020 7946 0001', phoneE164: '+442079460001' });
    const { text: csv } = await owner.call('GET', '/api/contacts/export?format=csv');
    expect(csv).toContain('"Grace","grace@example.com","+44 20 7946 0001","",""\r\n');
    const { text: vcard } = await owner.call('GET', `/api/contacts/${contact.id}/vcard`);
    expect(vcard).toMatch(/^TEL[^:\r]*:\+44 20 7946 0001\r$/m);
  });

  it('belongs where the card’s numbers are now, not where they were a minute ago', async () => {
    const owner = await ownerOf({ primaryPhone: '+44 20 7946 0000' });
    expect(await meet(owner, '020 7946 0001')).toMatchObject({ phoneE164: '+442079460001' });
    await owner.call('PUT', `/api/cards/${owner.card.id}`, { primaryPhone: '+49 30 7654321' });
    expect(await meet(owner, '030 1234567')).toMatchObject({ phoneE164: '+49301234567' });
  });

  it('belongs where the owner’s own number is if nothing else tells', { tags: ['thorough'] }, async () => {
    const owner = await ownerOf({});
    expect(await meet(owner, '030 1234567')).toMatchObject({ phoneE164: null });
    await owner.call('PATCH', '/api/account', { phoneNumber: '+49 151 23456789' });
    expect(await meet(owner, '030 1234568')).toMatchObject({ phoneE164: '+49301234568' });
    const typed = { fullName: 'Lise', phone: '030 1234569' };
    expect((await owner.call('POST', '/api/contacts', typed)).body.phoneE164).toBe('+49301234569');
    const abroad = await meet(owner, '01 42 68 53 00', { headers: { 'cf-ipcountry': 'FR' } });
    expect(abroad).toMatchObject({ phoneE164: '+33142685300' });
  });

  it('else belongs to the country a trusted edge names', { tags: ['thorough'] }, async () => {
    const owner = await ownerOf({});
    for (const [header, country, typed, e164] of [
      ['cf-ipcountry', 'DE', '030 1234567', '+49301234567'],
      ['cloudfront-viewer-country', 'GB', '020 7946 0001', '+442079460001'],
      ['x-vercel-ip-country', 'FR', '01 42 68 53 00', '+33142685300'],
      ['cf-ipcountry', 'T1', '030 1234567', null],
      ['cf-ipcountry', '<b>', '030 1234567', null],
    ] as const) {
      const contact = await meet(owner, typed, { headers: { [header]: country } });
      expect(contact).toMatchObject({ phone: typed, phoneE164: e164 });
    }
    const stranger = await ownerOf({}, direct);
    const contact = await meet(stranger, '030 1234567', { at: direct, headers: { 'cf-ipcountry': 'DE' } });
    expect(contact).toMatchObject({ phone: '030 1234567', phoneE164: null });
  });

  it.each([
    ['+49\u201130\u20111234567', '+49301234567'],
    ['+49 30 – 1234567', '+49301234567'],
    ['tel:+49301234567', '+49301234567'],
    ['＋８１ ３ １２３４ ５６７８', '+81312345678'],
    ['+٤٤ ٢٠ ٧٩٤٦ ٠٠٠٠', '+442079460000'],
    ['+1 213 373 4253 ext. 5', '+12133734253'],
    ['1-800-FLOWERS', null],
    ['ask at the desk', null],
    ['—', null],
  ])('is kept as typed and never refused for its form: %s', async (typed, e164) => {
    const owner = await ownerOf({ primaryPhone: typed });
    expect(owner.card).toMatchObject({ primaryPhone: typed, phonesE164: e164 ? { primaryPhone: e164 } : {} });
    expect(await meet(owner, typed)).toMatchObject({ phone: typed, phoneE164: e164 });
    const lead = { name: 'Grace', email: 'grace@example.com', phone: typed };
    expect((await server.client()('POST', `/api/cards/${owner.card.id}/leads`, lead)).status).toBe(200);
    const [kept] = (await owner.call('GET', '/api/contacts/leads')).body;
    expect(kept).toMatchObject({ leadPhone: typed, leadPhoneE164: e164 });
    const { body: contact } = await owner.call('POST', `/api/contacts/leads/${kept.id}/convert`);
    expect(contact).toMatchObject({ phone: typed, phoneE164: e164 });
  });

  it('that came before numbers were read is read when it is looked at', async () => {
    const owner = await ownerOf({});
    const { id } = await meet(owner, '+44 20 7946 0001');
    const { db } = server.running.app;
    await db.update(contacts).set({ phoneE164: null }).where(eq(contacts.id, id));
    const lead = { name: 'Grace', email: 'grace@example.com', phone: '+44 20 7946 0002' };
    const { body } = await server.client()('POST', `/api/cards/${owner.card.id}/leads`, lead);
    await db.update(leadCaptures).set({ leadPhoneE164: null }).where(eq(leadCaptures.id, body.id));
    expect((await owner.call('GET', '/api/contacts')).body).toMatchObject([{ phoneE164: '+442079460001' }]);
    const people = (await owner.call('GET', '/api/contacts/people')).body;
    expect(people.map(({ phoneE164 }: { phoneE164: string }) => phoneE164)).toEqual([
      '+442079460002',
      '+442079460001',
    ]);
  });
});

describe('The telephone number of a card', () => {
  const GB = { 'cf-ipcountry': 'GB' };

  it('is shown as typed, dialed in full, and international in its contact file', {
    tags: ['thorough'],
  }, async () => {
    const { call, card } = await ownerOf({ primaryPhone: '020 7946 0000' }, server, GB);
    expect(card.phonesE164).toEqual({ primaryPhone: '+442079460000' });
    const page = await (await fetch(`${server.url}/card/${card.id}`)).text();
    expect(page).toContain('href="tel:+442079460000"');
    expect(page).toContain('020 7946 0000');
    const { text: vcard } = await server.client()('GET', `/api/cards/${card.id}/vcard`);
    expect(vcard).toContain(':+44 20 7946 0000\r\n');
    // The owner travels, but the number keeps its home country.
    const { body: changed } = await call(
      'PUT',
      `/api/cards/${card.id}`,
      { tagline: 'Hi' },
      { 'cf-ipcountry': 'US' },
    );
    expect(changed.phonesE164).toEqual({ primaryPhone: '+442079460000' });
  });

  it('without a country code belongs where the card’s other numbers do', async () => {
    const phones = { primaryPhone: '030 1234567', workPhone: '+49 30 7654321' };
    const { card } = await ownerOf(phones, server, GB);
    expect(card.phonesE164).toEqual({ primaryPhone: '+49301234567', workPhone: '+49307654321' });
  });

  it('without digits leads nowhere, and is shown all the same', async () => {
    const { card } = await ownerOf({ primaryPhone: 'ask at the desk' });
    const page = await (await fetch(`${server.url}/card/${card.id}`)).text();
    expect(page).toContain('ask at the desk');
    expect(page).not.toContain('href="tel:');
  });
});
