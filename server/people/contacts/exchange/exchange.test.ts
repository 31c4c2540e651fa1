import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

async function ownerWithCard(fields: object = {}): Promise<{ call: Client; id: string; cardId: string }> {
  const { call, id } = await signUp(server);
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King', ...fields });
  return { call, id, cardId: body.id };
}
const share = (details: object) => server.client()('POST', '/api/contacts/exchange', details);
const BOB = { fullName: 'Bob', email: 'bob@example.com' };

describe('A visitor who shares their contact', () => {
  it('appears in the owner’s list with everything they entered', async () => {
    const owner = await ownerWithCard();
    const details = {
      fullName: '  Grace   Hopper ',
      email: 'grace@example.com',
      phone: '+1 555 010 9999',
      company: 'US Navy',
      jobTitle: 'Rear admiral',
      website: 'grace.example',
      notes: 'Met at the fair\r\nLikes compilers',
      cardId: owner.cardId,
      cardOwnerId: owner.id,
    };
    const { status, body } = await share(details);
    expect(status).toBe(200);
    expect(body.ownerName).toBe('Ada King');
    const { body: contacts } = await owner.call('GET', '/api/contacts');
    expect(contacts).toMatchObject(
      [
        {
          ...details,
          id: body.id,
          userId: owner.id,
          fullName: 'Grace Hopper',
          notes: 'Met at the fair\nLikes compilers',
          cardName: 'Work',
          isFavorite: false,
          source: 'exchange',
        },
      ].map(({ cardOwnerId: _ignored, ...contact }) => contact),
    );
  });

  it('needs only a name and an email address, and says so', async () => {
    const { cardId } = await ownerWithCard();
    expect((await share({ ...BOB, cardId })).status).toBe(200);
    const { status, body } = await share({ cardId, email: 'nothing', website: 'javascript:alert(1)' });
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      fullName: 'Name is required',
      email: 'Valid email is required',
      website: 'Enter a web address, like https://example.com',
    });
    const long = await share({ ...BOB, cardId, textVersion: 'x'.repeat(21) });
    expect(long).toMatchObject({ status: 422, body: { fields: { textVersion: expect.any(String) } } });
  });

  it('reaches the card’s owner, whatever owner and whatever else the payload names', async () => {
    const owner = await ownerWithCard();
    const other = await signUp(server);
    const forged = {
      cardOwnerId: other.id,
      userId: other.id,
      id: 'mine',
      isFavorite: true,
      source: 'x',
      createdAt: '2001-01-01',
    };
    expect((await share({ ...BOB, cardId: owner.cardId, ...forged })).status).toBe(200);
    expect((await other.call('GET', '/api/contacts')).body).toEqual([]);
    const [contact] = (await owner.call('GET', '/api/contacts')).body;
    expect(contact).toMatchObject({ userId: owner.id, isFavorite: false, source: 'exchange' });
    expect(contact.id).not.toBe('mine');
    expect(contact.createdAt > '2026').toBe(true);
  });

  it('is one of ten at once, and none is lost', async () => {
    const owner = await ownerWithCard();
    const visitors = Array.from({ length: 10 }, (_, n) =>
      share({ ...BOB, fullName: `Visitor ${n}`, cardId: owner.cardId }),
    );
    const answers = await Promise.all(visitors);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { body } = await owner.call('GET', '/api/contacts');
    expect(new Set(body.map(({ fullName }: { fullName: string }) => fullName)).size).toBe(10);
  });

  it('finds no card that is missing, deleted, paused or hidden', async () => {
    const owner = await ownerWithCard();
    const attempt = async (cardId: string) => (await share({ ...BOB, cardId })).status;
    expect(await attempt('nosuchcard')).toBe(404);
    await owner.call('PUT', `/api/cards/${owner.cardId}`, { isActive: false });
    expect(await attempt(owner.cardId)).toBe(404);
    await owner.call('PUT', `/api/cards/${owner.cardId}`, { isActive: true });
    await owner.call('PATCH', '/api/account', { isProfileVisible: false });
    expect(await attempt(owner.cardId)).toBe(404);
    await owner.call('PATCH', '/api/account', { isProfileVisible: true });
    await owner.call('DELETE', `/api/cards/${owner.cardId}`);
    expect(await attempt(owner.cardId)).toBe(404);
    expect((await owner.call('GET', '/api/contacts')).body).toEqual([]);
  });

  it('is refused with a message if the owner accepts no contacts', async () => {
    const owner = await ownerWithCard();
    await owner.call('PATCH', '/api/account', { isExchangeEnabled: false });
    const { status, body } = await share({ ...BOB, cardId: owner.cardId });
    expect(status).toBe(403);
    expect(body.message).toBe('Ada King isn’t accepting contacts through this card right now.');
    expect((await server.client()('GET', `/card/${owner.cardId}`)).text).not.toContain('Exchange Contact');
  });

  it('leaves nothing with an owner who accepts no contacts, whichever way it is sent', async () => {
    const owner = await ownerWithCard({ leadCaptureEnabled: true });
    await owner.call('PATCH', '/api/account', { isExchangeEnabled: false });
    const form = 'fullName=Bob&email=bob%40example.com';
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = `/card/${owner.cardId}/exchange`;
    const answers = [
      await share({ ...BOB, cardId: owner.cardId }),
      await share({ ...BOB, cardId: owner.cardId, key: 'sent-twice-1234567890' }),
      await server.client()('POST', path, form, type),
      await server.client()('POST', `/api/cards/${owner.cardId}/leads`, { name: 'Bob', email: BOB.email }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 403]);
    for (const list of ['/api/contacts', '/api/contacts/leads', '/api/contacts/unreviewed']) {
      const { status, body } = await owner.call('GET', list);
      expect([list, status, body]).toEqual([list, 200, []]);
    }
    await owner.call('PATCH', '/api/account', { isExchangeEnabled: true });
    expect((await owner.call('GET', '/api/contacts')).body).toEqual([]);
  });
});

describe('The form without scripts', () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };

  it('keeps what was typed when something is missing, and leads to the thanks when nothing is', async () => {
    const owner = await ownerWithCard();
    const path = `/card/${owner.cardId}/exchange`;
    const refused = await server.client()('POST', path, 'fullName=&email=x&notes=Kept+%3Cb%3E', type);
    expect(refused.status).toBe(422);
    for (const words of ['Name is required', 'Valid email is required', 'Kept &lt;b&gt;'])
      expect(refused.text).toContain(words);
    const shared = await server.client()('POST', path, 'fullName=Bob&email=bob%40example.com', type);
    expect(shared.status).toBe(303);
    const thanks = await server.client()('GET', shared.headers.get('location') ?? '');
    expect(thanks.text).toContain('Contact Shared Successfully!');
    expect((await owner.call('GET', '/api/contacts')).body).toMatchObject([BOB]);
  });

  it('accepts nothing from another website', async () => {
    const owner = await ownerWithCard();
    const headers = { ...type, origin: 'https://evil.example' };
    const path = `/card/${owner.cardId}/exchange`;
    expect((await server.client()('POST', path, 'fullName=Bob&email=b%40example.com', headers)).status).toBe(
      403,
    );
    expect((await owner.call('GET', '/api/contacts')).body).toEqual([]);
  });
});
