import { describe, expect, it } from 'vitest';
import { product, read } from './sources.ts';

/**
 * Code that signs in, mails, lists or counts persons reads the view of persons, and the accounts, teams among them, only
 * where it writes (docs/decisions/353).
 */

const PLACES =
  /^server\/(?:accounts\/auth|operations\/admin|infra\/mail|messages\/notices|money\/billing\/mails)\/|^server\/money\/billing\/tell-administrators\.ts$|^server\/pages\/site\/(?:portfolio|alias-pages)\.ts$/;

/** Files that read accounts anyway, and why no team is taken for a person there. */
const JUSTIFIED: readonly [file: string, why: string][] = [
  ['server/accounts/auth/oidc/free-username.ts', 'names belong to all accounts'],
  ['server/money/billing/mails/card-ends.ts', 'the owner of a team is mailed, see `readPayer`'],
  ['server/money/billing/mails/price-mail.ts', 'the owner of a team is mailed, see `readPayer`'],
  ['server/money/billing/mails/reminders.ts', 'the owner of a team is mailed, see `readPayer`'],
  ['server/operations/admin/admin.ts', 'counts teams, and what they pay'],
  ['server/operations/admin/find-team.ts', 'finds the accounts of teams'],
  ['server/messages/notices/arrivals.ts', 'locks the account, and marks what came to a team as told'],
  ['server/messages/notices/tell-unheld.ts', 'locks the account of who runs a team'],
];

/** The ways to read `users`, in statements of drizzle and in SQL. */
const READS = [
  /\.(?:from|\w*[jJ]oin|\$count)\(\s*users\b/,
  /:\s*users\s*[,}]/,
  /\bgetTableColumns\(users\)/,
  /\b(?:from|join|using)\s+(?:only\s+)?(?:"?users\b|\$\{users\})/i,
];
const WRITES = /\.(?:insert|update|delete)\(\s*users\s*\)/;

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
const importsUsers = (source: string) =>
  /import (?!type)[^;]*\busers\b[^;]*from '#server\/db\/schema\/users\.ts'/.test(source);

/** True if a source reads accounts, or names them without writing them. */
const readsAccounts = (source: string): boolean => {
  const bare = withoutComments(source);
  return READS.some((pattern) => pattern.test(bare)) || (importsUsers(bare) && !WRITES.test(bare));
};

describe('Where only persons are meant', () => {
  const reading = product.filter((file) => PLACES.test(file) && readsAccounts(read(file)));
  const justified = JUSTIFIED.map(([file]) => file);

  it('accounts are only written', () => {
    expect(reading.filter((file) => !justified.includes(file))).toEqual([]);
  });

  it('is justified only what reads accounts', () => {
    expect(justified.filter((file) => !reading.includes(file))).toEqual([]);
  });

  const IMPORT = "import { persons, users } from '#server/db/schema/users.ts';";
  it.each([
    `${IMPORT} db.select().from(users).where(x)`,
    `${IMPORT} db.update(users).set(x); db.select({ user: users }).from(sessions)`,
    `${IMPORT} db.select().from(sessions).innerJoin(users, x)`,
    `${IMPORT} db.$count(users, x)`,
    `${IMPORT} const condition = eq(users.id, id)`,
    'sql`select count(*) from users where true`',
    `sql\`delete from sessions using \${users} where true\``,
  ])('would be found: %s', (source) => {
    expect(readsAccounts(source)).toBe(true);
  });

  it.each([
    `${IMPORT} db.update(users).set(x).where(eq(users.id, id)).returning({ id: users.id })`,
    `import type { users } from '#server/db/schema/users.ts';`,
    '// read from users',
  ])('would not be found: %s', (source) => {
    expect(readsAccounts(source)).toBe(false);
  });
});
