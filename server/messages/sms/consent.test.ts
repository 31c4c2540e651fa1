import { describe, expect, it } from 'vitest';
import { textMessages } from '#server/db/schema/messages.ts';
import { offeredText } from '#server/messages/sms/offered-text.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

/** No job looks at these rows: the clock stands still long before now. */
const server = startTestServer({ TRUST_PROXY: 'on' }, () => new Date('2026-05-13T10:00:00Z'));

const BOB = { fullName: 'Bob', email: 'bob@example.com', phone: '+1 202 555 0143', smsConsent: true };

async function owner(settings: object = {}): Promise<{ call: Client; id: string; cardId: string }> {
  const { call, id } = await signUp(server);
  await call('PATCH', '/api/account', settings);
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' });
  return { call, id, cardId: body.id };
}
const share = (details: object, client = server.client()) =>
  client('POST', '/api/contacts/exchange', details, { 'x-forwarded-for': '203.0.113.77' });
const rows = async (ownerId: string) =>
  (await server.running.app.db.select().from(textMessages)).filter(({ userId }) => userId === ownerId);

describe('Consent to a text', () => {
  it('is kept with the version of its words, the time and the network, and without the number', async () => {
    const { id, cardId } = await owner({ autoSmsMessage: 'Hello!' });
    const { body } = await share({ ...BOB, cardId });
    const [row, ...more] = await rows(id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      id: body.id,
      contactId: body.id,
      ownerName: 'Ada King',
      message: 'Hello!',
      consentVersion: '2026-11-24',
      consentNetwork: '203.0.113.0',
      createdAt: new Date('2026-05-13T10:00:00Z'),
    });
    expect(JSON.stringify(row)).not.toContain('2025550143');
  });

  it.each([
    ['without it', { smsConsent: undefined }, {}],
    ['when it is false', { smsConsent: false }, {}],
    ['when it is null', { smsConsent: null }, {}],
    ['without a number', { phone: null }, {}],
    ['with a number that cannot be read', { phone: 'call me' }, {}],
    ['with a premium number', { phone: '+1 900 555 0100' }, {}],
    ['with a toll-free number', { phone: '+800 1234 5678' }, {}],
    ['when the owner has switched texts off', {}, { autoSmsEnabled: false }],
  ])('leads to nothing %s, and the contact is taken', async (_case, sent, settings) => {
    const { id, cardId } = await owner(settings);
    expect((await share({ ...BOB, cardId, ...sent })).status).toBe(200);
    expect(await rows(id)).toEqual([]);
  });

  it('leads to nothing with a card of a team, and its page asks for none', async () => {
    const { teamId, cardId } = await addWholeTeam(server);
    expect((await share({ ...BOB, cardId })).status).toBe(200);
    expect(await rows(teamId)).toEqual([]);
    const { config } = server.running.app;
    const mayText = { ...config, twilio: {} as NonNullable<typeof config.twilio>, smsCountries: ['US'] };
    const settings = {
      autoSmsEnabled: true,
      autoSmsMessage: 'Hello!',
      emailConfirmedAt: null,
      phoneNumber: null,
    };
    const offeredBy = (kind: 'person' | 'team') => offeredText(mayText, 'Ada', { ...settings, kind });
    expect([offeredBy('person'), offeredBy('team')]).toEqual([expect.stringContaining('Hello!'), null]);
  });

  it('is refused in any other form', async () => {
    const { id, cardId } = await owner();
    for (const smsConsent of ['yes', 1, {}, ['true']]) {
      expect((await share({ ...BOB, cardId, smsConsent })).status).toBe(422);
    }
    expect(await rows(id)).toEqual([]);
  });

  it('counts once for a number and an owner, sent again, at once, in other spellings and by other people', async () => {
    const { id, cardId } = await owner();
    const { id: other, cardId: otherCard } = await owner();
    const spellings = ['+1 202 555 0143', '+1 (202) 555-0143', '+12025550143', '001 202 555 0143'];
    await Promise.all(
      spellings.map((phone, n) => share({ ...BOB, email: `bob${n}@example.com`, phone, cardId })),
    );
    await share({ ...BOB, cardId });
    await share({ ...BOB, cardId: otherCard });
    const mayGo = async (owner: string) => (await rows(owner)).filter(({ state }) => state !== 'not_sent');
    expect(await mayGo(id)).toHaveLength(1);
    expect(await rows(id)).toHaveLength(5);
    expect(await mayGo(other)).toHaveLength(1);
  });

  it('cannot be given by the owner', async () => {
    const { call, id, cardId } = await owner();
    expect((await share({ ...BOB, cardId }, call)).status).toBe(200);
    expect(await rows(id)).toEqual([]);
  });

  it('is lost with a contact that has to wait for review, also when the owner keeps it', async () => {
    const { call, id, cardId } = await owner();
    await share({ ...BOB, cardId, subject: 'I am a bot' });
    const { body } = await call('GET', '/api/contacts/unreviewed');
    expect(body).toHaveLength(1);
    await call('POST', '/api/contacts/unreviewed/keep', { ids: [body[0].id] });
    expect((await call('GET', '/api/contacts')).body).toHaveLength(1);
    expect(await rows(id)).toEqual([]);
  });
});
