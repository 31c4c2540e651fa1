import { randomBytes } from 'node:crypto';
import { newId } from '#server/db/new-id.ts';
import type { cardViews, cardVisitors } from '#server/db/schema/analytics.ts';
import type { contacts } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** The demo's history: sixty days of views and the contacts made in them. The same in every demo. */

export const DAYS = 60;
/** Random numbers in [0, 1), the same for the same seed. Source: mulberry32, public domain. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Dice = ReturnType<typeof createDice>;

/** Picks an item of the list; earlier ones are likelier. */
function pickItem<Item>(dice: Dice, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(dice() ** 1.6 * items.length)] ?? items[0];
}

const DEVICES = ['iPhone', 'Android', 'Mac', 'Windows', 'iPad', 'Linux'] as const;
const PLACES = [
  'Lisbon, Portugal',
  'London, United Kingdom',
  'Gothenburg, Sweden',
  'Berlin, Germany',
  'New York, United States',
  'Tokyo, Japan',
  'Lagos, Nigeria',
  'São Paulo, Brazil',
] as const;
const SOURCES = [null, 'www.linkedin.com', 'www.instagram.com', 'www.google.com', 'mail.google.com'] as const;
/** Sunday first: people meet on working days. */
const WEEKDAYS = [0.45, 1.1, 1.25, 1.2, 1.15, 0.95, 0.5];

/** A card's views and visitors, about `viewsADay` and growing; two of three views are by new visitors. */
export function makeViews(dice: Dice, cardId: string, viewsADay: number, now: Date) {
  const views: (typeof cardViews.$inferInsert)[] = [];
  const visitors: (typeof cardVisitors.$inferInsert)[] = [];
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const weekday = WEEKDAYS[new Date(now.getTime() - ago * DAY_MS).getUTCDay()] ?? 1;
    const growth = 0.6 + (0.8 * (DAYS - ago)) / DAYS;
    const count = Math.max(1, Math.round(viewsADay * weekday * growth * (0.7 + 0.6 * dice())));
    for (let n = 0; n < count; n += 1) {
      const createdAt = new Date(now.getTime() - ago * DAY_MS - dice() * DAY_MS);
      views.push({
        id: newId(),
        cardId,
        // Address blocks reserved for documentation by RFC 5737.
        viewerIp: pickItem(dice, ['198.51.100.0', '203.0.113.0', '192.0.2.0']),
        viewerLocation: pickItem(dice, PLACES),
        viewerDevice: pickItem(dice, DEVICES),
        referrer: pickItem(dice, SOURCES),
        createdAt,
      });
      if (dice() < 0.66) visitors.push({ cardId, visitor: randomBytes(32), countedAt: createdAt });
    }
  }
  return { views, visitors };
}

const FIRST =
  'Ines Tomás Noor Erik Lucía Kofi Hanna Diego Yuki Priya Oskar Leila Marek Chloé Anders Fatima Hugo Sofia Ravi Elin';
const LAST =
  'Almeida Bergström Castillo Dubois Ekström Ferreira Grant Haddad Ivanova Johansson Kimura Lopes Mensah Novák Oliveira Petrov Quinn Rossi Sato Varga';
const COMPANIES = [
  'North & Vale',
  'Harbour Labs',
  'Atelier Mira',
  'Civic Ground',
  'Studio Fjord',
  'Oakline',
  'Bluefin Partners',
  'Paper Lantern',
] as const;
const JOBS = [
  'Project lead',
  'Designer',
  'Curator',
  'Engineer',
  'Producer',
  'Buyer',
  'Journalist',
  'Partner',
] as const;
const NOTES = [
  'Met at the spring fair; wants to see the drawings.',
  'Asked for prices. Call back in the autumn.',
  'Knows the people at the concert hall.',
  'Would like to visit.',
] as const;

/** The nth contact; names repeat only after four hundred. */
export function makeContact(
  dice: Dice,
  n: number,
  { userId, cardId, cardName }: { userId: AccountId; cardId: string; cardName: string },
  now: Date,
): typeof contacts.$inferInsert {
  const first = FIRST.split(' ')[n % 20] ?? 'Ines';
  const last = LAST.split(' ')[(n * 7 + Math.floor(n / 20)) % 20] ?? 'Almeida';
  const company = pickItem(dice, COMPANIES);
  const plain = `${first}.${last}`.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return {
    id: newId(),
    userId,
    cardId,
    cardName,
    fullName: `${first} ${last}`,
    jobTitle: dice() < 0.85 ? pickItem(dice, JOBS) : null,
    company: dice() < 0.9 ? company : null,
    email: `${plain}@example.com`,
    phone: dice() < 0.6 ? `+1 202 555 01${String(n % 100).padStart(2, '0')}` : null,
    website: dice() < 0.2 ? `https://${company.toLowerCase().replace(/\W+/g, '-')}.example` : null,
    isFavorite: dice() < 0.12,
    notes: dice() < 0.15 ? pickItem(dice, NOTES) : null,
    source: 'exchange',
    // More of them recently, none in the future.
    createdAt: new Date(now.getTime() - dice() ** 1.5 * DAYS * DAY_MS - 60_000),
  };
}
