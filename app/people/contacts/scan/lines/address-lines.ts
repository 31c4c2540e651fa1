import { COUNTRIES, foldCardWords, STREET_WORD } from './card-words.ts';

/** A postal code with its town, in the order of each country. */
const TOWN = [
  // 80331 München, D-80331 München, 75008 Paris, 8001 Zürich, A-1010 Wien
  /(?:^|[\s,])(?:[A-Z]{1,2}[-– ])?\d{4,5}\s+\p{Lu}\p{L}{2,}/u,
  // 1250-096 Lisboa, 01310-100 São Paulo
  /(?:^|[\s,])\d{4,5}-\d{3}(?:$|[\s,])/u,
  // San Francisco, CA 94105 and 94105-1234
  /\p{L}{2,},?\s+[A-Z]{2}\.?\s+\d{5}(?:-\d{4})?\b/u,
  // London SW1A 1AA; Toronto, ON M5V 2T6
  /\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b/u,
  /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/u,
];

const isTown = (line: string): boolean => TOWN.some((form) => form.test(line));
const isStreet = (line: string): boolean =>
  /\d|\bpost|\bbp\b/i.test(line) && STREET_WORD.test(foldCardWords(line));
/** "Neuer Wall 50", "12 Old Mill": a number at one end, and words. */
const mayBeStreet = (line: string): boolean =>
  /^(?:\d{1,5}[a-z]?,?\s+\p{L}[\p{L}\s.'-]{2,}|\p{L}[\p{L}\s.'-]{2,}\s\d{1,5}\s?[a-z]?)$/iu.test(line);

/**
 * Takes the postal address out of the lines: the line with the town, streets next to it, and a country below. Lines are
 * joined by ", ".
 */
export function takeAddress(lines: readonly string[]): { address: string; lines: string[] } {
  const chosen = new Set<number>();
  const town = lines.findIndex(isTown);
  const start = town >= 0 ? town : lines.findIndex(isStreet);
  if (start < 0) return { address: '', lines: [...lines] };
  chosen.add(start);
  for (let at = start - 1; at >= Math.max(0, start - 2); at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() && (isStreet(line) || (at === start - 1 && mayBeStreet(line)))) chosen.add(at);
    else if (line.trim()) break;
  }
  for (let at = start + 1; at <= start + 2; at += 1) {
    const line = lines[at] ?? '';
    if (isStreet(line) || isTown(line) || COUNTRIES.test(foldCardWords(line).replace(/[.\s]+$/, '')))
      chosen.add(at);
    else if (line.trim()) break;
  }
  const address = lines
    .filter((_, at) => chosen.has(at))
    .map((line) =>
      line
        .replace(/^(?:adress?e?|address|direcci[oó]n|indirizzo|endere[cç]o|sede)\s*[:.]\s*/iu, '')
        .replace(/[,\s]+$/, ''),
    )
    .join(', ')
    .replace(/\s[-–]\s(?=\d{4,5}\s)/g, ', ');
  return { address, lines: lines.map((line, at) => (chosen.has(at) ? '' : line)) };
}
