import type { ExportedContact } from './exported-vcard.ts';

/** The heading of the column that has everything for which a table has no place. */
export const DETAILS_HEADING = 'More Details';

/** What spreadsheets could run, or our apostrophes change: written as JSON's escapes, no cell can contain it. */
const SIGNS = /[=+\-@＝＋－＠﹦﹢﹣﹫]/g;
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Lists and labels as JSON: what an import of the same file needs to lose nothing; an empty text if there is none. */
export function detailsOf(contact: Partial<ExportedContact>): string {
  const { emailLabel, phoneLabel, websiteLabel, moreEmails, morePhones, moreWebsites, addresses } = contact;
  const { social, otherProperties, moreNotes, tags, nameOrder, isFavorite } = contact;
  const all = {
    ...{ emailLabel, phoneLabel, websiteLabel, moreEmails, morePhones, moreWebsites, addresses },
    ...{ social, otherProperties, moreNotes, tags, nameOrder, isFavorite },
  };
  const kept = Object.entries(all).filter(
    ([, value]) => value && (typeof value !== 'object' || Object.keys(value).length > 0),
  );
  return kept.length === 0 ? '' : JSON.stringify(Object.fromEntries(kept)).replace(SIGNS, escaped);
}
