import { expect, it } from 'vitest';
import { comparable, goRound } from '#test/round-trip.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it.each(['csv', 'vcard3', 'vcard4', 'json'] as const)(
  '5,000 contacts with hostile texts go out as %s and come back as they were',
  async (format) => {
    const { wanted, found } = await goRound(server, format, 5_000);
    expect(found.map(comparable)).toEqual(wanted.map(comparable));
  },
  240_000,
);
