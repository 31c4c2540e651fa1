import { zodResolver } from '@hookform/resolvers/zod';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormRegister, useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { type AdminActForm, adminActForm } from '#shared/operations/admin-acts.ts';
import { Button } from '#ui/Button.tsx';
import { Input, Select, Textarea } from '#ui/Field.tsx';

interface OfferedAct {
  act: AdminActForm['act'];
  /** As it is chosen, and as its button says it. */
  choice: string;
  button: string;
  hint: string;
}

interface ActFormProps<Result> {
  /** The first one is chosen. */
  offered: readonly OfferedAct[];
  /** Typed to confirm a deletion. */
  username: string;
  /** To whom the message of a suspension goes. */
  people: 'user' | 'team';
  run: UseMutationResult<Result, Error, AdminActForm>;
  onDone: (result: Result, act: AdminActForm['act']) => void;
  /** True while closing would lose a text. */
  onTyped: (isTyped: boolean) => void;
}

const EMPTY: AdminActForm = { act: 'suspend', reason: '', pages: 'hidden', message: '', username: '' };

/** One of the administrators' acts, with a reason for the audit log. */
export function ActForm<Result>({ offered, username, people, run, onDone, onTyped }: ActFormProps<Result>) {
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: zodResolver(adminActForm),
    defaultValues: { ...EMPTY, ...(offered[0] && { act: offered[0].act }) },
  });
  const { errors } = formState;
  useTyped(Boolean(watch('reason') || watch('message')), onTyped);
  const chosen = offered.find(({ act }) => act === watch('act')) ?? offered[0];
  const act = chosen?.act;
  const submit = handleSubmit((form) =>
    run.mutate(form, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: (result) => onDone(result, form.act),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Select label="Action" hint={chosen?.hint} {...register('act')}>
        {offered.map((one) => (
          <option key={one.act} value={one.act}>
            {one.choice}
          </option>
        ))}
      </Select>
      {act === 'suspend' && (
        <SuspensionFields people={people} register={register} error={errors.message?.message} />
      )}
      {(act === 'delete' || act === 'appoint') && (
        <Input
          key={act}
          label={act === 'delete' ? 'Username' : 'New owner'}
          hint={act === 'delete' ? `Type ${username} to confirm.` : 'Their username or email address.'}
          autoComplete="off"
          autoCapitalize="none"
          error={errors.username?.message}
          {...register('username')}
        />
      )}
      <Textarea
        label="Reason"
        hint={`For the audit log. Other administrators can see it; the ${people} can’t.`}
        rows={2}
        error={errors.reason?.message}
        {...register('reason')}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant={act === 'delete' || act === 'suspend' ? 'danger' : 'primary'}
          isPending={run.isPending}
          pendingLabel="Working..."
        >
          {chosen?.button}
        </Button>
      </div>
    </form>
  );
}

function useTyped(isTyped: boolean, tell: (isTyped: boolean) => void): void {
  useEffect(() => {
    tell(isTyped);
    return () => tell(false);
  }, [isTyped, tell]);
}

interface SuspensionFieldsProps extends Pick<ActFormProps<unknown>, 'people'> {
  register: UseFormRegister<AdminActForm>;
  error: string | undefined;
}

/** How a suspension is seen by others, and the message about it. */
const SuspensionFields = ({ people, register, error }: SuspensionFieldsProps) => (
  <>
    <Select label="Public pages while suspended" {...register('pages')}>
      <option value="hidden">Hidden: visitors get “not found”</option>
      <option value="shown">Stay online</option>
    </Select>
    <Textarea label={`Message to the ${people} (optional)`} rows={2} error={error} {...register('message')} />
  </>
);
