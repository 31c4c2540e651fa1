import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReading, valuesOf } from '#test/import-files.ts';
import type { ContactValues } from './read/contact-values.ts';

const { readFile, readText, photos } = startReading();
const FIXTURES = 'test/fixtures/contacts';

const work = (address: object) => expect.objectContaining({ label: 'work', ...address });

describe('Contact files', () => {
  it.each<[string, string | null, Partial<ContactValues>[]]>([
    [
      'iphone-3.0.vcf',
      'iphone',
      [
        {
          fullName: 'Dr. Ada King Lovelace',
          nickname: 'Enchantress',
          company: 'Analytical Engines, Ltd.',
          department: 'Research',
          email: 'ada@engines.example',
          emailLabel: 'Study',
          moreEmails: [{ value: 'ada@home.example', label: 'home' }],
          phone: '+44 20 7946 0958',
          phoneLabel: 'mobile',
          morePhones: [{ value: '+44 20 7946 0959', label: 'work fax', e164: '+442079460959' }],
          websiteLabel: 'HomePage',
          birthday: '--12-10',
          anniversary: '1835-07-08',
          phoneticFamilyName: 'Lavlis',
          notes: 'Met at the, soirée\nwrites about Bernoulli numbers; likes horses',
          tags: ['Science', 'Friends'],
          social: { linkedin: 'https://www.linkedin.com/in/ada' },
          otherProperties: [
            { name: 'X-ABRELATEDNAMES', parameters: { LABEL: ['Friend'] }, value: 'Charles Babbage' },
          ],
        },
        { fullName: 'Byron & Sons', company: 'Byron & Sons', phoneE164: '+442079460000' },
      ],
    ],
    [
      'google-3.0.vcf',
      'google',
      [
        {
          fullName: 'Grégoire L’Hôte',
          company: 'Hôtels ; Cie',
          website: 'https://hote.example',
          tags: ['Clients'],
        },
      ],
    ],
    [
      'outlook-2.1.vcf',
      'outlook',
      [
        {
          fullName: 'Dr. Jörg Müller',
          company: 'Müller & Söhne GmbH',
          jobTitle: 'Geschäftsführer',
          notes: 'Erste Zeile\nZweite Zeile mit äöü, Komma; Semikolon\nEND:VCARD = kein Ende',
          addresses: [work({ street: 'Straße 1', city: 'München', country: 'Deutschland' })],
        },
      ],
    ],
    [
      'samsung-2.1.vcf',
      'samsung',
      [
        {
          fullName: '김영희',
          nickname: '영',
          phone: '010-2345-6789',
          morePhones: [{ value: '02-312-3456', label: '직장', e164: '+8223123456' }],
          addresses: [expect.objectContaining({ label: 'home', city: 'Seoul', country: 'Korea' })],
          notes: 'a trailing equals= and more',
        },
        { fullName: 'Norbert NoEnd', phoneLabel: 'home' },
        { fullName: 'Berta Boss', email: 'berta@example.com' },
      ],
    ],
    [
      'camcard-3.0.vcf',
      'camcard',
      [{ fullName: '李雷', company: '华夏有限公司', department: '销售部', website: 'www.huaxia.example' }],
    ],
    [
      'any-4.0.vcf',
      null,
      [
        {
          fullName: '山田 太郎',
          phone: '+81-90-1234-5678',
          morePhones: [{ value: '+81-3-5555-0100 ext. 12', label: 'work', e164: '+81355550100' }],
          phoneticFamilyName: 'やまだ',
          birthday: '--02-03',
          anniversary: '2009-08-08',
          notes: 'Tabs\tand "quotes", a long line that is folded in the middle of a word',
          addresses: [work({ street: '1-1 Chiyoda', city: 'Tokyo' })],
        },
      ],
    ],
    ['utf-16.vcf', null, [{ fullName: 'Zoë Łuksza', email: 'zoe@example.pl' }]],
  ])('of %s are understood', async (name, source, people) => {
    const { read, rows } = await readFile(path.join(FIXTURES, name));
    expect([read.format, read.source, read.rows]).toEqual(['vcard', source, people.length]);
    for (const [nth, person] of people.entries()) expect(valuesOf(rows[nth])).toMatchObject(person);
  });

  it.each([
    ['as iCloud writes them', 'VERSION:3.0\r\nN:Team;;;;\r\nFN:Team\r\nX-ADDRESSBOOKSERVER-KIND:group'],
    ['in 4.0', 'VERSION:4.0\r\nKIND:group\r\nFN:Team\r\nMEMBER:mailto:ada@example.com'],
  ])('of groups %s are no people', async (_name, lines) => {
    const { rows } = await readText(`BEGIN:VCARD\r\n${lines}\r\nEND:VCARD\r\n`);
    expect(rows).toMatchObject([{ line: 1, error: 'This is a group, not a person.' }]);
  });

  it('that are damaged lose the damaged card, with its line, and no other', async () => {
    const { rows } = await readFile(path.join(FIXTURES, 'broken.vcf'));
    expect(rows.map((row) => [row.line, valuesOf(row)?.fullName ?? row.error])).toEqual([
      [2, 'This contact has no name, email, phone, or company.'],
      [6, 'Good One'],
      [18, 'This contact has no name, email, phone, or company.'],
      [23, 'Cut Off'],
    ]);
    expect(valuesOf(rows[1])).toMatchObject({
      notes: 'first line\nsecond line without an escape',
      otherProperties: [
        { name: 'EMAIL', value: 'not an address' },
        { name: 'BDAY', value: 'someday' },
      ],
    });
  });

  it('with a photo of any folding have it whole', async () => {
    for (const name of ['iphone-3.0.vcf', 'outlook-2.1.vcf', 'samsung-2.1.vcf', 'any-4.0.vcf']) {
      const { rows } = await readFile(path.join(FIXTURES, name));
      const photo = photos();
      expect(rows[0]?.error === null && rows[0].photo).toEqual({ from: 0, bytes: photo.length });
      expect([...photo.subarray(0, 2), ...photo.subarray(-2)], name).toEqual([0xff, 0xd8, 0xff, 0xd9]);
    }
  });
});

