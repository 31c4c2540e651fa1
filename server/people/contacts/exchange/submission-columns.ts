import { getTableColumns } from 'drizzle-orm';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { CONTACT_FIELD_NAMES, LEAD_FORM_FIELDS } from '#shared/people/contact-fields.ts';

/**
 * Column lists of submissions for handwritten SQL, built from the field table at startup: no statement can forget a
 * field, and its text stays the same, so that it can be prepared.
 */

const contactColumns = getTableColumns(contacts);
const leadColumns = getTableColumns(leadCaptures);
const join = (items: string[]) => items.join(', ');
const leadFields = Object.entries(LEAD_FORM_FIELDS);

/** The column names, both in contacts and in submissions waiting for review: full_name, email, … */
export const FIELD_COLUMNS = join(CONTACT_FIELD_NAMES.map((name) => contactColumns[name].name));
/** The JSON names: "fullName", "email", … */
export const FIELD_KEYS = join(CONTACT_FIELD_NAMES.map((name) => `"${name}"`));
/** Likewise with their types, for `json_to_recordset`. */
export const FIELD_TYPES = join(
  CONTACT_FIELD_NAMES.map((name) => `"${name}" ${contactColumns[name].getSQLType()}`),
);
/** Columns of `contacts`, aliased to their JSON names. */
export const FIELDS_OF_CONTACT = join(
  CONTACT_FIELD_NAMES.map((name) => `${contactColumns[name].name} as "${name}"`),
);

/** The columns of a lead: lead_name, lead_email, … */
export const LEAD_COLUMN_NAMES = join(leadFields.map(([, { column }]) => leadColumns[column].name));
/** The values for these columns, from the columns of submissions waiting for review. */
export const LEAD_COLUMNS_AS_WAITING = join(
  leadFields.map(([, { contact }]) => contactColumns[contact].name),
);
/** The fields of a contact, from the columns of a lead; null for those that leads do not have. */
export const FIELDS_OF_LEAD = join(
  CONTACT_FIELD_NAMES.map((name) => {
    const found = leadFields.find(([, { contact }]) => contact === name)?.[1];
    return found ? leadColumns[found.column].name : 'null';
  }),
);

/** Types of what comes besides the fields (`Extras`), for `json_to_recordset`, and the values of its columns. */
export const EXTRA_TYPES = 'answers jsonb, consents jsonb, receipt jsonb';
export const ANSWERS_OR_NONE = `coalesce(answers, '[]')`;
export const CONSENTS_OR_NONE = `coalesce(consents, '[]')`;

/**
 * The account that a submission came from: the one whose session sent it, else the one with this confirmed address; null
 * if there is none. `sender` and `email` are expressions. The account is kept until the statement commits; one that is
 * being deleted counts as none, since a foreign key to it would wait for all of the deletion. The address is folded once, and not
 * for each account of a small installation.
 */
export const senderText = (sender: string, email: string): string => `coalesce(
  (select a.id from users a where a.id = ${sender} for key share of a skip locked),
  (
    select a.id from users a
    where ${sender} is null and fold_case(a.email) = (select fold_case(${email})) and a.email_confirmed_at is not null
    for key share of a skip locked
  )
)`;

/** A field of a lead is dropped if the card's form does not show it; `shown` lists the fields it shows. */
const ifShown = (field: string, key: string) => `case when '${field}' = any(shown) then "${key}" end`;

/** The values for a lead's columns, from the submission. */
export const LEAD_VALUES = join(
  leadFields.map(([name, field]) =>
    'required' in field ? `"${field.contact}"` : ifShown(name, field.contact),
  ),
);
/** The values stored for review: all fields of a contact; of a lead, those its form shows. */
export const WAITING_VALUES = join(
  CONTACT_FIELD_NAMES.map((key) => {
    const found = leadFields.find(([, { contact }]) => contact === key);
    if (!found || 'required' in found[1]) return `"${key}"`;
    return `case when kind = 'contact' or '${found[0]}' = any(shown) then "${key}" end`;
  }),
);
