import { type FormEvent, useState } from 'react';
import { CopyFirst } from '#app/accounts/account/DataExport.tsx';
import { useDeleteTeam } from '#app/teams/team/teams.queries.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';

/** Asks for the team's name before it is deleted; the server asks who it is. */
export function DeleteTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const remove = useDeleteTeam(team.id);
  const [name, setName] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Before the server asks who it is.
    const isNamed = name.trim().toLowerCase() === team.name.toLowerCase();
    setIsWrong(!isNamed);
    if (!isNamed) return;
    remove.mutate(
      { name },
      {
        onSuccess() {
          toast({
            title: `${team.name} was deleted`,
            description: `You can restore it for ${TEAM_RESTORE_DAYS} days.`,
          });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Delete ${team.name}?`}
      description={`Any subscription ends right away, without a refund or further charges. The cards stay up without their forms for ${TEAM_RESTORE_DAYS} days, in which you can restore everything else${team.suspendedAt ? ' once it’s no longer suspended' : ''}. Then cards, contacts, and analytics are deleted permanently. Everyone’s own cards stay.`}
    >
      <CopyFirst team={team.id} />
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        <Input
          label="Team name"
          hint={`Type ${team.name} to confirm.`}
          autoComplete="off"
          data-takes-focus
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isWrong ? `Type the team’s name, ${team.name}, to confirm.` : undefined}
        />
        <FormButtons
          onCancel={onClose}
          variant="danger"
          disabled={!name.trim()}
          isPending={remove.isPending}
          pendingLabel="Deleting..."
        >
          Delete Team
        </FormButtons>
      </form>
    </Dialog>
  );
}
