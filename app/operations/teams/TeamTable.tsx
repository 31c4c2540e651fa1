import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { CELL_BUTTON, NoRows, SUBSCRIPTION_TONES, TableFrame } from '#app/operations/parts/TableFrame.tsx';
import { capitalize } from '#shared/formats/capitalize.ts';
import type { AdminTeam } from '#shared/operations/admin-teams.ts';
import { Badge } from '#ui/Badge.tsx';

/** Contains a form and its schema, which nobody needs before it is opened. */
const TeamDialog = lazyDialog(async () => (await import('./TeamDialog.tsx')).TeamDialog);

const HEADINGS = ['Name', 'Username', 'Owner', 'Members', 'Claimed cards', 'Subscription', 'Created'];
const CELL = 'px-4 py-2 whitespace-nowrap';
const NUMBER = `${CELL} text-right tabular-nums`;

interface TeamTableProps {
  teams: readonly AdminTeam[];
  whenEmpty: string;
  isBusy: boolean;
}

/** Teams as a dense table; a name opens what can be done about its team. */
export function TeamTable({ teams, whenEmpty, isBusy }: TeamTableProps) {
  const [opened, setOpened] = useState<AdminTeam | null>(null);
  return (
    <>
      <TableFrame caption="All teams, newest first" isBusy={isBusy}>
        <thead>
          <tr className="border-y border-line">
            {HEADINGS.map((heading) => (
              <th
                key={heading}
                scope="col"
                className="h-9 px-4 text-left font-medium whitespace-nowrap text-ink-2"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} onOpen={() => setOpened(team)} />
          ))}
          {teams.length === 0 && (
            <NoRows columns={HEADINGS.length} text={isBusy ? 'Loading teams...' : whenEmpty} />
          )}
        </tbody>
      </TableFrame>
      {opened && <TeamDialog team={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function TeamRow({ team, onOpen }: { team: AdminTeam; onOpen: () => void }) {
  const { name, username, owner, memberCount, claimedCards, subscriptionStatus, createdAt } = team;
  return (
    <tr className="hover:bg-line/30">
      <td className={`${CELL} font-medium`}>
        <button type="button" title={`Team ${name}`} className={CELL_BUTTON} onClick={onOpen}>
          <span className="max-w-64 truncate">{name}</span>
          <UserCog size={16} className="text-ink-2" />
        </button>
        <TeamState team={team} />
      </td>
      <td className={CELL}>{username}</td>
      <td className={CELL}>
        {owner.fullName} <span className="text-ink-2">{owner.email}</span>
      </td>
      <td className={NUMBER}>{memberCount.toLocaleString()}</td>
      <td className={NUMBER}>{claimedCards.toLocaleString()}</td>
      <td className={CELL}>
        <Badge tone={SUBSCRIPTION_TONES[subscriptionStatus]}>{capitalize(subscriptionStatus)}</Badge>
      </td>
      <td className={`${CELL} tabular-nums`}>
        <time dateTime={createdAt}>{formatDay(createdAt)}</time>
      </td>
    </tr>
  );
}

const TeamState = ({ team: { suspendedAt, deletedAt } }: { team: AdminTeam }) => (
  <>
    {suspendedAt && (
      <span className="ml-2">
        <Badge tone="danger">Suspended</Badge>
      </span>
    )}
    {deletedAt && (
      <span className="ml-2">
        <Badge tone="danger">Deleted</Badge>
      </span>
    )}
  </>
);
