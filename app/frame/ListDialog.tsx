import { type ReactNode, useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { Pages } from './api/pages.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { ShowMore } from './ShowMore.tsx';

interface ListDialogProps<Row> {
  title: string;
  description: string;
  /** The rows, once they have been loaded, or why they could not be. */
  list: {
    data: readonly Row[] | undefined;
    error: Error | null;
    /** True at first: rows may be what was read when the dialog was open before. */
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Below the rows. */
  more?: ReactNode;
  onClose: () => void;
  /** Draws the rows that have been loaded, also if there are none. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** A dialog with a list that is loaded. It grows from its middle then: a press meant for "Done" meets no row. */
export function ListDialog<Row>({ list, more, onClose, children, ...dialog }: ListDialogProps<Row>) {
  const [isRead, setRead] = useState(false);
  if (!isRead && !list.isFetching) setRead(true);
  return (
    <Dialog isOpen onClose={onClose} {...dialog}>
      {isRead && list.error ? (
        <LoadFailed error={list.error} retry={list.refetch} />
      ) : isRead && list.data ? (
        <div className="animate-settle">
          {children(list.data)}
          {more}
        </div>
      ) : (
        <Skeleton className="h-64" />
      )}
      <DoneButton onClick={onClose} />
    </Dialog>
  );
}

interface PagesDialogProps<Row> extends Omit<ListDialogProps<Row>, 'list' | 'more'> {
  pages: Pages<Row>;
  /** On the button that loads the next page. */
  moreLabel?: string;
}

/** A dialog with a list that is loaded page by page. While there are more pages, `ShowMore` says what failed. */
export const PagesDialog = <Row,>({ pages, moreLabel, ...dialog }: PagesDialogProps<Row>) => (
  <ListDialog
    {...dialog}
    list={{ ...pages, data: pages.rows, error: pages.hasNext ? null : pages.error }}
    more={<ShowMore pages={pages} label={moreLabel} />}
  />
);
