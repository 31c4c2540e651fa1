import { Button } from '#ui/Button.tsx';
import { LOAD_FAILED, messageOf } from './api/call.ts';
import type { Pages } from './api/pages.ts';

interface ShowMoreProps {
  pages: Pages<unknown>;
  label?: string;
  className?: string;
}

/** Loads the next page of a short list, and says when that failed; renders nothing once all rows are shown. */
export function ShowMore({ pages, label = 'Show More', className = '' }: ShowMoreProps) {
  const { rows, hasNext, isFetchingNext, error } = pages;
  if (!rows || !hasNext) return null;
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 pt-3 ${className}`}>
      <Button
        variant="secondary"
        size="small"
        isPending={isFetchingNext}
        pendingLabel="Loading..."
        onClick={pages.fetchNext}
      >
        {label}
      </Button>
      {error && !isFetchingNext && (
        <p role="alert" className="text-sm text-danger">
          {messageOf(error, LOAD_FAILED)}
        </p>
      )}
    </div>
  );
}
