import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { toVcard } from '#shared/cards/card-vcard.ts';
import type { PublicCard } from '#shared/cards/cards.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';

const URL = 'https://cards.example/card/abcdefghij';
const facts = { url: URL, revision: '2026-05-13T10:00:00.000Z' };
const EMPTY: PublicCard = {
  ...EMPTY_CARD,
  id: 'abcdefghij',
  fullName: 'Ada',
  qrCode: '/api/cards/abcdefghij/qr.svg',
  createdAt: '2026-05-13T10:00:00.000Z',
  updatedAt: '2026-05-13T10:00:00.000Z',
};

interface Property {
  name: string;
  types: string[];
  value: unknown;
}

/** The file as another vCard library parses it. */
function read(vcard: string): Property[] {
  const [, properties] = ICAL.parse(vcard) as [string, [string, Record<string, unknown>, string, unknown][]];
  return properties.map(([name, { type }, , value]) => ({
    name,
    types: [type ?? []].flat().map((one) => String(one).toLowerCase()),
    value: TEXTS.has(name) ? unescapeSemicolons(value) : value,
  }));
}

const TEXTS = new Set(['fn', 'title', 'note']);
/** RFC 2426 (section 4) escapes a semicolon in every text; this library unescapes it in compound values only. */
const unescapeSemicolons = (value: unknown) => String(value).replaceAll('\\;', ';');

const vcardOf = (changes: Partial<PublicCard>) => toVcard({ ...EMPTY, ...changes }, facts);
const valuesOf = (changes: Partial<PublicCard>, wanted: string) =>
  read(vcardOf(changes)).flatMap(({ name, value }) => (name === wanted ? [value] : []));

