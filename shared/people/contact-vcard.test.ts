import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type ContactFacts, contactToVcard } from './contact-vcard.ts';

const toFile = (contact: ContactFacts) => contactToVcard(contact, { formatPhone: (typed) => typed });

const EMPTY = { jobTitle: null, company: null, email: null, phone: null, website: null, notes: null };

function read(contact: ContactFacts): Map<string, unknown> {
  const [, properties] = ICAL.parse(toFile(contact)) as [string, [string, unknown, string, unknown][]];
  return new Map(properties.map(([name, , , value]) => [name, value]));
}

describe('The contact file of a contact', () => {
  it('carries every field to another reader', () => {
    const contact = {
      fullName: 'Dr. Łukasz van der Berg',
      jobTitle: 'Head of R&D',
      company: 'Acme; Sons, Inc.',
      email: 'lukasz@example.com',
      phone: '+48 555 010 999',
      website: 'acme.example',
      notes: 'Met in Kraków,\nlikes \\ and /',
    };
    const properties = read(contact);
    expect(properties.get('version')).toBe('3.0');
    expect(properties.get('fn')).toBe(contact.fullName);
    expect(properties.get('n')).toEqual(['van der Berg', 'Łukasz', '', 'Dr.', '']);
    expect(properties.get('org')).toBe(contact.company);
    expect(properties.get('title')).toBe(contact.jobTitle);
    expect(properties.get('email')).toBe(contact.email);
    expect(properties.get('tel')).toBe(contact.phone);
    expect(properties.get('url')).toBe('https://acme.example');
    expect(properties.get('note')).toBe(contact.notes);
  });

  it('escapes what a reader would take for structure', () => {
    const vcard = toFile({ ...EMPTY, fullName: 'Ada; Lovelace', notes: 'a,b;c\\d\ne' });
    expect(vcard).toContain('FN:Ada\\; Lovelace\r\n');
    expect(vcard).toContain('NOTE:a\\,b\\;c\\\\d\\ne\r\n');
  });

  it('leaves out what is not known', () => {
    const vcard = toFile({ ...EMPTY, fullName: 'Ada' });
    expect(vcard).toBe('BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Ada;;;\r\nFN:Ada\r\nEND:VCARD\r\n');
  });

  it('cannot be broken open by a hostile name, note or website', () => {
    const hostile = 'A\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Mallory';
    const vcard = toFile({
      ...EMPTY,
      fullName: hostile,
      notes: hostile,
      website: `x.example/${hostile}`,
    });
    expect(vcard.match(/^BEGIN:VCARD/gm)).toHaveLength(1);
    expect(vcard.match(/^FN:/gm)).toHaveLength(1);
    expect(vcard).not.toMatch(/[^\r]\n/);
  });

  it('folds long lines at 75 octets without cutting a character', () => {
    const notes = '👩‍🚀 ż '.repeat(60);
    const lines = toFile({ ...EMPTY, fullName: 'Ada', notes }).split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(read({ ...EMPTY, fullName: 'Ada', notes }).get('note')).toBe(notes);
  });
});