describe('CSV files', () => {
  it.each<[string, string | null, Partial<ContactValues>]>([
    [
      'google.csv',
      'google',
      {
        fullName: 'Grace Brewster Hopper',
        nickname: 'Amazing Grace',
        emailLabel: 'Work',
        moreEmails: [
          { value: 'grace@home.example', label: 'Home' },
          { value: 'hopper@home.example', label: 'Home' },
        ],
        birthday: '1906-12-09',
        tags: ['Navy'],
        notes: 'Found the\nfirst bug',
        otherProperties: [
          { name: 'X-CUSTOM', parameters: { LABEL: ['Photo'] }, value: 'https://photos.example/grace.jpg' },
          { name: 'X-CUSTOM', parameters: { LABEL: ['Ship'] }, value: 'USS Hopper' },
        ],
      },
    ],
    ['google-2019.csv', 'google', { fullName: 'Alan Turing', company: 'Bletchley Park', phoneLabel: 'Work' }],
    [
      'outlook.csv',
      'outlook',
      {
        fullName: 'José García',
        namePrefix: 'Sr.',
        company: 'Café García',
        jobTitle: 'Dueño',
        birthday: null,
        addresses: [
          work({ street: 'Calle Mayor 1', city: 'Madrid', country: 'España' }),
          expect.objectContaining({ label: 'home', street: 'Calle Menor 2', city: 'Toledo' }),
        ],
        notes: 'Línea 1\nLínea 2',
      },
    ],
    [
      'hubspot.csv',
      'hubspot',
      { fullName: 'Maria Rossi', company: 'Rossi S.p.A.', phoneE164: '+393470000000' },
    ],
    [
      'linkedin-connections.csv',
      'linkedin',
      {
        fullName: 'Katherine Johnson',
        company: 'NASA, Langley',
        social: { linkedin: 'https://www.linkedin.com/in/katherine-johnson' },
        metAt: '2024-03-12T12:00:00.000Z',
      },
    ],
    [
      'hihello-contacts.csv',
      'hihello',
      { jobTitle: 'Director', phoneLabel: 'work', tags: ['Web', 'Founders'] },
    ],
    ['popl-leads.csv', 'popl', { fullName: 'Radia Perlman', metEvent: 'NetConf 2026' }],
    ['blinq-contacts.csv', 'blinq', { department: 'Radio', website: 'https://mgm.example' }],
    ['covve-contacts.csv', 'covve', { fullName: 'Barbara Liskov', birthday: '1939-11-07' }],
    ['camcard.csv', 'camcard', { fullName: 'Wang Wei', phoneLabel: 'mobile', tags: ['Customers'] }],
    ['linq-contacts.csv', 'linq', { fullName: 'Vint Cerf', jobTitle: 'VP' }],
    [
      'deutsch.csv',
      null,
      {
        fullName: 'Käthe Paulus',
        namePrefix: 'Frau',
        company: 'Ballon AG',
        phoneLabel: 'mobile',
        phoneE164: '+491711234567',
        birthday: '1868-12-22',
      },
    ],
    ['francais.csv', null, { fullName: 'Irène Curie', company: 'Radium', phoneLabel: 'mobile' }],
    ['espanol.csv', null, { fullName: 'Santiago Ramón y Cajal', jobTitle: 'Director' }],
    ['italiano.csv', null, { fullName: 'Rita Levi-Montalcini', company: 'EBRI' }],
    ['portugues.csv', null, { fullName: 'António Egas Moniz', phoneE164: '+351912345678' }],
  ])('of %s are understood', async (name, source, person) => {
    const { read, rows } = await readFile(path.join(FIXTURES, name));
    expect([read.format, read.source]).toEqual(['csv', source]);
    expect(valuesOf(rows[0])).toMatchObject(person);
  });

  it('with a quotation mark that is never closed lose one row, with its line', async () => {
    const { rows } = await readFile(path.join(FIXTURES, 'broken.csv'));
    expect(rows.map((row) => [row.line, valuesOf(row)?.fullName ?? row.error])).toEqual([
      [2, 'One Good'],
      [3, 'A quotation mark opens here that is never closed.'],
      [4, 'Three Good'],
      [6, '+1 202 555 0143'],
      [7, 'Five Bad'],
      [8, 'Six'],
    ]);
  });

  it.each([
    ['a comma', 'Name,Email\nAda Lovelace,ada@example.com'],
    ['a semicolon after a hint for Excel', 'sep=;\r\nName;Email\r\nAda Lovelace;ada@example.com\r\n'],
    ['a tab, with CR line ends', 'Name\tEmail\rAda Lovelace\tada@example.com\r'],
    ['no headings', 'Ada Lovelace,ada@example.com\nAlan Turing,alan@example.com'],
    ['a byte order mark', '\ufeffName,Email\nAda Lovelace,ada@example.com'],
    ['UTF-16', Buffer.from('\ufeffName\tEmail\r\nAda Lovelace\tada@example.com\r\n', 'utf16le')],
  ])('separated by %s are read', async (_what, text) => {
    const { rows } = await readText(text);
    expect(valuesOf(rows[0])).toMatchObject({ fullName: 'Ada Lovelace', email: 'ada@example.com' });
  });

  it('keep what is too long or too much, beside the fields', async () => {
    const { rows } = await readText(
      `Name,Company,Notes,Tags\n${'x'.repeat(300)},"a  b",${'y'.repeat(3000)},"${'t;'.repeat(3)}${'z'.repeat(60)}"`,
    );
    const values = valuesOf(rows[0]);
    expect(values).toMatchObject({ fullName: 'x'.repeat(200), company: 'a b', tags: ['t', 'z'.repeat(40)] });
    expect(values?.notes).toHaveLength(2_000);
    const [row] = rows;
    expect(row?.error === null && row.moreNotes).toEqual(['y'.repeat(1_000)]);
    expect(values?.otherProperties).toEqual([
      { name: 'X-LONG-NAME', parameters: {}, value: 'x'.repeat(300) },
    ]);
  });
});
