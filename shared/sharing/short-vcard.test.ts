import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHORT_VCARD_BYTES, type ShortContact, shortVcard } from './short-vcard.ts';

const LINK = 'https://cards.example.com/card/h7Kp2mNqRs';
const ADA: ShortContact = {
  fullName: 'Ada Lovelace',
  jobTitle: 'Analyst, first',
  company: 'Engines; & Söhne',
  phones: ['+442079460000', '+15550100'],
  emails: ['ada@example.com'],
};

describe('The short contact', () => {
  it('has a name, the first number and address, company, role and link', () => {
    expect(shortVcard(ADA, LINK).split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Lovelace;Ada;;;',
      'FN:Ada Lovelace',
      'TEL:+442079460000',
      'EMAIL:ada@example.com',
      'ORG:Engines\\; & Söhne',
      'TITLE:Analyst\\, first',
      `URL:${LINK}`,
      'END:VCARD',
    ]);
  });

  it('cuts a long name between characters, and keeps the number', () => {
    const file = shortVcard({ ...ADA, fullName: '👩‍🔬山'.repeat(60) }, LINK);
    expect(file).toMatch(/\r\nFN:(?:👩‍🔬山)+.*…\r\n/u);
    expect(file).not.toMatch(/\p{Surrogate}/u);
    expect(file).toContain('TEL:+442079460000');
  });

  it('leaves out a number or an address that is too long rather than cutting it', () => {
    const file = shortVcard(
      { ...ADA, phones: ['1'.repeat(91)], emails: [`${'a'.repeat(90)}@b.example`] },
      LINK,
    );
    expect(file).not.toMatch(/TEL|EMAIL/);
    expect(file).toContain(`URL:${LINK}`);
  });

  it('takes at most 500 bytes, begins with a name, and is whole, whatever was typed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    const contact = fc.record({
      fullName: text.filter((name) => name.trim() !== ''),
      jobTitle: fc.option(text),
      company: fc.option(text),
      phones: fc.array(text, { maxLength: 2 }),
      emails: fc.array(text, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(contact, (typed) => {
        const file = shortVcard(typed, LINK);
        expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(SHORT_VCARD_BYTES);
        expect(file).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\nN:.*\r\nFN:/);
        expect(file.endsWith('\r\nEND:VCARD')).toBe(true);
        expect(file.isWellFormed?.() ?? true).toBe(true);
      }),
    );
  });
});
