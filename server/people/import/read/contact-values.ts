import { matchKeysOf } from '#server/db/search/match-keys.ts';
import type { PhoneRegion } from '#server/infra/phone.ts';
import { SOCIAL_NETWORKS, TEXT_MAX } from '#shared/contract/constants.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { cleanText } from '#shared/contract/fields.ts';
import type { Answer } from '#shared/contract/lead-questions.ts';
import { socialHref } from '#shared/contract/links.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import { foldText } from '#shared/formats/fold.ts';
import {
  NAME_FIELDS,
  NAME_ORDERS,
  NAME_PARTS,
  type NameFields,
  PHONETIC_PARTS,
} from '#shared/names/name-parts.ts';
import { nameParts } from '#shared/names/names.ts';
import { type ContactDetails, isDay } from '#shared/people/contact-details.ts';
import { CONTACT_FIELDS, type ContactFieldName } from '#shared/people/contact-fields.ts';
import { NOTES_A_CONTACT_MAX, TAG_LENGTH_MAX, TAGS_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';
import {
  CONTACT_RECORD,
  csvHeading,
  recordNamesOf,
  type SINGLE_NAMES,
} from '#shared/people/contact-record.ts';
import { addressesOf, mailsOf, phonesOf, websitesOf } from './contact-reach.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { type ImportedPerson, isSomebody, nameOf } from './person.ts';

/** A person from a file as the columns of a contact, by the limits that hold for contacts added by hand. */
export type ContactValues = NameFields &
  Omit<Record<ContactFieldName, string | null>, keyof NameFields | 'fullName'> &
  ContactDetails & {
    fullName: string;
    phoneE164: string | null;
    isFavorite: boolean;
    /** By which card they came, how and when, for a contact of our own export; null: by this import, now. */
    cardName: string | null;
    customFields: Answer[];
    source: string | null;
    createdAt: string | null;
  };

export interface ReadContact {
  values: ContactValues;
  /** The rest of a long text that did not fit into the contact's notes. */
  moreNotes: string[];
  keys: string[];
  /** Changes and omissions, in sentences. */
  remarks: string[];
}

const NOTES_MAX = CONTACT_FIELDS.notes.max;
/** A note of its own is at most this long. */
const NOTE_MAX = TEXT_MAX.paragraph;

/** The values of a contact; null if there is nothing by which this is a person. */
export function toImportedContact(
  person: ImportedPerson,
  region: PhoneRegion | null,
  tagsForAll: readonly string[] = [],
): ReadContact | null {
  if (!isSomebody(person)) return null;
  const { texts } = person;
  const kept = createKeeper(person.remarks);
  const reach = reachValues(person, region, kept);
  const fullName = kept.line(
    nameOf(texts) ||
      texts.nickname ||
      texts.company ||
      person.emails[0]?.value ||
      person.phones[0]?.value ||
      '',
    TEXT_MAX.line,
    'name',
  );
  if (!fullName) return null;
  const [notes = null, ...restOfNotes] = pieces(kept.text(texts.notes));
  const moreNotes = notesOf(
    [...restOfNotes, ...person.moreNotes.flatMap((note) => pieces(kept.text(note), NOTE_MAX))],
    kept,
  );
  const social = socialOf(person, kept);
  for (const { name, value, label, parameters } of person.other) kept.other(name, value, label, parameters);
  const values: ContactValues = {
    fullName,
    ...nameFieldsOf(fullName, texts, kept),
    ...reach,
    ...textValues(texts, kept),
    addresses: addressesOf(person, kept),
    notes,
    social,
    isFavorite: person.isFavorite,
    tags: tagsOf([...tagsForAll, ...person.tags], kept),
    otherProperties: kept.others,
    ...originOf(person, kept),
    customFields: person.answers,
  };
  const keys = matchKeysOf(values);
  return {
    values,
    moreNotes,
    keys,
    remarks: kept.remarks(),
  };
}

/** Fields of one line, days and moments, but for the name and its parts, which are read together. */
const TEXT_NAMES = recordNamesOf('line', 'day', 'moment').filter(
  (name) => name !== 'fullName' && !(NAME_FIELDS as readonly string[]).includes(name),
) as Exclude<(typeof SINGLE_NAMES)[number], 'fullName' | keyof NameFields | 'email' | 'phone' | 'website'>[];

const textValues = (texts: ImportedPerson['texts'], kept: Keeper) =>
  each(TEXT_NAMES, (name) => {
    const { kind, max = TEXT_MAX.line, vcard } = { max: undefined, ...CONTACT_RECORD[name] };
    if (kind === 'line') return kept.line(texts[name], max, csvHeading(name).toLowerCase()) || null;
    return (kind === 'day' ? dayOf : momentOf)(vcard[4], texts[name], kept);
  });

/** The ways to reach a person: the first of each is the main one. */
function reachValues(person: ImportedPerson, region: PhoneRegion | null, kept: Keeper) {
  const [email, ...moreEmails] = mailsOf(person, kept);
  const [phone, ...morePhones] = phonesOf(person, kept, region);
  const [website, ...moreWebsites] = websitesOf(person, kept);
  return {
    email: email?.value ?? null,
    emailLabel: email?.label || null,
    moreEmails,
    phone: phone?.value ?? null,
    phoneE164: phone?.e164 ?? null,
    phoneLabel: phone?.label || null,
    morePhones,
    website: website?.value ?? null,
    websiteLabel: website?.label || null,
    moreWebsites,
  };
}

const SOURCES = ['exchange', 'lead', 'manual', 'scan'];
const NO_ORIGIN = { cardName: null, source: null, createdAt: null };

/** An origin without a time is not taken: somebody who was met now counts among those of today. */
function originOf({ origin }: ImportedPerson, kept: Keeper) {
  const time = Date.parse(origin?.createdAt ?? '');
  if (!origin || !(time > Date.UTC(2000) && time < Date.now())) return NO_ORIGIN;
  return {
    cardName: kept.line(origin.cardName, TEXT_MAX.line, 'card') || null,
    source: SOURCES.find((one) => one === origin.source) ?? null,
    createdAt: new Date(time).toISOString(),
  };
}

/** As many notes as a contact may have. */
function notesOf(notes: string[], kept: Keeper): string[] {
  if (notes.length > NOTES_A_CONTACT_MAX) kept.remark(`Kept ${NOTES_A_CONTACT_MAX} of ${notes.length} notes`);
  return notes.slice(0, NOTES_A_CONTACT_MAX);
}

/** The parts as the file has them; those that anybody would guess from the name need not be stored. */
function nameFieldsOf(fullName: string, texts: ImportedPerson['texts'], kept: Keeper): Required<NameFields> {
  const guessed = nameParts({ fullName });
  const parts = splitSuffix(texts);
  const isGuess = NAME_PARTS.every((part) => (parts[part]?.trim() ?? '') === guessed[part]);
  const said = isGuess ? { ...parts, ...Object.fromEntries(NAME_PARTS.map((part) => [part, ''])) } : parts;
  const given = Object.fromEntries(
    [...NAME_PARTS, ...PHONETIC_PARTS].map((part) => [
      part,
      kept.line(said[part], CONTACT_FIELDS[part].max, 'name') || null,
    ]),
  ) as Record<(typeof NAME_PARTS)[number] | (typeof PHONETIC_PARTS)[number], string | null>;
  const order = NAME_ORDERS.find((one) => one === texts.nameOrder) ?? null;
  return {
    ...given,
    nameOrder: order,
  } as Required<NameFields>;
}

/** "Natarajan, PhD" in the field of the family name is a family name and a suffix. */
function splitSuffix(texts: ImportedPerson['texts']): ImportedPerson['texts'] {
  const [, familyName, nameSuffix] = /^([^,]+),\s*(.+)$/.exec(texts.familyName?.trim() ?? '') ?? [];
  if (!familyName || !nameSuffix || texts.nameSuffix?.trim()) return texts;
  const guessed = nameParts({ fullName: `${texts.givenName ?? ''} ${familyName}, ${nameSuffix}` });
  return guessed.nameSuffix === nameSuffix ? { ...texts, familyName, nameSuffix } : texts;
}

const NETWORKS = new Set<string>(SOCIAL_NETWORKS);

function socialOf({ social }: ImportedPerson, kept: Keeper): Record<string, string> {
  const good: Record<string, string> = {};
  for (const [network, value] of Object.entries(social)) {
    const text = kept.text(value).replace(/\s+/g, ' ');
    const name = network as Parameters<typeof socialHref>[0];
    if (
      NETWORKS.has(network) &&
      text.length <= TEXT_MAX.url &&
      (socialHref(name, text) || !/[:/]/.test(text))
    ) {
      good[network] = text;
    } else kept.other('X-SOCIALPROFILE', value, network);
  }
  return good;
}

function dayOf(name: string, value: string | undefined, kept: Keeper): string | null {
  const text = kept.text(value);
  if (!text) return null;
  if (isDay(text)) return text;
  kept.other(name, text);
  return null;
}

function tagsOf(tags: string[], kept: Keeper): string[] {
  const seen = new Map<string, string>();
  for (const one of tags) {
    const tag = cutText(cleanText(one.replace(/\s+/g, ' ')), TAG_LENGTH_MAX).trim();
    const folded = foldText(tag);
    if (folded && !seen.has(folded)) seen.set(folded, tag);
  }
  const all = [...seen.values()];
  if (all.length > TAGS_A_CONTACT_MAX) {
    kept.remark(`Kept ${TAGS_A_CONTACT_MAX} of ${all.length} tags`);
    kept.other('CATEGORIES', all.slice(TAGS_A_CONTACT_MAX).join(', '));
  }
  return all.slice(0, TAGS_A_CONTACT_MAX);
}

function momentOf(name: string, value: string | undefined, kept: Keeper): string | null {
  const text = kept.text(value);
  if (!text) return null;
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T12:00:00Z` : text);
  const date = new Date(time);
  if (!Number.isNaN(time) && date.getUTCFullYear() >= 1900 && date.getUTCFullYear() < 2200)
    return date.toISOString();
  kept.other(name, text);
  return null;
}

/** A long text in pieces: the first for the contact itself, the others for notes of their own. */
function pieces(text: string, firstMax: number = NOTES_MAX): string[] {
  const found: string[] = [];
  for (let rest = text; rest; ) {
    const max = found.length === 0 ? firstMax : NOTE_MAX;
    const whole = cutText(rest, max);
    found.push(whole.trim());
    rest = rest.slice(whole.length).trim();
  }
  return found;
}
