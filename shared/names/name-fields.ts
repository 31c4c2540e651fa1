import type { FieldKind, FieldWords } from '#shared/contract/field-kinds.ts';
import { NAME_ORDERS, type NameField } from './name-parts.ts';

/** The parts of a name as fields, shared by the tables of cards and of contacts. Their meaning: `name-parts.ts`. */

const PART = { kind: 'line', max: 100 } as const;

interface VcardProperty {
  3: string;
  4: string;
  component?: number;
}

export const NAME_PART_FIELDS = {
  namePrefix: {
    ...PART,
    label: 'Prefix',
    hint: 'e.g. Dr.',
    autoComplete: 'honorific-prefix',
    vcard: { 3: 'N', 4: 'N', component: 3 },
  },
  givenName: {
    ...PART,
    label: 'First name',
    autoComplete: 'given-name',
    vcard: { 3: 'N', 4: 'N', component: 1 },
  },
  additionalName: {
    ...PART,
    label: 'Middle name',
    autoComplete: 'additional-name',
    vcard: { 3: 'N', 4: 'N', component: 2 },
  },
  familyName: {
    ...PART,
    label: 'Last name',
    autoComplete: 'family-name',
    vcard: { 3: 'N', 4: 'N', component: 0 },
  },
  nameSuffix: {
    ...PART,
    label: 'Suffix',
    hint: 'e.g. Jr.',
    autoComplete: 'honorific-suffix',
    vcard: { 3: 'N', 4: 'N', component: 4 },
  },
  phoneticGivenName: {
    ...PART,
    label: 'Phonetic first name',
    vcard: { 3: 'X-PHONETIC-FIRST-NAME', 4: 'N' },
  },
  phoneticFamilyName: {
    ...PART,
    label: 'Phonetic last name',
    vcard: { 3: 'X-PHONETIC-LAST-NAME', 4: 'N' },
  },
  nameOrder: {
    kind: 'choice',
    options: NAME_ORDERS,
    optionLabels: {
      '': 'Choose automatically',
      givenFirst: 'First name first',
      familyFirst: 'Last name first',
    },
    label: 'Order',
  },
} as const satisfies Record<
  NameField,
  FieldKind & FieldWords & { vcard?: VcardProperty; optionLabels?: Record<string, string> }
>;
