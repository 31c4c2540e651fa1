import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#ui/Button.tsx';

interface TablePagesProps {
  label: string;
  /** Counted from 1. */
  page: number;
  /** Undefined while the number of pages is unknown. */
  pages: number | undefined;
  hasNext: boolean;
  onPage: (page: number) => void;
}

/** Pagination of a table that is longer than a page. */
export function TablePages({ label, page, pages, hasNext, onPage }: TablePagesProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-2 pt-3">
      <Button variant="secondary" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} />
        Previous
      </Button>
      <p className="px-2 text-sm text-ink-2 tabular-nums">
        Page {page.toLocaleString()}
        {pages !== undefined && ` of ${pages.toLocaleString()}`}
      </p>
      <Button variant="secondary" size="small" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight size={16} />
      </Button>
    </nav>
  );
}
