import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

async function ownerWithForm(leadCaptureFields: string[]) {
  const { call: owner } = await signUp(server, 'Ada Owner');
  const fields = { name: 'Fair', fullName: 'Ada Owner', leadCaptureEnabled: true, leadCaptureFields };
  const { body: card } = await owner('POST', '/api/cards', fields);
  return { owner, path: `/api/cards/${card.id}`, leads: `/api/cards/${card.id}/leads` };
}

const GRACE = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '+1 555 010 9999',
  company: 'Navy',
  message: 'Call me\r\nabout compilers',
};

const leadsOf = async (owner: Client) => (await owner('GET', '/api/contacts/leads')).body;

describe('The lead form of a card', () => {
  it('keeps the fields its owner chose, and no others', async () => {
    const { owner, leads } = await ownerWithForm(['email', 'message']);
    expect((await server.client()('POST', leads, { ...GRACE, cardOwnerId: 'x' })).status).toBe(200);
    expect(await leadsOf(owner)).toMatchObject([
      {
        cardName: 'Fair',
        leadName: 'Grace Hopper',
        leadEmail: 'grace@example.com',
        leadPhone: null,
        leadCompany: null,
        leadMessage: 'Call me\nabout compilers',
      },
    ]);
  });

  it('asks for a name and a valid email with the sentences of the exchange form', async () => {
    const { owner, leads } = await ownerWithForm([]);
    const refused = await server.client()('POST', leads, { name: ' ', email: 'nobody' });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { name: 'Name is required', email: 'Valid email is required' } },
    });
    expect(await leadsOf(owner)).toEqual([]);
  });

  it('is closed if the switch is off, the owner accepts no contacts, or the card is hidden', async () => {
    const { owner, path, leads } = await ownerWithForm([]);
    const send = async () => (await server.client()('POST', leads, GRACE)).status;
    await owner('PUT', path, { leadCaptureEnabled: false });
    expect(await send()).toBe(403);
    await owner('PUT', path, { leadCaptureEnabled: true });
    await owner('PATCH', '/api/account', { isExchangeEnabled: false });
    expect(await send()).toBe(403);
    await owner('PATCH', '/api/account', { isExchangeEnabled: true });
    await owner('PUT', path, { isActive: false });
    expect(await send()).toBe(404);
    await owner('PUT', path, { isActive: true });
    expect(await send()).toBe(200);
    expect(await leadsOf(owner)).toHaveLength(1);
  });

  it('shows its leads to the owner of the card alone', async () => {
    const { leads } = await ownerWithForm([]);
    await server.client()('POST', leads, GRACE);
    const { owner: other } = await ownerWithForm([]);
    expect(await leadsOf(other)).toEqual([]);
    expect((await server.client()('GET', '/api/contacts/leads')).status).toBe(401);
  });
});

describe('A lead', () => {
  const contactsOf = async (owner: Client) => (await owner('GET', '/api/contacts')).body;

  it('is turned into a contact with all that it says, and leaves the list', async () => {
    const { owner, leads } = await ownerWithForm(['phone', 'company', 'message']);
    await server.client()('POST', leads, GRACE);
    const [lead] = await leadsOf(owner);
    const { status, body } = await owner('POST', `/api/contacts/leads/${lead.id}/convert`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cardId: lead.cardId,
      cardName: 'Fair',
      fullName: 'Grace Hopper',
      email: 'grace@example.com',
      phone: '+1 555 010 9999',
      company: 'Navy',
      notes: 'Call me\nabout compilers',
      isFavorite: false,
      source: 'lead',
      createdAt: lead.createdAt,
    });
    expect(await leadsOf(owner)).toEqual([]);
    expect(await contactsOf(owner)).toEqual([body]);
  });

  it('is in an export of all columns, beside contacts, and in no other', async () => {
    const { owner, leads } = await ownerWithForm(['phone', 'company', 'message']);
    await server.client()('POST', leads, GRACE);
    const [lead] = await leadsOf(owner);
    const { body: contact } = await owner('POST', `/api/contacts/leads/${lead.id}/convert`);
    await server.client()('POST', leads, { ...GRACE, message: 'x;=1+2' });
    const read = async (query: string): Promise<Record<string, string>[]> =>
      parse((await owner('GET', `/api/contacts/export?format=csv${query}`)).bytes, {
        bom: true,
        columns: true,
      });
    expect(await read('')).toHaveLength(1);
    const all = await read('&columns=all');
    expect(all).toMatchObject([
      {
        Name: 'Grace Hopper',
        Phone: '+1 555 010 9999',
        Company: 'Navy',
        Notes: "x;'=1+2",
        Card: 'Fair',
        Type: 'lead',
      },
      {
        Name: 'Grace Hopper',
        Notes: 'Call me\nabout compilers',
        Type: 'contact',
        Favorite: 'no',
        Source: 'lead',
      },
    ]);
    expect(all[1]?.Connected).toBe(contact.createdAt);
    const five = ['Name', 'Email', 'Phone', 'Company', 'Job Title'];
    expect(Object.keys(all[0] ?? {}).slice(0, 5)).toEqual(five);
    expect((await owner('GET', '/api/contacts/export?columns=some')).status).toBe(400);
  });

  it('becomes one contact, even if converted ten times at once', { tags: ['thorough'] }, async () => {
    const { owner, leads } = await ownerWithForm([]);
    const { body: lead } = await server.client()('POST', leads, GRACE);
    const convert = () => owner('POST', `/api/contacts/leads/${lead.id}/convert`);
    const answers = await Promise.all(Array.from({ length: 10 }, convert));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await contactsOf(owner)).toHaveLength(1);
  });

  it('is deleted for good', async () => {
    const { owner, leads } = await ownerWithForm([]);
    const { body: lead } = await server.client()('POST', leads, GRACE);
    expect((await owner('DELETE', `/api/contacts/leads/${lead.id}`)).body).toEqual({ id: lead.id });
    expect(await leadsOf(owner)).toEqual([]);
    expect((await owner('DELETE', `/api/contacts/leads/${lead.id}`)).status).toBe(404);
    expect((await owner('POST', `/api/contacts/leads/${lead.id}/convert`)).status).toBe(404);
    expect(await contactsOf(owner)).toEqual([]);
  });

  it('is out of reach for others, who learn nothing of it, and for the signed out', async () => {
    const { owner, leads } = await ownerWithForm([]);
    const { body: lead } = await server.client()('POST', leads, GRACE);
    const { owner: other } = await ownerWithForm([]);
    const paths = [
      ['POST', `/api/contacts/leads/${lead.id}/convert`],
      ['DELETE', `/api/contacts/leads/${lead.id}`],
    ] as const;
    for (const [method, path] of paths) {
      expect((await other(method, path)).status).toBe(404);
      expect((await server.client()(method, path)).status).toBe(401);
    }
    expect(await leadsOf(owner)).toHaveLength(1);
    await owner('POST', `/api/contacts/leads/${lead.id}/convert`);
    expect((await other('POST', `/api/contacts/leads/${lead.id}/convert`)).status).toBe(404);
    expect(await contactsOf(other)).toEqual([]);
  });
});
