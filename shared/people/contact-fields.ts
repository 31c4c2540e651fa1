import type { LEAD_FIELDS } from '#shared/contract/constants.ts';
import { type FieldKind, type FieldTable, type FieldWords, namesOf } from '#shared/contract/field-kinds.ts';
import { NAME_PART_FIELDS } from '#shared/names/name-fields.ts';

/**
 * The single list of all fields that a contact or a lead may have of its own. Schemas (`contacts.ts`, `unreviewed.ts`),
 * columns and statements (`server/db`, `server/people/contacts`), the visitors' forms, lists and contact files are derived
 * from it: to add a field, add a line below and run `npm run db:generate`. No schema library here: visitors' pages
 * import the labels.
 */

/** A field in a visitor's form. */
interface FormPlace {
  label: string;
  /** Shares its line with the next such field if there is room. */
  isHalf?: true;
  /** Required in the form, though not in the list; this is the error message. */
  needed?: string;
}

export type ContactField = FieldKind &
  FieldWords & {
    /** Part of the exchange form, in the order of the table; if left out, visitors are not asked for it. */
    form?: FormPlace;
    optionLabels?: Readonly<Record<string, string>>;
  };

const NAME_NEEDED = 'Name is required';
const EMAIL_NEEDED = 'Valid email is required';

export const CONTACT_FIELDS = {
  fullName: {
    kind: 'line',
    required: NAME_NEEDED,
    missing: NAME_NEEDED,
    label: 'Full name',
    autoComplete: 'name',
    form: { label: 'Full Name', needed: NAME_NEEDED },
  },
  email: {
    kind: 'mail',
    label: 'Email',
    autoComplete: 'email',
    form: { label: 'Email Address', needed: EMAIL_NEEDED },
  },
  phone: {
    kind: 'phone',
    label: 'Phone',
    autoComplete: 'tel',
    form: { label: 'Phone Number', isHalf: true },
  },
  company: {
    kind: 'line',
    label: 'Company',
    autoComplete: 'organization',
    form: { label: 'Company', isHalf: true },
  },
  jobTitle: {
    kind: 'line',
    label: 'Job title',
    autoComplete: 'organization-title',
    form: { label: 'Job Title', isHalf: true },
  },
  website: {
    kind: 'link',
    label: 'Website',
    autoComplete: 'url',
    form: { label: 'Website', isHalf: true },
  },
  notes: {
    kind: 'text',
    max: 2_000,
    label: 'Notes',
    form: { label: 'Message (optional)' },
  },
  ...NAME_PART_FIELDS,
} as const satisfies Readonly<Record<string, ContactField>>;
type ContactFields = typeof CONTACT_FIELDS;
export type ContactFieldName = keyof ContactFields;

export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactFieldName[];
export const contactField = (name: ContactFieldName): ContactField => CONTACT_FIELDS[name];
/** How to reach a contact, shown in its row of a list. */
export const REACH_FIELD_NAMES = namesOf(CONTACT_FIELDS, 'mail', 'phone', 'link');

/** What visitors send: an address to reply to is required. */
export const SENT_FIELDS = {
  ...CONTACT_FIELDS,
  email: { ...CONTACT_FIELDS.email, required: EMAIL_NEEDED },
} as const satisfies FieldTable;

export type LeadField = (typeof LEAD_FIELDS)[number];

/** The names of a lead's fields in its form, and the matching names in a contact. */
export const LEAD_FORM_FIELDS = {
  name: { ...SENT_FIELDS.fullName, label: 'Name', contact: 'fullName', column: 'leadName' },
  email: { ...SENT_FIELDS.email, label: 'Email', contact: 'email', column: 'leadEmail' },
  phone: { ...SENT_FIELDS.phone, label: 'Phone', contact: 'phone', column: 'leadPhone' },
  company: { ...SENT_FIELDS.company, label: 'Company', contact: 'company', column: 'leadCompany' },
  message: { ...SENT_FIELDS.notes, label: 'Message', contact: 'notes', column: 'leadMessage' },
} as const satisfies Record<LeadField, ContactField & { contact: ContactFieldName; column: `lead${string}` }>;
type LeadFormFields = typeof LEAD_FORM_FIELDS;

/** The fields of a lead as they are stored and returned: `leadName`, `leadEmail`, … */
export const LEAD_COLUMNS = Object.fromEntries(
  Object.values(LEAD_FORM_FIELDS).map((field) => [field.column, field]),
) as { [Name in LeadField as LeadFormFields[Name]['column']]: LeadFormFields[Name] };

/** The fields of a lead under their names in a contact. */
export type LeadAsContact = {
  [Name in LeadField as LeadFormFields[Name]['contact']]: Name extends 'name' | 'email'
    ? string
    : string | null;
};

export function leadAsContact(lead: { [Column in keyof typeof LEAD_COLUMNS]: string | null }): LeadAsContact {
  const entries = Object.values(LEAD_FORM_FIELDS).map((field) => [field.contact, lead[field.column]]);
  return Object.fromEntries(entries) as LeadAsContact;
}

type SentLead = { [Name in LeadField]?: string | null | undefined };

/** Likewise for what was entered in a lead form; `undefined` was not sent. */
export function leadFormAsContact<Sent extends SentLead>(sent: Sent) {
  const entries = Object.entries(LEAD_FORM_FIELDS).map(([name, field]) => [
    field.contact,
    sent[name as LeadField],
  ]);
  return Object.fromEntries(entries) as {
    [Name in LeadField as LeadFormFields[Name]['contact']]: Sent[Name];
  };
}
