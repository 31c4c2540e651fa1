import { describe, expect, it } from 'vitest';
import { startReading, valuesOf } from '#test/import-files.ts';

const { readText } = startReading();

/** The contact of the first row below these headings. */
async function first(text: string | Buffer, name?: string) {
  const { rows } = await readText(text, name);
  return valuesOf(rows[0]);
}

const GERMAN_OUTLOOK = [
  'Anrede;Vorname;Nachname;Firma;Straße geschäftlich;Straße geschäftlich 2;Straße geschäftlich 3;Ort geschäftlich;Postleitzahl geschäftlich;Land/Region geschäftlich;Straße privat;Ort privat;Land/Region privat;Weitere Straße;Weiteres/e Land/Region;Telefon Assistent;Fax geschäftlich;Telefon geschäftlich;Telefon privat;Mobiltelefon;Weiteres Telefon;Pager;E-Mail-Adresse;Geburtstag',
  'Frau;Jörg;Müller;Müller GmbH;Hauptstraße 1;Haus B;2. OG;München;80331;Deutschland;Waldweg 3;Wien;Österreich;Quai 7;Frankreich;089 1;+49 89 5550199;+49 89 5550100;01 5550101;0171 5550102;089 5550103;089 5550104;joerg@mueller.example;4/12/1980',
  '',
].join('\r\n');

describe('A table of Outlook in German', () => {
  it.each([
    ['UTF-16', Buffer.from(`\ufeff${GERMAN_OUTLOOK}`, 'utf16le')],
    ['Windows-1252', Buffer.from(GERMAN_OUTLOOK, 'latin1')],
  ])('in %s keeps every country, street and number', async (_name, file) => {
    const person = await first(file);
    expect(person?.addresses).toMatchObject([
      {
        label: 'work',
        street: 'Hauptstraße 1\nHaus B\n2. OG',
        city: 'München',
        postalCode: '80331',
        country: 'Deutschland',
      },
      { label: 'home', street: 'Waldweg 3', city: 'Wien', country: 'Österreich' },
      { label: 'other', street: 'Quai 7', country: 'Frankreich' },
    ]);
    expect(person).toMatchObject({ phone: '0171 5550102', phoneLabel: 'mobile', phoneE164: '+491715550102' });
    expect(person?.morePhones).toMatchObject([
      { value: '089 1', label: 'assistant' },
      { value: '+49 89 5550199', label: 'fax work' },
      { value: '+49 89 5550100', label: 'work' },
      { value: '01 5550101', label: 'home', e164: '+4315550101' },
      { value: '089 5550103', label: 'other' },
      { value: '089 5550104', label: 'pager' },
    ]);
    expect(person).toMatchObject({ birthday: '1980-12-04', otherProperties: [] });
  });
});

