import fs from 'node:fs';

/**
 * Rows whose time is over in each table that a job by time looks at, as after a year in which no job ran. In due-rows.json, `n`
 * is the number of a row, `accounts` how many accounts there are, and `share` how many rows there are for each of the others'.
 *
 * @type {{ table: string, share: number, columns: Record<string, string> }[]}
 */
const DUE = JSON.parse(fs.readFileSync(new URL('due-rows.json', import.meta.url), 'utf8'));

const OLD = "now() - interval '400 days'";

/** Changes of rows that are there, which make something about them due. */
const CHANGES = [
  // Of those that another account has nothing to do with.
  `update business_cards set deleted_at = ${OLD} where id like 'bench%7'`,
  `update users set subscription_status = 'cancelled', subscription_ends_at = ${OLD} where id like 'bench%1'`,
  `update users set trial_ends_at = ${OLD} where id like 'bench%2'`,
  "update users set trial_ends_at = now() + interval '2 days' where id like 'bench%3'",
  `update users set retention_months = 6, retention_since = ${OLD} where id like 'bench%4'`,
  "update contacts set created_at = created_at - interval '2 years'",
  // Of every other of these owners, whose contacts have numbers that end like theirs.
  `insert into retention_notices (person_id, user_id, mail_id, created_at, announced_at)
   select id, user_id, 'mail', now() - interval '8 days', now() - interval '8 days' from contacts
   where substr(id, 8)::int % 20 = 3`,
];

/** Of whom nobody has been told for a day, of one account in a hundred: the product tells of them whenever it runs. */
const untold = (accounts, rows) =>
  `insert into arrivals (user_id, id, kind, created_at)
   select 'bench' || 1 + n % ${Math.ceil(accounts / 100)}, 'w' || n, 'contact', now() - interval '1 day'
   from generate_series(1, ${Math.ceil(rows / 100)}) n`;

/** Fills the tables with `rows` each, without triggers. */
export async function fillDue(client, { accounts, rows }) {
  await client.query('set session_replication_role = replica');
  for (const { table, share, columns } of DUE)
    await client.query(
      `insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
       from generate_series(1, ${Math.ceil(rows * share)}) n, (select ${accounts} as accounts) a`,
    );
  for (const change of [...CHANGES, untold(accounts, rows)]) await client.query(change);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}
