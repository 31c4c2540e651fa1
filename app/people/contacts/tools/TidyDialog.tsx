import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useTags } from '#app/people/contacts/person/person.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useDeleteFilter, useFilters } from './filters.queries.ts';
import { useDeleteTag } from './tools.queries.ts';

/** The owner's tags and saved filters, to remove those that are no longer of use; each removal can be undone. */
export function TidyDialog({ onClose }: { onClose: () => void }) {
  const tags = useTags();
  const filters = useFilters();
  const deleteTag = useDeleteTag();
  const deleteFilter = useDeleteFilter();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Tags and saved views"
      description="Deleting a tag removes it from every contact."
    >
      <Names
        heading="Tags"
        read={tags}
        gone={deleteTag.isPending ? deleteTag.variables : undefined}
        onDelete={(name) => deleteTag.mutate(name)}
      />
      <Names
        heading="Saved views"
        read={filters}
        onDelete={(name) => {
          const filter = filters.data?.find((one) => one.name === name);
          if (filter) deleteFilter.mutate(filter);
        }}
      />
      <DoneButton onClick={onClose} />
    </Dialog>
  );
}

interface NamesProps {
  heading: string;
  read: Pick<UseQueryResult<readonly { name: string }[]>, 'data' | 'error' | 'refetch'>;
  /** The one that is being removed. */
  gone?: string | undefined;
  onDelete: (name: string) => void;
}

function Names({ heading, read: { data, error, refetch }, gone, onDelete }: NamesProps) {
  return (
    <section className="mt-4">
      <h3 className="text-sm font-medium">{heading}</h3>
      {!data && error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton className="mt-1 h-11" />
      ) : data.length === 0 ? (
        <p className="mt-1 text-ink-2">None.</p>
      ) : (
        <ul aria-label={heading} className="mt-1 divide-y divide-line">
          {data.map(({ name }) => (
            <li key={name} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${name}`}
                isPending={gone === name}
                pendingLabel=""
                onClick={() => onDelete(name)}
              >
                <X size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
