import { expect, it } from 'vitest';
import { newContact } from '#shared/people/contacts.ts';
import { checkScan } from './check-scan.ts';
import { readCardText } from './read-card-text.ts';
import { guessScanLanguage } from './scan-languages.ts';
import { EMPTY_SCAN, toFormValues, toScannedContact, valuesOfPaperCard } from './scanned-contact.ts';

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
