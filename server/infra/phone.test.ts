import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneForFile, readExtension, regionOf, regionOfNumber, toE164 } from './phone.ts';

const GB = regionOf('GB');
const US = regionOf('US');

describe('A telephone number', () => {
  it.each([
    ['+1 555 010 9999', '+15550109999'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['tel:+49-30-1234567', '+49301234567'],
    ['TEL: +49 30 1234567', '+49301234567'],
    ['tel:+49-30-1234567;ext=5', '+49301234567'],
    ['+49\u201130\u20111234567', '+49301234567'],
    ['+49 30 – 123 45 67', '+49301234567'],
    ['+49\u00A030\u202F1234567', '+49301234567'],
    ['＋８１ ３ １２３４ ５６７８', '+81312345678'],
    ['+٤٤ ٢٠ ٧٩٤٦ ٠٠٠٠', '+442079460000'],
    ['+۴۴ ۲۰ ۷۹۴۶ ۰۰۰۰', '+442079460000'],
    ['+४४ २० ७९४६ ००००', '+442079460000'],
    ['\u200E+44\u200B 20 7946 0000\u200E', '+442079460000'],
    ['+1 213 373 4253 ext. 5', '+12133734253'],
    ['+1 (213) 373-4253 x77', '+12133734253'],
    ['+1 213 373 4253x77', '+12133734253'],
    ['+7 495 123-45-67 доб. 12', '+74951234567'],
    ['00442079460000', '+442079460000'],
    ['0044 20 7946 0000', '+442079460000'],
    ['Mobile: +44 7911 123456', '+447911123456'],
    ['+44 7911 123456 (mobile)', '+447911123456'],
    ['+39 06 1234 5678', '+390612345678'],
  ])('with a country code is understood in any form: %j', (typed, e164) => {
    expect(toE164(typed)).toBe(e164);
    expect(toE164(typed, US)).toBe(e164);
  });

  it.each([
    ['020 7946 0000', GB, '+442079460000'],
    ['٠٢٠٧٩٤٦٠٠٠٠', GB, '+442079460000'],
    ['(213) 373-4253', US, '+12133734253'],
    ['213 373 4253', { callingCode: '1' }, '+12133734253'],
    ['0044 20 7946 0000', GB, '+442079460000'],
    ['06 12345678', regionOf('IT'), '+390612345678'],
    ['8 (495) 123-45-67', regionOf('RU'), '+74951234567'],
  ])('without a country code belongs to the known region: %j', (typed, region, e164) => {
    expect(toE164(typed, region)).toBe(e164);
    expect(toE164(typed)).toBe(typed.startsWith('00') ? e164 : null);
  });

  it.each([
    '',
    'call me',
    '12345',
    '1-800-FLOWERS',
    '020 7946 000O',
    '+999 123456',
    '+44 20 7946 0000 / +44 20 7946 0001',
    '+',
    '++++',
    '000000',
  ])('that cannot be understood has no E.164 form: %j', (typed) => {
    expect([toE164(typed), toE164(typed, GB)]).toEqual([null, null]);
  });

  it('is not read as one of a region where nobody dials it like that', () => {
    expect(toE164('030 901821', GB)).toBeNull();
    expect(toE164('+44 030 901821')).toBeNull();
    expect(toE164('030 901821', regionOf('DE'))).toBe('+4930901821');
  });

  it('is read in the same way with and without an extension, in North America and elsewhere', {
    tags: ['thorough'],
  }, () => {
    const number = fc.tuple(
      fc.constantFrom('1', '1', '44', '52'),
      fc.stringMatching(/^\d{9,11}$/),
      fc.constantFrom(' ', '', '-', ' (0) ', '.'),
      fc.nat({ max: 9 }),
    );
    fc.assert(
      fc.property(number, ([code, national, gap, at]) => {
        const typed = `+${code}${gap}${national.slice(0, at)}${gap}${national.slice(at)}`;
        expect([typed, toE164(typed)]).toEqual([typed, toE164(`${typed} ext. 1`)]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('tells the region of numbers next to it, and its extension', () => {
    expect(regionOfNumber('+44 20 7946 0000')).toEqual({ country: 'GB' });
    expect(regionOfNumber('+1 555 010 9999')).toEqual({ callingCode: '1' });
    expect(regionOfNumber('020 7946 0000')).toBeNull();
    expect(readExtension('+1 213 373 4253 ext. 5')).toBe('5');
    expect(readExtension('+1 213 373 4253')).toBeNull();
    expect([regionOf('XX'), regionOf('T1'), regionOf(undefined), regionOf('gb')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is either understood or not, but never causes an error', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'0123456789+-() .;=,#xteléxt٠٥９＋\u2011\u200B') }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        for (const region of [null, GB, { callingCode: '1' }]) {
          expect(toE164(typed, region) ?? '+1').toMatch(/^\+\d{1,17}$/);
          phoneForFile(typed, null);
        }
      }),
    );
  });
});

describe('A telephone number in a file', () => {
  it.each([
    ['+442079460000', null, '+44 20 7946 0000'],
    ['00442079460000', null, '+44 20 7946 0000'],
    ['020 7946 0000', '+442079460000', '+44 20 7946 0000'],
    ['+1-555-010-9999', null, '+1 555 010 9999'],
    ['+1 213 373 4253 ext. 5', null, '+1 213 373 4253 ext. 5'],
    ['213 373 4253 x5', '+12133734253', '+1 213 373 4253 ext. 5'],
    ['+55 11 96123-4567', null, '+55 11 96123 4567'],
    ['+81 3-1234-5678', null, '+81 3 1234 5678'],
  ])('is international and in groups: %j', (typed, e164, written) => {
    expect(phoneForFile(typed, e164)).toBe(written);
  });

  it.each([
    ['call me', 'call me'],
    ['(555) 010-9999', '(555) 010-9999'],
    ['020 7946 0000', '020 7946 0000'],
    ['1-800-FLOWERS', '1-800-FLOWERS'],
    ['12345', '12345'],
    ['02079460000', '020 794 600 00'],
    ['004420794600', '004 420 794 600'],
    ['+999123456', '+999 123 456'],
    ['+999-123-456', '+999 123 456'],
  ])('that cannot be understood stays as typed, digit for digit: %j', (typed, written) => {
    expect(phoneForFile(typed, null)).toBe(written);
  });
});
