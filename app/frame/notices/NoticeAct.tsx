import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConfirmAddress } from '#app/accounts/auth/address.queries.ts';
import { refreshAccount, useUser } from '#app/accounts/auth/auth.queries.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { useTurnOnHere } from '#app/messages/notices/notices.queries.ts';
import { useEndEvent, useEvent } from '#app/people/contacts/tools/event.queries.ts';
import { toast } from '#ui/Toast.tsx';

/** The acts behind the buttons of notices: dialogs, and calls that are made at once. */

interface ActProps {
  onClose: () => void;
}

const UnreviewedDialog = lazyDialog(
  async () => (await import('#app/people/contacts/review/UnreviewedDialog.tsx')).UnreviewedDialog,
);

const DIALOGS = {
  address: lazyDialog(async () => (await import('#app/accounts/account/AddressDialog.tsx')).AddressDialog),
  pending: lazyDialog(
    async () => (await import('#app/accounts/account/PendingAddressDialog.tsx')).PendingAddressDialog,
  ),
  reminder: lazyDialog(
    async () => (await import('#app/messages/notices/RemindersDialog.tsx')).RemindersDialog,
  ),
  unreviewed: UnreviewedDialog,
  teamUnreviewed: UnreviewedDialog,
  waiting: lazyDialog(async () => (await import('#app/offline/WaitingDialog.tsx')).WaitingDialog),
} as const;

const AT_ONCE: Record<string, (props: ActProps) => null> = {
  confirm: Confirm,
  event: EndEvent,
  push: TurnOn,
};

export function NoticeAct({ kind, onClose }: ActProps & { kind: string }) {
  const client = useQueryClient();
  const finish = () => {
    onClose();
    refreshAccount(client);
  };
  const Part = kind in DIALOGS ? DIALOGS[kind as keyof typeof DIALOGS] : AT_ONCE[kind];
  return Part ? <Part onClose={finish} /> : null;
}

/** Runs once, though React may run effects twice. */
function useOnce(run: () => void, isReady = true): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current || !isReady) return;
    hasRun.current = true;
    run();
  });
}

function Confirm({ onClose }: ActProps) {
  const user = useUser();
  const send = useConfirmAddress();
  const tell = () =>
    toast({ title: 'Check your email', description: `We’ve sent a link to ${user?.email}.` });
  useOnce(() => send.mutate(undefined, { onSuccess: tell, onSettled: onClose }));
  return null;
}

function EndEvent({ onClose }: ActProps) {
  const { data } = useEvent();
  const end = useEndEvent();
  useOnce(
    () => (data?.event ? end.mutate(data.event, { onSettled: onClose }) : onClose()),
    data !== undefined,
  );
  return null;
}

function TurnOn({ onClose }: ActProps) {
  const turnOn = useTurnOnHere();
  useOnce(() => turnOn.mutate(undefined, { onSettled: onClose }));
  return null;
}
