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

export function contactsToCsv(
  contacts: Pick<Contact, 'fullName' | 'email' | 'phone' | 'company' | 'jobTitle'>[],
): string {
  const rows = contacts.map((contact) =>
    [contact.fullName, contact.email, contact.phone, contact.company, contact.jobTitle].map(cell).join(','),
  );
  return `${BOM}${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