describe('A contact file', () => {
  it('carries every detail to another reader, with its kind', () => {
    const vcard = vcardOf({
      fullName: 'Dr. Łukasz Jan Nowak Jr.',
      jobTitle: 'Head of R&D',
      company: 'Acme; Sons, Inc.',
      department: 'Bridges, Tunnels',
      primaryEmail: 'l@example.com',
      secondaryEmail: 'home@example.com',
      workEmail: 'work@example.com',
      primaryPhone: '+48 1',
      secondaryPhone: '+48 2',
      workPhone: '+48 3',
      address: '12; Main St, Apt 4',
      city: 'Kraków',
      state: 'Małopolska',
      zipCode: '31-001',
      country: 'Poland',
      tagline: 'Bridges that last',
      bio: 'One\nTwo \\ three',
    });
    const found = read(vcard).map(({ name, types, value }) => [[name, ...types].join(' '), value]);
    expect(Object.fromEntries(found)).toMatchObject({
      version: '3.0',
      fn: 'Dr. Łukasz Jan Nowak Jr.',
      n: ['Nowak', 'Łukasz', 'Jan', 'Dr.', 'Jr.'],
      org: ['Acme; Sons, Inc.', 'Bridges, Tunnels'],
      title: 'Head of R&D',
      'email internet pref': 'l@example.com',
      'email internet home': 'home@example.com',
      'email internet work': 'work@example.com',
      'tel cell voice pref': '+48 1',
      'tel home voice': '+48 2',
      'tel work voice': '+48 3',
      'adr work': ['', '', '12; Main St, Apt 4', 'Kraków', 'Małopolska', '31-001', 'Poland'],
      note: 'Bridges that last\n\nOne\nTwo \\ three',
      rev: '2026-05-13T10:00:00.000Z',
      uid: URL,
    });
  });

  it('has no more than a name and its card when nothing else is known', () => {
    expect(vcardOf({}).split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Ada;;;',
      'FN:Ada',
      `URL:${URL}`,
      'REV:2026-05-13T10:00:00.000Z',
      `UID:${URL}`,
      'END:VCARD',
      '',
    ]);
  });

  it('links the card, websites and every network that has an address', () => {
    const vcard = vcardOf({
      website: 'acme.example',
      portfolio: 'https://work.example/a,b;c',
      customWebsites: ['blog.example'],
      social: { linkedin: 'ada', whatsapp: '+48 555 010 999', discord: 'ada#1' },
    });
    const links = read(vcard).flatMap(({ name, value }) => (name.endsWith('url') ? [value] : []));
    expect(links).toEqual([
      URL,
      'https://acme.example/',
      'https://work.example/a,b;c',
      'https://blog.example/',
      'https://www.linkedin.com/in/ada',
      'https://wa.me/48555010999',
    ]);
    expect(vcard).toContain('X-SOCIALPROFILE;TYPE=discord:ada#1\r\n');
  });

  it('writes an address once, however many fields have it', () => {
    const vcard = vcardOf({
      website: 'acme.example',
      portfolio: 'https://acme.example/',
      customWebsites: ['acme.example', URL.slice('https://'.length), 'linkedin.com/in/ada', 'blog.example'],
      social: { linkedin: 'https://linkedin.com/in/ada' },
    });
    const links = read(vcard).flatMap(({ name, value }) => (name.endsWith('url') ? [value] : []));
    expect(links).toEqual([
      URL,
      'https://acme.example/',
      'https://linkedin.com/in/ada',
      'https://blog.example/',
    ]);
    expect(vcard).toContain('X-SOCIALPROFILE;TYPE=linkedin:https://linkedin.com/in/ada\r\n');
  });

  it('names networks in the order they are offered, whatever order they are stored in', () => {
    const vcard = vcardOf({ social: { zoom: 'https://zoom.us/j/1', github: 'ada', linkedin: 'ada' } });
    expect([...vcard.matchAll(/^X-SOCIALPROFILE;TYPE=(\w+)/gm)].map(([, network]) => network)).toEqual([
      'linkedin',
      'github',
      'zoom',
    ]);
  });

  it('says the place of a card as its city where nothing else of an address is known', () => {
    const location = 'Berlin, Germany';
    expect(valuesOf({ location }, 'adr')).toEqual([['', '', '', location, '', '', '']]);
    expect(valuesOf({ location, country: 'Portugal' }, 'adr')).toEqual([
      ['', '', '', '', '', '', 'Portugal'],
    ]);
  });

  it('names the links to book and to call, and the industry', () => {
    const vcard = vcardOf({
      appointmentBooking: 'book.example/ada',
      videoCallLink: 'https://meet.example/ada',
    });
    expect(vcard).toContain('item1.URL:https://book.example/ada\r\nitem1.X-ABLabel:Book a meeting\r\n');
    expect(vcard).toContain('item2.URL:https://meet.example/ada\r\nitem2.X-ABLabel:Video call\r\n');
    expect(valuesOf({ industry: 'Computing', bio: 'Notes' }, 'note')).toEqual([
      'Notes\n\nIndustry: Computing',
    ]);
  });

  it('never carries an address that runs a script', () => {
    const website = 'javascript:alert(1)';
    const vcard = vcardOf({ website, customWebsites: [website], social: { linkedin: website } });
    expect(vcard).not.toMatch(/^(item\d\.)?URL:javascript/m);
    expect(read(vcard).filter(({ name }) => name.endsWith('url'))).toHaveLength(1);
  });

  it('carries the photo as base64 that a reader can put together again', () => {
    const photoJpegBase64 = Buffer.from(Array.from({ length: 900 }, (_, i) => i % 256)).toString('base64');
    const vcard = toVcard(EMPTY, { ...facts, photoJpegBase64 });
    expect(vcard).toContain('PHOTO;ENCODING=b;TYPE=JPEG:');
    expect(read(vcard).find(({ name }) => name === 'photo')?.value).toBe(photoJpegBase64);
  });

  it('folds at 75 octets, never inside a character, and ends every line with CR LF', () => {
    for (const character of ['a', 'ż', '漢', '🚀', '👩‍🚀', '\\', ';']) {
      const bio = character.repeat(200);
      const vcard = vcardOf({ bio });
      expect(vcard.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of vcard.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      expect(valuesOf({ bio }, 'note')).toEqual([bio]);
    }
  });

  it('cannot be broken open by what someone wrote about themselves', () => {
    const hostile = 'Hi\r\nEND:VCARD\r\nBEGIN:VCARD\nFN:Mallory\rTEL:666';
    const vcard = vcardOf({ fullName: hostile, company: hostile, bio: hostile, website: hostile });
    expect(vcard.match(/^(BEGIN|END):VCARD\r$/gm)).toHaveLength(2);
    expect(vcard.match(/^FN:/gm)).toHaveLength(1);
    expect(vcard).not.toMatch(/^TEL/m);
    expect(valuesOf({ bio: hostile }, 'note')).toEqual([hostile.replace(/\r\n?/g, '\n')]);
  });
});

const pieces = [
  '\r\n',
  '\r',
  '\n',
  '\\',
  '\\n',
  ';',
  ',',
  ':',
  '"',
  ' ',
  '\t',
  'END:VCARD',
  'ł',
  '🚀',
  '=',
  '^n',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));
const asRead = (written: string) => written.replace(/\r\n?/g, '\n');

describe('Whatever text goes into a contact file', () => {
  it('comes out unchanged, and adds no property', () => {
    const fields = fc.record({ fullName: text, jobTitle: text, company: text, department: text, bio: text });
    fc.assert(
      fc.property(fields, ({ fullName, jobTitle, company, department, bio }) => {
        const properties = read(vcardOf({ fullName, jobTitle, company, department, bio }));
        const named = (wanted: string) => properties.filter(({ name }) => name === wanted);
        const expectOne = (name: string, written: string) =>
          expect(named(name).map(({ value }) => value)).toEqual(written ? [asRead(written)] : []);
        expectOne('fn', fullName);
        expectOne('title', jobTitle);
        expectOne('note', bio);
        // This library takes a separator after an escaped backslash for an escaped separator.
        if (company && department && !company.endsWith('\\')) {
          expect(named('org')[0]?.value).toEqual([asRead(company), asRead(department)]);
        }
        const known = ['version', 'n', 'fn', 'org', 'title', 'url', 'note', 'rev', 'uid'];
        expect(properties.filter(({ name }) => !known.includes(name))).toEqual([]);
        expect(new Set(properties.map(({ name }) => name)).size).toBe(properties.length);
      }),
      { numRuns: 300 },
    );
  });
});
