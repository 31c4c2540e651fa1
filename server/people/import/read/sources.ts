import { IMPORT_SOURCES, type ImportSource } from '#shared/people/import.ts';
import { type CardProperty, textOf } from './vcard-properties.ts';

/** Which program wrote a file, as far as it shows. */

const inFileName = (fileName: string): ImportSource | null => {
  const folded = fileName.toLowerCase();
  return IMPORT_SOURCES.find((source) => folded.includes(source)) ?? null;
};

/** By the program's own name or by properties that only it writes. */
export function sourceOfCards(properties: readonly CardProperty[], fileName: string): ImportSource | null {
  const product = properties
    .filter(({ name }) => name === 'prodid')
    .map(textOf)
    .join(' ');
  const has = (pattern: RegExp) => properties.some(({ name }) => pattern.test(name));
  if (/goldleaf/i.test(product) || has(/^x-goldleaf-/)) return 'goldleaf';
  if (/camcard|intsig/i.test(product) || has(/^x-(?:is-|camcard)/)) return 'camcard';
  if (has(/^x-(?:samsung|samsungadr)/)) return 'samsung';
  if (/outlook|microsoft/i.test(product) || has(/^x-ms-/)) return 'outlook';
  if (/apple|ios|iphone|mac os/i.test(product)) return 'iphone';
  if (/google/i.test(product)) return 'google';
  return inFileName(fileName);
}

/** Google and LinkedIn by their formats, the others by columns that no other program has together. */
export function sourceOfColumns(headings: readonly string[], fileName: string): ImportSource | null {
  const has = (...names: string[]) => names.every((name) => headings.includes(name));
  if (has('Name', 'Email', 'Phone', 'Company', 'Job Title', 'Favorite', 'Type')) return 'goldleaf';
  if (has('First Name', 'Last Name', 'Connected On')) return 'linkedin';
  if (headings.some((heading) => /^(?:E-mail|Phone) 1 - (?:Value|Label|Type)$/.test(heading)))
    return 'google';
  if (has('Group Membership') || has('File As', 'Labels')) return 'google';
  if (has('Record ID') || has('Lifecycle Stage')) return 'hubspot';
  if (has('E-mail Address') && (has('Business Phone') || has('Categories') || has('Mobile Phone')))
    return 'outlook';
  const named = inFileName(fileName);
  // "contacts-google-export.csv" in the owner's words says nothing about the format of the others.
  return named === 'iphone' || named === 'samsung' ? null : named;
}
