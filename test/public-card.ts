import { expect } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { Client, TestServer } from '#test/server.ts';

/** A published card and how people see it, for tests of the public pages. */

/** A new owner with one card. `view` reads its page, as a stranger by default. */
export async function publishCard(server: TestServer, fields: object = {}) {
  const { call: owner } = await signUp(server);
  const { status, body } = await owner('POST', '/api/cards', {
    name: 'Work',
    fullName: 'Ada King',
    ...fields,
  });
  expect(status).toBe(200);
  const path = `/card/${body.id}`;
  const view = async (call: Client = server.client()) => call('GET', path);
  const change = (changes: object) => owner('PUT', `/api/cards/${body.id}`, changes);
  return { owner, id: body.id as string, path, view, change };
}

/** The lines of text a visitor reads. */
export const textOf = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
