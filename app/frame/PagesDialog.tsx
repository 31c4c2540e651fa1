import type { ReactNode } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { Pages } from './api/pages.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { ShowMore } from './ShowMore.tsx';

interface PagesDialogProps<Row> {
  title: string;
  description: string;
  pages: Pages<Row>;
  /** On the button that loads the next page. */
  moreLabel?: string;
  onClose: () => void;
  /** Draws the rows that have been loaded, also if there are none. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** A dialog with a list that is loaded page by page. */
export function PagesDialog<Row>({ pages, moreLabel, onClose, children, ...dialog }: PagesDialogProps<Row>) {
  return (
    <Dialog isOpen onClose={onClose} {...dialog}>
      {pages.rows ? (
        children(pages.rows)
      ) : pages.error ? (
        <LoadFailed error={pages.error} retry={pages.refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
      <ShowMore pages={pages} label={moreLabel} />
      <DoneButton onClick={onClose} />
    </Dialog>
  );
}
