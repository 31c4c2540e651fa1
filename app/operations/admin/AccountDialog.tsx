import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { formatDay } from '#app/frame/dates.ts';
import type { AdminUser } from '#shared/operations/admin.ts';
import {
  ADMIN_ACTS,
  type AdminActForm,
  type AdminUserState,
  adminActForm,
} from '#shared/operations/admin-acts.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input, Select, Textarea } from '#ui/Field.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { archiveUrl, useAct, useAdminUser } from './admin.queries.ts';

const LABELS: Record<AdminActForm['act'], { choice: string; button: string; done: string }> = {
  suspend: { choice: 'Suspend account', button: 'Suspend Account', done: 'Account suspended' },
  restore: { choice: 'Restore account', button: 'Restore Account', done: 'Account restored' },
  endSessions: {
    choice: 'Sign out everywhere',
    button: 'Sign Out Everywhere',
    done: 'Signed out everywhere',
  },
  sendReset: { choice: 'Send password reset', button: 'Send Reset', done: 'Password reset sent' },
  delete: { choice: 'Delete account', button: 'Delete Account', done: 'Account deleted' },
};

/** The administrators' actions on an account, each with a reason for the audit log. */
export function AccountDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data, error, refetch } = useAdminUser(user.id);
  const [archive, setArchive] = useState<string | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Account of ${user.fullName}`}
      description={data && !archive ? describeAccount(user, data) : undefined}
    >
      {archive ? (
        <Deleted user={user} archive={archive} onClose={onClose} />
      ) : data ? (
        // Begun anew once suspended or restored: other acts are offered then.
        <ActForm key={data.suspendedAt} user={user} state={data} onDeleted={setArchive} />
      ) : error ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

function describeAccount({ username, email }: AdminUser, state: AdminUserState): string {
  const { suspendedAt, hidesPages, openSessions } = state;
  const pages = hidesPages ? 'public pages hidden' : 'public pages stay';
  return [
    [username, email].filter(Boolean).join(', '),
    suspendedAt
      ? `suspended on ${formatDay(suspendedAt)}, ${pages}`
      : `${openSessions.toLocaleString()} open ${openSessions === 1 ? 'session' : 'sessions'}`,
  ].join(' · ');
}

interface ActFormProps {
  user: AdminUser;
  state: AdminUserState;
  onDeleted: (archive: string) => void;
}

function ActForm({ user, state, onDeleted }: ActFormProps) {
  const first = state.suspendedAt ? 'restore' : 'suspend';
  const run = useAct(user.id);
  const { register, handleSubmit, setError, watch, reset, formState } = useForm({
    resolver: zodResolver(adminActForm),
    defaultValues: { act: first, reason: '', pages: 'hidden', message: '', username: '' } as AdminActForm,
  });
  const { errors } = formState;
  const act = watch('act');
  const submit = handleSubmit((form) =>
    run.mutate(form, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess(result) {
        toast({ title: LABELS[form.act].done, description: `${user.fullName} (${user.username})` });
        if ('archive' in result) onDeleted(result.archive);
        else
          reset({
            act: result.suspendedAt ? 'restore' : 'suspend',
            reason: '',
            pages: 'hidden',
            message: '',
            username: '',
          });
      },
    }),
  );
  const offered = ADMIN_ACTS.filter((one) => one !== (state.suspendedAt ? 'suspend' : 'restore'));
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Select label="Action" hint={sayHint(act, state)} {...register('act')}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {LABELS[one].choice}
          </option>
        ))}
      </Select>
      {act === 'suspend' && (
        <>
          <Select label="Public pages while suspended" {...register('pages')}>
            <option value="hidden">Hidden: visitors get “not found”</option>
            <option value="shown">Stay online</option>
          </Select>
          <Textarea
            label="Message to the user (optional)"
            rows={2}
            error={errors.message?.message}
            {...register('message')}
          />
        </>
      )}
      {act === 'delete' && (
        <Input
          label="Username"
          hint={`Type ${user.username} to confirm.`}
          autoComplete="off"
          autoCapitalize="none"
          error={errors.username?.message}
          {...register('username')}
        />
      )}
      <Textarea
        label="Reason"
        hint="For the audit log. Other administrators can see it; the user can’t."
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
          {LABELS[act].button}
        </Button>
      </div>
    </form>
  );
}

function sayHint(act: AdminActForm['act'], { sendsMail }: AdminUserState): string {
  if (act === 'suspend')
    return 'Signs the user out and cancels the subscription without further charges. They can still export and delete.';
  if (act === 'restore') return 'A cancelled subscription stays cancelled until the user resumes it.';
  if (act === 'endSessions') return 'Signs the user out on all devices.';
  if (act === 'sendReset')
    return sendsMail
      ? 'Emails the user a link to set a new password.'
      : 'Email isn’t set up. Run npm run admin -- reset USERNAME to print a link.';
  return 'Permanent, after we save an archive of everything for you to download.';
}

function Deleted({ user, archive, onClose }: { user: AdminUser; archive: string; onClose: () => void }) {
  return (
    <div className="grid gap-5">
      <p>{user.username} was deleted. Its archive is available for 30 days, also in the audit log.</p>
      <DoneButton onClick={onClose}>
        <a href={archiveUrl(archive)} download className={buttonClass('secondary')}>
          Download Archive
        </a>
      </DoneButton>
    </div>
  );
}
