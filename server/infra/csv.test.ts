import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHead, csvLines } from './csv.ts';

/** The rows as a strict reader of RFC 4180 understands them. */
const read = (lines: string): string[][] => parse(lines, { record_delimiter: '\r\n', relax_quotes: false });
const cellOf = (text: string) => read(csvLines([[text, 'end']]))[0]?.[0];

describe('A CSV file', () => {
  it('begins with a byte order mark and the column names, and quotes every cell below them', () => {
    expect(csvHead(['Name', 'Job Title'])).toBe('\uFEFFName,Job Title\r\n');
    expect(
      csvLines([
        ['Łukasz "L"', null],
        ['Acme; Sons, Inc.', ''],
      ]),
    ).toBe('"Łukasz ""L""",""\r\n"Acme; Sons, Inc.",""\r\n');
    expect(csvLines([])).toBe('');
  });

  it.each([
    '=cmd|"/C calc"!A0',
    '+cmd()',
    '-2+3',
    '@SUM(A1)',
    ' =1',
    '\u00A0=1',
    '\u200B=1+2',
    '\uFEFF=1+2',
    '\u2060\u00AD=1+2',
    '\u3164@SUM(A1)',
    '\u{E0020}=1',
    '"=1+2"',
    '＝1+1',
    '﹦1+1',
    '\u200B＋1',
    '=HYPERLINK("https://evil.example")',
    '+44',
    '+442079460000',
  ])('runs no formula: %j is text', (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it.each([
    ['x;=1+2', "x;'=1+2"],
    ['x,=1+2', "x,'=1+2"],
    ['x\t=1+2', "x\t'=1+2"],
    ['x|@SUM(A1)', "x|'@SUM(A1)"],
    ['x\n-2+3', "x\n'-2+3"],
    ['x; \u200B=1+2', "x;' \u200B=1+2"],
    ['x;"=1+2"', `x;'"=1+2"`],
    ['a;=1;=2', "a;'=1;'=2"],
    ['=1;=2', "'=1;'=2"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n1', "'\n1"],
    [',,=1', ",,'=1"],
    ['x;\n\t=1', "x;'\n'\t'=1"],
  ])('runs none where another separator would start a cell: %j', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });

  it.each([
    '+44 20 7946 0000',
    '+1 555 010 9999 ext. 5',
    'Ada Lovelace - Analyst',
    'a=b',
    'C++',
    'ada@example.com',
    'Acme; Sons, Inc.',
    "'=1+2",
    'https://example.com/?a=1;b=2',
  ])('leaves %j as it is', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it('is written in time that grows with its size, whatever a cell is made of', () => {
    const text = '\n'.repeat(400_000);
    expect(csvLines([[text]])).toBe(`"'${text}"\r\n`);
  });

  it('preserves every cell, with no formula sign where a cell may begin', { tags: ['thorough'] }, () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', ';', ',', '\t', '\n', '"', ' ', '\u200B', 'x', '1', "'"),
      }),
      fc.constantFrom('a"b', 'a,b', 'a\r\nb', '\n', '"', '""', ','),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (rows) => {
        const found = read(csvLines(rows));
        expect(found).toHaveLength(rows.length);
        for (const [index, row] of rows.entries()) {
          for (const [place, written] of row.entries()) {
            const cell = found[index]?.[place] ?? '';
            expect(cell.replaceAll("'", '')).toBe(written.replaceAll("'", ''));
            if (/^\+\d+( \d+)+$/.test(cell)) continue;
            expect(cell).not.toMatch(/(^|[;,\t\r\n|])[\s\u200B"]*[=+\-@]/);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
