import { nameOf } from '#server/people/import/read/person.ts';
import { shorten } from '#shared/formats/cut-text.ts';
import { type ListColumn, type Listed, type ListTarget, listed } from '#shared/teams/lists.ts';

/** A row of a list as somebody to invite, or why it is nobody. */

export type ListedRow = { person: Listed; error: null } | { person: null; error: string };

const ROLES = new Map<string, Listed['role']>([
  ['admin', 'admin'],
  ['team admin', 'admin'],
  ['administrator', 'admin'],
  ['member', 'member'],
]);
/** Of what stands in a cell, as the reason for refusing it says it. */
const CELL_SHOWN = 60;

/** As mail programs write addresses: "Ada Lovelace <ada@example.com>". */
const ADDRESS = /<([^<>\s@]+@[^<>\s@]+)>/;
const LABELS: Partial<Record<ListTarget, string>> = {
  fullName: 'name',
  givenName: 'first name',
  familyName: 'last name',
  jobTitle: 'job title',
  phone: 'phone number',
};

const refused = (error: string): ListedRow => ({ person: null, error });

/** `role` is for rows that name none. */
export function toListed(
  cells: readonly string[],
  columns: readonly ListColumn[],
  role: Listed['role'],
): ListedRow {
  const found: Partial<Record<ListTarget, string>> = {};
  for (const [place, { target }] of columns.entries()) {
    const cell = cells[place]?.trim();
    if (cell && target !== 'skip') found[target] ??= cell;
  }
  const { fullName, email = '', role: named = role, ...rest } = found;
  const name = nameOf({ ...rest, fullName: fullName ?? '' });
  if (!email) return refused('There’s no email address in this line.');
  if (!name) return refused('The name is missing.');
  const given = ROLES.get(named.toLowerCase());
  if (!given)
    return refused(`“${shorten(named, CELL_SHOWN)}” isn’t a part in the team. Use member or admin.`);
  const address = ADDRESS.exec(email)?.[1] ?? email;
  const { data, error } = listed.safeParse({ ...rest, email: address, fullName: name, role: given });
  if (data) return { person: data, error: null };
  const field = error.issues[0]?.path[0] as ListTarget;
  if (field === 'email') return refused(`“${shorten(address, CELL_SHOWN)}” isn’t an email address.`);
  return refused(`The ${LABELS[field] ?? field} is too long.`);
}
