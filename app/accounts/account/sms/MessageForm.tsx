import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { Textarea } from '#ui/Field.tsx';
import { useChangeAccount } from '../account.queries.ts';
import { EditForm } from '../EditForm.tsx';
import { checkMessage, prepareChecks } from '../late-checks.ts';

interface MessageFormProps {
  message: string;
  onClose: (isSaved?: boolean) => void;
}

/** Changes the text of automatic messages. */
export function MessageForm({ message, onClose }: MessageFormProps) {
  const save = useChangeAccount('Failed to save the message. Please try again.');
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: checkMessage,
    defaultValues: { autoSmsMessage: message },
  });
  useEffect(() => {
    prepareChecks();
    setFocus('autoSmsMessage');
  }, [setFocus]);
  const submit = handleSubmit((changes) =>
    save.mutate(changes, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: () => onClose(true),
    }),
  );
  return (
    <EditForm label="Save Message" isPending={save.isPending} onSubmit={submit} onClose={() => onClose()}>
      <Textarea
        isRow
        label="Message"
        rows={3}
        hint="We add your name before it and how to opt out after. No links."
        error={formState.errors.autoSmsMessage?.message}
        {...register('autoSmsMessage')}
      />
    </EditForm>
  );
}
