import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import type { Pages } from '#app/frame/api/pages.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Button } from '#ui/Button.tsx';

/** Shown below the last row: more is loading, loading failed, or this is the end. */
export function ListEnd({
  pages: { error, hasNext, isFetchingNext, pageCount, fetchNext },
}: {
  pages: Pages<Person>;
}) {
  if (error && hasNext && !isFetchingNext) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4 py-6 text-ink-2">
        <span>{messageOf(error, LOAD_FAILED)}</span>
        <Button variant="secondary" size="small" onClick={fetchNext}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <p role="status" className="py-6 text-center text-sm text-ink-2">
      {isFetchingNext ? 'Loading more contacts...' : !hasNext && pageCount > 1 && 'That’s everyone.'}
    </p>
  );
}
