import type { AddressComponent } from '#shared/people/record-field.ts';
import { isFurtherStreet } from './csv-columns.ts';
import type { MappedColumn } from './csv-headings.ts';
import { type FoundAddress, wordsOfAddress } from './person.ts';

/** The postal addresses of a row: parts of one group belong together, and no value is lost for want of a place. */

interface Group {
  /** Given in parts; a value that finds its place taken begins another one. */
  parts: FoundAddress[];
  /** Given in one cell each. */
  wholes: { text: string; label: string; isFormatted: boolean }[];
}
export type FoundAddresses = Map<string, Group>;

export function takeAddressCell(
  found: FoundAddresses,
  { target, group: name, heading }: MappedColumn,
  cell: string,
  label: string,
): void {
  const group = found.get(name) ?? { parts: [], wholes: [] };
  found.set(name, group);
  if (target === 'address') {
    group.wholes.push({ text: cell, label, isFormatted: /\bformatted\b/i.test(heading) });
    return;
  }
  const part = target as AddressComponent;
  const last = group.parts.at(-1);
  if (!last) group.parts.push({ ...(label && { label }), [part]: cell });
  else if (last[part] === undefined) last[part] = cell;
  else if (last[part] === cell) return;
  else if (part === 'street' && isFurtherStreet(heading)) last.street = `${last.street}\n${cell}`;
  else group.parts.push({ ...(label && { label }), [part]: cell });
}

/** Each is compared with all others, so a table of 500 columns of addresses would take minutes. */
const COMPARED_MAX = 50;

/** Every address once; a whole one in a cell is left out where its parts say all of it. */
export function addressesOfRow(found: FoundAddresses): FoundAddress[] {
  const all = [...found.values()].flatMap(({ parts, wholes }) => {
    const [first] = parts;
    const rest = wholes.filter(({ isFormatted }) => !(isFormatted && first?.street));
    // The whole address in one cell counts where its street is not given.
    if (first && !first.street && rest[0]) first.street = rest.shift()?.text ?? '';
    return [...parts, ...rest.map(({ text, label }) => ({ ...(label && { label }), street: text }))];
  });
  const compared = all.slice(0, COMPARED_MAX);
  const words = compared.map(wordsOfAddress);
  return all.filter(
    (address, place) =>
      place >= COMPARED_MAX ||
      !compared.some(
        (other, at) =>
          at !== place &&
          (!address.label || address.label === other.label) &&
          isWithin(words[place], words[at]) &&
          (at < place || !isWithin(words[at], words[place])),
      ),
  );
}

const isWithin = (few = new Set<string>(), many = new Set<string>()): boolean =>
  [...few].every((word) => many.has(word));
