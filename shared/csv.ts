import type { Contact } from './contacts.ts';

/** Contacts as CSV: RFC 4180 with CRLF, a byte order mark for spreadsheets, and no cell they would run. */

const COLUMNS = ['Name', 'Email', 'Phone', 'Company', 'Job Title'];
const BOM = '\uFEFF';
/** What spreadsheets take for a formula (OWASP, "CSV Injection"), full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A phone number starts with + and computes to itself at worst. */
const PHONE = /^\+?[\d\s().-]+$/;

function cell(value: string | null): string {
  const text = value ?? '';
  const harmless = FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replace(/"/g, '""')}"` : harmless;
}

export function contactsToCsv(
  contacts: Pick<Contact, 'fullName' | 'email' | 'phone' | 'company' | 'jobTitle'>[],
): string {
  const rows = contacts.map((contact) =>
    [contact.fullName, contact.email, contact.phone, contact.company, contact.jobTitle].map(cell).join(','),
  );
  return `${BOM}${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
