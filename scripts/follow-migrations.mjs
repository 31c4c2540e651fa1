import fs from 'node:fs';
import path from 'node:path';

/**
 * `npm run db:generate` runs this after drizzle-kit, on `server/db/migrations` or the folder named. Only the newest
 * snapshot of the schema stays: the next migration is made from that one alone. Its columns are written as types, so
 * that a field that is in a field table but in no migration does not compile (`server/db/field-columns.ts`). A new column
 * of contacts is counted with the others.
 */

const [, , folder = path.join(import.meta.dirname, '../server/db/migrations')] = process.argv;
const meta = path.join(folder, 'meta');
const snapshots = fs
  .readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort();
const newest = snapshots.pop();
if (!newest) throw new Error('There are no migrations yet.');
for (const older of snapshots) fs.rmSync(path.join(meta, older));
/** @type {{ tables: Record<string, { name: string, columns: Record<string, unknown> }> }} */
const { tables } = JSON.parse(fs.readFileSync(path.join(meta, newest), 'utf8'));

// The size of a contact is counted by functions of the database, which name the columns; ids do not count.
const newestSql = path.join(
  folder,
  `${fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .pop()}`,
);
const sql = fs.readFileSync(newestSql, 'utf8');
const counted = [...sql.matchAll(/^ALTER TABLE "contacts" ADD COLUMN "((?!\w*_id")\w+)" (?:text|jsonb)\b/gm)]
  .map(([, column]) => `SELECT count_contact_column('${column}');`)
  .filter((statement) => !sql.includes(statement));
if (counted.length > 0)
  fs.appendFileSync(
    newestSql,
    counted.map((statement) => `--> statement-breakpoint\n${statement}\n`).join(''),
  );

const lines = Object.values(tables)
  .sort((one, other) => (one.name < other.name ? -1 : 1))
  .map(({ name, columns }) => {
    const names = Object.keys(columns).sort();
    return `  ${name}: ${names.map((column) => `'${column}'`).join(' | ')};\n`;
  });
fs.writeFileSync(
  path.join(folder, 'columns.ts'),
  `/** The columns that the migrations give each table. Written by \`npm run db:generate\`. */\nexport interface MigratedColumns {\n${lines.join('')}}\n`,
);
