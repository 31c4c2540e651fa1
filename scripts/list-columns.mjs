import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes the columns that the migrations give each table as types: a field that is in a field table but in no migration
 * does not compile (`server/db/field-columns.ts`). Run by `npm run db:generate`.
 */

const folder = path.join(import.meta.dirname, '../server/db/migrations');
const newest = fs
  .readdirSync(path.join(folder, 'meta'))
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
  .at(-1);
if (!newest) throw new Error('There are no migrations yet.');
/** @type {{ tables: Record<string, { name: string, columns: Record<string, unknown> }> }} */
const { tables } = JSON.parse(fs.readFileSync(path.join(folder, 'meta', newest), 'utf8'));

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
