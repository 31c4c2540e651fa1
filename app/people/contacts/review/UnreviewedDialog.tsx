import { useRef, useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { Submission } from '#shared/people/unreviewed.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ALL_TICKS, countTicks, isTicked, NO_TICKS, toChoice, toggleTick } from './choose-unreviewed.ts';
import { UnreviewedRow } from './UnreviewedRow.tsx';
import {
  type Review,
  useBlockAddress,
  useReview,
  useUnreviewed,
  useUnreviewedCount,
} from './unreviewed.queries.ts';

const BlocksDialog = lazyDialog(async () => (await import('./BlocksDialog.tsx')).BlocksDialog);

/** Submissions to keep, delete or report: one by one, or thousands at once. */
export function UnreviewedDialog({ onClose }: { onClose: () => void }) {
  const count = useUnreviewedCount();
  const pages = useUnreviewed();
  const [isListingBlocks, setIsListingBlocks] = useState(false);
  const { rows } = pages;
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Unreviewed"
      description={`${rows?.some(({ isOverQuota }) => isOverQuota) ? 'Some came while contacts were full, others may be spam.' : 'These may be spam.'} They join your contacts only if you keep them.`}
    >
      {rows ? (
        <Rows rows={rows} count={Math.max(count, rows.length)} />
      ) : pages.error ? (
        <LoadFailed error={pages.error} retry={pages.refetch} />
      ) : (
        <Skeleton className="h-32" />
      )}
      <ShowMore pages={pages} />
      <DoneButton onClick={onClose}>
        <Button variant="quiet" className="mr-auto -ml-5" onClick={() => setIsListingBlocks(true)}>
          Blocked senders
        </Button>
      </DoneButton>
      {isListingBlocks && <BlocksDialog onClose={() => setIsListingBlocks(false)} />}
    </Dialog>
  );
}

function Rows({ rows, count }: { rows: readonly Submission[]; count: number }) {
  const [ticks, setTicks] = useState(NO_TICKS);
  const review = useReview();
  const blockAddress = useBlockAddress();
  const status = useRef<HTMLParagraphElement>(null);
  const ticked = countTicks(ticks, count);
  // The pressed button disappears with its row; the line with the count stays.
  const settle = {
    onSuccess() {
      setTicks(NO_TICKS);
      status.current?.focus();
    },
  };
  const decide = (kind: Review) => {
    const choice = toChoice(ticks, rows[0]?.createdAt ?? '');
    review.mutate({ review: kind, choice }, settle);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Checkbox
          label="Select all"
          disabled={rows.length === 0}
          checked={count > 0 && ticked === count}
          onChange={(event) => setTicks(event.target.checked ? ALL_TICKS : NO_TICKS)}
        />
        <Decisions isDisabled={ticked === 0 || review.isPending} onDecide={decide} />
      </div>
      <p ref={status} role="status" tabIndex={-1} className="mt-1 text-sm text-ink-2 tabular-nums">
        {rows.length === 0
          ? 'All reviewed.'
          : ticked === 0
            ? 'Select who to keep, delete, or report.'
            : `${ticked.toLocaleString()} of ${count.toLocaleString()} selected`}
      </p>
      <ul aria-label="Unreviewed" className="mt-3 divide-y divide-line border-t border-line empty:hidden">
        {rows.map((row) => (
          <li key={row.id}>
            <UnreviewedRow
              submission={row}
              isTicked={isTicked(ticks, row.id)}
              onTick={() => setTicks(toggleTick(ticks, row.id))}
              onReview={(kind) => review.mutate({ review: kind, choice: { ids: [row.id] } }, settle)}
              onBlockAddress={() => blockAddress.mutate(row.id, settle)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const DECISIONS = [
  ['keep', 'Keep', 'secondary'],
  ['delete', 'Delete', 'secondary'],
  ['report', 'Report as Spam', 'danger'],
] as const;

function Decisions({ isDisabled, onDecide }: { isDisabled: boolean; onDecide: (kind: Review) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {DECISIONS.map(([kind, label, variant]) => (
        <Button
          key={kind}
          size="small"
          variant={variant}
          disabled={isDisabled}
          onClick={() => onDecide(kind)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
