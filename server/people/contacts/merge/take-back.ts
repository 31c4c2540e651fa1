import { isDeepStrictEqual } from 'node:util';
import { contacts } from '#server/db/schema/people.ts';
import { foldText } from '#shared/formats/fold.ts';
import { sortedJson } from '#shared/formats/sorted-json.ts';
import {
  CONTACT_RECORD,
  DETAIL_FIELDS,
  recordNamesOf,
  recordNamesWith,
} from '#shared/people/contact-record.ts';

/** Columns of a contact under their names in the database, their values as JSON. */
export type Columns = Record<string, unknown>;

/** The column that a column is part of: they make sense only together. */
const PART_OF: Record<string, string> = {
  [contacts.phoneE164.name]: contacts.phone.name,
  ...Object.fromEntries(
    recordNamesWith('mergesWith').map((name) => [
      contacts[name].name,
      contacts[CONTACT_RECORD[name].mergesWith].name,
    ]),
  ),
};

const wholeOf = (name: string): string => PART_OF[name] ?? name;

/** Ways to reach somebody: the first of a kind, and the column with further ones. */
const REACH = recordNamesOf('further').map((name) => ({
  first: contacts[DETAIL_FIELDS[name].of].name,
  label: contacts[`${DETAIL_FIELDS[name].of}Label`].name,
  e164: name === 'morePhones' ? contacts.phoneE164.name : null,
  more: contacts[name].name,
}));

/**
 * The columns of a contact once their change from `before` to `after` is undone. Values that were changed again since stay,
 * with what they are part of: a number has its label, a name its parts. Of lists, only what the change added goes.
 */
export function takeBack(now: Columns, before: Columns, after: Columns): Columns {
  const names = Object.keys(before).filter((name) => name in after);
  const isLeft = (some: string[]) => some.every((name) => isDeepStrictEqual(now[name], after[name]));
  const partsOf = (whole: string) => names.filter((name) => wholeOf(name) === whole);
  const back: Columns = Object.fromEntries(
    names.map((name) => [
      name,
      isLeft(partsOf(wholeOf(name))) ? before[name] : withoutAdded(now[name], before[name], after[name]),
    ]),
  );
  for (const reach of REACH) {
    const isWhole = names.includes(reach.more) && names.includes(reach.first);
    if (isWhole && !isLeft([...partsOf(reach.first), reach.more]))
      Object.assign(back, takeReachBack(now, before, after, reach));
  }
  return back;
}

const isObject = (value: unknown): value is Columns =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that was changed since, without what the undone change had added to it. */
function withoutAdded(now: unknown, before: unknown, after: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before) && Array.isArray(after))
    return dropAdded(now, before, after, sortedJson);
  if (!isObject(now) || !isObject(before) || !isObject(after)) return now;
  const entries = Object.keys({ ...before, ...now }).map((key) => [
    key,
    isDeepStrictEqual(now[key], after[key]) ? before[key] : now[key],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function dropAdded<Item>(now: Item[], before: Item[], after: Item[], keyOf: (item: Item) => string): Item[] {
  const own = new Set(before.map(keyOf));
  const added = new Set(after.map(keyOf).filter((key) => !own.has(key)));
  return now.filter((item) => !added.has(keyOf(item)));
}

interface Way {
  value: string;
  label: string;
  e164?: string | null;
}

const keyOfWay = ({ value, e164 }: Way): string => e164 ?? foldText(value);

/** Likewise for a kind of way to reach them: the first may have become a further one, or a further one the first. */
function takeReachBack(
  now: Columns,
  before: Columns,
  after: Columns,
  reach: (typeof REACH)[number],
): Columns {
  const { first, label, e164, more } = reach;
  const [is, was, became] = [now, before, after].map((columns) => {
    const head = firstOf(columns, reach);
    return { head, all: [...(head ? [head] : []), ...furtherOf(columns, reach)] };
  }) as [Reach, Reach, Reach];
  const left = dropAdded(is.all, was.all, became.all, keyOfWay);
  const isAdded = is.head !== null && !left.includes(is.head);
  const head = isAdded || isDeepStrictEqual(is.head, became.head) ? was.head : is.head;
  return {
    [first]: head?.value ?? null,
    [label]: head?.label || null,
    ...(e164 && { [e164]: head?.e164 ?? null }),
    [more]: left.filter((way) => !head || keyOfWay(way) !== keyOfWay(head)),
  };
}

interface Reach {
  head: Way | null;
  all: Way[];
}

function firstOf(columns: Columns, { first, label, e164 }: (typeof REACH)[number]): Way | null {
  const way = { value: columns[first], label: columns[label] ?? '', ...(e164 && { e164: columns[e164] }) };
  return columns[first] ? (way as Way) : null;
}

const furtherOf = (columns: Columns, { more }: (typeof REACH)[number]) => (columns[more] ?? []) as Way[];

/**
 * A contact `now`, as an operation's undoing will find it: what the `changes` took the place of `before` was added by the
 * operation, too.
 */
export function withReplaced(now: Columns, before: Columns, changes: Columns): Columns {
  const replaced = REACH.flatMap((reach) => {
    const way = reach.first in changes ? firstOf(before, reach) : null;
    return way ? [[reach.more, [...furtherOf(before, reach), way]]] : [];
  });
  return { ...now, ...Object.fromEntries(replaced) };
}