describe('The first number of a person', () => {
  it.each([
    ['mobile before work', 'Business Fax,Business Phone,Mobile Phone', '1111111,2222222,3333333', '3333333'],
    ['work before others', 'Business Fax,Home Phone,Business Phone', '1111111,2222222,3333333', '3333333'],
    ["anything before the assistant's", "Assistant's Phone,Home Phone", '1111111,2222222', '2222222'],
    ['what the table calls the main one', 'Mobile Phone,Primary Phone', '1111111,2222222', '2222222'],
    ['a fax where there is nothing else', 'Pager,Business Fax', ',1111111', '1111111'],
  ])('of a table is %s', async (_what, headings, cells, wanted) => {
    const person = await first(`Name,Email,${headings}\nAda King,ada@example.com,${cells}\n`);
    expect(person?.phone).toBe(wanted);
  });

  it('of a contact file is its first or preferred one, but no fax', async () => {
    const card = (lines: string) =>
      first(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n${lines}\r\nEND:VCARD\r\n`, 'a.vcf');
    expect((await card('TEL;TYPE=WORK,FAX:1111111\r\nTEL;TYPE=HOME:2222222'))?.phone).toBe('2222222');
    expect((await card('TEL;TYPE=HOME:2222222\r\nTEL;TYPE=CELL:3333333'))?.phone).toBe('2222222');
  });
});

describe('Addresses of a table', () => {
  it('in two columns are two', async () => {
    const person = await first(
      'First Name,Last Name,Email,Address,Location\nAda,King,ada@example.com,"1 Main St, Reno",Berlin\n',
      'hihello-contacts.csv',
    );
    expect(person?.addresses.map(({ street }) => street)).toEqual(['1 Main St, Reno', 'Berlin']);
  });

  it('keep each of two streets, also beside a whole one that comes first', async () => {
    const person = await first(
      'Name,Email,Address,Street,City,Street,City\nAda King,ada@example.com,"Postfach 7, Ulm",Weg 1,Bonn,Gasse 2,Köln\n',
    );
    expect(person?.addresses).toMatchObject([
      { street: 'Weg 1', city: 'Bonn' },
      { street: 'Gasse 2', city: 'Köln' },
      { street: 'Postfach 7, Ulm' },
    ]);
  });

  it('are one where the whole of it says nothing more', async () => {
    const person = await first(
      'Name,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Location\nAda King,"1 Main St\nReno",1 Main St,Reno,Reno\n',
    );
    expect(person?.addresses).toMatchObject([{ street: '1 Main St', city: 'Reno' }]);
  });

  it('keep a value of a field that has one already', async () => {
    const { read, rows } = await readText('Name,Company,Employer\nAda King,Engines,Looms\n');
    expect(read.columns[2]).toMatchObject({ target: 'other' });
    expect(valuesOf(rows[0])?.otherProperties).toEqual([
      { name: 'X-CUSTOM', parameters: { LABEL: ['Employer'] }, value: 'Looms' },
    ]);
  });
});

describe('Headings with a number behind the word', () => {
  it('are understood, as CamCard writes them', async () => {
    const person = await first(
      'Name,Company1,Department1,Title1,Mobile1,Tel1,Fax1,Email1,Email2,Address1,Address2\nWang Wei,Huaxia,Sales,Manager,+8613800138001,+861065529988,+861065529989,wei@huaxia.example,w@home.example,1 Jianguo Rd,2 Ring Rd\n',
      'camcard.csv',
    );
    expect(person).toMatchObject({
      company: 'Huaxia',
      department: 'Sales',
      jobTitle: 'Manager',
      phone: '+8613800138001',
      email: 'wei@huaxia.example',
      moreEmails: [{ value: 'w@home.example' }],
      addresses: [{ street: '1 Jianguo Rd' }, { street: '2 Ring Rd' }],
    });
    expect(person?.morePhones.map(({ label }) => label)).toEqual(['', 'fax']);
  });

  it('are lines of one address beside a town', async () => {
    for (const headings of ['Address1,Address2', 'Address,Address 2', 'Address,Address Line 2']) {
      const person = await first(`Name,${headings},City,Zip\nAda King,1 Main St,Floor 2,Reno,89501\n`);
      expect(person?.addresses).toMatchObject([
        { street: '1 Main St\nFloor 2', city: 'Reno', postalCode: '89501' },
      ]);
    }
    const whole = await first(
      'Name,Location,City,Address 1,Address 2\nAda King,Left Bank,Reno,1 Main St,Floor 2\n',
    );
    expect(whole?.addresses[0]).toMatchObject({ street: '1 Main St\nFloor 2', city: 'Reno' });
    const there = 'Business Address,Business Address 2,Business City';
    const person = await first(`Name,${there}\nAda King,1 Main St,Floor 2,Reno\n`);
    expect(person?.addresses).toMatchObject([{ street: '1 Main St\nFloor 2', city: 'Reno' }]);
  });
});

describe('A table with headings in a language that we can’t read', () => {
  const people = (headings: string) =>
    `${headings}\nGrace Hopper;+31 30 5550100;grace@example.com\nAlan Turing;+31 30 5550101;alan@example.com\n`;

  it.each(['Naam;Telefoon;Adres', 'Имя;Телефон;Email'])(
    '%s: its rows show what they mean',
    async (headings) => {
      const { read, rows } = await readText(people(headings));
      expect(read.columns.map(({ heading }) => heading)).toEqual(headings.split(';'));
      expect(read.columns.map(({ target }) => target)).toEqual(['fullName', 'phone', 'email']);
      expect(rows).toHaveLength(2);
    },
  );

  it.each(['Grace Hopper;;', 'Grace Hopper;n/a;-', 'Grace Hopper;+31 30 5550102;x'])(
    'has none where its first row is a person: %s',
    async (first) => {
      const { rows } = await readText(people(first));
      expect(rows).toHaveLength(3);
    },
  );

  it.each([
    'Maria Lopez,Hauptstrasse,Berlin\nJohn Doe,5 Main St,Boston\nJane Doe,6 Main St,Boston\n',
    'Maria Lopez,Acme\nJohn Doe,3M\nJane Doe,4D\n',
  ])('is not taken for one by a digit: %s', async (text) => {
    expect((await readText(text)).rows).toHaveLength(3);
  });
});

describe('Dates of a table', () => {
  async function birthdays(heading: string, cells: string[]) {
    const { read, rows } = await readText(
      `${heading}\n${cells.map((cell, nth) => `"Ada ${'abc'[nth]}","${cell}"`).join('\n')}\n`,
    );
    return { dates: read.columns[1]?.dates, found: rows.map((row) => valuesOf(row)?.birthday) };
  }

  it('are read as another row of their column shows', async () => {
    expect(await birthdays('Name,Geburtstag', ['12/25/1980', '4/12/1980'])).toEqual({
      dates: { order: 'monthFirst', isSure: true, example: '4/12/1980' },
      found: ['1980-12-25', '1980-04-12'],
    });
    expect((await birthdays('Name,Birthday', ['25-12-1980', '4-12-1980'])).found).toEqual([
      '1980-12-25',
      '1980-12-04',
    ]);
  });

  it('are read as is usual in the language of the headings where no row shows it', async () => {
    expect(await birthdays('First Name,Birthday', ['4/12/1980'])).toEqual({
      dates: { order: 'monthFirst', isSure: false, example: '4/12/1980' },
      found: ['1980-04-12'],
    });
    expect((await birthdays('Vorname,Geburtstag', ['4/12/1980'])).found).toEqual(['1980-12-04']);
  });

  it('are kept as they are where the rows disagree', async () => {
    expect(await birthdays('Name,Birthday', ['12/25/1980', '25/12/1980', '4/12/1980'])).toEqual({
      dates: { order: null, isSure: false, example: '4/12/1980' },
      found: ['1980-12-25', '1980-12-25', null],
    });
  });

  it('say when people met, as Popl writes it', async () => {
    const { rows } = await readText(
      'Name,Email,Date\nAda King,a@example.com,"04/12/2024, 3:04 PM"\nBea King,b@example.com,"04/25/2024, 9:00 AM"\n',
      'popl-leads.csv',
    );
    expect(rows.map((row) => valuesOf(row)?.metAt)).toEqual([
      '2024-04-12T12:00:00.000Z',
      '2024-04-25T12:00:00.000Z',
    ]);
  });
});

it('Numbers without a country code are of the country in their row', async () => {
  const person = await first('Name,Phone,Country\nAda King,(217) 555-0100,United States of America\n');
  expect(person?.phoneE164).toBe('+12175550100');
});
