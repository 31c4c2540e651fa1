import { expect, it } from 'vitest';
import { newContact } from '#shared/people/contacts.ts';
import { checkScan } from './check-scan.ts';
import { readCardText } from './read-card-text.ts';
import { guessScanLanguage } from './scan-languages.ts';
import {
  EMPTY_SCAN,
  findCorrections,
  moveLine,
  toFormValues,
  toScannedContact,
  UNCORRECTED,
  valuesOfPaperCard,
  withCorrections,
} from './scanned-contact.ts';

const CARD = [
  'Anna Berg',
  'Head of Sales',
  'Berg & Co. GmbH',
  'Tel. +49 89 1234567',
  'Mobil +49 171 2345678',
  'Fax +49 89 1234568',
  'Zentrale +49 89 1234500',
  'anna@berg.example, info@berg.example',
  'Neuer Wall 50',
  '20354 Hamburg',
  'Since 1923',
].join('\n');

it('puts what was read into fields, and leaves the rest as lines', () => {
  const { values, left } = toFormValues(readCardText(CARD));
  expect(values).toEqual({
    ...EMPTY_SCAN,
    fullName: 'Anna Berg',
    jobTitle: 'Head of Sales',
    company: 'Berg & Co. GmbH',
    email: 'anna@berg.example',
    email2: 'info@berg.example',
    phone: '+49 171 2345678',
    phone2: '+49 89 1234567',
    fax: '+49 89 1234568',
    street: 'Neuer Wall 50',
    postalCode: '20354',
    city: 'Hamburg',
  });
  expect(left).toEqual(['+49 89 1234500', 'Since 1923']);
});

it('makes a contact that the server takes, with numbers and an address as lists', () => {
  expect(newContact.parse(toScannedContact(toFormValues(readCardText(CARD)).values))).toMatchObject({
    fullName: 'Anna Berg',
    moreEmails: [{ value: 'info@berg.example', label: '' }],
    morePhones: [
      { value: '+49 89 1234567', label: '' },
      { value: '+49 89 1234568', label: 'Fax' },
    ],
    addresses: [{ street: 'Neuer Wall 50', postalCode: '20354', city: 'Hamburg', country: '' }],
    source: 'scan',
  });
  expect(newContact.parse(toScannedContact({ ...EMPTY_SCAN, fullName: 'Li' }))).toMatchObject({
    moreEmails: [],
    addresses: [],
  });
});

