import {
  ANSWER_HEADING,
  DETAILS_HEADING,
  readFromCell,
} from '#server/people/contacts/export/exported-details.ts';
import { TEXT_MAX } from '#shared/contract/constants.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { ANSWER_MAX, type Answer } from '#shared/contract/lead-questions.ts';
import { CELL_NAMES, csvHeading } from '#shared/people/contact-record.ts';
import type { ImportColumn } from '#shared/people/import.ts';
import { IMPORT_TARGETS, type ImportTarget } from '#shared/people/import-targets.ts';
import { answers } from '#shared/people/lead-schemas.ts';
import { ADDRESS_PART_NAMES } from '#shared/people/record-field.ts';
import {
  addLabeled,
  type FoundAddress,
  type FoundValue,
  type ImportedPerson,
  nobody,
  TEXT_TARGETS,
} from './person.ts';

/** People from our own exports: JSON, and the column of a CSV file that has what a table has no place for. */

/** The columns of our CSV file: those that are no target of an import are among the details too, or ours alone. */
const OWN_COLUMNS: Record<string, ImportTarget> = {
  ...Object.fromEntries(
    CELL_NAMES.map((name) => [csvHeading(name), IMPORT_TARGETS.find((target) => target === name) ?? 'skip']),
  ),
  [DETAILS_HEADING]: 'details',
  Card: 'skip',
  Connected: 'skip',
  Favorite: 'skip',
  Type: 'skip',
  Source: 'skip',
  'Profile Image': 'skip',
};

/** The target of a column of our CSV file; the answers are among the details, if it is not from before they were. */
export function ownTargetOf({ heading, target }: ImportColumn, headings: readonly string[]): ImportTarget {
  const isAnswerHeading = (one: string) => one.startsWith(ANSWER_HEADING);
  const hasAnswers = headings.includes(DETAILS_HEADING) && headings.some(isAnswerHeading);
  if (hasAnswers && (heading === 'Answers' || isAnswerHeading(heading))) return 'skip';
  return OWN_COLUMNS[heading] ?? target;
}

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A contact of our JSON; null if it is none. */
export function personOfJson(contact: unknown): ImportedPerson | null {
  if (!isObject(contact)) return null;
  const person = nobody();
  for (const name of TEXT_TARGETS) if (text(contact[name])) person.texts[name] = text(contact[name]);
  // When they met, if their owner did not say otherwise.
  person.texts.metAt ??= text(contact.createdAt) || undefined;
  for (const [place, name] of [
    [person.emails, 'email'],
    [person.phones, 'phone'],
    [person.websites, 'website'],
  ] as const) {
    addLabeled(place, text(contact[name]), '');
  }
  takeDetails(person, contact);
  const { source, cardName, createdAt } = contact;
  person.origin = { source: text(source), cardName: text(cardName), createdAt: text(createdAt) };
  return person;
}

/** Adds what the column of details says to the person of the other columns; one that was changed by hand says nothing. */
export function addDetails(person: ImportedPerson, details: string): void {
  try {
    const parsed: unknown = JSON.parse(details);
    if (isObject(parsed)) takeDetails(person, parsed);
  } catch {
    person.remarks.push(`Couldn’t read the column ${DETAILS_HEADING}`);
  }
}

/** As many as a contact that was merged has at most. */
const ANSWERS_MAX = 50;

function answersOf(details: Json): Answer[] {
  const found = answers.parse(details.customFields);
  const isFitting = ({ id, label, answer }: Answer) =>
    id.length <= TEXT_MAX.line && label.length <= TEXT_MAX.line && answer.length <= ANSWER_MAX;
  return found.filter(isFitting).slice(0, ANSWERS_MAX).map(cleanAnswer);
}

/** Without what no database takes, and what no form would have taken. */
const cleanAnswer = ({ id, label, answer }: Answer): Answer => ({
  id: cleanText(id),
  label: cleanText(label),
  answer: cleanText(answer),
});

function takeDetails(person: ImportedPerson, details: Json): void {
  person.answers = answersOf(details);
  takeMainNumber(person, details);
  takeLabeled(person.emails, details.emailLabel, details.moreEmails);
  takeLabeled(person.phones, details.phoneLabel, details.morePhones);
  takeLabeled(person.websites, details.websiteLabel, details.moreWebsites);
  for (const one of list(details.addresses)) {
    const address: FoundAddress = text(one.label) ? { label: text(one.label) } : {};
    for (const part of ADDRESS_PART_NAMES) if (text(one[part])) address[part] = text(one[part]);
    person.addresses.push(address);
  }
  const tags = texts(details.tags);
  if (tags.length > 0) person.tags = tags;
  if (isObject(details.social)) {
    for (const [network, value] of Object.entries(details.social)) {
      if (text(value)) person.social[network] = text(value);
    }
  }
  for (const { name, value, parameters } of list(details.otherProperties)) {
    const all = isObject(parameters) ? parameters : {};
    const { LABEL, ...rest } = Object.fromEntries(Object.entries(all).map(([key, one]) => [key, texts(one)]));
    if (!text(name) || !text(value)) continue;
    person.other.push({
      name: text(name),
      value: text(value),
      label: LABEL?.join(' ') ?? '',
      parameters: rest,
    });
  }
  const exact = isObject(details.exact) ? details.exact : {};
  for (const name of TEXT_TARGETS) {
    // A cell that was changed by hand since stays as it is.
    const said = text(exact[name]);
    if (said && said.length <= TEXT_MAX.paragraph && readFromCell(said) === person.texts[name])
      person.texts[name] = said;
  }
  person.moreNotes.push(...texts(details.moreNotes));
  if (text(details.nameOrder)) person.texts.nameOrder = text(details.nameOrder);
  person.isFavorite ||= details.isFavorite === true;
}

/** The first number as it was typed, if its cell was not changed by hand since. */
function takeMainNumber({ phones: [first] }: ImportedPerson, { typedPhone, phoneE164 }: Json): void {
  if (!first) return;
  const { typed, cell } = isObject(typedPhone) ? typedPhone : {};
  if (text(typed) && readFromCell(text(cell)) === first.value) first.value = text(typed);
  if (text(phoneE164)) first.e164 = text(phoneE164);
}

/** The label of the first value, which has a field of its own, and the values after it. */
function takeLabeled(there: FoundValue[], label: unknown, more: unknown): void {
  const [first] = there;
  if (first && text(label)) first.label = text(label);
  for (const one of list(more)) {
    addLabeled(there, text(one.value), text(one.label));
    const added = there.at(-1);
    if (added && added.value === text(one.value).trim() && text(one.e164)) added.e164 = text(one.e164);
  }
}
