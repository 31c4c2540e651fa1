import { describe, expect, it } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

async function meet(details: Record<string, unknown>) {
  const { call: owner, cardId } = await signUpWithCard(server);
  const sent = { email: 'guest@example.com', cardId, ...details };
  const { body, status, text } = await server.client()('POST', '/api/contacts/exchange', sent);
  expect(status, text).toBe(200);
  const path = `/api/contacts/${body.id}`;
  const change = async (changes: object) => (await owner('PATCH', path, changes)).body;
  const nameLine = async (query = '') =>
    /^N.*$/m.exec((await owner('GET', `${path}/vcard${query}`)).text)?.[0];
  return { owner, change, nameLine, path };
}

const PARTS = {
  namePrefix: 'Dr.',
  givenName: 'Weird Al',
  additionalName: 'M.',
  familyName: 'Yankovic',
  nameSuffix: 'Jr.',
  phoneticGivenName: 'WEERD al',
  phoneticFamilyName: 'YANK-oh-vik',
  nameOrder: 'givenFirst',
};

describe('The parts of a contact’s name', () => {
  it('may be sent with an exchange, and appear in every list and in the contact file', async () => {
    const { owner, nameLine } = await meet({ fullName: 'Dr. Weird Al M. Yankovic Jr.', ...PARTS });
    expect((await owner('GET', '/api/contacts')).body[0]).toMatchObject(PARTS);
    expect((await owner('GET', '/api/contacts/people')).body[0]).toMatchObject(PARTS);
    expect(await nameLine()).toBe('N:Yankovic;Weird Al;M.;Dr.;Jr.');
    expect(await nameLine('?version=4.0')).toBe(
      'N;ALTID=1;SORT-AS="YANK-oh-vik,WEERD al":Yankovic;Weird Al;M.;Dr.;Jr.',
    );
  });

  it('wait with the rest where a contact waits for review, and are kept with it', async () => {
    const { call: owner, cardId } = await signUpWithCard(server);
    const sent = { fullName: 'Al Yankovic', email: 'al@example.com', cardId, subject: 'x', ...PARTS };
    expect((await server.client()('POST', '/api/contacts/exchange', sent)).status).toBe(200);
    const [waiting] = (await owner('GET', '/api/contacts/unreviewed')).body;
    expect(waiting).toMatchObject(PARTS);
    await owner('POST', '/api/contacts/unreviewed/keep', { ids: [waiting.id] });
    expect((await owner('GET', '/api/contacts')).body[0]).toMatchObject({
      fullName: 'Al Yankovic',
      ...PARTS,
    });
  });

  it('are guessed in the file and in follow-ups, and stored only when given', {
    tags: ['thorough'],
  }, async () => {
    const { owner, change, nameLine, path } = await meet({ fullName: 'Puskás Ferenc' });
    expect((await owner('GET', '/api/contacts')).body[0]).toMatchObject({ givenName: null, nameOrder: null });
    expect(await change({ nameOrder: 'givenFirst' })).toMatchObject({ nameOrder: 'givenFirst' });
    expect(await nameLine()).toBe('N:Ferenc;Puskás;;;');
    await change({ nameOrder: 'familyFirst' });
    expect(await nameLine()).toBe('N:Puskás;Ferenc;;;');
    const [letter] = (await owner('GET', `${path}/followup-suggestions`)).body;
    expect(letter.message).toMatch(/^Dear Puskás Ferenc,/);
  });

  it('are dropped if a changed name no longer contains them, except for its pronunciation', {
    tags: ['thorough'],
  }, async () => {
    const { change } = await meet({
      fullName: 'Anna Kovács',
      familyName: 'Kovács',
      phoneticFamilyName: 'KOH-vahch',
    });
    expect(await change({ fullName: 'Anna Nagy' })).toMatchObject({
      fullName: 'Anna Nagy',
      familyName: null,
      phoneticFamilyName: 'KOH-vahch',
    });
    expect(await change({ fullName: 'Anna Kiss', familyName: 'Kiss', phoneticFamilyName: '' })).toMatchObject(
      {
        familyName: 'Kiss',
        phoneticFamilyName: null,
      },
    );
  });

  it('are refused with a sentence where they are no parts', async () => {
    const { owner, path } = await meet({ fullName: 'Ada' });
    expect((await owner('PATCH', path, { nameOrder: 'sideways' })).status).toBe(422);
    expect((await owner('PATCH', path, { familyName: 'x'.repeat(101) })).status).toBe(422);
    expect((await owner('PATCH', path, { fullName: '' })).body.fields).toEqual({
      fullName: 'Name is required',
    });
  });
});
