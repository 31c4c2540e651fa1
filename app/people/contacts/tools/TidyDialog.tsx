import { X } from 'lucide-react';
import { useTags } from '#app/people/contacts/person/person.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { useDeleteFilter, useFilters } from './filters.queries.ts';
import { useDeleteTag } from './tools.queries.ts';

/** The owner's tags and saved filters, to remove those that are no longer of use; each removal can be undone. */
export function TidyDialog({ onClose }: { onClose: () => void }) {
  const { data: tags = [] } = useTags();
  const { data: filters = [] } = useFilters();
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
        names={tags.map(({ name }) => name)}
        gone={deleteTag.isPending ? deleteTag.variables : undefined}
        onDelete={(name) => deleteTag.mutate(name)}
      />
      <Names
        heading="Saved views"
        names={filters.map(({ name }) => name)}
        onDelete={(name) => {
          const filter = filters.find((one) => one.name === name);
          if (filter) deleteFilter.mutate(filter);
        }}
      />
      <DoneButton onClick={onClose} />
    </Dialog>
  );
}

interface NamesProps {
  heading: string;
  names: readonly string[];
  /** The one that is being removed. */
  gone?: string | undefined;
  onDelete: (name: string) => void;
}

function Names({ heading, names, gone, onDelete }: NamesProps) {
  return (
    <section className="mt-4">
      <h3 className="text-sm font-medium">{heading}</h3>
      {names.length === 0 ? (
        <p className="mt-1 text-ink-2">None.</p>
      ) : (
        <ul aria-label={heading} className="mt-1 divide-y divide-line">
          {names.map((name) => (
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
                <X size={16} strokeWidth={1.5} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
