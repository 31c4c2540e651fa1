import { useQuery } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { formatDay, fromDayField } from '#app/frame/dates.ts';
import { ListDialog } from '#app/frame/ListDialog.tsx';
import { cardField } from '#shared/cards/card-fields.ts';
import type { CardVersion } from '#shared/cards/card-versions.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { useRestoreVersion } from './invites.queries.ts';

interface VersionsDialogProps {
  cardId: string;
  /** Whose card it is. */
  fullName: string;
  onClose: () => void;
}

/** How a card was before each day on which it was changed, to bring it back with one press. */
export function VersionsDialog({ cardId, fullName, onClose }: VersionsDialogProps) {
  const params = { id: cardId };
  const versions = useQuery({
    queryKey: [urlOf('GET /api/cards/{id}/versions', { params })],
    queryFn: () => call('GET /api/cards/{id}/versions', { params }),
    refetchOnMount: 'always',
  });
  return (
    <ListDialog
      title="Earlier versions"
      description={`How the card of ${fullName} was before each day on which it was changed. Kept for 30 days.`}
      list={versions}
      onClose={onClose}
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-ink-2">Nothing was changed in the last 30 days.</p>
        ) : (
          <ul aria-label="Earlier versions" className="divide-y divide-line">
            {rows.map((version) => (
              <Version key={version.day} version={version} cardId={cardId} onClose={onClose} />
            ))}
          </ul>
        )
      }
    </ListDialog>
  );
}

interface VersionProps extends Pick<VersionsDialogProps, 'cardId' | 'onClose'> {
  version: CardVersion;
}

function Version({ version: { day, changed }, cardId, onClose }: VersionProps) {
  const restore = useRestoreVersion(cardId);
  const date = formatDay(fromDayField(day));
  const bringBack = () =>
    restore.mutate(day, {
      onSuccess() {
        toast({ title: 'Brought back', description: `The card is as it was before ${date}.` });
        onClose();
      },
    });
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block">Before {date}</span>
        <span className="block text-sm wrap-anywhere text-ink-2">{sayChanged(changed)}</span>
      </span>
      {changed.length > 0 && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Bring back the version before ${date}`}
          isPending={restore.isPending}
          pendingLabel="Bringing back..."
          onClick={bringBack}
        >
          Bring back
        </Button>
      )}
    </li>
  );
}

/** So many are named. */
const NAMED = 3;

/** "Job title, Photo and 4 more differ now" */
function sayChanged(changed: CardVersion['changed']): string {
  if (changed.length === 0) return 'As it is now';
  const names = changed.slice(0, NAMED).map((name) => cardField(name).label ?? name);
  const more = changed.length - names.length;
  return `Different now: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
