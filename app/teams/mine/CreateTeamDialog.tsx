import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ResendLink } from '#app/accounts/account/ResendLink.tsx';
import { useMailAbility } from '#app/accounts/auth/address.queries.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { Link, useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { CARD_PRICE } from '#app/teams/billing/team-sums.ts';
import { LogoSlot } from '#app/teams/team/LogoSlot.tsx';
import { MailNote } from '#app/teams/team/MailNote.tsx';
import { useCreateTeam } from '#app/teams/team/teams.queries.ts';
import type { User } from '#shared/accounts/account.ts';
import { TEAM_COLOR, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { newTeam } from '#shared/teams/teams.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { ColorField } from '#ui/ColorField.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { ButtonRow, FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';

interface CreateTeamDialogProps {
  user: User;
  onClose: () => void;
}

const CREATING = `You’ll be its owner, and can hand it over later. It costs nothing until someone claims a card. From then on, each claimed card costs ${CARD_PRICE}, after ${TRIAL_DAYS} free days with your first team.`;

/** Asks for a team's name and look; whoever has no confirmed address is told first how to get one. */
export function CreateTeamDialog({ user, onClose }: CreateTeamDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Create a team"
      description={user.isEmailConfirmed ? CREATING : undefined}
    >
      {user.isEmailConfirmed ? (
        <CreateForm onClose={onClose} />
      ) : (
        <ConfirmFirst user={user} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateForm({ onClose }: Pick<CreateTeamDialogProps, 'onClose'>) {
  const navigate = useNavigate();
  const create = useCreateTeam();
  const form = useForm({
    resolver: zodResolver(newTeam),
    defaultValues: { name: '', logo: null as string | null, primaryColor: TEAM_COLOR as string },
  });
  const { register, handleSubmit, setError, setValue, watch, formState } = form;
  const { logo = null, primaryColor = '', name } = watch();
  const { errors } = formState;
  const submit = handleSubmit((body) =>
    create.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess(team) {
        toast({ title: `${team.name} is ready`, description: 'Prepare the first cards.' });
        navigate(paths.team(team.id));
      },
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Input
        label="Team name"
        placeholder="Your company, or a part of it"
        autoComplete="organization"
        data-takes-focus
        error={errors.name?.message}
        {...register('name')}
      />
      <LogoSlot
        team={{ name, logo, primaryColor }}
        error={errors.logo?.message}
        onChange={(url) => setValue('logo', url)}
      />
      <ColorField
        label="Color"
        value={primaryColor}
        error={errors.primaryColor?.message}
        onChange={(color) => setValue('primaryColor', color, { shouldValidate: formState.isSubmitted })}
      />
      <MailNote />
      <FormButtons onCancel={onClose} isPending={create.isPending} pendingLabel="Creating...">
        Create Team
      </FormButtons>
    </form>
  );
}

/** A team mails people in its owner’s name, so that name has to have an address behind it. */
function ConfirmFirst({ user, onClose }: CreateTeamDialogProps) {
  const { data: ability } = useMailAbility();
  const address = user.pendingEmail ?? user.email;
  if (!address) {
    return (
      <>
        <p className="text-ink-2">A team needs an owner who can be reached. Add your email address first.</p>
        <div className="mt-5 flex justify-end">
          <Link to={paths.settings('general')} onClick={onClose} className={buttonClass()}>
            Add Email Address
          </Link>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="text-ink-2 wrap-anywhere">
        A team invites people by email, so confirm your own address first: open the link we sent to {address}.
      </p>
      {ability?.sendsMail === false && (
        <p className="mt-3 text-sm text-ink-2">
          Email isn’t set up yet, so the link is still in the outbox. Ask {ability.contact}.
        </p>
      )}
      <ButtonRow className="mt-5">
        <Button variant="secondary" onClick={onClose}>
          Not Now
        </Button>
        <ResendLink to={address} onSent={onClose} />
      </ButtonRow>
    </>
  );
}
