import type { ImportTarget } from '#shared/import.ts';
import { dateOf, takeUrl } from './card-person.ts';
import { addDetails } from './goldleaf-person.ts';
import { addLabeled, type ImportedPerson, nobody, type PostalAddress, type TextTarget } from './person.ts';

/** A column of a CSV file with what the owner, or our guess, says about it. */
export interface MappedColumn {
  heading: string;
  target: ImportTarget;
  label: string;
  group: string;
}

const TEXTS = [
  'fullName',
  'namePrefix',
  'givenName',
  'additionalName',
  'familyName',
  'nameSuffix',
  'phoneticGivenName',
  'phoneticFamilyName',
  'company',
  'department',
  'jobTitle',
  'nickname',
  'metPlace',
  'metEvent',
] as const satisfies (TextTarget & ImportTarget)[];
const isText = (target: ImportTarget): target is (typeof TEXTS)[number] =>
  (TEXTS as readonly string[]).includes(target);

/** Google writes several values into one cell like this. */
const SEVERAL = ' ::: ';

/** The person of one row. */
export function personOfRow(cells: readonly string[], columns: readonly MappedColumn[]): ImportedPerson {
  const person = nobody();
  const labels = new Map<string, string>();
  for (const [place, { target, group }] of columns.entries()) {
    const cell = cells[place]?.trim();
    if (target === 'label' && group && cell) labels.set(group, labelText(cell));
  }
  const addresses = new Map<string, PostalAddress>();
  const details: string[] = [];
  const isOwn = columns.some(({ target }) => target === 'details');
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]?.trim() ?? '';
    if (cell === '' || column.target === 'skip' || column.target === 'label') continue;
    const label = labels.get(column.group) ?? column.label;
    take({ person, addresses, details, isOwn }, column, cell, label);
  }
  person.addresses.push(...addresses.values());
  // After the other columns, whose values it completes.
  for (const one of details) addDetails(person, one);
  return person;
}

/** Google marks the preferred value with a star. */
const labelText = (text: string): string => text.replace(/^\* ?/, '').trim();

interface Found {
  person: ImportedPerson;
  addresses: Map<string, PostalAddress>;
  details: string[];
  /** Of our own file, where every cell has one value. */
  isOwn: boolean;
}

function take(
  { person, addresses, details, isOwn }: Found,
  { target, group, heading }: MappedColumn,
  cell: string,
  label: string,
): void {
  const { texts } = person;
  if (isText(target)) {
    texts[target] ??= cell;
    return;
  }
  switch (target) {
    case 'email':
      for (const one of isOwn ? [cell] : splitMails(cell)) addLabeled(person.emails, one, label);
      return;
    case 'phone':
      for (const one of isOwn ? [cell] : cell.split(SEVERAL)) addLabeled(person.phones, one, label);
      return;
    case 'website':
      for (const one of isOwn ? [cell] : cell.split(SEVERAL)) takeUrl(person, one.trim(), label);
      return;
    case 'notes':
      texts.notes = [texts.notes, cell].filter(Boolean).join('\n\n');
      return;
    case 'tags':
      person.tags.push(...splitTags(cell));
      return;
    case 'birthday':
    case 'anniversary':
    case 'metAt': {
      const date = target === 'metAt' && MOMENT.test(cell) ? cell : toIsoDate(cell);
      if (date === '') return;
      if (date) texts[target] ??= date;
      else person.other.push({ name: heading, value: cell, label: '' });
      return;
    }
    case 'linkedin':
    case 'twitter':
    case 'instagram':
    case 'facebook':
      person.social[target] ??= cell;
      return;
    case 'details':
      details.push(cell);
      return;
    case 'other':
      // Google's own fields have their heading in a column beside.
      person.other.push({ name: label || heading, value: cell, label: '' });
      return;
    default:
      takePart(addresses, target, group, cell, label);
  }
}

function takePart(
  addresses: Map<string, PostalAddress>,
  target: ImportTarget,
  group: string,
  cell: string,
  label: string,
): void {
  const address: PostalAddress = addresses.get(group) ?? (label ? { label } : {});
  addresses.set(group, address);
  if (target === 'address') {
    // The whole address in one cell counts where its parts are not given; they may still follow.
    address.street ??= cell;
    return;
  }
  const part = target as keyof PostalAddress;
  if (part === 'street') address.street = cell;
  else address[part] ??= cell;
}

/** The name before an address in angle brackets may have a comma of its own, as in `Doe, Jo <jo@example.com>`. */
function splitMails(cell: string): string[] {
  if (cell.includes(SEVERAL)) return cell.split(SEVERAL);
  const mails: string[] = [];
  let words: string[] = [];
  for (const part of cell.split(/[;,\n]/)) {
    if (!part.includes('@')) words.push(part.trim());
    else {
      const before = words.filter(Boolean).join(', ');
      mails.push(...(part.includes('<') && before ? [`${before}, ${part.trim()}`] : [before, part]));
      words = [];
    }
  }
  return [...mails, words.filter(Boolean).join(', ')];
}

/** Google's own groups have a star and say nothing about the person. */
const splitTags = (cell: string): string[] =>
  cell
    .split(/ ::: |[;,\n|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !/^\* /.test(tag));

/** To the second, as our own files have it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const pad = (number: number | string): string => String(number).padStart(2, '0');

/**
 * A date as ISO 8601 writes it; null if it cannot be told for sure, an empty text for the "0/0/00" by which Outlook says
 * there is none.
 */
export function toIsoDate(text: string): string | null {
  if (/^0?0[/.-]0?0[/.-]0+$/.test(text)) return '';
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return valid(iso[1], iso[2], iso[3]);
  if (/^(?:--)\d{2}-?\d{2}$/.test(text) || /^\d{8}$/.test(text)) return dateOf(text);
  const named = /^(\d{1,2})[ .-]+(\p{L}{3})\p{L}*\.?[ ,-]+(\d{4})$/u.exec(text);
  if (named) return valid(named[3], monthOf(named[2]), named[1]);
  const american = /^(\p{L}{3})\p{L}*\.? (\d{1,2}),? (\d{4})(?:[ ,].*)?$/u.exec(text);
  if (american) return valid(american[3], monthOf(american[1]), american[2]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return valid(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,].*)?$/.exec(text);
  if (!slashed) return null;
  const [, first = '', second = '', year] = slashed;
  if (Number(first) > 12) return valid(year, second, first);
  if (Number(second) > 12 || first === second) return valid(year, first, second);
  return null;
}

const monthOf = (name = ''): string => pad(MONTHS.indexOf(name.toLowerCase()) + 1);

function valid(year = '', month = '', day = ''): string | null {
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
