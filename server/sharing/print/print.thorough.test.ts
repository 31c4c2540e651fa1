import { describe, it } from 'vitest';
import { expectWholeWithName, PRINT_ORIGIN } from '#test/printed-cards.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer({ PUBLIC_URL: PRINT_ORIGIN });

describe('A business card as PDF', () => {
  it.each([
    ['Arabic', 'آدا لوفلايس'],
    ['East Asian', '山田 太郎'],
    ['Devanagari', 'श्रीमती लक्ष्मी'],
    ['quotes', `"Ada" \\ (O'Brien) <b>&`],
    ['200 characters', 'Wolfeschlegelsteinhausen'.repeat(9).slice(0, 200)],
    ['200 emoji', '🎉'.repeat(100)],
    ['controls', 'Ada\u0007 \u202eKing\u0000'],
    ['marks', `Z${'\u0301'.repeat(150)}algo`],
  ])('is whole with a name of %s, which stays within its page', (_, fullName) =>
    expectWholeWithName(server, fullName),
  );
});
