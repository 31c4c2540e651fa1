import type { Pages } from '#app/api/pages.ts';
import { Button } from '#ui/Button.tsx';

interface ShowOlderProps {
  pages: Pages<unknown>;
  label: string;
  className?: string;
}

/** The way to the older rows of a short list; nothing where all of them are shown. */
export function ShowOlder({ pages, label, className = '' }: ShowOlderProps) {
  if (!pages.hasNext) return null;
  return (
    <div className={`pt-3 ${className}`}>
      <Button
        variant="secondary"
        size="small"
        isPending={pages.isFetchingNext}
        pendingLabel="Loading..."
        onClick={pages.fetchNext}
      >
        {label}
      </Button>
    </div>
  );
}
