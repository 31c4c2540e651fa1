import { Ban, Flag, MoreHorizontal, Trash2, UserPlus } from 'lucide-react';
import { useId } from 'react';
import { formatAgo } from '#app/frame/dates.ts';
import { formatRole } from '#shared/cards/role.ts';
import type { Submission } from '#shared/people/unreviewed.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { listReach } from '../people.ts';
import type { Review } from './unreviewed.queries.ts';

const REASONS: Record<Submission['reason'], string> = {
  busy: 'Arrived with many others',
  honeypot: 'Filled in a hidden field',
  quick: 'Sent unusually fast',
};

const reasonOf = ({ reason, isOverQuota }: Submission): string =>
  isOverQuota && reason === 'busy' ? 'Contacts were full' : REASONS[reason];

interface UnreviewedRowProps {
  submission: Submission;
  isTicked: boolean;
  onTick: () => void;
  onReview: (review: Review) => void;
  onBlockAddress: () => void;
}

/** A waiting submission: what was sent, why it waits, and what can be done. */
export function UnreviewedRow({
  submission,
  isTicked,
  onTick,
  onReview,
  onBlockAddress,
}: UnreviewedRowProps) {
  const { fullName, kind, cardName, notes } = submission;
  const id = useId();
  const role = formatRole(submission);
  const facts = listReach(submission);
  return (
    <article className="grid grid-cols-[auto_1fr_auto] gap-x-3 py-3">
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        onChange={onTick}
        className="mt-1 size-5 accent-ink"
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={id} className="tick font-medium wrap-anywhere">
            {fullName}
          </label>
          {kind === 'lead' && <Badge tone="gold">Lead</Badge>}
          <Badge>via {cardName}</Badge>
        </div>
        {role && <p className="wrap-anywhere">{role}</p>}
        <p className="flex flex-wrap gap-x-5 text-ink-2">
          {facts.map((fact) => (
            <span key={fact} className="wrap-anywhere">
              {fact}
            </span>
          ))}
        </p>
        {notes && <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere">“{notes}”</p>}
        <p className="mt-1 text-sm text-ink-2">
          {reasonOf(submission)}, {formatAgo(submission.createdAt)}
        </p>
      </div>
      <div className="-mt-1 -mr-2">
        <ReviewMenu fullName={fullName} onReview={onReview} onBlockAddress={onBlockAddress} />
      </div>
    </article>
  );
}

type ReviewMenuProps = Pick<UnreviewedRowProps, 'onReview' | 'onBlockAddress'> & { fullName: string };

function ReviewMenu({ fullName, onReview, onBlockAddress }: ReviewMenuProps) {
  return (
    <Menu
      items={[
        { label: 'Keep', icon: <UserPlus size={18} />, onSelect: () => onReview('keep') },
        { label: 'Delete', icon: <Trash2 size={18} />, onSelect: () => onReview('delete') },
        {
          label: 'Report as Spam',
          icon: <Flag size={18} />,
          isDanger: true,
          onSelect: () => onReview('report'),
        },
        { label: 'Block IP Address', icon: <Ban size={18} />, isDanger: true, onSelect: onBlockAddress },
      ]}
      trigger={
        <Button variant="quiet" size="small" aria-label={`More about ${fullName}`}>
          <MoreHorizontal size={18} />
        </Button>
      }
    />
  );
}
