import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { formatDay } from '#app/dates.ts';
import { ShowMore } from '#app/ShowMore.tsx';
import type { Block } from '#shared/unreviewed.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { useBlocks, useUnblock } from './unreviewed.queries.ts';

/** The senders the owner has blocked, and how to unblock them. */
export function BlocksDialog({ onClose }: { onClose: () => void }) {
  const pages = useBlocks();
  const blocks = pages.rows;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Blocked senders"
      description="They cannot send you their details through your cards."
    >
      {blocks ? (
        <ul className="divide-y divide-line">
          {blocks.map((block) => (
            <BlockRow key={block.id} block={block} />
          ))}
        </ul>
      ) : pages.error ? (
        <ErrorState message={messageOf(pages.error, LOAD_FAILED)} onRetry={pages.refetch} />
      ) : (
        <Skeleton className="h-24" />
      )}
      {blocks?.length === 0 && <p className="text-ink-2">You have not blocked anyone.</p>}
      <ShowMore pages={pages} />
      <div className="mt-5 flex justify-end">
        <Button data-takes-focus="" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function BlockRow({ block: { id, kind, label, endsAt } }: { block: Block }) {
  const unblock = useUnblock();
  const name = kind === 'sender' ? label : `IP address of ${label}`;
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">{name}</p>
        {endsAt && <p className="text-sm text-ink-2">Until {formatDay(endsAt)}</p>}
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Unblock ${name}`}
        isPending={unblock.isPending}
        onClick={() => unblock.mutate(id)}
      >
        Unblock
      </Button>
    </li>
  );
}