it('says what is wrong at the field that it is wrong in', async () => {
  const values = { ...EMPTY_SCAN, email: 'a@', email2: 'b@', website: ':', city: 'x'.repeat(2_000) };
  const { errors } = await checkScan(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect(Object.keys(errors).toSorted()).toEqual(['city', 'email', 'email2', 'fullName', 'website']);
});

it.each([
  { phone2: '', fax: 'x'.repeat(2_000), wrong: 'fax' },
  { phone2: '+49 89 1', fax: 'x'.repeat(2_000), wrong: 'fax' },
  { phone2: 'x'.repeat(2_000), fax: '+49 89 1', wrong: 'phone2' },
])('says of $wrong that it is too long, and of no other number', async ({ wrong, ...numbers }) => {
  const values = { ...EMPTY_SCAN, fullName: 'Li', ...numbers };
  const { errors } = await checkScan(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect(Object.keys(errors)).toEqual([wrong]);
});

it('keeps what was corrected when a card is read again, and does not offer its lines again', () => {
  const first = toFormValues(readCardText(CARD));
  const corrected = { fullName: 'Anna-Lena Berg', jobTitle: '', notes: 'Since 1923' };
  const typed = { ...first.values, ...corrected };
  const corrections = findCorrections({ values: typed, left: ['+49 89 1234500'] }, first, UNCORRECTED);
  expect(corrections).toEqual({ values: corrected, given: [] });
  const second = withCorrections(toFormValues(readCardText(CARD.replace('Hamburg', 'Bremen'))), corrections);
  expect(second.values).toEqual({ ...typed, city: 'Bremen' });
  expect(second.left).toEqual(['+49 89 1234500']);
  // Likewise at the third time, though these fields now say what was shown.
  const third = { ...second, values: { ...second.values, company: 'Berg' } };
  expect(findCorrections(third, second, corrections).values).toEqual({ ...corrected, company: 'Berg' });
});

it('keeps lines that came out of a field when a card is read again, until they are used', () => {
  const first = toFormValues(readCardText(CARD));
  const moved = moveLine(first.left, 'Since 1923', 'jobTitle', first.values.jobTitle);
  const typed = { values: { ...first.values, jobTitle: moved.text }, left: moved.lines };
  const corrections = findCorrections(typed, first, UNCORRECTED);
  const second = withCorrections(toFormValues(readCardText(CARD)), corrections);
  expect(second).toEqual({ ...typed, left: ['+49 89 1234500', 'Head of Sales'] });
  const again = findCorrections(second, second, corrections);
  expect(withCorrections(first, again)).toEqual(second);
  const noted = { values: { ...second.values, notes: 'Head of Sales' }, left: ['+49 89 1234500'] };
  expect(withCorrections(first, findCorrections(noted, second, again))).toEqual(noted);
});

it('offers a line again of which a field has only a part, or more', () => {
  const first = toFormValues(readCardText(CARD));
  const values = { ...first.values, notes: 'Met in Kiel\nSince 1923, he said' };
  const corrections = findCorrections({ ...first, values }, first, UNCORRECTED);
  expect(withCorrections(first, corrections).left).toEqual(['+49 89 1234500', 'Since 1923']);
});

it.each([
  ['an empty field', 'jobTitle', '', 'Since 1923', []],
  ['notes', 'notes', 'Met in Bonn', 'Met in Bonn\nSince 1923', []],
  ['a field whose text becomes a line', 'jobTitle', 'Head of Sales', 'Since 1923', ['Head of Sales']],
  ['a field that says it already', 'jobTitle', 'Since 1923', 'Since 1923', []],
] as const)('puts a line into %s', (_where, field, before, text, given) => {
  const moved = moveLine(['+49 89 1', 'Since 1923', 'Bonn'], 'Since 1923', field, before);
  expect(moved).toEqual({ text, lines: ['+49 89 1', ...given, 'Bonn'] });
});

it.each([
  [['de-AT', 'en'], 'deu'],
  [['sv', 'pt-BR'], 'por'],
  [['ja'], 'eng'],
  [[], 'eng'],
])('reads first in the language of a browser in %j', (languages, code) =>
  expect(guessScanLanguage(languages)).toBe(code),
);

it('puts what a language model read into the same fields', () => {
  const address = { street: 'Neuer Wall 50', postalCode: '20354', city: 'Hamburg', region: '', country: '' };
  const { values, left } = valuesOfPaperCard({
    name: 'Anna Berg',
    title: 'Head of Sales',
    company: 'Berg & Co. GmbH',
    emails: ['anna@berg.example', 'info@berg.example', 'sales@berg.example'],
    phones: [
      { value: '+49 89 1234568', kind: 'fax' },
      { value: '+49 89 1234567', kind: 'work' },
      { value: '+49 171 2345678', kind: 'mobile' },
    ],
    websites: ['berg.example', 'berg.example/anna'],
    address,
    notes: ['Since 1923', 'javascript:alert(1)'],
  });
  expect(values).toEqual({
    ...EMPTY_SCAN,
    ...address,
    fullName: 'Anna Berg',
    jobTitle: 'Head of Sales',
    company: 'Berg & Co. GmbH',
    email: 'anna@berg.example',
    email2: 'info@berg.example',
    phone: '+49 171 2345678',
    phone2: '+49 89 1234567',
    fax: '+49 89 1234568',
    website: 'berg.example',
  });
  expect(left).toEqual(['sales@berg.example', 'berg.example/anna', 'Since 1923', 'javascript:alert(1)']);
});
