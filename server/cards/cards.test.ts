import { describe, expect, it } from 'vitest';
import { CARD_LIMIT_MESSAGE } from '#shared/constants.ts';
import { type Client, startTestServer } from '#test/server.ts';

const server = startTestServer();
let people = 0;

async function signedIn(): Promise<Client> {
  const call = server.client();
  people += 1;
  const username = `person${people}`;
  const body = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    fullName: 'Łukasz Nowak',
  };
  expect((await call('POST', '/api/auth/register', body)).status).toBe(200);
  return call;
}

const HOSTILE = '"><script>alert(1)</script>\u0000 ‮ \r\nBEGIN:VCARD; Sons, Inc. \\ 👩‍🚀';

describe('A card', () => {
  it('is made with two fields and the defaults of the data model', async () => {
    const call = await signedIn();
    const { status, body } = await call('POST', '/api/cards', {
      name: 'Work',
      fullName: 'Łukasz Nowak',
      viewCount: 9,
      id: 'x',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ template: 'modern', primaryColor: '#D4AF37', viewCount: 0, isActive: true });
    expect(body.id).toMatch(/^[2-9A-Za-z]{10}$/);
    expect((await call('GET', '/api/cards')).body).toHaveLength(1);
  });

  it('is refused beyond three, also when ten are asked for at once', async () => {
    const call = await signedIn();
    const tries = Array.from({ length: 10 }, (_, i) =>
      call('POST', '/api/cards', { name: `Card ${i}`, fullName: 'A' }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body.message).toBe(CARD_LIMIT_MESSAGE);
  });

  it.each([
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ primaryColor: 'red' }, 'primaryColor'],
    [{ social: { linkedin: 'data:text/html,x' } }, 'social.linkedin'],
    [{ profileImage: 'javascript:1' }, 'profileImage'],
    [{ bio: 'x'.repeat(5_001) }, 'bio'],
  ])('refuses %j and names the field', async (fields, place) => {
    const call = await signedIn();
    const { status, body } = await call('POST', '/api/cards', { name: 'A', fullName: 'B', ...fields });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual([place]);
  });

  it('keeps hostile text harmless on its page and in its contact file', async () => {
    const call = await signedIn();
    const card = {
      name: HOSTILE,
      fullName: HOSTILE,
      company: HOSTILE,
      bio: HOSTILE,
      tagline: HOSTILE,
      skills: [HOSTILE],
    };
    const { status, body } = await call('POST', '/api/cards', card);
    expect(status).toBe(200);
    const page = await server.client()('GET', `/card/${body.id}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<script>alert');
    const vcard = await server.client()('GET', `/api/cards/${body.id}/vcard`);
    expect(vcard.status).toBe(200);
    expect(vcard.text.match(/^BEGIN:VCARD/gm)).toHaveLength(1);
    for (const line of vcard.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('is changed and deleted by its owner only, and deletion can be undone', async () => {
    const owner = await signedIn();
    const other = await signedIn();
    const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    expect((await other('PUT', `/api/cards/${card.id}`, { fullName: 'Eve' })).status).toBe(403);
    expect((await server.client()('DELETE', `/api/cards/${card.id}`)).status).toBe(401);
    expect((await owner('DELETE', `/api/cards/${card.id}`)).status).toBe(200);
    const gone = await server.client()('GET', `/card/${card.id}`);
    expect(gone.status).toBe(404);
    expect(gone.text).toContain('Card Not Found');
    expect((await owner('POST', `/api/cards/${card.id}/restore`)).body.fullName).toBe('Ada');
    expect((await server.client()('GET', `/card/${card.id}`)).status).toBe(200);
  });
});

describe('The public page', () => {
  it('shows an edit at once and answers 304 to who has it', async () => {
    const owner = await signedIn();
    const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const visitor = server.client();
    const first = await visitor('GET', `/card/${card.id}`);
    const tag = first.headers.get('etag') ?? '';
    expect((await visitor('GET', `/card/${card.id}`, undefined, { 'if-none-match': tag })).status).toBe(304);
    await owner('PUT', `/api/cards/${card.id}`, { fullName: 'Ada King' });
    expect((await visitor('GET', `/card/${card.id}`)).text).toContain('Ada King');
    await owner('PATCH', '/api/account', { isProfileVisible: false });
    expect((await visitor('GET', `/card/${card.id}`)).status).toBe(404);
    expect((await owner('GET', `/card/${card.id}`)).text).toContain('Only you can see this card');
  });
});

describe('Contact exchange', () => {
  it('brings a visitor into the list of the card’s owner, whatever owner the payload names', async () => {
    const owner = await signedIn();
    const other = await signedIn();
    const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const visitor = server.client();
    const details = {
      fullName: '=cmd()',
      email: 'v@example.com',
      cardId: card.id,
      cardOwnerId: 'someone-else',
    };
    expect((await visitor('POST', '/api/contacts/exchange', details)).body.ownerName).toBe('Ada');
    const { body: contacts } = await owner('GET', '/api/contacts');
    expect(contacts).toMatchObject([{ fullName: '=cmd()', cardName: 'Work', isFavorite: false }]);
    expect((await other('POST', `/api/contacts/${contacts[0].id}/favorite`)).status).toBe(404);
    expect((await owner('POST', `/api/contacts/${contacts[0].id}/favorite`)).body.isFavorite).toBe(true);
    expect((await owner('GET', '/api/contacts/export?format=csv')).text).toContain(
      "\r\n'=cmd(),v@example.com,",
    );
    await owner('PATCH', '/api/account', { isExchangeEnabled: false });
    expect((await visitor('POST', '/api/contacts/exchange', details)).status).toBe(403);
  });

  it('works as a plain form without scripts', async () => {
    const owner = await signedIn();
    const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const path = `/card/${card.id}/exchange`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await server.client()('POST', path, 'fullName=&email=x&notes=Kept', form);
    expect(refused.status).toBe(422);
    for (const words of ['Name is required', 'Valid email is required', 'Kept'])
      expect(refused.text).toContain(words);
    const shared = await server.client()('POST', path, 'fullName=Bob&email=bob%40example.com', form);
    expect(shared.status).toBe(303);
    expect((await server.client()('GET', `${path}?shared=1`)).text).toContain('Contact Shared Successfully!');
    expect((await owner('GET', '/api/contacts')).body).toHaveLength(1);
  });
});
