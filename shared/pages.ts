import { z } from './zod.ts';

/**
 * Lists have pages. A page ends with a cursor, the position of its last row, so that rows which come and go meanwhile
 * make none show twice and none go missing. The cursor of the next page stands in the `Link` header (RFC 8288, `rel="next"`).
 */

/** The most rows a caller may ask for at once. */
export const PAGE_ROWS_MAX = 200;
/** Rows of a page whose size is left out. */
export const PAGE_ROWS = 50;
/** Rows of a bare call, without `limit` and `cursor`: those the specification names answer the newest of them. */
export const BARE_ROWS = 1_000;

/** What every paged call takes. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).optional(),
  cursor: z.string().min(1).max(1_000).optional(),
});
export type PageQuery = z.output<typeof pageQuery>;

/** How many rows a call asks for. */
export const rowsWanted = ({ limit, cursor }: PageQuery): number =>
  limit ?? (cursor === undefined ? BARE_ROWS : PAGE_ROWS);
