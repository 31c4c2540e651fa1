import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactsToCsv } from './csv.ts';

type Row = Parameters<typeof contactsToCsv>[0][number];
const row = (changes: Partial<Row> = {}): Row => ({
  fullName: 'Ada',
  email: null,
  phone: null,
  company: null,
  jobTitle: null,
  ...changes,
});
/** The table as a reader of RFC 4180 understands it, that takes no liberties. */
const read = (csv: string): string[][] =>
  parse(csv, { bom: true, record_delimiter: '\r\n', relax_quotes: false });
const cellsOf = (contact: Row) => read(contactsToCsv([contact]))[1];

describe('Contacts as CSV', () => {
  it('begin with a byte order mark and the columns of the specification, and end with a line break', () => {
    expect(contactsToCsv([])).toBe('\uFEFFName,Email,Phone,Company,Job Title\r\n');
    expect(contactsToCsv([row({ fullName: 'Łukasz', company: 'Acme; Sons, Inc.' })])).toBe(
      '\uFEFFName,Email,Phone,Company,Job Title\r\nŁukasz,,,"Acme; Sons, Inc.",\r\n',
    );
  });

  it.each([
    '=cmd|"/C calc"!A0',
    '+cmd()',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '=HYPERLINK("https://evil.example")',
  ])('run no formula: %j is text', (text) => {
    for (const place of ['fullName', 'company', 'jobTitle', 'phone', 'email'] as const) {
      expect(cellsOf(row({ [place]: text }))).toContain(`'${text}`);
    }
  });

  it.each([
    ['+48 555 010 999', '+48 555 010 999'],
    ['+1-555-010-9999', '+1 555 010 9999'],
    ['(555) 010-9999', '(555) 010-9999'],
    ['0048 555', '0048 555'],
  ])('keep the phone number %s a number that nothing calculates with', (phone, cell) => {
    expect(cellsOf(row({ phone }))?.[2]).toBe(cell);
  });

  it('hold whatever was written, cell for cell', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a"b', 'a,b', 'a\r\nb', '\n', '"', '""', ','),
    );
    const contact = fc.record({ fullName: text, email: text, phone: text, company: text, jobTitle: text });
    fc.assert(
      fc.property(fc.array(contact, { maxLength: 5 }), (contacts) => {
        const [, ...rows] = read(contactsToCsv(contacts));
        expect(rows).toHaveLength(contacts.length);
        for (const [index, { fullName, email, company, jobTitle }] of contacts.entries()) {
          const found = rows[index] ?? [];
          for (const [place, written] of [fullName, email, null, company, jobTitle].entries()) {
            if (written === null || written.startsWith('+')) continue;
            expect([written, `'${written}`]).toContain(found[place]);
          }
          for (const cell of found) expect(cell).not.toMatch(/^[=@＝＠\t\r]/);
        }
      }),
    );
  });
});
