import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { toVcard, type VcardCard } from '#shared/cards/card-vcard.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { contactToVcard } from '#shared/people/contact-vcard.ts';

type Property = [name: string, parameters: Record<string, unknown>, type: string, value: unknown];
const read = (file: string) => (ICAL.parse(file) as [string, Property[]])[1];

const facts = { url: 'https://cards.example/card/abcdefghij', revision: '2026-05-13T10:00:00.000Z' };
const fileOf = (changes: Partial<VcardCard>) =>
  toVcard({ ...EMPTY_CARD, fullName: 'Ada Lovelace', ...changes }, { ...facts, version: 4 });

describe('A contact file in vCard 4.0', () => {
  it('says its version first, and writes moments, pictures and ids as RFC 6350 does', () => {
    const file = toVcard(
      { ...EMPTY_CARD, fullName: 'Ada' },
      { ...facts, version: 4, photoJpegBase64: '/9j/' },
    );
    expect(file).toMatch(/^BEGIN:VCARD\r\nVERSION:4\.0\r\n/);
    expect(file).toContain('PHOTO:data:image/jpeg;base64,/9j/\r\n');
    expect(file).toContain('REV:20260513T100000Z\r\n');
    expect(file).toContain(`UID:${facts.url}\r\n`);
    expect(read(file).map(([name]) => name)).toEqual(['version', 'n', 'fn', 'url', 'photo', 'rev', 'uid']);
  });

  it('says how a name is said in a second N, by which the first is sorted', () => {
    const file = fileOf({ fullName: '山田 太郎', phoneticGivenName: 'たろう', phoneticFamilyName: 'やまだ' });
    expect(file).not.toContain('X-PHONETIC');
    expect(read(file).filter(([name]) => name === 'n')).toEqual([
      ['n', { altid: '1', 'sort-as': 'やまだ,たろう' }, 'text', ['山田', '太郎', '', '', '']],
      ['n', { altid: '1', phonetic: 'script', script: 'Hira' }, 'text', ['やまだ', 'たろう', '', '', '']],
    ]);
  });

  it('sorts by the family name as it is written where only the given name is said', () => {
    const file = fileOf({ fullName: 'Ada Lovelace', phoneticGivenName: 'Ay-da' });
    expect(read(file).find(([name]) => name === 'n')).toEqual([
      'n',
      { altid: '1', 'sort-as': 'Lovelace,Ay-da' },
      'text',
      ['Lovelace', 'Ada', '', '', ''],
    ]);
  });

  it('cannot be broken open by how a name is said', () => {
    const hostile = 'A";X-EVIL=1:x,\r\nEND:VCARD';
    const file = fileOf({ phoneticGivenName: hostile, phoneticFamilyName: hostile });
    expect(file.match(/^END:VCARD/gm)).toHaveLength(1);
    expect(read(file).find(([name]) => name === 'n')?.[1]).toEqual({
      altid: '1',
      'sort-as': 'A ;X-EVIL=1:x END:VCARD,A ;X-EVIL=1:x END:VCARD',
    });
  });

  it('is written for contacts, too', () => {
    const contact = { jobTitle: null, company: 'Acme', website: null, notes: null };
    const file = contactToVcard(
      { ...contact, fullName: 'Nagy István', email: 'i@example.com', phone: '+36 1' },
      { version: 4, formatPhone: (typed) => typed },
    );
    expect(file.split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'N:Nagy;István;;;',
      'FN:Nagy István',
      'EMAIL:i@example.com',
      'TEL:+36 1',
      'ORG:Acme',
      'END:VCARD',
      '',
    ]);
  });
});
