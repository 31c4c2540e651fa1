import { describe, expect, it } from 'vitest';
import { ADDRESSES_MAX } from '#shared/people/contact-limits.ts';
import { startReading, valuesOf } from '#test/import-files.ts';
import { firstOf } from '#test/thorough.ts';
import type { TakenRow } from './import-tasks.ts';

const { readText } = startReading();

/** The remarks on a row of a file. */
const remarksOf = (row: TakenRow | undefined): string[] => (row?.error === null ? row.remarks : []);

const envelopes = (amount: number): string =>
  Array.from(
    { length: amount },
    (_, nth) => `ADR:;;${nth} Way;Town;;;\r\nLABEL:Suite ${nth}\\nTown\r\n`,
  ).join('');

const wideTable = (width: number): string =>
  [
    ['Name', ...Array.from({ length: width - 1 }, (_, nth) => `Address ${nth}`)],
    ...Array.from({ length: 100 }, (_, row) => [
      `Ada ${row}`,
      ...Array.from({ length: width - 1 }, (_, nth) => `${row} ${nth} Long Way Town`),
    ]),
  ]
    .map((cells) => cells.join(','))
    .join('\n');

describe('Files made to be a burden', () => {
  it('are remarked upon in few words', { tags: ['thorough'] }, async () => {
    const lines = Array.from({ length: 5_000 }, (_, nth) => `A${nth}:1`);
    const { rows } = await readText(
      ['BEGIN:VCARD', 'FN:Ada', ...lines, 'END:VCARD'].join('\r\n'),
      'many.vcf',
    );
    expect(remarksOf(rows[0])).toHaveLength(21);
    expect(remarksOf(rows[0]).at(-1)).toBe('And 4,930 more remarks like these');
  });

  it.each([
    ['envelopes', 'many.vcf', `BEGIN:VCARD\r\nFN:Ada\r\n${envelopes(20_000)}END:VCARD\r\n`, 1],
    ['addresses', 'wide.csv', wideTable(500), 100],
  ])('with many %s cost no more than their bytes', async (_what, name, text, rowsWanted) => {
    const { rows } = await readText(text, name);
    expect(rows).toHaveLength(rowsWanted);
    expect(valuesOf(rows[0])?.addresses).toHaveLength(ADDRESSES_MAX);
  });

  it('are cut between characters, and lose what no database takes', async () => {
    const long = `${'x'.repeat(79)}😀😀`;
    const { read, rows } = await readText(
      Buffer.from(
        `\ufeffName\tEmail\tC\0ity\tTags\tLong ${'h'.repeat(194)}😀\r\nAda\t${'m'.repeat(58)}😀😀\tPa\0ris\t${'t'.repeat(39)}😀\t${long}\r\n`,
        'utf16le',
      ),
    );
    expect(read.columns.map(({ heading }) => heading).slice(0, 3)).toEqual(['Name', 'Email', 'City']);
    expect(read.columns.map(({ samples }) => samples[0])).toEqual(
      expect.arrayContaining(['Paris', 'x'.repeat(79)]),
    );
    const stored = JSON.stringify([read.columns, valuesOf(rows[0]), remarksOf(rows[0])]);
    expect(stored).not.toMatch(/\\u(?:d[89a-f]|0000)/);
    expect(remarksOf(rows[0])[0]).toContain('mmm…');
  });

  it.each(
    firstOf([
      ['separators', `Name,Email\nAda,"${';'.repeat(200_000)}"\n`, 'x.csv'],
      [
        'addresses',
        [
          'BEGIN:VCARD',
          'FN:Ada',
          ...Array.from({ length: 60_000 }, (_, nth) => `EMAIL:${nth}@a.example`),
          'END:VCARD',
        ].join('\n'),
        'x.vcf',
      ],
      ['empty lines', `${'\n'.repeat(64_000)}Name\nAda\n`, 'x.csv'],
    ] as const),
  )('with many %s are read in time that grows with their size', async (_what, text, name) => {
    const start = process.cpuUsage();
    const { rows } = await readText(text, name);
    expect(rows.map((row) => valuesOf(row)?.fullName)).toContain('Ada');
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(10_000);
  });

  it('keep every note that a contact may have, and say so where there are more', async () => {
    const notes = Array.from({ length: 251 }, (_, nth) => `NOTE:Note ${nth}`);
    const { rows } = await readText(['BEGIN:VCARD', 'FN:Ada', ...notes, 'END:VCARD'].join('\n'), 'notes.vcf');
    const [row] = rows;
    expect(row?.error === null && row.moreNotes).toHaveLength(200);
    expect(remarksOf(row)).toEqual(['Kept 200 of 250 notes']);
  });

  it('with several addresses in a cell give each of them', async () => {
    const { rows } = await readText(
      'Name,Email\nAda,"ada@a.example; king@a.example,lovelace"\nJo,"Doe, Jo <jo@a.example>"\n',
    );
    expect(valuesOf(rows[0])).toMatchObject({
      email: 'ada@a.example',
      moreEmails: [{ value: 'king@a.example', label: '' }],
    });
    expect(valuesOf(rows[1])).toMatchObject({ email: 'jo@a.example', moreEmails: [] });
  });
});
