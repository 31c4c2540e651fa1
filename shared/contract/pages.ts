import { z } from './zod.ts';

/**
 * Paged lists. A page ends with a cursor, the position of its last row, so that rows added or deleted meanwhile cause
 * no duplicates and no gaps. The cursor of the next page is in the `Link` header (RFC 8288, `rel="next"`).
 */

/** The most rows a caller may request at once. */
export const PAGE_ROWS_MAX = 200;
/** The default page size. */
export const PAGE_ROWS = 50;
/** The number of rows without `limit` and `cursor`: endpoints from the specification then return the newest ones. */
export const BARE_ROWS = 1_000;

/** The parameters of every paged endpoint. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).optional(),
  cursor: z.string().min(1).max(1_000).optional(),
});
export type PageQuery = z.output<typeof pageQuery>;

/** The number of rows a caller requests. */
export const rowsWanted = ({ limit, cursor }: PageQuery): number =>
  limit ?? (cursor === undefined ? BARE_ROWS : PAGE_ROWS);
