import { expect, it } from 'vitest';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('A contact is a file under their name, for their owner only', async () => {
  const { call: owner, contactId } = await signUpWithCard(server);
  const address = `/api/contacts/${contactId}/vcard`;
  const { status, headers, text } = await owner('GET', address);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/vcard; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Grace_Hopper.vcf"; filename*=UTF-8''Grace_Hopper.vcf`,
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n/);
  expect(text).toContain('FN:Grace Hopper\r\n');
  expect((await owner('GET', `${address}?version=4.0`)).text).toContain('VERSION:4.0\r\n');
  // The app checks before it links there.
  expect(await owner('HEAD', address)).toMatchObject({ status: 200, text: '' });
  const { call: other } = await signUp(server);
  expect((await other('GET', address)).status).toBe(404);
  expect((await fetch(server.url + address, { method: 'HEAD' })).status).toBe(401);
});

it.each(['3.0', '4.0'])('A contact is the same in vCard %s by itself and among all', async (version) => {
  const { call: owner } = await signUp(server);
  const grace = {
    fullName: 'Grace Hopper',
    email: 'grace@example.com',
    emailLabel: 'Work',
    phone: '+1 202 555 0142',
    moreEmails: [{ value: 'g@navy.example', label: 'Navy' }],
    morePhones: [{ value: '+1 202 555 0199', label: 'fax' }],
    moreWebsites: [{ value: 'https://hopper.example', label: '' }],
    addresses: [{ label: 'Home', street: '1 Main St', city: 'Arlington', country: 'US' }],
    nickname: 'Amazing Grace',
    company: 'Navy',
    department: 'Compilers',
    birthday: '--12-09',
    anniversary: '1930-06-15',
    website: 'https://grace.example/?a=1,2',
    notes: 'Found a moth',
    tags: ['VIP'],
    metPlace: 'Lisbon',
    otherProperties: [{ name: 'X-SKYPE', parameters: {}, value: 'grace' }],
  };
  const { id } = (await owner('POST', '/api/contacts', { fullName: grace.fullName })).body;
  expect((await owner('PATCH', `/api/contacts/${id}`, grace)).status).toBe(200);
  await owner('POST', `/api/contacts/${id}/notes`, { text: 'Called back' });
  const alone = (await owner('GET', `/api/contacts/${id}/vcard?version=${version}`)).text;
  expect(alone).toBe((await owner('GET', `/api/contacts/export?format=vcard${version[0]}`)).text);
  expect(alone.split('\r\n').length).toBeGreaterThan(25);
});

it('A lead is one too', async () => {
  const { call: owner, cardId } = await signUpWithCard(server);
  await owner('PUT', `/api/cards/${cardId}`, { leadCaptureEnabled: true, leadCaptureFields: ['message'] });
  const lead = { name: 'Zoë Ångström', email: 'zoe@example.com', message: 'Two lines\nof words' };
  await server.client()('POST', `/api/cards/${cardId}/leads`, lead);
  const [{ id }] = (await owner('GET', '/api/contacts/leads')).body;
  const { status, headers, text } = await owner('GET', `/api/contacts/${id}/vcard`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(
    'filename="Zoe_Angstrom.vcf"; filename*=UTF-8\'\'Zo%C3%AB_%C3%85ngstr%C3%B6m.vcf',
  );
  expect(text).toContain('EMAIL:zoe@example.com\r\n');
  expect(text).toContain('NOTE:Two lines\\nof words\r\n');
});

it('Contacts as JSON name nobody by an id of this server', async () => {
  const { call: owner, cardId } = await signUpWithCard(server);
  await server.client()('POST', '/api/contacts/exchange', {
    cardId,
    fullName: 'Bob',
    email: 'b@example.com',
  });
  const { text } = await owner('GET', '/api/contacts/export?format=json');
  expect(text).toContain('"fullName":"Bob"');
  const ids = /"(?:id|userId|holderId|cardId)":/;
  expect(text).not.toMatch(ids);
});
