import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { contacts } from '#server/db/schema/schema.ts';
import { signUp } from '#test/factories.ts';
import type { TestServer } from '#test/server.ts';

/** Contacts with hostile texts in every field, exported and imported again. */

const HOSTILE = [
  '=HYPERLINK("http://x.example";"y")',
  '+1+2',
  '-2+3',
  "'=1+1",
  "a,'+2 ,'@3",
  '@SUM(A1:A9)',
  'a;b,c:d|e\\n',
  'back\\slash\\;semi\\,comma\\\\',
  '"quoted", ""twice"" and \'once\'',
  '<script>alert(1)</script>&amp;',
  'END:VCARD',
  'BEGIN:VCARD',
  'N:;;;;',
  'item1.X-ABLabel:x',
  '=C3=A4 =\u003d20',
  '%00%0A%0D',
  'Ünïcödé ß ﬁ',
  '山田太郎 \u{1F469}\u200D\u{1F680} \u{20BB7}',
  'مرحبا שלום',
  'e\u0301 zero\u200Bwidth',
  "'; drop table contacts; --",
  '{"json":[1,2,{"a":null}]}',
  'x'.repeat(150),
  'tab\there',
  ', ; | leading',
  '::: Google :::',
  '{{7*7}} #{7*7}',
  '_$!<Home>!$_x',
  'NULL',
  'true',
  '0',
  '1e400',
];
const at = (nth: number) => HOSTILE[nth % HOSTILE.length] ?? '';

/** One line: a field of a line has no tab, and no spaces at its ends. */
const line = (nth: number) => at(nth).replace(/\s+/g, ' ').trim();
const part = (nth: number) => line(nth).slice(0, 90).trim();

export function hostileContact(nth: number) {
  const mail = (name: string) => `p${nth}.${name}+tag'x@example.com`;
  return {
    fullName: `${line(nth)} ${nth}`,
    email: mail('a'),
    emailLabel:
      nth % 3 === 0
        ? part(nth + 1)
            .slice(0, 40)
            .trim()
        : 'work',
    moreEmails: [
      {
        value: mail('b'),
        label: part(nth + 2)
          .slice(0, 40)
          .trim(),
      },
    ],
    phone:
      nth % 2 === 0
        ? `+44 20 7946 0${String(nth % 1000).padStart(3, '0')}`
        : `ask ${part(nth).slice(0, 30)}`.trim(),
    phoneLabel: 'mobile',
    morePhones: [
      { value: `+1 202 555 ${String(nth % 10000).padStart(4, '0')}`, label: 'work fax', e164: null },
    ],
    company: line(nth + 3),
    department: line(nth + 4),
    jobTitle: line(nth + 5),
    website: `https://example.com/${nth}?a=1,2;3`,
    moreWebsites: [{ value: `http://two.example/${nth}`, label: 'Blog' }],
    notes: `${at(nth + 6)}\n\n${at(nth + 7)}`.replace(/\t/g, ' ').trim(),
    nickname: part(nth + 8),
    addresses: [
      {
        label: 'work',
        poBox: '',
        extra: part(nth + 9),
        street: `${part(nth + 10)}\nFloor ${nth}`,
        city: part(nth + 11),
        region: '',
        postalCode: '0123',
        country: part(nth + 12),
      },
    ],
    birthday: nth % 2 === 0 ? '1985-04-12' : '--04-12',
    anniversary: '2001-02-28',
    tags: [
      ...new Set([
        part(nth + 13)
          .slice(0, 30)
          .replace(/[\s]+$/, ''),
        'Fair',
      ]),
    ],
    social: { linkedin: `https://www.linkedin.com/in/p${nth}`, discord: `name${nth}` },
    isFavorite: nth % 5 === 0,
    metAt: new Date('2026-03-04T05:06:07.000Z'),
    metPlace: part(nth + 14),
    metEvent: part(nth + 15),
    otherProperties: [
      { name: 'X-CUSTOM', parameters: { LABEL: [part(nth + 16).slice(0, 60)] }, value: at(nth + 17).trim() },
    ],
  };
}

type Format = 'csv' | 'vcard3' | 'vcard4' | 'json';
const ENDINGS: Record<Format, string> = { csv: 'csv', vcard3: 'vcf', vcard4: 'vcf', json: 'json' };

/** Exports `count` hostile contacts and imports them into another account; returns both lists, in one order. */
export async function goRound(server: TestServer, format: Format, count: number) {
  const { db } = server.running.app;
  const from = await signUp(server, 'Ada Exporter');
  const wanted = Array.from({ length: count }, (_, nth) => hostileContact(nth));
  for (let start = 0; start < count; start += 250) {
    const rows = wanted.slice(start, start + 250);
    await db.insert(contacts).values(
      rows.map((row, nth) => ({
        ...row,
        id: newId(),
        userId: from.id,
        source: 'manual',
        createdAt: new Date(Date.UTC(2026, 0, 1) - (start + nth) * 1000),
      })),
    );
  }
  const columns = format === 'csv' ? '&columns=all' : '';
  const file = await from.call('GET', `/api/contacts/export?format=${format}${columns}`);
  expect(file.status).toBe(200);
  const to = await signUp(server, 'Grace Importer');
  const form = new FormData();
  form.append('file', new File([new Uint8Array(file.bytes)], `contacts.${ENDINGS[format]}`));
  const { body } = await to.call('POST', '/api/import', form);
  const until = (state: string) =>
    vi.waitFor(
      async () => {
        const answer = (await to.call('GET', `/api/import/${body.id}`)).body;
        if (answer.state === 'failed') throw new Error(answer.error);
        expect(answer.state).toBe(state);
        return answer;
      },
      { timeout: 120_000, interval: 20 },
    );
  await until('ready');
  await to.call('POST', `/api/import/${body.id}/start`, { duplicates: 'add' });
  const { progress } = await until('done');
  expect(progress).toMatchObject({ done: count, added: count, failed: 0 });
  const found = await db
    .select()
    .from(contacts)
    .where(eq(contacts.userId, to.id))
    .orderBy(contacts.createdAt);
  return { wanted, found: found.toReversed() };
}

/** The fields that both have, in the shape of `hostileContact`. */
export const comparable = (row: Record<string, unknown>): Record<string, unknown> => {
  const names = Object.keys(hostileContact(0));
  const kept = Object.fromEntries(names.map((name) => [name, row[name]]));
  const phones = row.morePhones as { value: string; label: string }[];
  return { ...kept, morePhones: phones.map(({ value, label }) => ({ value, label })) };
};
