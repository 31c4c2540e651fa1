/**
 * The meanings of the headings of address books: of Google, Outlook, HubSpot and LinkedIn by their formats, of any other
 * program by the words for it in English, German, French, Spanish, Italian and Portuguese.
 */

import { CONTACT_RECORD, recordNamesWith } from '#shared/people/contact-record.ts';
import type { DateOrder } from '#shared/people/import.ts';
import type { ImportTarget } from '#shared/people/import-targets.ts';
import { ADDRESS_PART_NAMES, ADDRESS_PARTS } from '#shared/people/record-field.ts';

export interface GuessedColumn {
  target: ImportTarget;
  /** The label of a mail address or number: "work", "home". */
  label: string;
  /** Columns of one group belong together: the parts of an address, a value and its label. */
  group: string;
}

/** A column with what the owner, or our guess, says about it. */
export interface MappedColumn extends GuessedColumn {
  heading: string;
  /** Of its dates, for those that can be read in two ways. */
  dateOrder: DateOrder | null;
}

/** The uses of a mail address, a number or an address. */
const QUALIFYING: Record<string, string> = {
  work: 'work business office geschaeftlich geschaftlich dienstlich firma buro buero arbeit professionnel professionnelle pro travail bureau trabajo oficina laboral lavoro ufficio trabalho comercial escritorio profissional',
  home: 'home personal private privat private prive personnel personnelle domicile particular casa personale pessoal residencial',
  mobile:
    'mobile cell cellular handy mobil mobiltelefon mobilnummer iphone portable movil celular cellulare telemovel smartphone',
  fax: 'fax telefax telecopie telecopieur',
  pager: 'pager',
  other:
    'other andere weitere weiterer weiteres sonstige autre otro otra altro altra outro outra secondary sekundar secondaire secundario',
  main: 'main primary haupt zentrale principal principale principali preferred',
};
const QUALIFIERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(QUALIFYING).flatMap(([label, words]) => words.split(' ').map((word) => [word, label])),
);

/** The uses named by words: "work", "mobile". */
export const qualifiersOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => (Object.hasOwn(QUALIFIERS, word) ? (QUALIFIERS[word] ?? []) : []));

/** Headings of columns that are no field of the record by themselves; those of fields stand in its table. */
const OTHER_HEADINGS: Partial<Record<ImportTarget, string>> = {
  linkedin:
    'linked in url|linked in profile|linked in profile url|linkedin|linkedin url|linkedin profile|linkedin profile url|linked in|linkedin bio|linkedin profil',
  twitter: 'twitter|twitter username|twitter handle|twitter url|x twitter|x handle',
  instagram: 'instagram|instagram url|instagram handle',
  facebook: 'facebook|facebook url|facebook profile',
  address:
    'address|full address|address formatted|location|mailing address|postal address|address value|adresse|standort|adresse complete|direccion|ubicacion|direccion completa|indirizzo|indirizzo completo|endereco|endereco completo|morada',
};

const HEADINGS: [ImportTarget, string][] = [
  ...recordNamesWith('headings').map((name): [ImportTarget, string] => [name, CONTACT_RECORD[name].headings]),
  ...ADDRESS_PART_NAMES.map((name): [ImportTarget, string] => [name, ADDRESS_PARTS[name].headings]),
  ...(Object.entries(OTHER_HEADINGS) as [ImportTarget, string][]),
];

/** Numbers with a heading of their own, mostly Outlook's, and what they are called. */
const NUMBERS: Record<string, string> = {
  'company main phone': 'company',
  'assistant s phone': 'assistant',
  'telefon assistent': 'assistant',
  'car phone': 'car',
  autotelefon: 'car',
  'radio phone': 'radio',
  callback: 'callback',
  ruckmeldung: 'callback',
  isdn: 'isdn',
  telex: 'telex',
  'tty tdd phone': 'tty',
  'telefon fur horbehinderte': 'tty',
  'whatsapp number': 'whatsapp',
};

