import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { CallError } from '#app/frame/api/call.ts';
import { useInvalidFocus } from '#app/frame/use-invalid-focus.ts';
import { RoleSelect } from '#app/teams/team/RoleSelect.tsx';
import { invited } from '#shared/teams/claims.ts';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { usePrepareCards } from './invites.queries.ts';
import type { PrepareFormProps } from './prepare-form.ts';

const FIELDS = ['fullName', 'email', 'jobTitle'] as const;

/** Prepares the card of one person. */
export function PrepareOne({ teamId, onPrepared, onCancel }: PrepareFormProps) {
  const prepare = usePrepareCards(teamId);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(invited),
    defaultValues: { fullName: '', email: '', jobTitle: '', role: 'member' },
  });
  const { errors } = formState;
  const area = useInvalidFocus(prepare.error);
  const submit = handleSubmit((person) =>
    prepare.mutate([person], {
      onError(error) {
        const fields = error instanceof CallError ? error.fields : {};
        for (const name of FIELDS) {
          const message = fields[`people.0.${name}`];
          if (message) setError(name, { type: 'server', message });
        }
      },
      onSuccess: onPrepared,
    }),
  );
  return (
    <form ref={area} noValidate onSubmit={submit} className="space-y-5">
      <Input
        label="Full name"
        autoComplete="off"
        data-takes-focus
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <Input
        label="Email"
        type="email"
        autoComplete="off"
        hint="The card can only be claimed with this address."
        error={errors.email?.message}
        {...register('email')}
      />
      <Input
        label="Job title (optional)"
        autoComplete="off"
        error={errors.jobTitle?.message}
        {...register('jobTitle')}
      />
      <RoleSelect {...register('role')} />
      <FormButtons onCancel={onCancel} isPending={prepare.isPending} pendingLabel="Preparing...">
        Prepare Card
      </FormButtons>
    </form>
  );
}
