import { expect } from 'vitest';
import { confirmIdentity, PASSWORD, signUp } from '#test/factories.ts';
import type { Client, TestServer } from '#test/server.ts';

/** People with cards, and how strangers find them by short addresses. */

/** A new owner with a card for each name, whose identity is confirmed. */
export async function signUpWith(server: TestServer, names: string[] = ['Work']) {
  const person = await signUp(server);
  await confirmIdentity(person.call);
  const ids: string[] = [];
  for (const name of names) {
    const { body } = await person.call('POST', '/api/cards', { name, fullName: 'Ada King' });
    ids.push(String(body.id));
  }
  const [id = '', second = ''] = ids;
  const setName = (name: string | null, more: object = {}, cardId = id) =>
    person.call('PUT', `/api/aliases/cards/${cardId}`, { name, ...more });
  const setUsername = (isOn: boolean) => person.call('PUT', `/api/aliases/cards/${id}/username`, { isOn });
  const rename = (username: string) =>
    person.call('PATCH', '/api/account', { username, currentPassword: PASSWORD });
  return { ...person, cardId: id, second, setName, setUsername, rename };
}

export const openWith =
  (server: TestServer) =>
  (path: string, call: Client = server.client()) =>
    call('GET', path);

export const readCanonical = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];

let count = 0;
/** A name that nobody has. */
export const createName = (stem = 'name') => {
  count += 1;
  return `${stem}-nr${count}`;
};

/** A redirect that no browser keeps. */
export async function expectRedirect(server: TestServer, path: string, target: string) {
  const { status, headers } = await server.client()('GET', path);
  expect([status, headers.get('location')]).toEqual([302, target]);
  expect(headers.get('cache-control')).toBe('no-store');
}
