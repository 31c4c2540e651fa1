import { recordNamesOf } from '#shared/people/contact-record.ts';
import { IMPORTED_NETWORKS } from '#shared/people/import-targets.ts';
import { addressesOfRow, type FoundAddresses, takeAddressCell } from './csv-addresses.ts';
import { toIsoDate } from './csv-dates.ts';
import { foldHeading, type MappedColumn, qualifiersOf } from './csv-headings.ts';
import { addDetails } from './own-exports.ts';
import { addLabeled, type ImportedPerson, nobody } from './person.ts';
import { putMainFirst } from './phone-order.ts';
import { takeUrl } from './vcard-values.ts';

const TEXTS = recordNamesOf('line');
const DATES = recordNamesOf('day', 'moment');
const isOneOf = <Name extends string>(names: readonly Name[], target: string): target is Name =>
  (names as readonly string[]).includes(target);

/** Google writes several values into one cell like this. */
const SEVERAL = ' ::: ';

/** The person of one row. */
export function personOfRow(cells: readonly string[], columns: readonly MappedColumn[]): ImportedPerson {
  const person = nobody();
  const labels = new Map<string, string>();
  for (const [place, { target, group }] of columns.entries()) {
    const cell = cells[place]?.trim();
    if (target === 'label' && group && cell) labels.set(group, cell);
  }
  const addresses: FoundAddresses = new Map();
  const preferred = new Set<string>();
  const details: string[] = [];
  const isOwn = columns.some(({ target }) => target === 'details');
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]?.trim() ?? '';
    if (cell === '' || column.target === 'skip' || column.target === 'label') continue;
    const given = labels.get(column.group);
    if (column.target === 'phone' && isMain(column, given)) preferred.add(cell);
    take({ person, addresses, details, isOwn }, column, cell, labelText(given ?? column.label));
  }
  person.addresses.push(...addressesOfRow(addresses));
  if (!isOwn) putMainFirst(person.phones, preferred);
  // After the other columns, whose values it completes.
  for (const one of details) addDetails(person, one);
  return person;
}

/** Google marks the preferred value with a star. */
const labelText = (text: string): string => text.replace(/^\* ?/, '').trim();

/** True if a column has the main number: by Google's star, or by its heading. */
const isMain = ({ heading, label }: MappedColumn, given: string | undefined): boolean =>
  given?.startsWith('*') ?? (label === '' && qualifiersOf(foldHeading(heading).split(' ')).includes('main'));

interface Found {
  person: ImportedPerson;
  addresses: FoundAddresses;
  details: string[];
  /** Of our own file, where every cell has one value. */
  isOwn: boolean;
}

function take(
  { person, addresses, details, isOwn }: Found,
  column: MappedColumn,
  cell: string,
  label: string,
): void {
  const { target, heading } = column;
  const { texts } = person;
  /** A value that finds its place taken is kept under its heading. */
  const once = <Name extends string>(there: Partial<Record<Name, string>>, name: Name, value = cell) => {
    if (!there[name]) there[name] = value;
    else if (there[name] !== value) person.other.push({ name: heading, value: cell, label: '' });
  };
  if (isOneOf(TEXTS, target)) once(texts, target);
  else if (isOneOf(IMPORTED_NETWORKS, target)) once(person.social, target);
  else if (isOneOf(DATES, target)) {
    const date = target === 'metAt' && MOMENT.test(cell) ? cell : toIsoDate(cell, column.dateOrder);
    if (date) once(texts, target, date);
    else if (date === null) person.other.push({ name: heading, value: cell, label: '' });
  } else takeOther({ person, addresses, details, isOwn }, column, cell, label);
}

/** A cell that may have several values, or that is part of one. */
function takeOther(
  { person, addresses, details, isOwn }: Found,
  column: MappedColumn,
  cell: string,
  label: string,
): void {
  const { texts } = person;
  const { target, heading } = column;
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
    case 'details':
      details.push(cell);
      return;
    case 'other':
      // Google's own fields have their heading in a column beside.
      person.other.push({ name: label || heading, value: cell, label: '' });
      return;
    default:
      takeAddressCell(addresses, column, cell, label);
  }
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
