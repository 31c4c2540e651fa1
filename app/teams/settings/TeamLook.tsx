import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { LogoSlot } from '#app/teams/team/LogoSlot.tsx';
import { useChangeTeam } from '#app/teams/team/teams.queries.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { ColorField } from '#ui/ColorField.tsx';
import { Input } from '#ui/Field.tsx';
import { Saved } from '#ui/Saved.tsx';
import { checkTeamLate, prepareTeamChecks } from './late-checks.ts';

/** The team's name, logo and color, saved together. */
export function TeamLook({ team }: { team: Team }) {
  const save = useChangeTeam(team.id);
  const { register, handleSubmit, setError, setValue, watch, reset, formState } = useForm({
    resolver: checkTeamLate,
    defaultValues: lookOf(team),
  });
  const { errors, isDirty } = formState;
  const { name, logo = null, primaryColor = '' } = watch();
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const submit = handleSubmit((body) =>
    save.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: (saved) => reset(lookOf(saved)),
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
      <LogoSlot
        team={{ name, logo, primaryColor }}
        error={errors.logo?.message}
        onChange={(url) => setValue('logo', url, change)}
      />
      <ColorField
        label="Color"
        value={primaryColor}
        error={errors.primaryColor?.message}
        onChange={(color) => setValue('primaryColor', color, change)}
      />
      <div className="flex items-center justify-end gap-2">
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

const lookOf = ({ name, logo, primaryColor }: Team) => ({ name, logo, primaryColor });
