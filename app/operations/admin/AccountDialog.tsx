import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useLeavingTyped } from '#app/frame/use-leaving.tsx';
import { ActForm } from '#app/operations/parts/ActForm.tsx';
import { ArchiveLeft } from '#app/operations/parts/ArchiveLeft.tsx';
import type { AdminUser } from '#shared/operations/admin.ts';
import { ADMIN_ACTS, type AdminUserState } from '#shared/operations/admin-acts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';
import { useAct, useAdminUser } from './admin.queries.ts';

type UserAct = (typeof ADMIN_ACTS)[number];

const LABELS: Record<UserAct, { choice: string; button: string; done: string }> = {
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
  const { leave, question, setTyped } = useLeavingTyped(onClose);
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={`Account of ${user.fullName}`}
      description={data && !archive ? describeAccount(user, data) : undefined}
    >
      {archive ? (
        <ArchiveLeft
          text={`${user.username} was deleted. Its archive is available for 30 days, also in the audit log.`}
          archive={archive}
          onClose={onClose}
        />
      ) : data ? (
        <AccountActs user={user} state={data} onDeleted={setArchive} onTyped={setTyped} />
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
      {question}
    </Dialog>
  );
}

function describeAccount({ username, email }: AdminUser, state: AdminUserState): string {
  const { suspendedAt, hidesPages, openSessions } = state;
  const pages = hidesPages ? 'public pages hidden' : 'public pages stay';
  return [
    [username, email].filter(Boolean).join(', '),
    suspendedAt ? `suspended on ${formatDay(suspendedAt)}, ${pages}` : counted(openSessions, 'open session'),
  ].join(' · ');
}

interface AccountActsProps {
  user: AdminUser;
  state: AdminUserState;
  onDeleted: (archive: string) => void;
  onTyped: (isTyped: boolean) => void;
}

function AccountActs({ user, state, onDeleted, onTyped }: AccountActsProps) {
  const run = useAct(user.id);
  const [times, setTimes] = useState(0);
  const offered = ADMIN_ACTS.filter((one) => one !== (state.suspendedAt ? 'suspend' : 'restore'));
  return (
    <ActForm
      // Begun anew once something was done, and once its new state is there, which comes after that.
      key={[times, ...offered].join()}
      offered={offered.map((act) => ({ act, ...LABELS[act], hint: sayHint(act, state) }))}
      username={user.username}
      people="user"
      run={run}
      onTyped={onTyped}
      onDone={(result, act) => {
        toast({ title: LABELS[act as UserAct].done, description: `${user.fullName} (${user.username})` });
        if ('archive' in result) onDeleted(result.archive);
        else setTimes(times + 1);
      }}
    />
  );
}

function sayHint(act: UserAct, { sendsMail }: AdminUserState): string {
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
