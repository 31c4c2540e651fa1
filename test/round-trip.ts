import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { contacts } from '#server/db/schema/people.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { RECORD_NAMES, type RecordName, recordField } from '#shared/people/contact-record.ts';
import { ADDRESS_PART_NAMES } from '#shared/people/record-field.ts';
import { broughtIn, fetchZip } from '#test/archives.ts';
import { signUp } from '#test/factories.ts';
import { imported } from '#test/imports.ts';
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
const part = (nth: number, max = 90) => line(nth).slice(0, max).trim();

const REACH = {
  email: (nth: number, name: string) => `p${nth}.${name}+tag'x@example.com`,
  phone: (nth: number, name: string) =>
    name !== 'first'
      ? `+1 202 555 ${String(nth % 10000).padStart(4, '0')}`
      : nth % 2 === 0
        ? `+44 20 7946 0${String(nth % 1000).padStart(3, '0')}`
        : `ask ${part(nth, 30)}`.trim(),
  website: (nth: number, name: string) => `https://example.com/${nth}?a=${name},2;3`,
} as const;
/** A guess from a hostile full name never gives these. */
const NAMES: Record<string, string> = {
  namePrefix: 'Dr.',
  givenName: 'Ada',
  additionalName: 'Byron',
  familyName: 'Lovelace',
  nameSuffix: 'PhD',
  phoneticGivenName: 'エイダ',
  phoneticFamilyName: 'ラブレス',
  nameOrder: 'familyFirst',
};

/** A value of a field's kind; `place` makes fields of one contact differ. */
function valueFor(name: RecordName, nth: number, place: number): unknown {
  const field = recordField(name);
  switch (field.kind) {
    case 'line':
      if (name === 'fullName') return `${line(nth)} ${nth}`;
      return NAMES[name] ?? part(nth + place, Math.min(field.max ?? 90, 90));
    case 'choice':
      return NAMES[name];
    case 'text':
      return `${at(nth + 6)}\n\n${at(nth + 7)}`.replace(/\t/g, ' ').trim();
    case 'mail':
    case 'phone':
    case 'link':
      return REACH[name as keyof typeof REACH](nth, 'first');
    case 'label':
      return nth % 3 === 0 ? part(nth + place, 40) : 'work';
    case 'further':
      return [
        {
          value: REACH[field.of](nth, 'other'),
          label: nth % 2 === 0 ? 'work fax' : part(nth + place, 40),
          ...(field.of === 'phone' && { e164: null }),
        },
      ];
    case 'addresses': {
      const parts = each(ADDRESS_PART_NAMES, (_name) => '');
      return [
        {
          ...parts,
          label: 'work',
          street: `${part(nth + 10)}\nFloor ${nth}`,
          extra: part(nth + 9),
          poBox: nth % 2 === 0 ? '42' : '',
          city: part(nth + 11),
          postalCode: '0123',
          country: part(nth + 12),
        },
      ];
    }
    case 'day':
      return nth % 2 === 0 ? '1985-04-12' : `--02-${20 + (place % 8)}`;
    case 'moment':
      return new Date('2026-03-04T05:06:07.000Z');
    case 'tags':
      return [...new Set([part(nth + 13, 30), 'Fair', 'starred', 'myContacts'])];
    case 'social':
      return { linkedin: `https://www.linkedin.com/in/p${nth}`, discord: `name${nth}` };
    case 'properties':
      return [
        { name: 'X-CUSTOM', parameters: { LABEL: [part(nth + 16, 60)] }, value: at(nth + 17).trim() },
        { name: 'X-UNKNOWN', parameters: { LANGUAGE: ['de-"CH"^'] }, value: `${nth}` },
      ];
    default:
      throw new Error(`Say how ${name} looks: no test knows the kind ${field.kind}.`);
  }
}

/** A value in every field of the record, so that a new field goes round with the others. */
export const hostileContact = (nth: number) =>
  ({
    ...Object.fromEntries(RECORD_NAMES.map((name, place) => [name, valueFor(name, nth, place)])),
    isFavorite: nth % 5 === 0,
  }) as unknown as typeof contacts.$inferInsert;

type FileFormat = 'csv' | 'vcard3' | 'vcard4' | 'json';
const ENDINGS: Record<FileFormat, string> = { csv: 'csv', vcard3: 'vcf', vcard4: 'vcf', json: 'json' };

/** Exports `count` hostile contacts and imports them into another account; returns both lists, in one order. */
export async function goRound(server: TestServer, format: FileFormat | 'archive', count: number) {
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
  const to = await signUp(server, 'Grace Importer');
  if (format === 'archive') {
    const { contacts: done } = await broughtIn(to.call, await fetchZip(from.call));
    expect(done).toMatchObject({ added: count, failed: 0 });
  } else {
    const columns = format === 'csv' ? '&columns=all' : '';
    const { status, bytes } = await from.call('GET', `/api/contacts/export?format=${format}${columns}`);
    expect(status).toBe(200);
    const { progress } = await imported(to.call, bytes, `contacts.${ENDINGS[format]}`, { duplicates: 'add' });
    expect(progress).toMatchObject({ done: count, added: count, failed: 0 });
  }
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
