import sharp from 'sharp';
import { expect } from 'vitest';
import type { AccountId, PersonId } from '#shared/accounts/ids.ts';
import type { Client, TestServer } from '#test/server.ts';

/** People and their belongings, created through the same calls that everyone uses. */

/** Of a person and of the account that is their own: one text. */
export type OwnId = AccountId & PersonId;

export const PASSWORD = 'correct horse';
let people = 0;

/** The client of a newly registered person. `username` is for comparisons. */
export async function signUp(
  server: TestServer,
  fullName = 'Ada Lovelace',
): Promise<{ call: Client; username: string; id: OwnId }> {
  const call = server.client();
  people += 1;
  const username = `person${people}`;
  const person = { username, email: `${username}@example.com`, password: PASSWORD, fullName };
  const { status, body } = await call('POST', '/api/auth/register', person);
  expect(status).toBe(200);
  return { call, username, id: body.user.id };
}

/** A person with one card and one contact who came through it. */
export async function signUpWithCard(server: TestServer) {
  const person = await signUp(server);
  const { body: card } = await person.call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
  const details = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId: card.id };
  const { status, body } = await server.client()('POST', '/api/contacts/exchange', details);
  expect(status).toBe(200);
  return { ...person, cardId: String(card.id), contactId: String(body.id) };
}

/** Likewise, with a photo on the card. */
export async function signUpWithPhoto(server: TestServer) {
  const person = await signUpWithCard(server);
  const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  const profileImage = `data:image/jpeg;base64,${photo.toString('base64')}`;
  expect((await person.call('PUT', `/api/cards/${person.cardId}`, { profileImage })).status).toBe(200);
  return person;
}

/** Proves who the person is, for what asks for it in the next five minutes. */
export async function confirmIdentity(call: Client, password = PASSWORD): Promise<void> {
  expect((await call('POST', '/api/account/confirm', { password })).status).toBe(200);
}
