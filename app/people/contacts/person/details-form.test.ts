import { expect, it } from 'vitest';
import { each } from '#shared/contract/field-kinds.ts';
import { ADDRESS_PART_NAMES } from '#shared/people/record-field.ts';
import { changesOf, type DetailsForm, ROWS } from './details-form.ts';

const BLANK = { value: ' ', label: 'Work' };
const NOWHERE = { ...each(ADDRESS_PART_NAMES, () => ''), label: '' };
const BEFORE = { fullName: 'Ada', company: '', ...each(ROWS, () => []) } as unknown as DetailsForm;

it('sends what was changed, and no rows in which nothing was typed', () => {
  expect(changesOf({ ...BEFORE, moreEmails: [BLANK], addresses: [NOWHERE] }, BEFORE)).toEqual({});
  const home = { ...NOWHERE, city: 'Bern' };
  const phone = { value: '+41 31 000 00 00', label: '' };
  expect(
    changesOf({ ...BEFORE, company: 'Acme', morePhones: [BLANK, phone], addresses: [NOWHERE, home] }, BEFORE),
  ).toEqual({ company: 'Acme', morePhones: [phone], addresses: [home] });
});
