import { getTableColumns } from 'drizzle-orm';
import { contacts } from '#server/db/schema/people.ts';
import { RECORD_NAMES } from '#shared/people/contact-record.ts';
import type { ContactValues } from './contact-values.ts';

/** The columns of contacts for statements that write many at once from JSON. */

const all = getTableColumns(contacts);
type Column = keyof typeof all;

/** The columns that a file fills. Others have defaults, or are written as the same for all. */
const VALUES: (keyof ContactValues & Column)[] = [...RECORD_NAMES, 'phoneE164', 'isFavorite'];
const written: Column[] = ['id', ...VALUES, 'cardName', 'customFields'];
const definition = (name: Column): string => `"${name}" ${all[name].getSQLType()}`;

/** Columns that come from the file: `id, full_name, …`. */
export const WRITTEN_COLUMNS = written.map((name) => all[name].name).join(', ');
/** Their names in JSON, quoted: `"id", "fullName", …`. */
export const WRITTEN_KEYS = written.map((name) => `"${name}"`).join(', ');
/** Likewise with their types, for `json_to_recordset`, and those that have another value where the file has none. */
export const WRITTEN_TYPES = [...written, 'source' as const, 'createdAt' as const].map(definition).join(', ');

/** The columns that a file may add to a contact that is there already. */
export const FILLED = VALUES.filter((name) => name !== 'isFavorite');
export const FILLED_TYPES = (['id', ...FILLED] as Column[]).map(definition).join(', ');
export const FILLED_VALUES = FILLED.map((name) => `${all[name].name} = read."${name}"`).join(', ');

/** All columns that a change by hand may change: their values make the fingerprint of an added contact. */
export const markedColumns = (): string[] =>
  (Object.keys(all) as Column[])
    .filter((name) => !(['isMatched', 'updatedAt'] as Column[]).includes(name))
    .map((name) => all[name].name);