const TARGET_OF = new Map(
  HEADINGS.flatMap(([target, headings]) =>
    headings.split('|').map((heading): [string, ImportTarget] => [heading, target]),
  ),
);

/** Headings in words: no case, accents or signs; `firstName`, `first_name` and `Email1` are two words. */
export const foldHeading = (heading: string): string =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/(\p{L}{2})(\d{1,2})(?![\p{L}\d])/gu, '$1 $2')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    // German Outlook: "Weitere/r/s Bundesland/Kanton", "Weiteres/e Land/Region".
    .replace(/\b(weitere[rs]?)(?: [a-z])+(?= )/, '$1')
    .trim();

export const LEFT_OUT: GuessedColumn = { target: 'other', label: '', group: '' };
/** Columns in which programs write about their own record. */
const IDLE =
  /^(?:record id|id|contact id|uid|uuid|photo|profile image|picture|image|avatar|e mail type|e mail display name|email display name|phonetic middle name|additional name yomi|name yomi|initials|type|source|privacy?|private|priority|sensitivity|gender|mileage|subject|directory server|internet free busy|billing information|lifecycle stage|lead status|contact owner|last modified date|last activity date)$/;

/** The meaning of one heading by itself. */
export function guessHeading(heading: string): GuessedColumn {
  const folded = foldHeading(heading);
  const words = folded.split(' ');
  const digits = words.find((word) => /^\d{1,2}$/.test(word)) ?? '';
  const kept = words.filter((word) => !/^\d{1,2}$/.test(word));
  const whole = kept.join(' ');
  const numbered = /^(.*?) (?:type|label)$/.exec(whole);
  if (digits && numbered) return { target: 'label', label: '', group: `${numbered[1]} ${digits}` };
  if (digits && /^(?:custom field|relation|event|im|instant message) value$/.test(whole)) {
    return { ...LEFT_OUT, group: `${whole.replace(/ value$/, '')} ${digits}` };
  }
  const group = digits
    ? `${whole.replace(/ (?:value|formatted|street|city|po box|region|postal code|country|extended address|country code)$/, '')} ${digits}`
    : '';
  const known = TARGET_OF.get(whole);
  if (known) return { target: known, label: '', group: isPart(known) && !group ? '' : group };
  const number = Object.hasOwn(NUMBERS, whole) ? NUMBERS[whole] : undefined;
  if (number) return { target: 'phone', label: number, group };
  if (IDLE.test(whole)) return LEFT_OUT;
  const labels = qualifiersOf(kept);
  const rest = kept.filter((word) => !Object.hasOwn(QUALIFIERS, word)).join(' ');
  const label = [...new Set(labels.filter((one) => one !== 'main'))].join(' ');
  if (labels.length === 0) return LEFT_OUT;
  if (rest === '') return /mobile|fax|pager/.test(label) ? { target: 'phone', label, group } : LEFT_OUT;
  const target = TARGET_OF.get(rest);
  if (!target || !TAKES_LABEL.has(target)) return LEFT_OUT;
  return { target, label, group: isPart(target) ? `${label} ${digits}`.trim() : group };
}

const PARTS = new Set<ImportTarget>([...ADDRESS_PART_NAMES, 'address']);
export const isPart = (target: ImportTarget): boolean => PARTS.has(target);
const TAKES_LABEL = new Set<ImportTarget>(['email', 'phone', 'website', ...PARTS]);

/** True if a row looks like headings: two of its cells mean something, or one of few, and none is an address. */
export function countKnownHeadings(cells: readonly string[]): number {
  if (cells.some((cell) => cell.includes('@') || /^\+?\d[\d\s()./-]{5,}$/.test(cell.trim()))) return 0;
  return cells.filter((cell) => cell.trim() !== '' && guessHeading(cell).target !== 'other').length;
}
