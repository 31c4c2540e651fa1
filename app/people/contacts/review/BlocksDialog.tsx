import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { accountHere } from '#app/frame/api/account-here.ts';
import { formatDay } from '#app/frame/dates.ts';
import { PagesDialog } from '#app/frame/ListDialog.tsx';
import type { Block } from '#shared/people/unreviewed.ts';
import { Button } from '#ui/Button.tsx';
import { useBlocks, useUnblock } from './unreviewed.queries.ts';

/** The senders that the owner, or a team, has blocked, and how to unblock them. */
export function BlocksDialog({ onClose }: { onClose: () => void }) {
  const team = useTeamHere();
  return (
    <PagesDialog
      title="Blocked senders"
      description={`People who can’t send ${team?.name ?? 'you'} their details.`}
      pages={useBlocks()}
      onClose={onClose}
    >
      {(blocks) =>
        blocks.length === 0 ? (
          <p className="text-ink-2">{team ? 'No one is blocked.' : 'You haven’t blocked anyone.'}</p>
        ) : (
          <ul className="divide-y divide-line">
            {blocks.map((block) => (
              <BlockRow key={block.id} block={block} />
            ))}
          </ul>
        )
      }
    </PagesDialog>
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
        onClick={() => unblock.mutate({ id, account: accountHere() })}
      >
        Unblock
      </Button>
    </li>
  );
}
