import { fromHarmless, toHarmless } from '#server/infra/csv.ts';
import { phoneForFile } from '#server/infra/phone.ts';
import { recordNamesOf } from '#shared/people/contact-record.ts';
import type { ExportedContact } from './read-exported.ts';

/** The heading of the column that has everything for which a table has no place. */
export const DETAILS_HEADING = 'More Details';

/** In front of a question, which may be called like another column. */
export const ANSWER_HEADING = 'Answer: ';

/** Characters that spreadsheets could run, or our apostrophes change: written as JSON's escapes, no cell can contain them. */
const SIGNS = /[=+\-@＝＋－＠﹦﹢﹣﹫]/g;
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The columns of texts that a spreadsheet could run, and in which our apostrophes may be taken for theirs. */
const TEXTS = recordNamesOf('line', 'text', 'choice');

/** The text that an import reads from a cell. */
export const readFromCell = (text: string): string => fromHarmless(toHarmless(text).trim());

/** Texts that their own cells would not give back. */
function exactOf(contact: Partial<ExportedContact>): Record<string, string> {
  const exact: Record<string, string> = {};
  for (const name of TEXTS) {
    const text = contact[name];
    if (text && readFromCell(text) !== text) exact[name] = text;
  }
  return exact;
}

/** A number whose cell has it in another spelling: as it was typed, with its cell, so that a change by hand shows. */
function typedPhone({ phone, phoneE164 }: Partial<ExportedContact>) {
  const cell = phone && phoneForFile(phone, phoneE164 ?? null);
  return cell && cell !== phone ? { typed: phone, cell } : undefined;
}

/** Fields for which a table has no cell, or whose cell does not say all of them. */
const DETAILED = recordNamesOf('label', 'further', 'addresses', 'social', 'properties', 'tags', 'choice');

/** Lists and labels as JSON: what an import of the same file needs to lose nothing; an empty text if there is none. */
export function detailsOf(contact: Partial<ExportedContact>): string {
  const { moreNotes, isFavorite, phoneE164, customFields } = contact;
  const kept: Record<string, unknown> = {};
  const keep = (name: string, value: unknown) => {
    if (value && (typeof value !== 'object' || Object.keys(value).length > 0)) kept[name] = value;
  };
  for (const name of DETAILED) keep(name, contact[name]);
  const typed = typedPhone(contact);
  const rest = { moreNotes, isFavorite, phoneE164, typedPhone: typed, customFields, exact: exactOf(contact) };
  for (const [name, value] of Object.entries(rest)) keep(name, value);
  return Object.keys(kept).length === 0 ? '' : JSON.stringify(kept).replace(SIGNS, escaped);
}
