import { useConfirmAddress } from '#app/accounts/auth/address.queries.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';

/** Sends the link again that confirms an address. */
export function ResendLink({ to, onSent }: { to: string; onSent: () => void }) {
  const send = useConfirmAddress();
  const tell = () => {
    toast({ title: 'Check your email', description: `We’ve sent a link to ${to}.` });
    onSent();
  };
  return (
    <Button
      isPending={send.isPending}
      pendingLabel="Sending..."
      onClick={() => send.mutate(undefined, { onSuccess: tell })}
    >
      Resend Link
    </Button>
  );
}
