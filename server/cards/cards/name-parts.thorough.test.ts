import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

async function makeCard(fields: Record<string, unknown>) {
  const { call } = await signUp(server);
  const { status, body, text } = await call('POST', '/api/cards', { name: 'Work', ...fields });
  expect(status, text).toBe(200);
  const path = `/api/cards/${body.id}`;
  const nameLines = async () =>
    (await server.client()('GET', `${path}/vcard`)).text
      .split('\r\n')
      .filter((line) => /^(N|FN|X-PHONETIC\S*):/.test(line));
  const change = async (changes: Record<string, unknown>) => (await call('PUT', path, changes)).body;
  return { path, body, nameLines, change };
}

describe('The parts of the name of a card', () => {
  it('are in the contact file as entered, and the others as guessed', async () => {
    const { body, nameLines } = await makeCard({
      fullName: 'Gabriel García Márquez',
      familyName: 'García Márquez',
    });
    expect(await nameLines()).toEqual(['N:García Márquez;Gabriel;;;', 'FN:Gabriel García Márquez']);
    expect(body).toMatchObject({ familyName: 'García Márquez', givenName: null, nameOrder: null });
  });

  it('can be set right by their order, which strangers are not told', async () => {
    const { path, change, nameLines } = await makeCard({ fullName: 'Kiss Anna' });
    await change({ nameOrder: 'familyFirst' });
    expect(await nameLines()).toEqual(['N:Kiss;Anna;;;', 'FN:Kiss Anna']);
    await change({ nameOrder: 'givenFirst' });
    expect(await nameLines()).toEqual(['N:Anna;Kiss;;;', 'FN:Kiss Anna']);
    expect((await server.client()('GET', path)).body).not.toHaveProperty('nameOrder');
    expect((await change({ nameOrder: '' })).nameOrder).toBeNull();
  });

  it('say how the name is said', async () => {
    const { nameLines } = await makeCard({
      fullName: '山田 太郎',
      phoneticGivenName: 'たろう',
      phoneticFamilyName: 'やまだ',
    });
    expect(await nameLines()).toEqual([
      'N:山田;太郎;;;',
      'FN:山田 太郎',
      'X-PHONETIC-FIRST-NAME:たろう',
      'X-PHONETIC-LAST-NAME:やまだ',
    ]);
  });

  it('are dropped if a changed name no longer contains them, except for its pronunciation', async () => {
    const { change, nameLines } = await makeCard({
      fullName: 'Dr. Ada Byron',
      namePrefix: 'Dr.',
      givenName: 'Ada',
      familyName: 'Byron',
      phoneticFamilyName: 'BY-ron',
    });
    expect(await change({ fullName: 'Ada Lovelace' })).toMatchObject({
      namePrefix: null,
      givenName: 'Ada',
      familyName: null,
      phoneticFamilyName: 'BY-ron',
    });
    expect(await nameLines()).toContain('N:Lovelace;Ada;;;');
  });

  it('stay when they are sent with the name, and when the name is not changed', async () => {
    const { change } = await makeCard({ fullName: 'Al Yankovic', givenName: 'Al' });
    expect(await change({ fullName: 'Weird Al Yankovic', givenName: 'Alfred' })).toMatchObject({
      fullName: 'Weird Al Yankovic',
      givenName: 'Alfred',
    });
    expect(await change({ fullName: 'Weird Al Yankovic', bio: 'Accordion' })).toMatchObject({
      givenName: 'Alfred',
    });
    expect(await change({ familyName: 'Yankovic' })).toMatchObject({ givenName: 'Alfred' });
  });
});
