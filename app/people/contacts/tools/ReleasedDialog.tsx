import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { counted } from '#app/frame/counted.ts';
import { formatDay } from '#app/frame/dates.ts';
import { ListDialog } from '#app/frame/ListDialog.tsx';
import { listsChanged } from '#app/people/contacts/contacts.queries.ts';
import type { Released } from '#shared/people/released.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';

const RELEASED = [urlOf('GET /api/contacts/released')] as const;

/** Whom members of a team have deleted in the last 30 days, to give all of one member's back with one press. */
export function ReleasedDialog({ onClose }: { onClose: () => void }) {
  const released = useQuery({
    queryKey: RELEASED,
    queryFn: () => call('GET /api/contacts/released'),
    refetchOnMount: 'always',
  });
  return (
    <ListDialog
      title="Deleted by members"
      description="They are still in this list, held by no one. Give them back within 30 days."
      list={released}
      onClose={onClose}
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-ink-2">No one was deleted by a member.</p>
        ) : (
          <ul aria-label="Members who deleted people" className="divide-y divide-line">
            {rows.map((one) => (
              <Member key={one.holderId} released={one} />
            ))}
          </ul>
        )
      }
    </ListDialog>
  );
}

function Member({ released: { holderId, fullName, count, lastAt } }: { released: Released }) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => call('POST /api/contacts/released/restore', { body: { holderId } }),
    meta: { failure: { fallback: 'Failed to give them back. Please try again.' } },
    onSuccess({ count: given }) {
      listsChanged(client);
      void client.invalidateQueries({ queryKey: RELEASED });
      const people = counted(given, 'person', 'people');
      toast({ title: 'Given back', description: `${fullName} has ${people} again.` });
    },
  });
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block wrap-anywhere">{fullName}</span>
        <span className="block text-sm text-ink-2">
          {counted(count, 'person', 'people')}, last on {formatDay(lastAt)}
        </span>
      </span>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Give back to ${fullName}`}
        isPending={restore.isPending}
        pendingLabel="Giving back..."
        onClick={() => restore.mutate()}
      >
        Give back
      </Button>
    </li>
  );
}
