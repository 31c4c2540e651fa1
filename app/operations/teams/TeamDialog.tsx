import { useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { useLeavingTyped } from '#app/frame/use-leaving.tsx';
import { ActForm } from '#app/operations/parts/ActForm.tsx';
import { ArchiveLeft } from '#app/operations/parts/ArchiveLeft.tsx';
import { DAY_MS } from '#shared/formats/time.ts';
import type { ADMIN_TEAM_ACTS } from '#shared/operations/admin-acts.ts';
import type { AdminTeam } from '#shared/operations/admin-teams.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/Toast.tsx';
import { useActOnTeam } from './admin-teams.queries.ts';

type TeamAct = (typeof ADMIN_TEAM_ACTS)[number];

const LABELS: Record<TeamAct, { choice: string; button: string; done: string; hint: string }> = {
  suspend: {
    choice: 'Suspend team',
    button: 'Suspend Team',
    done: 'Team suspended',
    hint: 'No one can change anything in it, and its subscription is cancelled without further charges. Its owner can still export and delete it.',
  },
  restore: {
    choice: 'Restore team',
    button: 'Restore Team',
    done: 'Team restored',
    hint: 'A cancelled subscription stays cancelled until the owner resumes it.',
  },
  appoint: {
    choice: 'Appoint an owner',
    button: 'Appoint Owner',
    done: 'Owner appointed',
    hint: 'For a team whose owner can’t be reached. They stay as a team admin, and we email both.',
  },
  delete: {
    choice: 'Delete team',
    button: 'Delete Team',
    done: 'Team deleted',
    hint: `We save an archive of everything first. For ${TEAM_RESTORE_DAYS} days its cards stay up without their forms, and its owner can restore it, unless it’s suspended.`,
  },
  bringBack: {
    choice: 'Restore deleted team',
    button: 'Restore Team',
    done: 'Team restored',
    hint: 'Everything in it comes back, except a subscription: that ended with the deletion.',
  },
};

/** Hints that are others for a deleted team. */
const WHILE_DELETED: Partial<Record<TeamAct, string>> = {
  suspend: 'It stays deleted, and its owner can’t restore it while it’s suspended.',
  restore: 'It stays deleted, and its owner can restore it again.',
};

/** The acts that a team's state leaves open, the likeliest first. */
const isOffered = ({ suspendedAt, deletedAt }: AdminTeam): Record<TeamAct, boolean> => ({
  bringBack: deletedAt !== null,
  restore: suspendedAt !== null,
  suspend: suspendedAt === null,
  appoint: true,
  delete: deletedAt === null,
});

/** The administrators' actions on a team, each with a reason for the audit log. */
export function TeamDialog({ team: listed, onClose }: { team: AdminTeam; onClose: () => void }) {
  const [team, setTeam] = useState(listed);
  const [archive, setArchive] = useState<string | null>(null);
  const [times, setTimes] = useState(0);
  const { leave, question, setTyped } = useLeavingTyped(onClose);
  const run = useActOnTeam(team.id);
  const open = isOffered(team);
  const offered = (Object.keys(open) as TeamAct[]).filter((act) => open[act]);
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={`Team ${team.name}`}
      description={archive ? undefined : describeTeam(team)}
    >
      {archive ? (
        <ArchiveLeft
          text={`${team.name} was deleted and can be restored for ${TEAM_RESTORE_DAYS} days. Its archive is available for 30 days, also in the audit log.`}
          archive={archive}
          onClose={onClose}
        />
      ) : (
        <ActForm
          // Begun anew once something was done: other acts are offered then.
          key={times}
          offered={offered.map((act) => ({
            act,
            ...LABELS[act],
            hint: (team.deletedAt && WHILE_DELETED[act]) || LABELS[act].hint,
          }))}
          username={team.username}
          people="team"
          run={run}
          onTyped={setTyped}
          onDone={(result, act) => {
            toast({ title: LABELS[act as TeamAct].done, description: team.name });
            if ('archive' in result) setArchive(result.archive);
            else if ('createdAt' in result) setTeam(result);
            // The list has the new owner.
            else onClose();
            setTimes(times + 1);
          }}
        />
      )}
      {question}
    </Dialog>
  );
}

function describeTeam({ username, owner, suspendedAt, hidesPages, deletedAt }: AdminTeam): string {
  const until = deletedAt && new Date(Date.parse(deletedAt) + TEAM_RESTORE_DAYS * DAY_MS).toISOString();
  return [
    `${username}, owned by ${[owner.fullName, owner.email].filter(Boolean).join(', ')}`,
    suspendedAt &&
      `suspended on ${formatDay(suspendedAt)}, ${hidesPages ? 'public pages hidden' : 'public pages stay'}`,
    until && `deleted, restorable until ${formatDay(until)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
