import { type SQL, sql } from 'drizzle-orm';

/** These values as the rows of a query, one parameter however many they are: `id in ${valuesOf(ids)}`. */
export const valuesOf = (values: readonly unknown[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(values)}::json))`;
