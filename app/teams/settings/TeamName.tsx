import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useChangeTeam } from '#app/teams/team/teams.queries.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { Saved } from '#ui/Saved.tsx';
import { checkTeamLate, prepareTeamChecks } from './late-checks.ts';

/** The team's name; its logo and colors are its brand. */
export function TeamName({ team }: { team: Team }) {
  const save = useChangeTeam(team.id);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: checkTeamLate,
    defaultValues: { name: team.name },
  });
  const { errors, isDirty } = formState;
  const submit = handleSubmit((body) =>
    save.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: ({ name }) => reset({ name }),
    }),
  );
  return (
    <form noValidate onFocus={prepareTeamChecks} onSubmit={submit} className="space-y-5 py-5">
      <Input
        label="Team name"
        autoComplete="organization"
        error={errors.name?.message}
        {...register('name')}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Link to={paths.team(team.id, 'brand')} className={`${buttonClass('quiet', 'small')} -ml-3 mr-auto`}>
          Logo and Colors
        </Link>
        <Saved isSaved={save.isSuccess && !isDirty} />
        <Button
          type="submit"
          size="small"
          disabled={!isDirty}
          isPending={save.isPending}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </div>
    </form>
  );
}
