import { COUNTRIES, foldCardWords } from './card-words.ts';

/** An address in the words of a contact's. */
export interface AddressParts {
  street: string;
  postalCode: string;
  city: string;
  region: string;
  country: string;
}

/** Each country's order; the names of the groups are the parts. */
const TOWNS = [
  // San Francisco, CA 94105-1234 (the comma has split it) and Toronto, ON M5V 2T6
  /^(?<region>[A-Z]{2})\.?\s+(?<postalCode>\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/u,
  // Austin TX 78701
  /^(?<city>\p{L}[\p{L}\s.'-]+?)\s+(?<region>[A-Z]{2})\s+(?<postalCode>\d{5}(?:-\d{4})?)$/u,
  // London EC1R 0DP
  /^(?<city>\p{L}[\p{L}\s.'-]*?)?\s*(?<postalCode>[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})$/u,
  // 20121 Milano (MI), 01310-100 São Paulo - SP
  /^(?:[A-Z]{1,2}[-– ])?(?<postalCode>\d{4,5}(?:-\d{3})?)\s+(?<city>\p{L}[\p{L}\s.'-]*?)(?:\s*\((?<region>[A-Z]{2})\)|\s+-\s+(?<region2>[A-Z]{2}))?$/u,
];

/** The parts of an address on one line, as `takeAddress` joins it; what fits nowhere else is the street. */
export function addressParts(address: string): AddressParts {
  const parts = { street: '', postalCode: '', city: '', region: '', country: '' };
  const pieces = address.split(', ').filter(Boolean);
  if (pieces.length > 1 && COUNTRIES.test(foldCardWords(pieces.at(-1) ?? '').replace(/[.\s]+$/, ''))) {
    parts.country = pieces.pop() ?? '';
  }
  const at = pieces.findLastIndex((piece) => TOWNS.some((form) => form.test(piece)));
  const found = TOWNS.map((form) => form.exec(pieces[at] ?? '')?.groups).find(Boolean);
  if (found) {
    const { postalCode = '', city = '', region, region2 } = found;
    pieces.splice(at, 1);
    // The town stands before its state, and was a piece of its own.
    const town = city || (at > 0 ? (pieces.splice(at - 1, 1)[0] ?? '') : '');
    Object.assign(parts, { postalCode, city: town, region: region ?? region2 ?? '' });
  }
  return { ...parts, street: pieces.join(', ') };
}
