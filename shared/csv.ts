import type { Contact } from './contacts.ts';

/** Contacts as CSV: RFC 4180 with CRLF, a byte order mark for spreadsheets, and no cell they would run. */

const COLUMNS = ['Name', 'Email', 'Phone', 'Company', 'Job Title'];
const BOM = '\uFEFF';
/** What spreadsheets take for a formula (OWASP, "CSV Injection"), full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A phone number loses the dashes by which a spreadsheet would calculate: +1-555-0100 would become -654. */
const PHONE = /^\+[\d\s().-]+$/;

function harmless(text: string): string {
  if (PHONE.test(text)) return text.replace(/-/g, ' ');
  return FORMULA.test(text) ? `'${text}` : text;
}

function cell(value: string | null): string {
  const text = harmless(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export type CsvContact = Pick<Contact, 'fullName' | 'email' | 'phone' | 'company' | 'jobTitle'>;

/** What a file begins with; lines of `contactsToLines` follow. */
export const CSV_HEAD = `${BOM}${COLUMNS.join(',')}\r\n`;

/** A line for each contact, with its end. */
export const contactsToLines = (contacts: CsvContact[]): string =>
  contacts
    .map(({ fullName, email, phone, company, jobTitle }) =>
      [fullName, email, phone, company, jobTitle].map(cell).join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('');

/** A whole file. */
export const contactsToCsv = (contacts: CsvContact[]): string => CSV_HEAD + contactsToLines(contacts);
