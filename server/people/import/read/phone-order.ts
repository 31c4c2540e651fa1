import { foldHeading, qualifiersOf } from './csv-headings.ts';
import type { FoundValue } from './person.ts';

/** Which number of a person comes first, the one that is called and texted. */

const isFax = (kinds: readonly string[]): boolean => kinds.includes('fax') || kinds.includes('pager');
const kindsOf = ({ label }: FoundValue): string[] => qualifiersOf(foldHeading(label).split(' '));

/** Moves the best number to the front; the others stay in their order. */
function putFirst(phones: FoundValue[], rankOf: (phone: FoundValue) => number): void {
  const ranks = phones.map(rankOf);
  const best = ranks.indexOf(Math.min(...ranks));
  if (best > 0) phones.unshift(...phones.splice(best, 1));
}

/** Of a contact file, whose order is somebody's: a fax or pager is first only where there is nothing else. */
export const putFaxLast = (phones: FoundValue[]): void =>
  putFirst(phones, (one) => (isFax(kindsOf(one)) ? 1 : 0));

const AFTER_OTHERS = /^(?:assistant|callback|isdn|tty|telex)$/;

/** Of a table, whose columns stand in an order that says nothing: what it calls the main one, then mobile, then work. */
export function putMainFirst(phones: FoundValue[], preferred: ReadonlySet<string>): void {
  putFirst(phones, (one) => {
    const kinds = kindsOf(one);
    if (isFax(kinds) || one.label === 'telex') return 5;
    if (preferred.has(one.value)) return 0;
    if (kinds.includes('mobile')) return 1;
    if (kinds.includes('work')) return 2;
    return AFTER_OTHERS.test(one.label) ? 4 : 3;
  });
}
