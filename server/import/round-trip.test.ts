import { describe, expect, it } from 'vitest';
import { comparable, goRound } from '#test/round-trip.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

describe('Contacts with hostile texts in every field', () => {
  it.each(['csv', 'vcard3', 'vcard4', 'json'] as const)(
    'go out as %s and come back as they were',
    async (format) => {
      const { wanted, found } = await goRound(server, format, 150);
      expect(found.map(comparable)).toEqual(wanted.map(comparable));
    },
  );
});
