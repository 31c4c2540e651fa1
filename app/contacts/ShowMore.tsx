import type { Pages } from '#app/api/pages.ts';
import { Button } from '#ui/Button.tsx';

/** The way to the next page of a list; nothing at its end. */
export function ShowMore({ pages }: { pages: Pages<unknown> }) {
  if (!pages.hasNext) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-3"
      isPending={pages.isFetchingNext}
      pendingLabel="Loading..."
      onClick={pages.fetchNext}
    >
      Show more
    </Button>
  );
}
