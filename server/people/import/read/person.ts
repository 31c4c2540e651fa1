/** An import file's facts about a person, whatever its format: text as it was found, cleaned but not yet judged. */

import type { Answer } from '#shared/contract/lead-questions.ts';
import { foldText } from '#shared/formats/fold.ts';
import { customOf, isEastAsian } from '#shared/names/name-scripts.ts';
import { recordNamesOf } from '#shared/people/contact-record.ts';
import type { AddressComponent, Labeled } from '#shared/people/record-field.ts';

/** A mail address, phone number or web address with its label, such as "work". */
export interface FoundValue extends Labeled {
  /** Of a number in our own files: E.164, as it was understood when it came. */
  e164?: string | null;
}

export type FoundAddress = Partial<Record<AddressComponent, string>> & { label?: string };

export const wordsIn = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export const wordsOfAddress = ({ label: _, ...parts }: FoundAddress): Set<string> =>
  new Set(wordsIn(Object.values(parts).join(' ')));

/** A property that contacts have no field for; it is written out again as it came. */
export interface UnreadProperty {
  /** In capitals, as in vCard: `ROLE`, `X-CUSTOM`; the heading of a column for a CSV file. */
  name: string;
  value: string;
  label: string;
  /** Its parameters besides the label, such as `LANGUAGE`. */
  parameters?: Record<string, string[]>;
}

/** Where a photo lies in the file of photos that the reading writes. */
export interface PhotoPlace {
  from: number;
  bytes: number;
}

/** Fields of which a file has one value, as a text. */
export const TEXT_TARGETS = recordNamesOf('line', 'text', 'choice', 'day', 'moment');
export type TextTarget = (typeof TEXT_TARGETS)[number];

/** How a contact came to the account that exported it. */
export interface Origin {
  source: string;
  cardName: string;
  /** ISO 8601. */
  createdAt: string;
}

export interface ImportedPerson {
  texts: Partial<Record<TextTarget, string>>;
  emails: FoundValue[];
  phones: FoundValue[];
  websites: FoundValue[];
  addresses: FoundAddress[];
  /** The owner's further notes, each on its own. */
  moreNotes: string[];
  tags: string[];
  /** By network, as `shared/contract/links.ts` names them. */
  social: Record<string, string>;
  other: UnreadProperty[];
  isFavorite: boolean;
  photo: PhotoPlace | null;
  /** Of our own files only. */
  origin: Origin | null;
  /** Their answers in a lead form; of our own files only. */
  answers: Answer[];
  /** Values that could not be taken over as they were, in sentences. */
  remarks: string[];
}

export const nobody = (): ImportedPerson => ({
  texts: {},
  emails: [],
  phones: [],
  websites: [],
  addresses: [],
  moreNotes: [],
  tags: [],
  social: {},
  other: [],
  isFavorite: false,
  photo: null,
  origin: null,
  answers: [],
  remarks: [],
});

/** Far more than a contact keeps, in its lists and beside them. */
const LABELED_MAX = 500;

/** Adds a labeled value unless it is empty or already there. */
export function addLabeled(list: FoundValue[], value: string, label: string): void {
  if (list.length >= LABELED_MAX) return;
  const text = value.trim();
  if (text && !list.some((one) => one.value === text)) list.push({ value: text, label: label.trim() });
}

/** True if there is anything by which this is a person. */
export const isSomebody = ({ texts, emails, phones }: ImportedPerson): boolean =>
  nameOf(texts) !== '' || emails.length > 0 || phones.length > 0 || Boolean(texts.company || texts.nickname);

/** How people are addressed, which is no part of their name. */
const SALUTATION =
  /^(?:mr|mrs|ms|miss|mx|herrn?|frau|m|mme|mlle|monsieur|madame|mademoiselle|sr|sra|srta|señora?|señorita|sig|sig\.?ra|signora?|senhora?)\.?$/i;

/** The name in full: as given, or put together from its parts in the order of their script. */
export function nameOf(texts: ImportedPerson['texts']): string {
  if (texts.fullName?.trim()) return texts.fullName.trim();
  const { namePrefix, givenName, additionalName, familyName, nameSuffix } = texts;
  const title = SALUTATION.test(namePrefix?.trim() ?? '') ? '' : namePrefix;
  const inScript = texts.nameOrder === 'givenFirst' ? null : inOrderOfScript(texts);
  const own = inScript ? [inScript] : [givenName, additionalName, familyName];
  return [title, ...own, nameSuffix]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
}

/** In Han characters, kana and hangul the family name comes first; null for other scripts, and for foreign names in them. */
function inOrderOfScript(texts: ImportedPerson['texts']): string | null {
  const [family, given] = [texts.familyName?.trim(), texts.givenName?.trim()];
  const name = `${family}${given}`;
  if (!family || !given || !isEastAsian(name) || /^[\p{Script=Katakana}ー]+$/u.test(name)) return null;
  const phonetic = `${texts.phoneticFamilyName ?? ''}${texts.phoneticGivenName ?? ''}`;
  const custom = customOf(name, family, phonetic);
  return `${family}${custom === 'japanese' ? ' ' : ''}${given}`;
}
