import { getTableColumns } from 'drizzle-orm';
import { contacts, leadCaptures } from '#server/db/schema.ts';
import { CONTACT_FIELD_NAMES, LEAD_FORM_FIELDS } from '#shared/contact-fields.ts';

/**
 * What people send as lists of columns for statements written by hand, made from the table of fields when the process
 * starts: a statement of ours never forgets a field, and its text stays the same, so that it can be prepared.
 */

const contactColumns = getTableColumns(contacts);
const leadColumns = getTableColumns(leadCaptures);
const join = (items: string[]) => items.join(', ');
const leadFields = Object.entries(LEAD_FORM_FIELDS);

/** As the database names them, in contacts and in what waits alike: full_name, email, … */
export const FIELD_COLUMNS = join(CONTACT_FIELD_NAMES.map((name) => contactColumns[name].name));
/** As JSON names them: "fullName", "email", … */
export const FIELD_KEYS = join(CONTACT_FIELD_NAMES.map((name) => `"${name}"`));
/** The same with their types, for `json_to_recordset`. */
export const FIELD_TYPES = join(
  CONTACT_FIELD_NAMES.map((name) => `"${name}" ${contactColumns[name].getSQLType()}`),
);
/** The same with names for JSON, out of `contacts`. */
export const FIELDS_OF_CONTACT = join(
  CONTACT_FIELD_NAMES.map((name) => `${contactColumns[name].name} as "${name}"`),
);

/** The columns of a lead: lead_name, lead_email, … */
export const LEAD_COLUMN_NAMES = join(leadFields.map(([, { column }]) => leadColumns[column].name));
/** What fills them, out of the columns of what waits. */
export const LEAD_COLUMNS_AS_WAITING = join(
  leadFields.map(([, { contact }]) => contactColumns[contact].name),
);
/** The fields of a contact, out of a lead; null where leads have none. */
export const FIELDS_OF_LEAD = join(
  CONTACT_FIELD_NAMES.map((name) => {
    const found = leadFields.find(([, { contact }]) => contact === name)?.[1];
    return found ? leadColumns[found.column].name : 'null';
  }),
);

/** A field of a lead that its card's form does not show is not kept; `shown` are those it shows. */
const ifShown = (field: string, key: string) => `case when '${field}' = any(shown) then "${key}" end`;

/** What fills the columns of a lead, out of what was sent. */
export const LEAD_VALUES = join(
  leadFields.map(([name, field]) =>
    'required' in field ? `"${field.contact}"` : ifShown(name, field.contact),
  ),
);
/** What fills the columns of what waits: all of a contact, and of a lead what its form shows. */
export const WAITING_VALUES = join(
  CONTACT_FIELD_NAMES.map((key) => {
    const found = leadFields.find(([, { contact }]) => contact === key);
    if (!found || 'required' in found[1]) return `"${key}"`;
    return `case when kind = 'contact' or '${found[0]}' = any(shown) then "${key}" end`;
  }),
);
