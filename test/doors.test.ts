import { getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { teamBrand } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';
import { accountChanges } from '#shared/accounts/account.ts';
import { product, read } from './sources.ts';

/**
 * One file writes each noun, so that nobody has to remember what goes with a change of it (docs/decisions/340). Looks for
 * statements of drizzle and of SQL, also where they are parts of larger ones.
 */

interface Door {
  /** The table's name in our code. */
  name: string;
  table: Table;
  /** Of a table that many may update: the columns that only the door writes, besides new rows. */
  columns?: string[];
  file: string;
  /** Files that may write it as well. */
  except: string[];
}

const DOORS: Door[] = [
  {
    name: 'businessCards',
    table: businessCards,
    file: 'server/cards/cards/write-cards.ts',
    except: [],
  },
  {
    name: 'contacts',
    table: contacts,
    file: 'server/people/contacts/write-contacts.ts',
    // For the search and the duplicates.
    except: ['server/db/search/index-contacts.ts', 'server/db/search/match-contacts.ts'],
  },
  {
    name: 'users',
    table: users,
    columns: ['email', 'emailConfirmedAt', 'pendingEmail'],
    file: 'server/accounts/auth/address/write-address.ts',
    except: [
      // The columns of its endpoint, see below.
      'server/accounts/account/change-account.ts',
      // Takes all of them from what is left of a deleted account.
      'server/portability/account/erase-account.ts',
      // An answer of the provider, whose type has no other columns.
      'server/money/billing/write-subscription.ts',
      // Once, at the first start after an update from before addresses were unique in every case.
      'server/db/rename-case-twins.ts',
    ],
  },
  {
    name: 'users',
    table: users,
    columns: [
      'subscriptionStatus',
      'trialEndsAt',
      'subscriptionEndsAt',
      'stripeCustomerId',
      'stripeSubscriptionId',
      'checkoutCompletedAt',
    ],
    file: 'server/money/billing/write-subscription.ts',
    except: [
      // Takes all of them from what is left of a deleted account.
      'server/portability/account/erase-account.ts',
      // New rows, with their trial.
      'server/accounts/auth/address/write-address.ts',
      'server/accounts/account/change-account.ts',
      'server/db/rename-case-twins.ts',
    ],
  },
  {
    name: 'teamBrand',
    table: teamBrand,
    file: 'server/teams/create/write-brand.ts',
    except: [],
  },
  {
    name: 'users',
    table: users,
    columns: ['password'],
    file: 'server/accounts/auth/passwords.ts',
    except: [
      // New rows.
      'server/accounts/auth/address/write-address.ts',
      // Takes all of them from what is left of a deleted account.
      'server/portability/account/erase-account.ts',
      'server/money/billing/write-subscription.ts',
      'server/accounts/account/change-account.ts',
      'server/db/rename-case-twins.ts',
    ],
  },
];

const alternatives = (names: string[]) => `(?:${names.join('|')})`;

/** Every name that a source has for the table, as after `import { contacts as people }`. */
const aliasesOf = (source: string, name: string): string[] => [
  name,
  ...[...source.matchAll(new RegExp(`\\b${name} as (\\w+)`, 'g'))].flatMap((match) => match[1] ?? []),
];

/** The statements of a source that write the table, each to the end of what it sets. */
function statementsOn(source: string, { name, table }: Door): string[] {
  const ours = `(?:\\w+\\.)?${alternatives(aliasesOf(source, name))}`;
  const theirs = `(?:"?public"?\\.)?"?${getTableName(table)}"?`;
  const verb = '(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|copy)';
  const statement = new RegExp(
    `\\.(?:insert|update|delete)\\(\\s*${ours}\\s*\\)|\\b${verb}\\s+(?:only\\s+)?(?:${theirs}(?![\\w.])|\\$\\{${ours}\\})`,
    'gi',
  );
  return [...source.matchAll(statement)].map(({ index }) => {
    const rest = source.slice(index);
    const end = rest.search(/\.where\(|\.returning\(|;|`|\bwhere\b/);
    return rest.slice(0, end < 0 ? undefined : end);
  });
}

/** True if a source writes what belongs to the door. What an update sets must be seen where it stands. */
function writes(source: string, door: Door): boolean {
  const bare = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  const statements = statementsOn(bare, door);
  const { columns } = door;
  if (!columns) return statements.length > 0;
  const all = getTableColumns(door.table);
  const names = columns.flatMap((name) => [name, all[name]?.name ?? name]);
  const isNamed = new RegExp(`(?<!\\.)\\b${alternatives(names)}\\b\\s*(?:[:,=})]|$)`);
  return statements.some((statement) => {
    if (/^(?:\.delete|delete)/i.test(statement)) return false;
    if (!/^(?:\.update|update)/i.test(statement)) return true;
    const set = statement.replace(/^[\s\S]*?\bset\b/i, '');
    const isHidden = statement.startsWith('.')
      ? !/^\(\s*\{/.test(set) || set.includes('...')
      : /^\s*\$\{/.test(set);
    return isHidden || isNamed.test(set);
  });
}

const server = product.filter((file) => file.startsWith('server/') && !file.includes('/migrations/'));

describe('A door', () => {
  it.each(DOORS)('is the only file that writes $name, or its columns $columns', (door) => {
    const found = server.filter((file) => writes(read(file), door));
    expect(found).toContain(door.file);
    expect(
      found.filter((file) => file !== door.file && !door.except.includes(file)),
      `use ${door.file}`,
    ).toEqual([]);
    expect(door.except.filter((file) => !found.includes(file))).toEqual([]);
  });

  it.each([
    'await tx.insert(contacts).values(row)',
    'tx\n  .update(contacts)\n  .set({ notes })',
    'db.delete(schema.contacts)',
    "import { contacts as people } from '#server/x.ts'; db.delete(people)",
    'sql`insert into contacts (id) select 1`',
    'sql`with gone as (\n  delete from contacts using given where true\n)`',
    'sql`UPDATE "contacts" c SET notes = null`',
    'sql`update only public.contacts set notes = null`',
    `sql\`update \${contacts} set notes = null\``,
  ])('sees that this writes contacts: %s', (source) => {
    expect(writes(source, DOORS[1] as Door)).toBe(true);
  });

  it.each([
    'db.select().from(contacts)',
    'sql`select from contacts for update`',
    'sql`update contacts_kept set notes = null`',
    '// tx.delete(contacts)',
  ])('sees that this does not: %s', (source) => {
    expect(writes(source, DOORS[1] as Door)).toBe(false);
  });

  it.each([
    ['db.update(users).set({ email }).where(x)', true],
    ['db.update(users).set({ isAdmin, pendingEmail: null }).where(x)', true],
    ['db.update(users).set(outcome).where(x)', true],
    ['db.update(users).set({ isAdmin, ...more }).where(x)', true],
    ['db.insert(users).values(row)', true],
    ['sql`update users u set email = null where true`', true],
    [`sql\`update users set \${columns} where true\``, true],
    ['db.update(users).set({ isAdmin }).where(eq(users.email, email))', false],
    ['sql`update users set is_inbox_full = true where email is null`', false],
    ['db.delete(users).where(x)', false],
  ])('sees whether this writes addresses: %s', (source, isWriting) => {
    expect(writes(source, DOORS[2] as Door)).toBe(isWriting);
  });
});

it('no column of a subscription is one that its owner may change', () => {
  const changed = Object.keys(accountChanges.shape);
  expect(DOORS[3]?.columns?.filter((name) => changed.includes(name))).toEqual([]);
});
