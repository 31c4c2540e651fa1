import { takeAddress } from './lines/address-lines.ts';
import { cardLines } from './lines/card-lines.ts';
import { foldCardWords, LABEL_WORD } from './lines/card-words.ts';
import { isNetwork, takeLinks, takeMails } from './lines/mails-and-links.ts';
import { readPerson } from './lines/person-lines.ts';
import { type ReadPhone, takePhones } from './lines/phone-lines.ts';

/** The suggestions from a card's text for its owner to confirm; empty where nothing fits. */
export interface ScannedCard {
  fullName: string;
  jobTitle: string;
  company: string;
  email: string;
  /** The number to call: a mobile one before one for work; never a fax. */
  phone: string;
  website: string;
  /** On one line, parts joined by ", ". */
  address: string;
  otherEmails: string[];
  otherPhones: ReadPhone[];
  /** The lines that found no field, in the order of the card. */
  otherLines: string[];
}

const ORDER = ['mobile', 'work', 'home', 'fax'] as const;

/** The number to call, and the others. */
export function chooseNumber(numbers: readonly ReadPhone[]): Pick<ScannedCard, 'phone' | 'otherPhones'> {
  const phones = [...numbers].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const phone = phones.find(({ kind }) => kind !== 'fax');
  return { phone: phone?.value ?? '', otherPhones: phones.filter((one) => one !== phone) };
}

/** Nothing but words that name a value: "Tel.", "E-Mail:", "M". */
const isOnlyLabels = (line: string): boolean =>
  !/\p{L}{2}|\d{2}/u.test(line) ||
  foldCardWords(line)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => !word || LABEL_WORD.test(word));

/**
 * The fields of a business card from its text, one line of the card a line, as recognition gives it: `@` with spaces
 * around it, `wwvv`, commas for dots. Written for cards in English, German, French, Spanish, Italian and Portuguese.
 */
export function readCardText(text: string): ScannedCard {
  const mails = takeMails(cardLines(text));
  const links = takeLinks(mails.lines);
  const numbers = takePhones(links.lines);
  const place = takeAddress(
    numbers.lines.map((line) => (isOnlyLabels(line) ? '' : line.replace(/\s+/g, ' ').trim())),
  );
  const website = links.values.find((link) => !isNetwork(link)) ?? '';
  const person = readPerson(place.lines, mails.values, website);
  return {
    fullName: person.fullName,
    jobTitle: person.jobTitle,
    company: person.company,
    email: mails.values[0] ?? '',
    website,
    address: place.address,
    otherEmails: mails.values.slice(1),
    ...chooseNumber(numbers.phones),
    otherLines: [...person.lines, ...links.values.filter((link) => link !== website)],
  };
}

/** True if there is anything to confirm. */
export const isReadable = (card: ScannedCard): boolean =>
  Boolean(card.fullName || card.email || card.phone || card.company) || card.otherLines.length > 1;
