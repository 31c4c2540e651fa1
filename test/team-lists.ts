import { expect, vi } from 'vitest';
import { formOf, WAIT } from '#test/imports.ts';
import type { Client } from '#test/server.ts';

/** Lists of people that teams prepare cards for. */

export const listsOf = (teamId: string): string => `/api/teams/${teamId}/lists`;

/** Waits until a list is in this state. */
export const untilList = (call: Client, at: string, state: string) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', at);
      expect(body).toMatchObject({ state });
      return body;
    },
    { ...WAIT, timeout: 170_000 },
  );

/** Uploads a list and waits for its preview; its address is in `at`. */
export async function uploadList(call: Client, teamId: string, content: Buffer | string, name = 'staff.csv') {
  const { status, body } = await call('POST', listsOf(teamId), formOf(content, name));
  expect(status).toBe(200);
  const at = `${listsOf(teamId)}/${body.id}`;
  return { at, list: await untilList(call, at, 'ready') };
}

/** A list of so many people, in the words of our own headings. */
export const csvOf = (people: number, domain: string): string =>
  [
    'Name,Email,Job title',
    ...Array.from({ length: people }, (_, nth) => `Person ${nth} Name${nth},p${nth}@${domain},Engineer`),
  ].join('\n');
