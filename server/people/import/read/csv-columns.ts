import type { DateOrder } from '#shared/people/import.ts';
import type { ImportTarget } from '#shared/people/import-targets.ts';
import {
  foldHeading,
  type GuessedColumn,
  guessHeading,
  isPart,
  LEFT_OUT,
  qualifiersOf,
} from './csv-headings.ts';

/** The meaning of a table's headings together. */

const GIVEN_IF = /^(?:nombre|nome|nombres)$/;
const FAMILY_IF = /^(?:name|nom|nombre|nome)$/;

/**
 * "Title" is the form of address where there is a "Job Title", "Name" the family name next to a "Vorname", and
 * "Business Street 2" another line of "Business Street".
 */
export function guessColumns(headings: readonly string[]): GuessedColumn[] {
  const guessed = headings.map(guessHeading);
  const has = (target: ImportTarget) => guessed.some((column) => column.target === target);
  const seen = new Set<ImportTarget>();
  const columns = guessed.map((column, place) => {
    const folded = foldHeading(headings[place] ?? '');
    let { target } = column;
    if (/^(?:title|titre|titulo)(?: \d{1,2})?$/.test(folded))
      target = has('jobTitle') ? 'namePrefix' : 'jobTitle';
    else if (GIVEN_IF.test(folded)) target = has('familyName') ? 'givenName' : 'fullName';
    else if (FAMILY_IF.test(folded) && has('givenName') && !has('familyName')) target = 'familyName';
    if (folded === 'file as' && (has('givenName') || has('familyName'))) target = 'other';
    if (!SEVERAL.has(target) && !isPart(target)) {
      // One column for each field: the first; the others are kept under their own headings.
      if (seen.has(target)) return { ...LEFT_OUT };
      seen.add(target);
    }
    return { ...column, target };
  });
  return joinStreets(headings, columns);
}

const SEVERAL = new Set<ImportTarget>([
  'email',
  'phone',
  'website',
  'notes',
  'tags',
  'label',
  'other',
  'skip',
]);

/**
 * A numbered street that is all of its address is a line of the one without a number; so is a numbered "Address" beside
 * the town, and the "Address" before it is then a street, while those of a table without one ("Address1", "Address2") are
 * addresses of their own.
 */
function joinStreets(headings: readonly string[], columns: GuessedColumn[]): GuessedColumn[] {
  const partsOf = (group: string) =>
    columns.filter((one) => one.group === group && isPart(one.target)).map((one) => one.target);
  const hasTown = (group: string) => partsOf(group).some((part) => part !== 'street' && part !== 'address');
  const joined = columns.map((column, place) => {
    const { target, group, label } = column;
    const isNumbered = /(?:^| )\d{1,2}$/.test(group) || isFurtherStreet(headings[place] ?? '');
    if (!isNumbered || partsOf(group).length !== 1) return column;
    const whole = qualifiersOf(foldHeading(headings[place] ?? '').split(' ')).length > 0 ? label : '';
    if (target !== 'street' && !(target === 'address' && hasTown(whole))) return column;
    return { ...column, target: 'street' as const, group: whole };
  });
  return joined.map((column, place) => {
    const streets = headings.filter(
      (_, at) => joined[at]?.target === 'street' && joined[at]?.group === column.group,
    );
    const isFirst = streets.length > 0 && streets.every(isFurtherStreet);
    const isLast = !joined.some(
      ({ target, group }, at) => at > place && target === 'address' && group === column.group,
    );
    return column.target === 'address' && isFirst && isLast
      ? { ...column, target: 'street' as const }
      : column;
  });
}

/** True if a column is another line of a street: "Street 2". */
export const isFurtherStreet = (heading: string): boolean => /(?:^| )[2-9](?: |$)/.test(foldHeading(heading));

/** Words of headings by which a table is in English; those in NEUTRAL are in several languages. */
const ENGLISH =
  /\b(?:first|last|given|middle|surname|phone|company|address|street|city|state|zip|country|birthday|birth|date of|created|connected|added|scanned|met|job|title|department|notes|wedding|work|home)\b/;
const NEUTRAL = /^(?:name|e ?mail|mail|tags?|url|web|website|event|position|mobile|fax|linkedin|date|id)$/;

/** True if most headings that mean something are in English. */
function isInEnglish(headings: readonly string[]): boolean {
  const words = headings
    .filter((heading) => guessHeading(heading).target !== 'other')
    .map(foldHeading)
    .filter((folded) => !NEUTRAL.test(folded));
  const english = words.filter((folded) => ENGLISH.test(folded)).length;
  return english > 0 && english * 2 >= words.length;
}

/** In which order dates such as 4/12/2024 are read where no row of their column shows it. */
export const orderByLanguage = (headings: readonly string[]): DateOrder =>
  isInEnglish(headings) ? 'monthFirst' : 'dayFirst';
