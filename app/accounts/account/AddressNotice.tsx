import { type ReactNode, useState } from 'react';
import {
  useCancelNewAddress,
  useConfirmAddress,
  useMailAbility,
} from '#app/accounts/auth/address.queries.ts';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import type { User } from '#shared/accounts/account.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { AddressDialog } from './AddressDialog.tsx';

/** A notice about the account's address: it has none, or the current or requested one is not confirmed. */
export function AddressNotice() {
  const { data } = useAccount();
  if (!data) return null;
  const { user } = data;
  if (user.pendingEmail) return <Waiting user={user} pendingEmail={user.pendingEmail} />;
  if (!user.email) return <Missing />;
  return user.isEmailConfirmed ? null : <Unconfirmed user={user} />;
}

/** The first time this appears, it asks at once. */
function Missing() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Notice title="Your account has no email address" text="Add one so you can always get back in.">
      <Button size="small" onClick={() => setIsOpen(true)}>
        Add Email Address
      </Button>
      {isOpen && <AddressDialog onClose={() => setIsOpen(false)} />}
    </Notice>
  );
}

function Waiting({ user, pendingEmail }: { user: User; pendingEmail: string }) {
  const cancel = useCancelNewAddress();
  return (
    <Notice
      title="Confirm your new email address"
      text={`Open the link we sent to ${pendingEmail}. ${user.email ? `Until then, your email is ${user.email}.` : 'Until then, there’s no email on your account.'}`}
    >
      <SendLink to={pendingEmail} />
      <Button
        variant="quiet"
        size="small"
        isPending={cancel.isPending}
        pendingLabel="Cancelling..."
        onClick={() => cancel.mutate()}
      >
        Cancel Change
      </Button>
    </Notice>
  );
}

function Unconfirmed({ user }: { user: User }) {
  const ability = useMailAbility();
  const [isLater, setIsLater] = useState(false);
  if (!ability.data?.sendsMail || isLater) return null;
  return (
    <Notice
      title="Confirm your email address"
      text={`Open the link we emailed to ${user.email} so you can always get back in.`}
    >
      <SendLink to={user.email} />
      <Button variant="quiet" size="small" onClick={() => setIsLater(true)}>
        Later
      </Button>
    </Notice>
  );
}

function SendLink({ to }: { to: string }) {
  const send = useConfirmAddress();
  const tell = () => toast({ title: 'Check your email', description: `We’ve sent a link to ${to}.` });
  return (
    <Button
      variant="secondary"
      size="small"
      isPending={send.isPending}
      pendingLabel="Sending..."
      onClick={() => send.mutate(undefined, { onSuccess: tell })}
    >
      Resend Link
    </Button>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-line bg-surface px-5 py-4 wrap-anywhere"
    >
      <div className="min-w-0 flex-[1_1_20rem]">
        <h2 className="font-medium">{title}</h2>
        <p className="text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
